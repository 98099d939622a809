/** Additions to the derived coupon log: the link to its form, and from a coupon to the order that it paid. */
import { Link, useNavigate } from "react-router";
import type { coupon } from "../../../contract/coupon/coupon";
import { fen } from "../../../contract/core/money";
import { useT } from "../../i18n/use-t";
import { partsOf } from "../../resource/parts";
import { can } from "../../providers/access-control";
import { Button } from "../../ui/Button";
import { Money } from "../../ui/Money";

function Register() {
  const t = useT();
  const navigate = useNavigate();
  if (!can("coupon_modify")) return null;
  return (
    <Button kind="primary" icon="plus" onClick={() => void navigate("/finance/coupon-log-form")}>
      {t("coupon.register")}
    </Button>
  );
}

export const parts = partsOf<typeof coupon>({
  aside: Register,
  cells: {
    threshold: (row, t) => (fen(row.threshold) > 0 ? <Money value={row.threshold} /> : <span className="mut">{t("coupon.any")}</span>),
    documentNo: ({ documentKind, documentNo }) =>
      documentKind === "order" && can("booking_place_order_list") ? (
        <Link className="mono" to={`/finance/booking-place-order/list?q=${encodeURIComponent(documentNo)}`}>
          {documentNo}
        </Link>
      ) : (
        <span className="mono">{documentNo}</span>
      ),
  },
});

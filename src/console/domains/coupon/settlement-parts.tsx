/** Additions to the derived list of settlements: the link to a settlement's lines. */
import { Link } from "react-router";
import { useT } from "../../i18n/use-t";
import type { AnyRow, Parts } from "../../resource/parts";

function Lines({ row }: { row: AnyRow }) {
  const t = useT();
  return (
    <p>
      <Link className="link" to={`/finance/coupon-settlement-detail-list?settlement=${row.id}`}>
        {t("coupon.settlement.lines", { count: Number(row["lines"]) })}
      </Link>
    </p>
  );
}

export const parts: Parts = { record: Lines };

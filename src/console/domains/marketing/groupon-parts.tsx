/** Group-buy goods: selling a voucher from the record, and the way to those sold. */
import "./marketing.css";
import { useState } from "react";
import { useNavigate } from "react-router";
import type { grouponGoods } from "../../../contract/marketing/groupon";
import { useT } from "../../i18n/use-t";
import { partsOf } from "../../resource/parts";
import { useCan } from "../../providers/access-control";
import { Button } from "../../ui/Button";
import { type GoodsRow, SellVoucher } from "./SellVoucher";

function Record({ row, again }: { readonly row: GoodsRow; readonly again: () => void }) {
  const t = useT();
  const navigate = useNavigate();
  const maySell = useCan("groupon_sell");
  const [selling, setSelling] = useState(false);
  return (
    <p className="row wrap record-more">
      {maySell && row.state === "on_shelf" && row.left > 0 && (
        <Button icon="ticket" onClick={() => setSelling(true)}>
          {t("marketing.groupon.sellVoucher")}
        </Button>
      )}
      <Button icon="receipt" onClick={() => void navigate(`/marketing/voucher-list?goods=${encodeURIComponent(row.id)}`)}>
        {t("marketing.groupon.vouchersSold")}
      </Button>
      {selling && <SellVoucher row={row} onClose={() => setSelling(false)} onDone={again} />}
    </p>
  );
}

export const parts = partsOf<typeof grouponGoods>({ record: Record });

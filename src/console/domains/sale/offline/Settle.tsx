/** Settling a sale that was made without the network and that the server refused: sold after all, or given up. The choice is the desk's. */
import { useState } from "react";
import { fen, showFen } from "../../../../contract/core/money";
import { sale } from "../../../../contract/sale/sale";
import { useCall } from "../../../api/use-call";
import { useT } from "../../../i18n/use-t";
import { PanelForm, ReasonField, reasonProblem, reasonOk } from "../../../ui/form/PanelForm";
import { notify } from "../../../ui/notices";
import { markSettled } from "./outbox";
import type { KeptSale } from "./store";

const WAYS = {
  found: {
    name: "sale.settle.customerGoodsRecordSale",
    hint: "sale.settle.whatBooksLackCounted",
    done: "sale.settle.recorded",
  },
  givenBack: {
    name: "sale.settle.moneyGoodsWentBack",
    hint: "sale.settle.neitherStockNorMoney",
    done: "sale.settle.notSoldKept",
  },
} as const;
type Way = keyof typeof WAYS;

export function Settle({ of, onClose }: { of: KeptSale; onClose: () => void }) {
  const t = useT();
  const call = useCall(sale.settleKept);
  const [how, setHow] = useState<Way>("found");
  const [why, setWhy] = useState("");
  const { keptByTill, ...body } = of.body;
  const settle = async (): Promise<void> => {
    if (!keptByTill) return;
    try {
      const settledSale = await call.run({ ...body, keptByTill, how, reason: why.trim() });
      await markSettled(of.key, settledSale);
      notify.success(t(WAYS[how].done, { no: settledSale.no }));
      onClose();
    } catch {
      // Shown above the buttons; the sale stays refused.
    }
  };
  return (
    <div className="panel sale-form">
      <PanelForm
        act={t("sale.settle.settle")}
        pending={call.pending}
        ready={reasonOk(why)}
        lacks={reasonProblem(why, t)}
        error={call.error ?? undefined}
        back={t("common.back")}
        onAct={settle}
        onBack={onClose}
      >
        <p>
          <span className="mono">{of.shown.no}</span> {of.shown.goods} <b>{showFen(fen(of.shown.total))}</b>
        </p>
        <p className="bad">{of.why}</p>
        <fieldset className="till-settle">
          <legend className="sr">{t("sale.settle.howSettle")}</legend>
          {(["found", "givenBack"] as const).map((way) => (
            <label key={way}>
              <input type="radio" name="how" aria-label={t(WAYS[way].name)} checked={how === way} onChange={() => setHow(way)} />
              <span>
                <b>{t(WAYS[way].name)}</b>
                <small className="mut">{t(WAYS[way].hint)}</small>
              </span>
            </label>
          ))}
        </fieldset>
        <ReasonField title={t("ui.reason")} value={why} onValue={setWhy} />
      </PanelForm>
    </div>
  );
}

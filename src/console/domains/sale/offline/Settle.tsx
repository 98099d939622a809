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
    name: { zh: "货已给顾客：照常入账", en: "The customer has the goods: record the sale" },
    hint: {
      zh: "账上缺的件数先按盘盈补记（自动生成一张已过账的盘点单），再入账。如果只是到货没有录入，请先录入进货单，再点“重新发送”。",
      en: "What the books lack is counted in as found (a posted stock count is made), then the sale is recorded. If a delivery is only not entered yet, enter it first, then send again.",
    },
    done: { zh: "已入账 {no}", en: "Recorded as {no}" },
  },
  givenBack: {
    name: { zh: "钱已退、货已收回：不入账", en: "Money and goods went back: record no sale" },
    hint: {
      zh: "库存和钱都不动，这单连同原因留作一张放弃的单子，操作日志可查。请先把现金退给顾客。",
      en: "Neither stock nor money moves; it is kept with its reason as a cart given up, in the operation log. Give the cash back to the customer first.",
    },
    done: { zh: "未入账，已留记录 {no}", en: "Not sold; kept as {no}" },
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
      const shown = await call.run({ ...body, keptByTill, how, reason: why.trim() });
      await markSettled(of.key, shown);
      notify.success(t(WAYS[how].done, { no: shown.no }));
      onClose();
    } catch {
      // Shown above the buttons; the sale stays refused.
    }
  };
  return (
    <div className="panel sale-form">
      <PanelForm
        act={t({ zh: "确定处理", en: "Settle" })}
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
          <legend className="sr">{t({ zh: "怎样处理", en: "How to settle it" })}</legend>
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
        <ReasonField title={t({ zh: "原因", en: "Reason" })} value={why} onValue={setWhy} />
      </PanelForm>
    </div>
  );
}

import { useState } from "react";
import { readAmount } from "../../../../contract/core/typed/amount";
import { fixed } from "../../../../contract/fixed/fixed";
import type { Fen } from "../../../../contract/core/money";
import { useCall } from "../../../api/use-call";
import { useT } from "../../../i18n/use-t";
import { Payments } from "../../../desk/Payments";
import { toPayments } from "../../../desk/payments";
import { usePayLines } from "../../../desk/use-pay-lines";
import { owes } from "../columns";
import { Panel, type PanelProps } from "./Panel";
import { FieldProblem } from "../../../ui/FieldProblem";

/** Takes money: what is owed is suggested. */
export function PayPanel({
  contract,
  onBack,
  onDone,
}: PanelProps & { onDone: (amount: Fen, payments: ReturnType<typeof toPayments>) => void }) {
  const t = useT();
  const [text, setText] = useState(owes(contract) ? contract.owed : contract.unitPriceTo);
  const typed = readAmount(text, { zero: false });
  const amount = typed.value ?? 0;
  const { lines, purses, split, setLines } = usePayLines(amount, contract.memberId);
  const pay = useCall(fixed.pay);
  return (
    <Panel
      title={t("fixed.act.pay")}
      act={t("fixed.act.pay")}
      ready={amount > 0 && lines !== undefined && split.ok}
      lacks={typed.problem && t(typed.problem)}
      pending={pay.pending}
      error={pay.error}
      onBack={onBack}
      onAct={() => {
        if (!lines) return;
        const payments = toPayments(lines);
        pay
          .run({ id: contract.id, payments })
          .then(() => onDone(amount, payments))
          .catch(() => undefined); // shown in the panel
      }}
    >
      <label>
        <span className="field-label">{t("fixed.amount")}</span>
        <span className="input">
          <input inputMode="decimal" autoComplete="off" value={text} onChange={(event) => setText(event.target.value)} />
        </span>
        <FieldProblem of={typed} />
      </label>
      {lines && <Payments lines={lines} due={amount} purses={purses} onLines={setLines} />}
    </Panel>
  );
}

import { useState } from "react";
import { type Choice, fixed, type FixedDetail } from "../../../../contract/fixed/fixed";
import { fen, showFen } from "../../../../contract/core/money";
import { addDays, daysBetween } from "../../../../contract/core/time";
import { useCall } from "../../../api/use-call";
import { useRead } from "../../../api/use-read";
import { useSettled } from "../../../api/use-settled";
import { useT } from "../../../i18n/use-t";
import { useCan } from "../../../providers/access-control";
import { SkeletonText } from "../../../ui/Skeleton";
import { Payments } from "../../../desk/Payments";
import { toPayments } from "../../../desk/payments";
import { usePayLines } from "../../../desk/use-pay-lines";
import { PlanView } from "../PlanView";
import { Panel, type PanelProps } from "./Panel";
import { DayInput } from "../../../ui/form/DayInput";

/** Activates, resumes or renews: what would be booked, conflict by conflict, and what is to be paid. */
export function PlanPanel({
  contract,
  act,
  onBack,
  onDone,
}: PanelProps & {
  act: "activate" | "resume" | "renew";
  onDone: (contract: FixedDetail, payments: ReturnType<typeof toPayments>) => void;
}) {
  const t = useT();
  const [choices, setChoices] = useState<readonly Choice[]>([]);
  const [to, setTo] = useState(addDays(contract.to, daysBetween(contract.from, contract.to) + 1));
  const mayPay = useCan("fixed_pay");
  const [previewInput, settled] = useSettled({ id: contract.id, act, choices: [...choices], ...(act === "renew" ? { to } : {}) });
  const plan = useRead(fixed.plan, previewInput, {
    keepPrevious: true,
    staleTime: 0,
    enabled: previewInput.to === undefined || previewInput.to > contract.to,
  });
  const due = fen(plan.data?.due ?? "0.00");
  const { lines, purses, split, setLines } = usePayLines(due, contract.memberId);
  const activate = useCall(fixed.activate);
  const resume = useCall(fixed.resume);
  const renew = useCall(fixed.renew);
  const work = { activate, resume, renew }[act];
  const payments = due > 0 && lines ? toPayments(lines) : [];
  const run = (): Promise<FixedDetail> => {
    const common = { id: contract.id, choices: [...choices], expectedTotal: plan.data?.total };
    if (act === "resume") return resume.run(common);
    return act === "activate" ? activate.run({ ...common, payments }) : renew.run({ ...common, payments, to });
  };
  const free = plan.data !== undefined && !plan.isPlaceholderData && plan.data.conflicts === 0;
  return (
    <Panel
      title={t(`fixed.act.${act}`)}
      act={due > 0 ? t("fixed.payAndBook", { amount: showFen(due) }) : t("fixed.book", { count: plan.data?.count ?? 0 })}
      ready={free && (act === "resume" || (plan.data?.count ?? 0) > 0) && (due === 0 || (mayPay && split.ok))}
      waits={!settled || plan.isFetching || (due > 0 && lines === undefined)}
      pending={work.pending}
      error={work.error ?? plan.error ?? undefined}
      onBack={onBack}
      onAct={() => {
        run()
          .then((now) => onDone(now, act === "resume" ? [] : payments))
          // Slots that were lost meanwhile appear among the conflicts; every choice stays.
          .catch(() => void plan.refetch());
      }}
    >
      {act === "renew" && (
        <label>
          <span className="field-label">{t("fixed.renewTo")}</span>
          <DayInput value={to} min={addDays(contract.to, 1)} onChange={setTo} />
        </label>
      )}
      {plan.data ? (
        <PlanView plan={plan.data} choices={choices} onChoices={setChoices} />
      ) : (
        !plan.error && <SkeletonText lines={4} label={t("fixed.previewing")} />
      )}
      {due > 0 && lines && <Payments lines={lines} due={due} purses={purses} onLines={setLines} />}
    </Panel>
  );
}

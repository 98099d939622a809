import { useState, type ReactNode } from "react";
import { type Choice, type FixedDetail, fixed } from "../../../contract/fixed";
import { type Fen, fen, showFen, yuan } from "../../../contract/money";
import { addDays, daysBetween } from "../../../contract/time";
import { useCall } from "../../api/useCall";
import { useRead } from "../../api/useRead";
import { useT } from "../../i18n/useT";
import { useCan } from "../../session/store";
import { Button } from "../../ui/Button";
import { Failure } from "../../ui/Failure";
import { Money } from "../../ui/Money";
import { SkeletonText } from "../../ui/Skeleton";
import { Payments } from "../booking/panel/Payments";
import { readAmount, toPayments } from "../booking/panel/payments";
import { usePayLines } from "../booking/panel/usePayLines";
import { paymentTypeKey } from "../finance/words";
import { owes } from "./columns";
import { PlanView } from "./PlanView";
import { useSettled } from "./useSettled";

const reasonOk = (reason: string): boolean => reason.trim().length >= 2;

/** A form under the actions of a contract: what it is about, the refusal if there was one, act and back. */
export function Panel({
  title,
  act,
  danger = false,
  ready,
  waits = false,
  pending,
  error,
  onAct,
  onBack,
  children,
}: {
  title: string;
  act: string;
  danger?: boolean;
  ready: boolean;
  /** What the act rests on (a plan, a working) is on its way: the act keeps the keys and says that it waits. */
  waits?: boolean;
  pending: boolean;
  error: Error | undefined;
  onAct: () => void;
  onBack: () => void;
  children: ReactNode;
}) {
  const t = useT();
  return (
    <form
      className="fixed-panel"
      aria-label={title}
      onSubmit={(event) => {
        event.preventDefault();
        if (ready && !pending && !waits) onAct();
      }}
    >
      {children}
      {error && <Failure>{error.message}</Failure>}
      <div className="panel-acts">
        <Button onClick={onBack}>{t("common.back")}</Button>
        <Button kind={danger ? "danger" : "primary"} type="submit" busy={pending || waits} disabled={!ready && !waits}>
          {act}
        </Button>
      </div>
    </form>
  );
}

/** A reason that the log keeps. */
export function Reason({ value, onValue }: { value: string; onValue: (value: string) => void }) {
  const t = useT();
  return (
    <label>
      <span className="field-label">{t("fixed.reason")}</span>
      <span className="input">
        <input
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- the form appears because it was asked for
          autoFocus
          value={value}
          maxLength={200}
          placeholder={t("fixed.reasonHint")}
          autoComplete="off"
          onChange={(event) => onValue(event.target.value)}
        />
      </span>
    </label>
  );
}

interface PanelProps {
  readonly contract: FixedDetail;
  readonly onBack: () => void;
}

/** Takes money: what is owed is suggested. */
export function PayPanel({ contract, onBack, onDone }: PanelProps & { onDone: (amount: Fen) => void }) {
  const t = useT();
  const [text, setText] = useState(owes(contract) ? contract.owed : contract.unitPriceTo);
  const amount = readAmount(text) ?? 0;
  const { lines, purses, split, setLines } = usePayLines(amount, contract.memberId);
  const pay = useCall(fixed.pay);
  return (
    <Panel
      title={t("fixed.act.pay")}
      act={t("fixed.act.pay")}
      ready={amount > 0 && lines !== undefined && split.ok}
      pending={pay.pending}
      error={pay.error}
      onBack={onBack}
      onAct={() => {
        if (!lines) return;
        pay
          .run({ id: contract.id, payments: toPayments(lines) })
          .then(() => onDone(amount))
          .catch(() => undefined); // stands in the panel
      }}
    >
      <label>
        <span className="field-label">{t("fixed.amount")}</span>
        <span className="input">
          <input inputMode="decimal" autoComplete="off" value={text} onChange={(event) => setText(event.target.value)} />
        </span>
      </label>
      {lines && <Payments lines={lines} due={amount} purses={purses} onLines={setLines} />}
    </Panel>
  );
}

/** Pauses a contract. */
export function PausePanel({ contract, onBack, onDone }: PanelProps & { onDone: () => void }) {
  const t = useT();
  const [reason, setReason] = useState("");
  const pause = useCall(fixed.pause);
  return (
    <Panel
      title={t("fixed.act.pause")}
      act={t("fixed.act.pause")}
      ready={reasonOk(reason)}
      pending={pause.pending}
      error={pause.error}
      onBack={onBack}
      onAct={() => {
        pause
          .run({ id: contract.id, reason: reason.trim() })
          .then(onDone)
          .catch(() => undefined); // stands in the panel
      }}
    >
      <p className="mut">{t("fixed.pauseHint")}</p>
      <Reason value={reason} onValue={setReason} />
    </Panel>
  );
}

/** Activates, resumes or renews: what would be booked, conflict by conflict, and what is to be paid. */
export function PlanPanel({
  contract,
  act,
  onBack,
  onDone,
}: PanelProps & { act: "activate" | "resume" | "renew"; onDone: (contract: FixedDetail) => void }) {
  const t = useT();
  const [choices, setChoices] = useState<readonly Choice[]>([]);
  const [to, setTo] = useState(addDays(contract.to, daysBetween(contract.from, contract.to) + 1));
  const mayPay = useCan("fixed_pay");
  const asked = useSettled({ id: contract.id, act, choices: [...choices], ...(act === "renew" ? { to } : {}) });
  const plan = useRead(fixed.plan, asked, { keepPrevious: true, staleTime: 0, enabled: act !== "renew" || to > contract.to });
  const due = fen(plan.data?.due ?? "0.00");
  const { lines, purses, split, setLines } = usePayLines(due, contract.memberId);
  const activate = useCall(fixed.activate);
  const resume = useCall(fixed.resume);
  const renew = useCall(fixed.renew);
  const work = { activate, resume, renew }[act];
  const payments = due > 0 && lines ? toPayments(lines) : [];
  const run = (): Promise<FixedDetail> => {
    const common = { id: contract.id, choices: [...choices] };
    if (act === "resume") return resume.run(common);
    return act === "activate" ? activate.run({ ...common, payments }) : renew.run({ ...common, payments, to });
  };
  const free = plan.data !== undefined && plan.data.conflicts === 0;
  return (
    <Panel
      title={t(`fixed.act.${act}`)}
      act={due > 0 ? t("fixed.payAndBook", { amount: showFen(due) }) : t("fixed.book", { count: plan.data?.count ?? 0 })}
      ready={free && (act === "resume" || (plan.data?.count ?? 0) > 0) && (due === 0 || (mayPay && split.ok))}
      waits={plan.isFetching || (due > 0 && lines === undefined)}
      pending={work.pending}
      error={work.error ?? plan.error ?? undefined}
      onBack={onBack}
      onAct={() => {
        run()
          .then(onDone)
          // What was lost meanwhile shows among the conflicts; every choice stays.
          .catch(() => void plan.refetch());
      }}
    >
      {act === "renew" && (
        <label>
          <span className="field-label">{t("fixed.renewTo")}</span>
          <span className="input">
            <input type="date" value={to} min={addDays(contract.to, 1)} onChange={(event) => setTo(event.target.value)} />
          </span>
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

/** Ends a contract: the working is shown before it happens. */
export function EndPanel({ contract, onBack, onDone }: PanelProps & { onDone: () => void }) {
  const t = useT();
  const [reason, setReason] = useState("");
  const [feeText, setFeeText] = useState("");
  const fee = readAmount(feeText);
  const asked = useSettled({ id: contract.id, ...(fee ? { fee: yuan(fee) } : {}) });
  const working = useRead(fixed.endWorking, asked, { keepPrevious: true, staleTime: 0 });
  const end = useCall(fixed.end);
  const { data } = working;
  return (
    <Panel
      title={t("fixed.act.end")}
      act={data && data.refund !== "0.00" ? t("fixed.confirmEnd", { amount: showFen(fen(data.refund)) }) : t("fixed.act.end")}
      danger
      ready={reasonOk(reason) && fee !== undefined && data !== undefined && !working.error}
      waits={working.isFetching}
      pending={end.pending}
      error={end.error ?? working.error ?? undefined}
      onBack={onBack}
      onAct={() => {
        end
          .run({ id: contract.id, reason: reason.trim(), fee: yuan(fee ?? 0) })
          .then(onDone)
          .catch(() => undefined); // stands in the panel
      }}
    >
      {data ? (
        <dl className="fixed-working">
          <dt>{t("fixed.endPaid")}</dt>
          <dd>
            <Money value={data.paid} />
          </dd>
          <dt>{t("fixed.endUsed", { count: data.usedCount })}</dt>
          <dd>
            − <Money value={data.used} />
          </dd>
          <dt>{t("fixed.endUnused")}</dt>
          <dd>
            <Money value={data.unused} />
          </dd>
          <dt>{t("fixed.endFee")}</dt>
          <dd>
            <span className="input">
              <input
                inputMode="decimal"
                autoComplete="off"
                aria-label={t("fixed.endFee")}
                placeholder="0.00"
                value={feeText}
                disabled={data.unused === "0.00"}
                onChange={(event) => setFeeText(event.target.value)}
              />
            </span>
          </dd>
          <dt className="sum">{t("fixed.endRefund")}</dt>
          <dd className="sum">
            <Money value={data.refund} />
          </dd>
          {data.back
            .filter((part) => part.refund !== "0.00")
            .map((part) => (
              <div key={part.paymentId} className="fixed-back">
                <dt className="sec">
                  {t("fixed.endBack")} {t(paymentTypeKey(part.type))}
                </dt>
                <dd className="sec">
                  <Money value={part.refund} />
                </dd>
              </div>
            ))}
        </dl>
      ) : (
        <SkeletonText lines={4} label={t("ui.loading")} />
      )}
      {data && data.openCount > 0 && <p className="mut">{t("fixed.endOpen", { count: data.openCount })}</p>}
      {data && data.owed !== "0.00" && <p className="notice notice-waiting">{t("fixed.endOwed", { amount: showFen(fen(data.owed)) })}</p>}
      <Reason value={reason} onValue={setReason} />
    </Panel>
  );
}

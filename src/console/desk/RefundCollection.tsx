import { useId, useState, type SyntheticEvent } from "react";
import { fen, showFen, yuan } from "../../contract/core/money";
import type { Collection } from "../../contract/sale/collections";
import { sale } from "../../contract/sale/sale";
import { useCall } from "../api/use-call";
import { useRead } from "../api/use-read";
import { useT } from "../i18n/use-t";
import { Ask } from "../ui/Ask";
import { Button } from "../ui/Button";
import { Failure } from "../ui/Failure";
import { Icon } from "../ui/Icon";
import { notify } from "../ui/notices";
import { When } from "../ui/When";
import { readAmount } from "../../contract/core/typed/amount";
import { reasonProblem } from "../ui/form/PanelForm";

/** Gives back what scan-to-pay collected: by its receipt number, with what was taken and what stays said before and after. */
export function RefundCollection({ no: first, onBack }: { no: string; onBack: () => void }) {
  const t = useT();
  const id = useId();
  const [no, setNo] = useState(first);
  const [refundAmount, setRefundAmount] = useState(first);
  const found = useRead(sale.collection, { no: refundAmount }, { enabled: refundAmount !== "", staleTime: 0 });
  const look = (event: SyntheticEvent): void => {
    event.preventDefault();
    if (no.trim() === refundAmount) void found.refetch();
    setRefundAmount(no.trim());
  };
  const collection = refundAmount === "" || found.data?.no.toUpperCase() !== refundAmount.toUpperCase() ? undefined : found.data;
  return (
    <div className="pay-form">
      <form onSubmit={look}>
        <label className="field-label" htmlFor={id}>
          {t("pay.refund.no")}
        </label>
        <span className="row">
          <span className="input grow">
            <input
              id={id}
              // oxlint-disable-next-line jsx-a11y/no-autofocus -- it appears because it was asked for
              autoFocus={first === ""}
              autoComplete="off"
              value={no}
              onChange={(event) => setNo(event.target.value)}
            />
          </span>
          <Button type="submit" busy={found.isFetching}>
            {t("pay.refund.look")}
          </Button>
        </span>
      </form>
      {found.error && refundAmount !== "" && <Failure>{found.error.message}</Failure>}
      {collection?.failed.map((refund) => (
        <Failed key={refund.id} no={collection.no} refund={refund} onSettled={() => void found.refetch()} />
      ))}
      {collection && <GiveBack key={`${collection.paymentId} ${collection.refundable}`} collection={collection} onBack={onBack} />}
      {!collection && (
        <div className="pay-ways">
          <Button onClick={onBack}>{t("pay.refund.back")}</Button>
        </div>
      )}
    </div>
  );
}

/** A refund that the channel refused: tried again, or paid out in cash. */
function Failed({ no, refund, onSettled }: { no: string; refund: Collection["failed"][number]; onSettled: () => void }) {
  const t = useT();
  const retry = useCall(sale.retryRefund);
  const payOut = useCall(sale.payOutRefund);
  const [asking, setAsking] = useState(false);
  const amount = showFen(fen(refund.amount));
  const failure = retry.error ?? payOut.error;
  const settle = (work: Promise<Collection>, done: string): void => {
    work
      .then((after) => {
        const still = after.failed.find(({ id }) => id === refund.id);
        if (still) notify.error(t("pay.refund.refused", { amount, why: still.why }));
        else notify.success(done);
        onSettled();
      })
      .catch(() => undefined); // shown below the buttons
  };
  return (
    <div className="notice notice-error pay-failed" role="alert">
      <Icon name="error" />
      <div className="grow">
        <p>{t("pay.refund.refused", { amount, why: refund.why })}</p>
        <p className="row">
          <Button busy={retry.pending} onClick={() => settle(retry.run({ refundId: refund.id }), t("pay.refund.done", { no, amount }))}>
            {t("pay.refund.retry")}
          </Button>
          <Button busy={payOut.pending} onClick={() => setAsking(true)}>
            {t("pay.refund.payOut", { amount })}
          </Button>
        </p>
        {failure && <p>{failure.message}</p>}
        {asking && (
          <Ask
            title={t("pay.refund.payOut", { amount })}
            onClose={() => setAsking(false)}
            answers={[
              { title: t("pay.refund.back"), act: () => setAsking(false) },
              {
                title: t("pay.refund.payOutYes", { amount }),
                kind: "primary",
                act: () => {
                  setAsking(false);
                  const reason = t("pay.refund.payOutWhy", { why: refund.why });
                  settle(payOut.run({ refundId: refund.id, type: "Cash", reason }), t("pay.refund.paidOut", { no, amount }));
                },
              },
            ]}
          >
            {t("pay.refund.payOutText", { no, amount })}
          </Ask>
        )}
      </div>
    </div>
  );
}

function GiveBack({ collection, onBack }: { collection: Collection; onBack: () => void }) {
  const t = useT();
  const id = useId();
  const left = fen(collection.refundable);
  const remaining = fen(collection.amount) - fen(collection.refunded);
  const [text, setText] = useState(yuan(left));
  const [reason, setReason] = useState("");
  const refund = useCall(sale.refundCollection);
  const typed = readAmount(text, { zero: false });
  const amount = typed.value !== undefined && typed.value <= left ? typed.value : undefined;
  const lacks =
    amount === undefined ? (typed.problem ? t(typed.problem) : t("pay.refund.most", { most: showFen(left) })) : reasonProblem(reason, t);
  const act = (event: SyntheticEvent): void => {
    event.preventDefault();
    if (amount === undefined || lacks !== undefined || refund.pending) return;
    refund
      .run({ paymentId: collection.paymentId, amount: yuan(amount), reason: reason.trim() })
      .then(() => {
        notify.success(t("pay.refund.done", { no: collection.no, amount: showFen(amount) }));
        onBack();
      })
      .catch(() => undefined); // shown above the button; what was typed stays
  };
  return (
    <form onSubmit={act}>
      <p>
        <b>
          {t(`pay.${collection.channel}`)} ¥{showFen(fen(collection.amount))}
        </b>{" "}
        <span className="mut">
          <When at={collection.at} /> {collection.operator}
        </span>
      </p>
      {fen(collection.refunded) > 0 && <p className="mut">{t("pay.refund.before", { amount: showFen(fen(collection.refunded)) })}</p>}
      {left === 0 ? (
        <p className="notice notice-waiting">{t("pay.refund.nothing")}</p>
      ) : (
        <>
          <label className="field-label" htmlFor={`${id}-amount`}>
            {t("pay.refund.amount")}
          </label>
          <span className="input">
            <span aria-hidden>¥</span>
            <input
              id={`${id}-amount`}
              inputMode="decimal"
              autoComplete="off"
              value={text}
              aria-invalid={amount === undefined || undefined}
              aria-describedby={`${id}-after`}
              onChange={(event) => setText(event.target.value)}
            />
          </span>
          <p id={`${id}-after`} className={amount === undefined ? "field-error" : "mut"} aria-live="polite">
            {amount === undefined ? lacks : t("pay.refund.after", { from: showFen(remaining), to: showFen(remaining - amount) })}
          </p>
          <label className="field-label" htmlFor={`${id}-reason`}>
            {t("pay.refund.reason")}
          </label>
          <span className="input">
            <input
              id={`${id}-reason`}
              maxLength={200}
              autoComplete="off"
              value={reason}
              onChange={(event) => setReason(event.target.value)}
            />
          </span>
        </>
      )}
      {refund.error && <Failure>{refund.error.message}</Failure>}
      <div className="pay-ways">
        <Button onClick={onBack}>{t("pay.refund.back")}</Button>
        {left > 0 && (
          <Button kind="danger" type="submit" busy={refund.pending} why={lacks} whyInTooltip={amount === undefined}>
            {t("pay.refund.act", { amount: showFen(amount ?? 0) })}
          </Button>
        )}
      </div>
    </form>
  );
}

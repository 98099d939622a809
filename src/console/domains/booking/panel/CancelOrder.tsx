import { useState } from "react";
import { booking, type BookingOrderDetail } from "../../../../contract/booking";
import { fen, showFen } from "../../../../contract/money";
import { useCall } from "../../../api/useCall";
import { useRead } from "../../../api/useRead";
import { useT } from "../../../i18n/useT";
import { useCan } from "../../../session/store";
import { Button } from "../../../ui/Button";
import { ErrorState } from "../../../ui/ErrorState";
import { Icon } from "../../../ui/Icon";
import { notify } from "../../../ui/notices";
import { SkeletonText } from "../../../ui/Skeleton";

/** Cancels an order. First the working: what was paid, the fee and its rule, and where each yuan goes back to. */
export function CancelOrder({ order, onDone, onBack }: { order: BookingOrderDetail; onDone: () => void; onBack: () => void }) {
  const t = useT();
  const mayWaive = useCan("booking_waive_fee");
  const [waiveFee, setWaive] = useState(false);
  const [reason, setReason] = useState("");
  const read = useRead(booking.refundWorking, { id: order.id, waiveFee }, { staleTime: 0 });
  const cancel = useCall(booking.cancel);
  const working = read.data?.orderId === order.id ? read.data : undefined;
  const refund = working ? fen(working.refund) : 0;
  const ready = working !== undefined && reason.trim().length >= 2 && !read.isPlaceholderData;
  const act = async (): Promise<void> => {
    if (!ready || cancel.pending) return;
    try {
      await cancel.run({ id: order.id, reason: reason.trim(), waiveFee });
      notify.success(t("booking.order.cancelled", { amount: showFen(refund) }));
      onDone();
    } catch {
      // Shown below; the reason stays.
    }
  };
  return (
    <form
      className="panel-form"
      onSubmit={(event) => {
        event.preventDefault();
        void act();
      }}
    >
      <div className="bd">
        <h3 className="sec-t">{t("booking.cancel.title")}</h3>
        {read.error && <ErrorState what={read.error.message} onRetry={() => void read.refetch()} />}
        {!working && !read.error && <SkeletonText lines={4} label={t("booking.order.loading")} />}
        {working && (
          <>
            <p className="mut pay-note">
              {working.hoursBefore < 0
                ? t("booking.cancel.started", { free: working.freeHours })
                : t("booking.cancel.rule", { hours: Math.floor(working.hoursBefore * 10) / 10, free: working.freeHours })}
            </p>
            <dl className="working">
              <dt>{t("booking.cancel.paid")}</dt>
              <dd>{showFen(fen(working.paid))}</dd>
              <dt>{fen(working.fee) > 0 ? t("booking.cancel.fee", { percent: working.feePercent }) : t("booking.cancel.feeNone")}</dt>
              <dd>{showFen(-fen(working.fee))}</dd>
              <dt className="sum">{t("booking.cancel.refund")}</dt>
              <dd className="sum">{showFen(refund)}</dd>
            </dl>
            {working.back.length === 0 ? (
              <p className="mut pay-note">{t("booking.cancel.nothing")}</p>
            ) : (
              <>
                <h3 className="sec-t">{t("booking.cancel.back")}</h3>
                <ul className="lines">
                  {working.back.map((part) => (
                    <li key={part.paymentId} className="ln">
                      <span className="ln-what">
                        <b>{t(`booking.method.${part.type}`)}</b>
                      </span>
                      <span className="am">
                        {part.refund !== part.paid && <s>{showFen(fen(part.paid))}</s>}
                        {showFen(fen(part.refund))}
                      </span>
                    </li>
                  ))}
                </ul>
              </>
            )}
            {mayWaive && (waiveFee || fen(working.fee) > 0) && (
              <label className="row waive">
                <input type="checkbox" className="check" checked={waiveFee} onChange={(event) => setWaive(event.target.checked)} />
                {t("booking.cancel.waive")}
              </label>
            )}
          </>
        )}
        <label>
          <span className="sec-t">{t("booking.cancel.reason")}</span>
          <span className="input">
            {/* oxlint-disable-next-line jsx-a11y/no-autofocus -- the form appears because it was asked for */}
            <input autoFocus value={reason} maxLength={200} onChange={(event) => setReason(event.target.value)} />
          </span>
        </label>
        {cancel.error && (
          <p className="notice notice-error" role="alert">
            <Icon name="error" />
            {cancel.error.message}
          </p>
        )}
      </div>
      <footer className="ft">
        <div className="acts acts-2">
          <Button kind="danger" type="submit" busy={cancel.pending} disabled={!ready}>
            {refund > 0 ? t("booking.cancel.do", { amount: showFen(refund) }) : t("booking.cancel.doFree")}
          </Button>
          <Button onClick={onBack}>{t("booking.cancel.keep")}</Button>
        </div>
      </footer>
    </form>
  );
}

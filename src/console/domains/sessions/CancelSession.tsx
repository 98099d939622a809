import { useState } from "react";
import { fen, showFen } from "../../../contract/money";
import { type HallSession, sessions } from "../../../contract/sessions";
import { useCall } from "../../api/useCall";
import { useRead } from "../../api/useRead";
import { useT } from "../../i18n/useT";
import { ErrorState } from "../../ui/ErrorState";
import { notify } from "../../ui/notices";
import { SkeletonText } from "../../ui/Skeleton";
import { PanelForm, ReasonField, reasonOk } from "../booking/panel/PanelForm";
import { paymentTypeKey } from "../finance/words";

/** Cancels a session. First what goes back, method by method: everything, to where it came from. */
export function CancelSession({ session, onDone, onBack }: { session: HallSession; onDone: () => void; onBack: () => void }) {
  const t = useT();
  const [reason, setReason] = useState("");
  const read = useRead(sessions.cancelWorking, { id: session.id }, { staleTime: 0 });
  const cancel = useCall(sessions.cancel);
  const working = read.data;
  const act = async (): Promise<void> => {
    if (!working) return;
    try {
      await cancel.run({ id: session.id, reason: reason.trim(), expectedRefund: working.refund });
      notify.success(t("sessions.cancelled", { bookings: working.bookings }));
      onDone();
    } catch {
      // What is true now is shown again; the reason stays.
      void read.refetch();
    }
  };
  return (
    <PanelForm
      act={working && working.bookings > 0 ? t("sessions.cancel.do", { bookings: working.bookings }) : t("sessions.cancel.doFree")}
      kind="danger"
      pending={cancel.pending}
      ready={working !== undefined && reasonOk(reason) && !read.isFetching}
      error={cancel.error}
      back={t("sessions.cancel.keep")}
      onAct={act}
      onBack={onBack}
    >
      <h3 className="sec-t">{t("sessions.cancel.title")}</h3>
      {read.error && <ErrorState what={read.error.message} onRetry={() => void read.refetch()} />}
      {!working && !read.error && <SkeletonText lines={4} label={t("ui.loading")} />}
      {working && (
        <>
          <p className="mut pay-note">
            {working.bookings === 0
              ? t("sessions.cancel.nobody")
              : t("sessions.cancel.who", { bookings: working.bookings, heads: working.heads })}
          </p>
          {working.bookings > 0 && (
            <dl className="working">
              {working.byType.map(({ type, amount }) => (
                <div key={type} className="sess-back">
                  <dt>{t(paymentTypeKey(type))}</dt>
                  <dd>{showFen(fen(amount))}</dd>
                </div>
              ))}
              {working.uses > 0 && (
                <div className="sess-back">
                  <dt>{t("sessions.cancel.byCard", { bookings: working.byCard })}</dt>
                  <dd>{t("sessions.times", { times: working.uses })}</dd>
                </div>
              )}
              <dt className="sum">{t("booking.cancel.refund")}</dt>
              <dd className="sum">{showFen(fen(working.refund))}</dd>
            </dl>
          )}
        </>
      )}
      <ReasonField title={t("sessions.cancel.reason")} value={reason} hint={t("sessions.cancel.reasonHint")} onValue={setReason} />
    </PanelForm>
  );
}

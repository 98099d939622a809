import { type HallSession, sessions } from "../../../contract/sessions";
import { useCall } from "../../api/useCall";
import { useRead } from "../../api/useRead";
import { useT } from "../../i18n/useT";
import { notify } from "../../ui/notices";
import { CancelInFull } from "../../desk/CancelInFull";

/** Cancels a session, after showing what goes back: money, and uses of cards. */
export function CancelSession({ session, onDone, onBack }: { session: HallSession; onDone: () => void; onBack: () => void }) {
  const t = useT();
  const read = useRead(sessions.cancelWorking, { id: session.id }, { staleTime: 0 });
  const cancel = useCall(sessions.cancel);
  const working = read.data;
  const { bookings = 0, heads = 0, uses = 0, byCard = 0 } = working ?? {};
  return (
    <CancelInFull
      words={{
        title: t("sessions.cancel.title"),
        act: bookings > 0 ? t("sessions.cancel.do", { bookings }) : t("sessions.cancel.doFree"),
        keep: t("sessions.cancel.keep"),
        who: bookings === 0 ? t("sessions.cancel.nobody") : t("sessions.cancel.who", { bookings, heads }),
        reason: t("sessions.cancel.reason"),
        hint: t("sessions.cancel.reasonHint"),
      }}
      working={working}
      empty={bookings === 0}
      more={
        uses > 0 && (
          <div className="sess-back">
            <dt>{t("sessions.cancel.byCard", { bookings: byCard })}</dt>
            <dd>{t("sessions.times", { times: uses })}</dd>
          </div>
        )
      }
      read={read}
      cancel={cancel}
      onCancel={async (reason) => {
        if (!working) return;
        await cancel.run({ id: session.id, reason, expectedRefund: working.refund });
        notify.success(t("sessions.cancelled", { bookings }));
        onDone();
      }}
      onBack={onBack}
    />
  );
}

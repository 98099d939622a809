import { type HallSession, capacitySessions } from "../../../contract/capacitySessions/capacity-sessions";
import { useCall } from "../../api/use-call";
import { useRead } from "../../api/use-read";
import { useT } from "../../i18n/use-t";
import { notify } from "../../ui/notices";
import { CancelInFull } from "../../desk/CancelInFull";

/** Cancels a session, after showing what goes back: money, and uses of cards. */
export function CancelSession({ session, onDone, onBack }: { session: HallSession; onDone: () => void; onBack: () => void }) {
  const t = useT();
  const read = useRead(capacitySessions.cancelPreview, { id: session.id }, { staleTime: 0 });
  const cancel = useCall(capacitySessions.cancel);
  const preview = read.data;
  const { bookings = 0, attendees = 0, uses = 0, byCard = 0 } = preview ?? {};
  return (
    <CancelInFull
      words={{
        title: t("capacitySessions.cancel.title"),
        act: bookings > 0 ? t("capacitySessions.cancel.do", { bookings }) : t("capacitySessions.cancel.doFree"),
        keep: t("capacitySessions.cancel.keep"),
        who: bookings === 0 ? t("capacitySessions.cancel.nobody") : t("capacitySessions.cancel.who", { bookings, attendees }),
        reason: t("capacitySessions.cancel.reason"),
        hint: t("capacitySessions.cancel.reasonHint"),
      }}
      preview={preview}
      empty={bookings === 0}
      more={
        uses > 0 && (
          <div className="sess-back">
            <dt>{t("capacitySessions.cancel.byCard", { bookings: byCard })}</dt>
            <dd>{t("capacitySessions.times", { times: uses })}</dd>
          </div>
        )
      }
      read={read}
      cancel={cancel}
      onCancel={async (reason) => {
        if (!preview) return;
        await cancel.run({ id: session.id, reason, expectedRefund: preview.refund });
        notify.success(t("capacitySessions.cancelled", { bookings }));
        onDone();
      }}
      onBack={onBack}
    />
  );
}

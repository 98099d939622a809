import { type OpenPlayDetail, openPlay } from "../../../contract/openPlay/open-play";
import { useCall } from "../../api/use-call";
import { useRead } from "../../api/use-read";
import { useT } from "../../i18n/use-t";
import { notify } from "../../ui/notices";
import { CancelInFull } from "../../desk/CancelInFull";

/** Cancels an open play, after showing what goes back. */
export function CancelPlay({ play, onDone, onBack }: { play: OpenPlayDetail; onDone: () => void; onBack: () => void }) {
  const t = useT();
  const read = useRead(openPlay.cancelPreview, { id: play.id }, { staleTime: 0 });
  const cancel = useCall(openPlay.cancel);
  const preview = read.data;
  const { tickets = 0, attendees = 0 } = preview ?? {};
  return (
    <CancelInFull
      words={{
        title: t("openPlay.act.cancel"),
        act: tickets > 0 ? t("openPlay.cancel.do", { tickets }) : t("openPlay.act.cancel"),
        keep: t("openPlay.keep"),
        who: tickets === 0 ? t("openPlay.cancel.nobody") : t("openPlay.cancel.who", { tickets, attendees }),
        reason: t("openPlay.cancel.reason"),
        hint: t("openPlay.cancel.reasonHint"),
      }}
      preview={preview}
      empty={tickets === 0}
      read={read}
      cancel={cancel}
      onCancel={async (reason) => {
        if (!preview) return;
        await cancel.run({ id: play.id, reason, expectedRefund: preview.refund });
        notify.success(t("openPlay.cancelled", { tickets }));
        onDone();
      }}
      onBack={onBack}
    />
  );
}

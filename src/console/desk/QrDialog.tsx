import { platform } from "../../contract/platform/platform";
import { isTestHost } from "../api/host";
import { useRead } from "../api/use-read";
import { useT } from "../i18n/use-t";
import { useSession } from "../session/store";
import { Button } from "../ui/Button";
import { ErrorState } from "../ui/ErrorState";
import { notify } from "../ui/notices";
import { saveImage } from "./download";
import { Modal } from "./Modal";

const KINDS = {
  payment: { width: 640, business: "payToVenue", title: "pay.paymentQrTitle", hint: "pay.paymentQrHint", file: "pay.paymentQrFile" },
  venue: { width: 360, business: "venueDetail", title: "pay.venueQrTitle", hint: "pay.venueQrHint", file: "pay.venueQrFile" },
} as const;

/** The code that customers scan: to pay the venue (640 px), or to open its mini-program page (360 px). */
export function QrDialog({ kind, onClose }: { kind: keyof typeof KINDS; onClose: () => void }) {
  const t = useT();
  const { venue, venueInfo, venueId = "" } = useSession();
  const { width, business, title, hint, file } = KINDS[kind];
  const image = useRead(
    platform.miniCode,
    { business, venueId, env_version: isTestHost(location.hostname) ? "trial" : "release" },
    { staleTime: Infinity },
  );
  const save = (src: string): void => void saveImage(src, t(file)).catch(() => notify.error(t("pay.downloadFailed")));
  return (
    <Modal title={t(title)} width={width} onClose={onClose}>
      <div className={`pay-qr pay-qr-${kind}`}>
        <b>{venue?.name ?? venueInfo?.name}</b>
        {image.error && image.data === undefined ? (
          <ErrorState what={image.error.message} onRetry={() => void image.refetch()} retrying={image.isFetching} />
        ) : (
          <div className="pay-qr-frame" aria-busy={image.isPending}>
            {image.data !== undefined && <img src={image.data} alt={t(title)} />}
          </div>
        )}
        <p className="mut">{t(hint)}</p>
        {venueInfo?.publicPage === false && (
          <p className="notice notice-waiting" role="status">
            {t("desk.qrDialog.venuesPagesNotPublished")}
          </p>
        )}
        <Button
          kind="primary"
          size="lg"
          icon="import"
          busy={image.isPending}
          why={image.error && image.data === undefined ? image.error.message : undefined}
          whyInTooltip
          onClick={() => image.data && save(image.data)}
        >
          {t("pay.download")}
        </Button>
      </div>
    </Modal>
  );
}

import { useEffect } from "react";
import { useLocation, useNavigate } from "react-router";
import { useT } from "../i18n/use-t";
import { can, useCan, useCanOpenPath } from "../providers/access-control";
import { useSession } from "../session/store";
import { Icon } from "../ui/Icon";
import type { IconName } from "../ui/icons";
import { lazyPart } from "../ui/lazy-part";
import { notify } from "../ui/notices";
import { closePayDialog, openPaymentQr, openScanToPay, openVenueQr, usePayDialog } from "./dialogs";
import { isTyping } from "./field";
import { listenForScans } from "./scanner";
import { useScan } from "./use-scan";

const ScanToPay = lazyPart(async () => (await import("./ScanToPay")).ScanToPay);
const QrDialog = lazyPart(async () => (await import("./QrDialog")).QrDialog);

/** The till takes scans by itself; one received there never opens scan-to-pay. */
const TILL = "/sale/sale-from2";
const MEMBERS = "/venueUser/venue-user-list";

/** QR codes and scan-to-pay in the top bar, and what a scan does where no page wants it. Only with a venue source id. */
export function PayTools() {
  const t = useT();
  const { venueId } = useSession();
  const mayScan = useCan("scan_to_pay");
  const dialog = usePayDialog();
  useEffect(() => listenForScans(), []);
  useEffect(() => closePayDialog, [venueId]);
  usePayScans();
  useMemberScans();
  if (venueId === undefined) return null;
  return (
    <>
      {mayScan && <Tool icon="scan" title={t("pay.scan")} open={() => openScanToPay()} />}
      <Tool icon="qr" title={t("pay.paymentQr")} open={openPaymentQr} />
      <Tool icon="phone" title={t("pay.venueQr")} open={openVenueQr} wide />
      {dialog &&
        (dialog.kind === "scan" ? (
          <ScanToPay code={dialog.code} onClose={closePayDialog} />
        ) : (
          <QrDialog kind={dialog.kind} onClose={closePayDialog} />
        ))}
    </>
  );
}

/** A button that opens a dialog. On a tablet it is its icon, unless it is `wide`; what is left out is in the person's menu. */
function Tool({ icon, title, open, wide = false }: { icon: IconName; title: string; open: () => void; wide?: boolean }) {
  return (
    <button type="button" className={wide ? "tool m-hide" : "tool s-hide"} aria-haspopup="dialog" aria-label={title} onClick={open}>
      <Icon name={icon} />
      <span className="m-hide">{title}</span>
    </button>
  );
}

/** A payment code anywhere opens scan-to-pay with it. It never lands in a field, whoever may use it. */
function usePayScans(): void {
  const t = useT();
  const { pathname } = useLocation();
  useScan("pay", ({ text }) => {
    if (pathname === TILL) return true;
    if (can("scan_to_pay")) openScanToPay(text);
    else notify.error(t("pay.noCode"));
    return true;
  });
}

/** A member's card opens the member, unless somebody is filling a field with it. */
function useMemberScans(): void {
  const t = useT();
  const navigate = useNavigate();
  const may = useCanOpenPath(MEMBERS);
  useScan("member", ({ text, kinds }) => {
    if (!may || kinds[0] === "barcode" || isTyping()) return false;
    import("./member-of-card")
      .then(({ memberOfCard }) => memberOfCard(text))
      .then((found) => {
        if (found) void navigate(`${MEMBERS}/${found.id}`);
        else notify.info(t("pay.noMember", { text }));
      })
      .catch(() => undefined); // said by the catalogue of errors
    return true;
  });
}

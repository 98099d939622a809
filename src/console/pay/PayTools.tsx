import { lazy, Suspense, useEffect } from "react";
import { useLocation, useNavigate } from "react-router";
import { invoke } from "../api/invoke";
import { useT } from "../i18n/useT";
import { can, useCan, useSession } from "../session/store";
import { useMayOpen } from "../session/useMayOpen";
import { Icon } from "../ui/Icon";
import { notify } from "../ui/notices";
import { closePayDialog, openPaymentQr, openScanToPay, openVenueQr, usePayDialog } from "./dialogs";
import { isTyping } from "./field";
import { listenForScans } from "./scanner";
import { useScan } from "./useScan";

const ScanToPay = lazy(async () => ({ default: (await import("./ScanToPay")).ScanToPay }));
const QrDialog = lazy(async () => ({ default: (await import("./QrDialog")).QrDialog }));

/** The till takes scans by itself; one received there never opens scan-to-pay (spec §2 "SaleFrom2"). */
const TILL = "/sale/sale-from2";
const MEMBERS = "/venueUser/venue-user-list";

/** QR codes and scan-to-pay in the top bar, and what a scan does where no page wants it. Only with a venue source id (spec §2 "Layout"). */
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
      {mayScan && (
        <button type="button" className="tool" aria-haspopup="dialog" onClick={() => openScanToPay()}>
          <Icon name="scan" />
          <span className="m-hide">{t("pay.scan")}</span>
          <span className="m-only sr-only">{t("pay.scan")}</span>
        </button>
      )}
      <button type="button" className="tool m-hide" aria-haspopup="dialog" onClick={openPaymentQr}>
        <Icon name="qr" />
        {t("pay.paymentQr")}
      </button>
      <button type="button" className="tool m-hide" aria-haspopup="dialog" onClick={openVenueQr}>
        <Icon name="phone" />
        {t("pay.venueQr")}
      </button>
      {dialog && (
        <Suspense>
          {dialog.kind === "scan" ? (
            <ScanToPay code={dialog.code} onClose={closePayDialog} />
          ) : (
            <QrDialog kind={dialog.kind} onClose={closePayDialog} />
          )}
        </Suspense>
      )}
    </>
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
  const may = useMayOpen(MEMBERS);
  useScan("member", ({ text, kinds }) => {
    if (!may || kinds[0] === "barcode" || isTyping()) return false;
    import("../../contract/members")
      .then(({ members }) => invoke(members.list, { q: text, page: 0, size: 2 }))
      .then(({ content }) => {
        const found = content.find((member) => member.cardNo.toLowerCase() === text.toLowerCase());
        if (found) void navigate(`${MEMBERS}/${found.id}`);
        else notify.info(t("pay.noMember", { text }));
      })
      .catch(() => undefined); // said by the catalogue of errors
    return true;
  });
}

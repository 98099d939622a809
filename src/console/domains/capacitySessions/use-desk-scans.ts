import { capacitySessions, type Wristband } from "../../../contract/capacitySessions/capacity-sessions";
import { invoke } from "../../api/invoke";
import { useT } from "../../i18n/use-t";
import { notify } from "../../ui/notices";
import { isTyping } from "../../desk/field";
import { useScan } from "../../desk/use-scan";

/** Scan kinds that a wristband's chip can match. */
export const BAND_KINDS = ["barcode", "voucher", "member", "other"] as const;

/**
 * Scans at the desk of sessions: a wristband that is out is found, whatever is being done; a member's card opens their booking of today.
 */
export function useDeskScans({
  bands,
  today,
  atGate,
  onBand,
  onBooking,
}: {
  bands: readonly Wristband[] | undefined;
  today: string;
  /** The gate takes what is scanned. */
  atGate: boolean;
  onBand: (code: string) => void;
  onBooking: (booking: { readonly id: string; readonly sessionId: string }) => void;
}): void {
  const t = useT();
  useScan(
    BAND_KINDS,
    ({ text }) => {
      const code = text.toUpperCase();
      if (atGate || !bands?.some((band) => band.code === code)) return false;
      onBand(code);
      return true;
    },
    true,
  );
  useScan("member", ({ text, kinds }) => {
    if (atGate || kinds[0] === "barcode" || isTyping()) return false;
    invoke(capacitySessions.find, { q: text })
      .then(({ content }) => {
        const booking = content.find(({ session, status }) => session.day === today && status === "booked");
        if (booking) onBooking(booking);
        else notify.info(t("capacitySessions.noneToday", { text }));
      })
      .catch(() => undefined); // said by the catalogue of errors
    return true;
  });
}

/** Which of the dialogs of payment is open: one at a time, opened from anywhere. */
import { createOpened } from "../ui/opened";

type PayDialog = { readonly kind: "scan"; readonly code?: string } | { readonly kind: "payment" | "venue" };

const dialog = createOpened<PayDialog>();

/** Opens the scan-to-pay dialog, with a code that was scanned already where there is one. */
export const openScanToPay = (code?: string): void => dialog.open({ kind: "scan", ...(code === undefined ? {} : { code }) });
export const openPaymentQr = (): void => dialog.open({ kind: "payment" });
export const openVenueQr = (): void => dialog.open({ kind: "venue" });
export const closePayDialog = dialog.close;
export const usePayDialog = dialog.useOpen;

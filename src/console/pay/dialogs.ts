/** Which of the dialogs of payment is open: one at a time, opened from anywhere. */
import { useSyncExternalStore } from "react";

export type PayDialog = { readonly kind: "scan"; readonly code?: string } | { readonly kind: "payment" | "venue" };

let open: PayDialog | undefined;
const watchers = new Set<() => void>();

function show(next: PayDialog | undefined): void {
  open = next;
  for (const watcher of watchers) watcher();
}

/** Opens the scan-to-pay dialog, with a code that was scanned already where there is one. */
export const openScanToPay = (code?: string): void => show({ kind: "scan", ...(code === undefined ? {} : { code }) });
export const openPaymentQr = (): void => show({ kind: "payment" });
export const openVenueQr = (): void => show({ kind: "venue" });
export const closePayDialog = (): void => show(undefined);

export const usePayDialog = (): PayDialog | undefined =>
  useSyncExternalStore(
    (watcher) => {
      watchers.add(watcher);
      return () => watchers.delete(watcher);
    },
    () => open,
  );

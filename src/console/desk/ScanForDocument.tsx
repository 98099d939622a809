import { createPortal } from "react-dom";
import type { Fen } from "../../contract/core/money";
import type { ScanPayment } from "../../contract/sale/collections";
import { lazyPart } from "../ui/lazy-part";

const ScanToPay = lazyPart(async () => (await import("./ScanToPay")).ScanToPay);

/**
 * Scan-to-pay over the form of a document: collects exactly `due`, and hands back the payment that the document then names. It stands outside
 * of the form, whose submission is not its own.
 */
export function ScanForDocument({
  code,
  due,
  orderId,
  onPaid,
  onClose,
}: {
  /** A code that was scanned before the dialog came. */
  code?: string | undefined;
  due: Fen;
  orderId?: string | undefined;
  onPaid: (payment: ScanPayment) => void;
  onClose: () => void;
}) {
  return createPortal(
    <div onSubmit={(event) => event.stopPropagation()}>
      <ScanToPay code={code} due={due} purpose="document" orderId={orderId} onPaid={onPaid} onClose={onClose} />
    </div>,
    document.body,
  );
}

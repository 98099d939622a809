import { lazy, Suspense } from "react";
import { createPortal } from "react-dom";
import type { Fen } from "../../contract/money";
import type { ScanPayment } from "../../contract/sale";

const ScanToPay = lazy(async () => ({ default: (await import("./ScanToPay")).ScanToPay }));

/**
 * Scan-to-pay over the form of a document: collects exactly `due`, and hands back the payment that the document then names. It stands outside
 * of the form, whose submission is not its own.
 */
export function ScanForDocument({
  due,
  orderId,
  onPaid,
  onClose,
}: {
  due: Fen;
  orderId?: string | undefined;
  onPaid: (payment: ScanPayment) => void;
  onClose: () => void;
}) {
  return createPortal(
    <div onSubmit={(event) => event.stopPropagation()}>
      <Suspense fallback={null}>
        <ScanToPay due={due} purpose="document" orderId={orderId} onPaid={onPaid} onClose={onClose} />
      </Suspense>
    </div>,
    document.body,
  );
}

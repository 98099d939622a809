import { useCallback, useEffect, useRef, useState } from "react";
import type { Fen } from "../../contract/core/money";
import type { ScanPayment } from "../../contract/sale/collections";
import { sale } from "../../contract/sale/sale";
import { invoke } from "../api/invoke";
import { useCall } from "../api/use-call";
import { follow, isOpen } from "./follow";

const POLL_MS = 1_000;

/** A charge in progress. */
export interface Charge {
  /** The attempt's state; undefined: none was made. */
  readonly payment: ScanPayment | undefined;
  readonly sending: boolean;
  /** Submits; the same amount and code again is the same charge. @throws ApiError */
  readonly submit: (amount: Fen, code: string) => Promise<ScanPayment>;
  readonly reset: () => void;
  /** Stops showing the attempt; while its outcome is open it is followed, and the person is notified. */
  readonly leave: () => void;
}

/**
 * Charges by a scanned code and polls the attempt until its outcome is known. Left before, it is followed without the dialog, and the
 * person is notified.
 * @param orderId the order that the charge is for
 */
export function useCharge(purpose: "collect" | "document", orderId?: string): Charge {
  const call = useCall(sale.amountAndCode);
  const [payment, setPayment] = useState<ScanPayment>();
  const newest = useRef<ScanPayment>(undefined);
  useEffect(() => {
    newest.current = payment;
  }, [payment]);

  const open = payment !== undefined && isOpen(payment) ? payment.paymentId : undefined;
  useEffect(() => {
    if (open === undefined) return undefined;
    const stop = new AbortController();
    let timer: ReturnType<typeof setTimeout>;
    const ask = (): void => {
      invoke(sale.scanState, { paymentId: open }, { signal: stop.signal })
        .then(setPayment)
        .catch(() => undefined) // not known yet; the next question may be
        .finally(() => {
          if (!stop.signal.aborted) timer = setTimeout(ask, POLL_MS);
        });
    };
    timer = setTimeout(ask, POLL_MS);
    return () => {
      stop.abort();
      clearTimeout(timer);
    };
  }, [open]);
  const gone = useRef(false);
  useEffect(() => {
    gone.current = false;
    return () => {
      gone.current = true;
      if (newest.current && isOpen(newest.current)) follow(newest.current);
    };
  }, []);

  const { run, pending } = call;
  const submit = useCallback(
    async (amount: Fen, code: string): Promise<ScanPayment> => {
      const answer = await run({ amount, code, ...(purpose === "document" ? { purpose, orderId } : {}) });
      if (gone.current) follow(answer);
      else setPayment(answer);
      return answer;
    },
    [run, purpose, orderId],
  );
  const reset = useCallback(() => setPayment(undefined), []);
  const leave = useCallback(() => {
    if (newest.current && isOpen(newest.current)) follow(newest.current);
    newest.current = undefined;
    setPayment(undefined);
  }, []);
  return { payment, sending: pending, submit, reset, leave };
}

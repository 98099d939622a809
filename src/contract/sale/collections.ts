/** Money collected by a scanned payment code. */
import { z } from "#zod";
import { Id } from "../core/call";
import { Yuan } from "../core/money";
import { PaymentState } from "../core/states";
import { Instant } from "../core/time";

/**
 * A scan-to-pay collection. `processing`: the customer is entering the password; `unknown`: the channel does not answer, it is polled until
 * it does. `note` says why a payment was refused; `no` is the receipt's number once paid; `sandbox`: no real money moves.
 */
export const ScanPayment = z.object({
  paymentId: Id,
  state: PaymentState,
  amount: Yuan,
  channel: z.enum(["wechat", "alipay"]),
  sandbox: z.boolean(),
  no: z.string(),
  note: z.string(),
});
export type ScanPayment = z.infer<typeof ScanPayment>;

/** A collection with what went back of it. `refunded` counts what is still on its way; `refundable` may still be given back: nothing once a document holds it. */
export const Collection = ScanPayment.extend({
  at: Instant,
  operator: z.string(),
  refunded: Yuan,
  refundable: Yuan,
  /** Refunds that the channel rejected and that nobody has settled since. */
  failed: z.array(z.object({ id: Id, amount: Yuan, why: z.string() })),
});
export type Collection = z.infer<typeof Collection>;

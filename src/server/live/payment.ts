/** The live event of money. */
import type { LiveEvent } from "../http/context";

/**
 * Money that a document took at a desk: screens refresh, nothing is announced, because the desk saw it happen. What arrives through a
 * channel is announced when the channel says so.
 * @param amount fen
 */
export const deskPaymentEvent = (orderId: string, amount: number, data: LiveEvent["data"] = {}): LiveEvent => ({
  type: "payment",
  orderId,
  amount,
  data: { ...data, byHand: true },
});

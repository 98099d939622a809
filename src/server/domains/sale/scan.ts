/**
 * Scan-to-pay: collecting an amount from a scanned payment code, and the state of a collection.
 */
import type { Parsed } from "../../../contract/core/call";
import type { Collection, ScanPayment } from "../../../contract/sale/collections";
import { sale } from "../../../contract/sale/sale";
import { yuan } from "../../../contract/core/money";
import type { Ctx } from "../../http/context";
import { AppError, badField } from "../../http/error";
import { read } from "../../http/perform";
import { inVenue, inVenueAfter, type Route, type Work } from "../../http/serve";
import { advance, attemptOf, begin, readAttempt, of, send } from "../../payment/attempt";
import type { Channels } from "../../payment/channel";
import { refundOnce } from "../../payment/refund";
import { payOutRefund, retryRefund } from "../../payment/refund-failed";
import { collectionByNo, collectionOf, refundCollection } from "../../payment/refund-collection";
import { settleLate } from "../booking/late-payment";
import { allowed, readOrder } from "../../kernel/orders";

/**
 * The two calls. Submitting records the attempt under its idempotency key, then asks the channel and waits for its first word; asked again
 * with that key, it returns the state of the same attempt. Reading brings an attempt on before it answers.
 */
export const scanRoutes = (channels: Channels): Route[] => [
  inVenueAfter(
    sale.amountAndCode,
    async (ctx: Ctx, input) => {
      await checkOrder(ctx, input);
      return begin(ctx, channels, input);
    },
    async (work, { id }, input): Promise<ScanPayment> => {
      await send(work, channels, id, input.code);
      return readSettledAttempt(work, channels, id);
    },
  ),
  inVenueAfter(
    sale.scanState,
    async (ctx: Ctx, input: Parsed<typeof sale.scanState>) => ({ id: (await attemptOf(ctx, input.paymentId)).id }),
    async (work, { id }): Promise<ScanPayment> => {
      await advance(work, channels, id);
      return readSettledAttempt(work, channels, id);
    },
  ),
  ...inVenue({ collection: sale.collection }, { collection: collectionByNo }),
  inVenueAfter(sale.retryRefund, retryRefund, async (work, { id, refund }): Promise<Collection> => {
    await refundOnce(work, channels, refund);
    return read(work.database, of(work, "payment.look"), (ctx) => collectionOf(ctx, id));
  }),
  ...inVenue(
    { payOutRefund: sale.payOutRefund },
    { payOutRefund: async (ctx: Ctx, input) => collectionOf(ctx, await payOutRefund(ctx, input)) },
  ),
  inVenueAfter(sale.refundCollection, refundCollection, async (work, { id, refund }): Promise<Collection> => {
    await refundOnce(work, channels, refund);
    return read(work.database, of(work, "payment.look"), (ctx) => collectionOf(ctx, id));
  }),
];

/**
 * Nobody is charged for an order that can't be paid, or more than is due of it.
 * @throws AppError `missing`, `wrongState` (also where the hold's time is up), `paymentSum`
 */
async function checkOrder(ctx: Ctx, { orderId, purpose, amount }: Parsed<typeof sale.amountAndCode>): Promise<void> {
  if (orderId === undefined) return;
  if (purpose !== "document") throw badField("orderId", "onlyPaying");
  const order = await readOrder(ctx, orderId);
  allowed(ctx, order, "pay");
  const due = order.total - order.paid;
  if (amount > due) throw new AppError("paymentSum", { sum: yuan(amount), due: yuan(due) }, { sum: yuan(amount), due: yuan(due) });
}

/** The attempt as it is; money that came too late for its order has found it, or is on its way back. */
async function readSettledAttempt(work: Work, channels: Channels, id: string): Promise<ScanPayment> {
  const payment = await readAttempt(work, id);
  if (payment.state !== "succeeded") return payment;
  await settleLate(work, channels, id);
  return readAttempt(work, id);
}

/**
 * Handling of a refund that its channel refused: it is sent again, or somebody pays it out another way. Until then the books record a
 * refund by the channel that did not happen.
 */
import type { Parsed } from "../../contract/core/call";
import type { sale } from "../../contract/sale/sale";
import type { Ctx } from "../http/context";
import { AppError } from "../http/error";
import { post } from "../ledger/post";
import { openShift, tenderAccount } from "../ledger/tender";
import { move } from "./attempt";
import { isChannel } from "./channel";
import { follow } from "./refund";

/**
 * Lets a refused refund be sent once more, under the same number.
 * @returns its payment and the refund to send
 * @throws AppError `missing`, `refundStands`
 */
export async function retryRefund(ctx: Ctx, input: Parsed<typeof sale.retryRefund>): Promise<{ id: string; refund: string }> {
  const refund = await lockFailed(ctx, input.refundId);
  await setRefund(ctx, refund.id, { state: "refunding", next_at: ctx.now, tries: 0, note: "" });
  if (refund.payment_state === "refund_failed") await move(ctx, refund.payment_id, "refund");
  return { id: refund.payment_id, refund: refund.id };
}

/**
 * Records that a refused refund was paid out another way: the money is still with the channel, and leaves by that method instead.
 * @returns its payment's id
 * @throws AppError `missing`, `refundStands`
 */
export async function payOutRefund(ctx: Ctx, input: Parsed<typeof sale.payOutRefund>): Promise<string> {
  const refund = await lockFailed(ctx, input.refundId);
  const { payment_id: id, amount, no } = refund;
  await setRefund(ctx, refund.id, { state: "refunded", note: input.type });
  if (refund.payment_state === "refund_failed") await move(ctx, id, "refund");
  await follow(ctx, id);
  const shiftId = input.type === "Cash" ? await openShift(ctx) : null;
  await post(ctx, {
    document: { kind: "collection", id, no },
    operation: "refund paid out",
    reason: input.reason,
    shiftId,
    legs: [
      { account: tenderAccount("scanCode", isChannel(refund.channel) ? refund.channel : "wechat"), amount },
      { account: tenderAccount(input.type), amount: -amount, ...(shiftId === null ? {} : { subject: shiftId }) },
    ],
  });
  return id;
}

/** Refunds of a payment that its channel refused and that nobody has settled. */
export const failedRefunds = (ctx: Ctx, paymentId: string) =>
  ctx.db
    .selectFrom("channel_refund")
    .select(["id", "amount", "note"])
    .where("venue_id", "=", ctx.venue.id)
    .where("payment_id", "=", paymentId)
    .where("state", "=", "refund_failed")
    .orderBy("id")
    .execute();

/** The payment's row is the lock, as for the channel's own answers. */
async function lockFailed(ctx: Ctx, refundId: string) {
  const found = await ctx.db
    .selectFrom("channel_refund as r")
    .innerJoin("payment as y", (join) => join.onRef("y.venue_id", "=", "r.venue_id").onRef("y.id", "=", "r.payment_id"))
    .select(["r.id", "r.payment_id", "r.amount", "r.state", "y.state as payment_state", "y.channel", "y.no"])
    .where("r.venue_id", "=", ctx.venue.id)
    .where("r.id", "=", refundId)
    .forUpdate()
    .executeTakeFirst();
  if (!found) throw new AppError("missing", { what: ctx.language === "zh" ? "退款" : "Refund" });
  if (found.state !== "refund_failed") throw new AppError("refundStands", {}, { state: found.state });
  return found;
}

const setRefund = (ctx: Ctx, id: string, changes: { state: string; note: string; next_at?: Date; tries?: number }): Promise<unknown> =>
  ctx.db.updateTable("channel_refund").set(changes).where("venue_id", "=", ctx.venue.id).where("id", "=", id).execute();

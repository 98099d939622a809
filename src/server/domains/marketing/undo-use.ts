/** The use of a voucher whose court is given up goes back to it, but for what the cancellation policy keeps. */
import { usesBack } from "../../kernel/refund-terms";
import type { Ctx } from "../../http/context";
import { balanceOf, post } from "../../ledger/post";
import { recordUse, move, undoUse, type UseRow } from "./uses";
import { earns, vouchersOf } from "./voucher-view";
import { changed, documentOf, type VoucherRow, payBack } from "./vouchers";

/**
 * Gives the use of a court back, on whatever day the court is given up: the venue or its guest wants it, nobody scanned a wrong code.
 * Where the rest of the voucher was refunded since, the use goes the same way, as money. One that expired since keeps the use.
 * @param feePercent of its uses that stay used, in whole ones
 */
export async function refundCourtUse(ctx: Ctx, orderId: string, feePercent: number, reason: string): Promise<void> {
  const use = await ctx.db
    .selectFrom("voucher_use")
    .selectAll()
    .where("venue_id", "=", ctx.venue.id)
    .where("order_id", "=", orderId)
    .where("undone_at", "is", null)
    .executeTakeFirst();
  if (!use) return;
  const voucher = await vouchersOf(ctx).where("id", "=", use.voucher_id).forUpdate().executeTakeFirstOrThrow();
  const back = usesBack(use.times, feePercent);
  const refunded = voucher.state === "refunded";
  const state = refunded ? voucher.state : move(voucher.state, voucher.used - use.times, voucher.times, true);
  if (back === 0 || state === undefined) return;
  let rest = await undoUse(ctx, voucher, use, state, reason);
  if (back < use.times) rest = await chargeLateFee(ctx, rest, use, use.times - back, reason);
  if (refunded) await payBack(ctx, rest, "voucher refund", reason);
  changed(ctx, "vouchers", voucher.id);
}

/** Charges the late fee: for a use without a court. @returns the voucher as it is then */
async function chargeLateFee(ctx: Ctx, voucher: VoucherRow, use: UseRow, times: number, reason: string): Promise<VoucherRow> {
  const left = voucher.times - voucher.used;
  const used = voucher.used + times;
  const state = voucher.state === "refunded" ? voucher.state : (move(voucher.state, used, voucher.times, false) ?? voucher.state);
  await ctx.db.updateTable("voucher").set({ used, state }).where("venue_id", "=", ctx.venue.id).where("id", "=", voucher.id).execute();
  const value = earns(await balanceOf(ctx, "voucher.value", voucher.id), left, times);
  const txId =
    value === 0
      ? null
      : await post(ctx, {
          document: documentOf(voucher),
          operation: "voucher use",
          reason,
          legs: [
            { account: "voucher.value", amount: value, subject: voucher.id },
            { account: "income.groupon", amount: -value, subject: voucher.goods_id, earnedOn: use.day },
          ],
        });
  await recordUse(ctx, voucher.id, { id: ctx.newId(), times, left: left - times, value, txId, slot: use.slot });
  return { ...voucher, used, state };
}

/** Vouchers of court time and the bookings that came of them: where they are good, and what is known of the one from the other. */
import { clock, weekday } from "../../contract/core/time";
import type { Ctx } from "../http/context";
import type { Line } from "./order-lines";
import { refuse } from "../resource/refuse";

/** True if goods can be used on a day, apart from the voucher's own dates. */
export const isGoodOn = (
  { weekdays, excluded }: { readonly weekdays: readonly string[]; readonly excluded: readonly string[] },
  day: string,
): boolean => (weekdays.length === 0 || weekdays.includes(String(weekday(day)))) && !excluded.includes(day);

/**
 * A booking that a voucher paid goes only where the voucher itself could have taken it, and for no longer.
 * @throws AppError `refused`
 */
export async function refuseOffVoucher(
  ctx: Ctx,
  orderId: string,
  from: { readonly start: number; readonly end: number },
  to: { readonly day: string; readonly programId: string; readonly start: number; readonly end: number },
): Promise<void> {
  const row = await ctx.db
    .selectFrom("voucher_use as u")
    .innerJoin("voucher as v", (join) => join.onRef("v.venue_id", "=", "u.venue_id").onRef("v.id", "=", "u.voucher_id"))
    .innerJoin("groupon_goods as g", (join) => join.onRef("g.venue_id", "=", "v.venue_id").onRef("g.id", "=", "v.goods_id"))
    .select(["g.title", "g.weekdays", "g.excluded", "g.program_id", "v.valid_from", "v.valid_to"])
    .where("u.venue_id", "=", ctx.venue.id)
    .where("u.order_id", "=", orderId)
    .executeTakeFirstOrThrow();
  const { title } = row;
  if (to.programId !== row.program_id)
    throw refuse(
      ctx,
      { zh: "“{title}”的券不能用于该场地，没有改动", en: "Vouchers of “{title}” are not for that court; nothing was changed" },
      { title },
    );
  if (to.day < row.valid_from || to.day > row.valid_to || !isGoodOn(row, to.day))
    throw refuse(
      ctx,
      { zh: "“{title}”的券 {day} 不可用，没有改动", en: "Vouchers of “{title}” are not good on {day}; nothing was changed" },
      { title, day: to.day },
    );
  if (to.end - to.start !== from.end - from.start)
    throw refuse(
      ctx,
      {
        zh: "用券订的场改期时长不变（{from}–{to}）；加时请续场",
        en: "A court of a voucher keeps its length when it is moved ({from}–{to}); extend it for more",
      },
      { from: clock(from.start), to: clock(from.end) },
    );
}

/** Uses that stand and paid a court: `u`, with their vouchers `v` and goods `g`. */
const activeUses = (ctx: Ctx, orderIds: readonly string[]) =>
  ctx.db
    .selectFrom("voucher_use as u")
    .innerJoin("voucher as v", (join) => join.onRef("v.venue_id", "=", "u.venue_id").onRef("v.id", "=", "u.voucher_id"))
    .innerJoin("groupon_goods as g", (join) => join.onRef("g.venue_id", "=", "v.venue_id").onRef("g.id", "=", "v.goods_id"))
    .where("u.venue_id", "=", ctx.venue.id)
    .where("u.order_id", "in", [...orderIds])
    .where("u.undone_at", "is", null);

/**
 * Locks the vouchers that paid courts of these orders. Comes before the orders are locked: undoing a use locks its voucher, then its order.
 */
export async function lockVouchers(ctx: Ctx, orderIds: readonly string[]): Promise<void> {
  if (orderIds.length > 0) await activeUses(ctx, orderIds).select("v.id").orderBy("v.id").forUpdate("v").execute();
}

/** True if a voucher paid one of the lines. */
export const isVouched = (lines: readonly Pick<Line, "trace">[]): boolean =>
  lines.some(({ trace }) => trace.steps.some((step) => step.rule === "voucher" && step.matched));

/** The voucher that paid a court of an order, and how many of its uses. */
export const voucherOf = (ctx: Ctx, orderId: string): Promise<{ title: string; voucherCode: string; uses: number } | undefined> =>
  activeUses(ctx, [orderId]).select(["g.title", "v.voucher_code as voucherCode", "u.times as uses"]).executeTakeFirst();

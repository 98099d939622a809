/** Days and courts that a voucher of court time is good for: for its redemption, and for the booking that came of it. */
import { clock, weekday } from "../../contract/time";
import type { Ctx } from "../http/context";
import { refuse } from "../resource/refuse";

/** Whether goods can be used on a day, the voucher's own dates aside. */
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

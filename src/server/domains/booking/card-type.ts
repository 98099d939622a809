/** Limits of a member's card type: days in advance, and permitted hours of each weekday. */
import { addDays, clock, span, weekday } from "../../../contract/core/time";
import { type Ctx, today } from "../../http/context";
import { refuse } from "../../resource/refuse";
import type { Allowed } from "../../kernel/booker";

/** Refuses a booking that the member's card type does not allow. */
export function checkCardType(
  ctx: Ctx,
  member: { readonly cardTypeName: string; readonly allows?: Allowed } | null,
  day: string,
  runs: readonly { readonly start: number; readonly end: number }[],
): void {
  const allows = member?.allows;
  if (!allows) return;
  const type = member.cardTypeName;
  if (allows.daysAhead !== null && day > addDays(today(ctx), allows.daysAhead))
    throw refuse(
      ctx,
      { zh: "“{type}”最多可提前 {days} 天预订，没有下单", en: "“{type}” may book {days} days ahead at most; nothing was booked" },
      { type, days: allows.daysAhead },
    );
  const [opens, closes] = [allows.usableFrom[weekday(day) - 1] ?? 0, allows.usableTo[weekday(day) - 1] ?? 0];
  const outside = runs.find(({ start, end }) => start < opens || closes < end);
  if (outside)
    throw refuse(
      ctx,
      closes > opens
        ? {
            zh: "“{type}”不能在 {day} {from}–{to} 使用，当天可用 {hours}，没有下单；请换时间，或由前台按散客预订",
            en: "“{type}” can’t be used on {day} at {from}–{to}; that day it is valid {hours}. Nothing was booked; choose another time, or book as a walk-in at the desk",
          }
        : {
            zh: "“{type}”不能在 {day} 使用，没有下单；请换日期，或由前台按散客预订",
            en: "“{type}” can’t be used on {day}. Nothing was booked; choose another day, or book as a walk-in at the desk",
          },
      { type, day, from: clock(outside.start), to: clock(outside.end), hours: span(opens, closes) },
    );
}

/** Limits of a card's uses by its definition: days and hours, maximum at once, per day, per week, per month. */
import { sql } from "kysely";
import { addDays, weekday } from "../../../contract/core/time";
import type { Ctx } from "../../http/context";
import { AppError } from "../../http/error";
import { hoursText, isWithin } from "../hours";
import { speaker } from "../../words";
import type { HeldCard } from "./holding";

const WORDS = {
  startsOn: { zh: "{day} 起启用", en: "it starts on {day}" },
  hours: { zh: "限 {hours} 使用", en: "only {hours}" },
  people: { zh: "每次限 {most} 人", en: "{most} people at once" },
  day: { zh: "每天最多 {most} 次，当天已用 {used} 次", en: "{most} a day, {used} used on that day" },
  week: { zh: "每周最多 {most} 次，当周已用 {used} 次", en: "{most} a week, {used} used in that week" },
  month: { zh: "每月最多 {most} 次，当月已用 {used} 次", en: "{most} a month, {used} used in that month" },
} as const;
const word = speaker(WORDS);

/** The refusal of a use, with why. */
export const notUsable = (ctx: Ctx, why: keyof typeof WORDS, values: Readonly<Record<string, string | number>> = {}): AppError =>
  new AppError("cardNotUsable", { why: word(why, ctx.language, values) }, { why });

/** Documents of which a use is one person. */
const BY_HEADS: readonly (string | undefined)[] = [undefined, "session"];

/**
 * Refuses uses beyond what the card allows. The caller holds the card's lock, so that two desks count one after the other.
 * @throws AppError `cardNotUsable`
 */
export async function checkLimits(
  ctx: Ctx,
  { id, card }: Pick<HeldCard, "id" | "card">,
  times: number,
  at: { readonly day: string; readonly start: number; readonly end: number },
  documentKind: string | undefined,
): Promise<void> {
  const hours = { weekdays: card.weekdays, startMinute: card.start_minute, endMinute: card.end_minute };
  if (!isWithin(hours, at.day, at.start, at.end)) throw notUsable(ctx, "hours", { hours: hoursText(hours, ctx.language) });
  if (card.people !== null && BY_HEADS.includes(documentKind) && times > card.people) throw notUsable(ctx, "people", { most: card.people });
  const monday = addDays(at.day, 1 - weekday(at.day));
  const first = `${at.day.slice(0, 7)}-01`;
  const caps = [
    { key: "day", most: card.most_a_day, from: at.day, to: at.day },
    { key: "week", most: card.most_a_week, from: monday, to: addDays(monday, 6) },
    { key: "month", most: card.most_a_month, from: first, to: `${at.day.slice(0, 7)}-31` },
  ] as const;
  for (const { key, most, from, to } of caps) {
    if (most === null) continue;
    const used = await usedBetween(ctx, id, from, to);
    if (used + times > most) throw notUsable(ctx, key, { most, used });
  }
}

/** Uses of a card for days of a period, less those that went back. Days compare as text: a month may end on its 31st. */
async function usedBetween(ctx: Ctx, holdingId: string, from: string, to: string): Promise<number> {
  const day = sql`coalesce(used_on, (at AT TIME ZONE ${ctx.venue.zone})::date)::text`;
  const { used } = await ctx.db
    .selectFrom("holding_use")
    .select(sql<number>`coalesce(sum(times), 0)`.as("used"))
    .where("venue_id", "=", ctx.venue.id)
    .where("holding_id", "=", holdingId)
    .where("kind", "=", "use")
    .where(sql<boolean>`${day} BETWEEN ${from} AND ${to}`)
    .executeTakeFirstOrThrow();
  return used;
}

/** Budgets as stored, and their part that falls on some days. */
import { sql } from "kysely";
import { type Days, monthEnd } from "../../../contract/core/rows-behind";
import { addDays, daysBetween } from "../../../contract/core/time";
import type { Ctx } from "../../http/context";

/** Budget in fen of each month, account and category between two months. */
export async function readBudgets(ctx: Ctx, from: string, to: string) {
  return ctx.db
    .selectFrom("budget")
    .select(["month", "account", sql<string>`coalesce(category, '')`.as("category"), "amount"])
    .where("venue_id", "=", ctx.venue.id)
    .where("month", ">=", from)
    .where("month", "<=", to)
    .orderBy("month")
    .execute();
}

/**
 * Returns the part of a month's budget that falls on days of a period. Shares are cumulative, so those of periods that follow each other add up to the
 * month's.
 */
export function shareOfMonth(amount: number, month: string, { from, to }: Days): number {
  const [first, last] = [`${month}-01`, monthEnd(month)];
  if (to < first || from > last) return 0;
  const days = daysBetween(first, last) + 1;
  const until = (day: string): number => Math.round((amount * (daysBetween(first, day) + 1)) / days);
  return until(to < last ? to : last) - (from > first ? until(addDays(from, -1)) : 0);
}

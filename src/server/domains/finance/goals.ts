/** The venue's goal of income for each day: the daily goals of its organizations, or else the month's budget of income by days. */
import { sql } from "kysely";
import type { Days } from "../../../contract/core/rows-behind";
import { addDays, daysBetween } from "../../../contract/core/time";
import { classOf } from "../../../contract/finance/accounts";
import type { Ctx } from "../../http/context";
import { readBudgets, shareOfMonth } from "./budget-rows";

/** Returns the goal of each day of a period, fen; days without one are left out. */
export async function readGoals(ctx: Ctx, { from, to }: Days): Promise<ReadonlyMap<string, number>> {
  const { rows } = await sql<{ goal: number }>`
    SELECT coalesce(sum(daily_kpi_goals), 0)::bigint AS goal FROM union_organization WHERE venue_id = ${ctx.venue.id} AND state = 'approved'`.execute(
    ctx.db,
  );
  const daily = rows[0]?.goal ?? 0;
  const days = Array.from({ length: daysBetween(from, to) + 1 }, (_, i) => addDays(from, i));
  if (daily > 0) return new Map(days.map((day) => [day, daily]));
  const budgets = (await readBudgets(ctx, from.slice(0, 7), to.slice(0, 7))).filter(({ account }) =>
    ["income", "discount"].includes(classOf(account) ?? ""),
  );
  const goals = new Map<string, number>();
  for (const day of days) {
    const goal = budgets.reduce((sum, { account, month, amount }) => {
      const share = shareOfMonth(amount, month, { from: day, to: day });
      return classOf(account) === "income" ? sum + share : sum - share;
    }, 0);
    if (goal > 0) goals.set(day, goal);
  }
  return goals;
}

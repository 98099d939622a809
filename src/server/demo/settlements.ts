/** The demo's settlements: the month before last paid out, the last month approved and locked, and this month's begin waiting. */
import { addDays, addMonths, wall } from "../../contract/core/time";
import { figuresOf } from "../domains/settlements/figures";
import { closeDays } from "../domains/finance/day-sheet";
import { lockPeriod } from "../ledger/period";
import type { Ctx, Operator } from "../http/context";
import { documentNumber } from "../kernel/numbers";
import { at } from "./act";

const MANAGER: Operator = { id: "2", name: "周凯" };
const ADMIN: Operator = { id: "1", name: "林婉清" };

export async function makeSettlements(system: Ctx, tick: (at: Date) => void): Promise<void> {
  const { day: today } = wall(system.now, system.venue.zone);
  const session = { person: "" };
  const first = await system.db
    .selectFrom("posting")
    .select((eb) => eb.fn.min<string>("day").as("day"))
    .where("venue_id", "=", system.venue.id)
    .executeTakeFirst();
  if (!first?.day) return;
  const month = `${today.slice(0, 7)}-01`;
  const periods = [
    { from: first.day, to: addDays(addMonths(month, -1), -1), state: "paid_out", outcome: "已对公转账到账" },
    { from: first.day, to: addDays(month, -1), state: "approved", outcome: "" },
    { from: month, to: addDays(today, -1), state: "submitted", outcome: "" },
  ] as const;
  let from: string = first.day;
  for (const period of periods) {
    if (period.to < from) continue;
    const ctx = at(system, { day: addDays(period.to, 1), minute: 9 * 60, person: MANAGER, moves: true }, session, tick);
    const isDecided = period.state !== "submitted";
    const figures = await figuresOf(ctx, from, period.to);
    await ctx.db
      .insertInto("settlement")
      .values({
        venue_id: ctx.venue.id,
        id: ctx.newId(),
        no: await documentNumber(ctx, "settlement", addDays(period.to, 1)),
        state: period.state,
        from_day: from,
        to_day: period.to,
        ...figures,
        submitter: MANAGER.id,
        submitted_by: MANAGER.name,
        decided_by: isDecided ? ADMIN.name : "",
        decided_at: isDecided ? ctx.now : null,
        outcome: period.outcome,
        created_at: ctx.now,
      })
      .execute();
    if (isDecided) await lockPeriod(ctx, period.to);
    from = addDays(period.to, 1);
  }
  await closeDays(system);
}

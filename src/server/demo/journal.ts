/** The demo's vouchers: the usual codes, and last month exported. */
import { addDays, addMonths, wall } from "../../contract/core/time";
import { exportBatch } from "../domains/accounting/batches";
import { fillCodes } from "../domains/accounting/codes";
import type { Ctx, Operator } from "../http/context";
import { at } from "./act";

const ACCOUNTANT: Operator = { id: "2", name: "周凯" };

export async function makeJournal(system: Ctx, tick: (at: Date) => void): Promise<void> {
  const month = `${wall(system.now, system.venue.zone).day.slice(0, 7)}-01`;
  const ctx = at(system, { day: month, minute: 10 * 60, person: ACCOUNTANT, moves: true }, { person: "" }, tick);
  await fillCodes(ctx);
  const [fromDay, toDay] = [addMonths(month, -1), addDays(month, -1)];
  const posted = await ctx.db
    .selectFrom("posting")
    .select("day")
    .where("venue_id", "=", ctx.venue.id)
    .where("day", ">=", fromDay)
    .where("day", "<=", toDay)
    .limit(1)
    .executeTakeFirst();
  if (posted) await exportBatch(ctx, { fromDay, toDay, remark: "月结" });
}

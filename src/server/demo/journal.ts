/** The demo's vouchers: the usual codes, and last month exported. */
import { addDays, wall } from "../../contract/core/time";
import { exportBatch } from "../domains/accounting/batches";
import { fillCodes } from "../domains/accounting/codes";
import type { Ctx, Operator } from "../http/context";
import { at } from "./act";

const ACCOUNTANT: Operator = { id: "2", name: "周凯" };

export async function makeJournal(system: Ctx, tick: (at: Date) => void): Promise<void> {
  const month = `${wall(system.now, system.venue.zone).day.slice(0, 7)}-01`;
  const ctx = at(system, { day: month, minute: 10 * 60, person: ACCOUNTANT, moves: true }, { person: "" }, tick);
  await fillCodes(ctx);
  const first = await ctx.db
    .selectFrom("posting")
    .select((eb) => eb.fn.min<string>("day").as("day"))
    .where("venue_id", "=", ctx.venue.id)
    .executeTakeFirst();
  if (!first?.day || first.day >= month) return;
  await exportBatch(ctx, { fromDay: null, toDay: addDays(month, -1), remark: "月结" });
}

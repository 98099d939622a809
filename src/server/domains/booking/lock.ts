/** Locking places for maintenance or other use, through the same door as bookings. */
import type { booking } from "../../../contract/booking/booking";
import type { Parsed } from "../../../contract/core/call";
import { next, placeLock, sources } from "../../../contract/core/states";
import type { Ctx } from "../../http/context";
import { AppError } from "../../http/error";
import { placesFreed } from "../../kernel/followers";
import { chooseRuns } from "../../kernel/occupancy/choose";
import { wrongStateError } from "../../kernel/orders";
import { releaseCells } from "../../kernel/occupancy/release";
import { reserveCells } from "../../kernel/occupancy/reserve";
import { word } from "./words";

/**
 * Locks runs of one day.
 * @throws AppError `slotTaken`, `missing`, and what a slot that cannot be booked is refused with
 */
export async function lock(ctx: Ctx, input: Parsed<typeof booking.lock>): Promise<{ ids: string[] }> {
  const runs = (await chooseRuns(ctx, input.day, input.runs)).map((run) => ({ ...run, holderId: ctx.newId() }));
  await reserveCells(ctx, input.day, runs, { closedDays: true });
  await ctx.db
    .insertInto("place_lock")
    .values(
      runs.map((run) => ({
        venue_id: ctx.venue.id,
        id: run.holderId,
        place_id: run.place.id,
        day: input.day,
        start_minute: run.start,
        end_minute: run.end,
        reason: input.reason,
        person_id: ctx.person.id,
        operator: ctx.person.name,
        created_at: ctx.now,
      })),
    )
    .execute();
  ctx.emit({ type: "booking_changed", data: { day: input.day } });
  return { ids: runs.map((run) => run.holderId) };
}

/**
 * Releases a lock.
 * @throws AppError `missing`, `wrongState`
 */
export async function unlock(ctx: Ctx, input: Parsed<typeof booking.unlock>): Promise<Record<string, never>> {
  const released = await ctx.db
    .updateTable("place_lock")
    .set({ status: next(placeLock, "locked", "unlock") })
    .where("venue_id", "=", ctx.venue.id)
    .where("id", "=", input.id)
    .where("status", "in", sources(placeLock, "unlock"))
    .returning("day")
    .executeTakeFirst();
  if (!released) {
    const found = await ctx.db
      .selectFrom("place_lock")
      .select("status")
      .where("venue_id", "=", ctx.venue.id)
      .where("id", "=", input.id)
      .executeTakeFirst();
    if (found) throw wrongStateError(ctx, found.status, "unlock");
    throw new AppError("missing", { what: word("lock", ctx.language) });
  }
  await releaseCells(ctx, [input.id]);
  await placesFreed(ctx, [released.day]);
  ctx.emit({ type: "booking_changed", data: { day: released.day } });
  return {};
}

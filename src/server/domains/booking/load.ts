/** Occupancy of each day, for the date strip. */
import { sql } from "kysely";
import type { booking } from "../../../contract/booking/booking";
import type { Output, Parsed } from "../../../contract/core/call";
import { DayKind } from "../../../contract/core/enums";
import { addDays, instant } from "../../../contract/core/time";
import type { Ctx } from "../../http/context";
import { loadPlaces, openSlots } from "../../kernel/places";

/** Occupied and open unit-slots of half an hour per day; a clock change makes its day longer or shorter. */
export async function load(ctx: Ctx, input: Parsed<typeof booking.load>): Promise<Output<typeof booking.load>> {
  const days = Array.from({ length: input.days }, (_, i) => addDays(input.from, i));
  const bounds = [...days, addDays(input.from, input.days)].map((day) => instant(day, 0, ctx.venue.zone).toISOString());
  const [places, holidays, counted] = await Promise.all([
    loadPlaces(ctx),
    ctx.db.selectFrom("holiday").select(["day", "name", "kind"]).where("venue_id", "=", ctx.venue.id).where("day", "in", days).execute(),
    sql<{ day: number; booked: number }>`
      SELECT width_bucket(slot_start, ${bounds}::timestamptz[]) AS day, count(*) AS booked FROM occupancy
      WHERE venue_id = ${ctx.venue.id} AND slot_start >= ${bounds[0]}::timestamptz AND slot_start < ${bounds.at(-1)}::timestamptz
      GROUP BY 1`.execute(ctx.db),
  ]);
  const special = new Map(holidays.map((row) => [row.day, { name: row.name, kind: DayKind.parse(row.kind) }]));
  const booked = new Map(counted.rows.map((row) => [row.day, row.booked]));
  return {
    days: days.map((day, i) => ({
      day,
      holiday: special.get(day)?.name ?? null,
      kind: special.get(day)?.kind ?? null,
      booked: booked.get(i + 1) ?? 0,
      slots: openSlots(places, day, special.get(day)?.kind === "closed"),
    })),
  };
}

/** How full the venue is on a day: unit-slots taken of those open (wire), in all and by place and hour. */
import { sql } from "kysely";
import type { z } from "zod";
import type { Dashboard } from "../../../contract/finance";
import { GRANULE, instant, wall, weekday } from "../../../contract/time";
import type { Ctx } from "../../http/context";

type Courts = Pick<z.infer<typeof Dashboard>, "utilisation" | "heat">;
/** The evening, for "free tonight". */
const EVENING = 18 * 60;

/** A row of the heat map: what may be taken in it, minute by minute of the granule. */
interface HeatRow {
  readonly placeId: string;
  readonly name: string;
  readonly open: Map<number, number>;
  readonly taken: Map<number, number>;
}

/** Utilisation and heat of a day. A hall sold by capacity counts its sessions' places instead of units. */
export async function courts(ctx: Ctx, day: string): Promise<Courts> {
  const [places, halls] = [await placesOf(ctx), await sessionHalls(ctx, day)];
  const taken = await takenUnits(ctx, day);
  const dayOfWeek = weekday(day) - 1;
  const rows: HeatRow[] = [];
  const openUnits = new Map<string, { from: number; to: number }>();
  for (const place of places) {
    const hours = { from: place.open_minutes[dayOfWeek] ?? 0, to: place.close_minutes[dayOfWeek] ?? 0 };
    const row: HeatRow = { placeId: place.id, name: place.name, open: new Map(), taken: new Map() };
    for (let minute = hours.from; minute < hours.to; minute += GRANULE) {
      row.open.set(minute, place.unit_ids.length);
      row.taken.set(minute, place.unit_ids.filter((unit) => taken.has(`${unit} ${minute}`)).length);
    }
    for (const unit of place.unit_ids) openUnits.set(unit, hours);
    rows.push(row);
  }
  // Units, not places: a full court and its halves are the same wood.
  const slots: { minute: number; open: number; taken: number }[] = [];
  for (const [unit, hours] of openUnits) {
    for (let minute = hours.from; minute < hours.to; minute += GRANULE) {
      slots.push({ minute, open: 1, taken: taken.has(`${unit} ${minute}`) ? 1 : 0 });
    }
  }
  const heads = new Map<string, HeatRow>();
  for (const session of halls) {
    const row = heads.get(session.hall_id) ?? { placeId: session.hall_id, name: session.name, open: new Map(), taken: new Map() };
    heads.set(session.hall_id, row);
    const sold = session.max_place - session.left_place;
    slots.push({ minute: session.start_minute, open: session.max_place, taken: sold });
    for (let minute = session.start_minute; minute < session.end_minute; minute += GRANULE) {
      row.open.set(minute, (row.open.get(minute) ?? 0) + session.max_place);
      row.taken.set(minute, (row.taken.get(minute) ?? 0) + sold);
    }
  }
  rows.push(...heads.values());
  return { utilisation: utilisation(ctx, day, slots), heat: heat(rows) };
}

function utilisation(ctx: Ctx, day: string, slots: readonly { minute: number; open: number; taken: number }[]): Courts["utilisation"] {
  const open = slots.reduce((sum, slot) => sum + slot.open, 0);
  const booked = slots.reduce((sum, slot) => sum + slot.taken, 0);
  const now = wall(ctx.now, ctx.venue.zone);
  const evening = now.day === day ? Math.max(EVENING, now.minute) : EVENING;
  const freeTonight = slots.filter((slot) => slot.minute >= evening).reduce((sum, slot) => sum + slot.open - slot.taken, 0);
  return { percent: open === 0 ? 0 : Math.round((booked * 100) / open), booked, slots: open, freeTonight };
}

function heat(rows: readonly HeatRow[]): Courts["heat"] {
  const minutes = rows.flatMap((row) => [...row.open.keys()]);
  if (minutes.length === 0) return { hours: [], rows: [] };
  const first = Math.floor(Math.min(...minutes) / 60);
  const last = Math.floor(Math.max(...minutes) / 60);
  const hours = Array.from({ length: last - first + 1 }, (_, i) => first + i);
  const within = (map: Map<number, number>, hour: number): number => (map.get(hour * 60) ?? 0) + (map.get(hour * 60 + GRANULE) ?? 0);
  return {
    hours,
    rows: rows.map((row) => ({
      placeId: row.placeId,
      name: row.name,
      percent: hours.map((hour) => {
        const open = within(row.open, hour);
        return open === 0 ? null : Math.round((within(row.taken, hour) * 100) / open);
      }),
    })),
  };
}

const placesOf = (ctx: Ctx) =>
  ctx.db
    .selectFrom("place as p")
    .innerJoin("hall as h", (join) => join.onRef("h.venue_id", "=", "p.venue_id").onRef("h.id", "=", "p.hall_id"))
    .where("p.venue_id", "=", ctx.venue.id)
    .where("h.sells", "=", "places")
    .where("p.active", "=", true)
    .select(["p.id", "p.name", "p.unit_ids", "h.open_minutes", "h.close_minutes"])
    .orderBy("h.position")
    .orderBy("h.id")
    .orderBy("p.position")
    .orderBy("p.id")
    .execute();

const sessionHalls = (ctx: Ctx, day: string) =>
  ctx.db
    .selectFrom("hall_booking as b")
    .innerJoin("hall as h", (join) => join.onRef("h.venue_id", "=", "b.venue_id").onRef("h.id", "=", "b.hall_id"))
    .where("b.venue_id", "=", ctx.venue.id)
    .where("b.day", "=", day)
    .where("b.status", "in", ["on_shelf", "off_shelf", "finished"])
    .select(["b.hall_id", "h.name", "b.start_minute", "b.end_minute", "b.max_place", "b.left_place"])
    .orderBy("h.position")
    .orderBy("b.start_minute")
    .execute();

/** "unit minute" of each taken cell of the day. */
async function takenUnits(ctx: Ctx, day: string): Promise<Set<string>> {
  const zone = ctx.venue.zone;
  const minutes = new Map<number, number>();
  for (let minute = 0; minute < 1_440; minute += GRANULE) minutes.set(instant(day, minute, zone).getTime(), minute);
  const rows = await ctx.db
    .selectFrom("occupancy")
    .select(["unit_id", sql<number>`(extract(epoch from slot_start) * 1000)::bigint`.as("at")])
    .where("venue_id", "=", ctx.venue.id)
    .where("slot_start", ">=", instant(day, 0, zone))
    .where("slot_start", "<", instant(day, 1_440, zone))
    .execute();
  return new Set(rows.map((row) => `${row.unit_id} ${minutes.get(row.at) ?? ""}`));
}

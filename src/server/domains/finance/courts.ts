/** Occupancy of the venue on a day: its utilisation, and the used unit-slots of the open ones (wire), in total and by place and hour. */
import { sql } from "kysely";
import type { z } from "zod";
import type { Dashboard } from "../../../contract/finance/finance";
import { GRANULE, instant, wall } from "../../../contract/core/time";
import type { Ctx } from "../../http/context";
import { closedDays } from "../../kernel/holidays";
import { loadPlaces, openUnits } from "../../kernel/places";
import { lockedHalves, percentUsed, readTimeUse } from "../../kernel/utilisation";

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

/**
 * Utilisation and heat of a day. Hours at which a hall is closed are not free time. A hall sold by capacity counts its sessions' places
 * instead of units.
 */
export async function courts(ctx: Ctx, day: string): Promise<Courts> {
  const [places, halls] = [await loadPlaces(ctx), await sessionHalls(ctx, day)];
  const [occupied, shut] = [await occupiedUnits(ctx, day), (await closedDays(ctx, [day])).has(day)];
  const rows: HeatRow[] = [];
  const openAt = openUnits(places, day, shut, await lockedHalves(ctx, day, day));
  for (const place of places) {
    const row: HeatRow = { placeId: place.id, name: place.name, open: new Map(), taken: new Map() };
    for (const unit of place.unitIds)
      for (const minute of openAt.get(unit) ?? []) {
        row.open.set(minute, (row.open.get(minute) ?? 0) + 1);
        row.taken.set(minute, (row.taken.get(minute) ?? 0) + (occupied.has(`${unit} ${minute}`) ? 1 : 0));
      }
    rows.push(row);
  }
  const slots = [...openAt].flatMap(([unit, minutes]) =>
    minutes.map((minute) => ({ minute, open: 1, taken: occupied.has(`${unit} ${minute}`) ? 1 : 0 })),
  );
  const byHall = new Map<string, HeatRow>();
  for (const session of halls) {
    const row = byHall.get(session.hall_id) ?? { placeId: session.hall_id, name: session.name, open: new Map(), taken: new Map() };
    byHall.set(session.hall_id, row);
    const soldPlaces = session.max_place - session.left_place;
    slots.push({ minute: session.start_minute, open: session.max_place, taken: soldPlaces });
    for (let minute = session.start_minute; minute < session.end_minute; minute += GRANULE) {
      row.open.set(minute, (row.open.get(minute) ?? 0) + session.max_place);
      row.taken.set(minute, (row.taken.get(minute) ?? 0) + soldPlaces);
    }
  }
  rows.push(...byHall.values());
  return { utilisation: utilisation(ctx, day, slots, percentUsed(await readTimeUse(ctx, day))), heat: heat(rows) };
}

function utilisation(
  ctx: Ctx,
  day: string,
  slots: readonly { minute: number; open: number; taken: number }[],
  percent: number,
): Courts["utilisation"] {
  const open = slots.reduce((sum, slot) => sum + slot.open, 0);
  const booked = slots.reduce((sum, slot) => sum + slot.taken, 0);
  const now = wall(ctx.now, ctx.venue.zone);
  const evening = now.day === day ? Math.max(EVENING, now.minute) : EVENING;
  const freeTonight = slots.filter((slot) => slot.minute >= evening).reduce((sum, slot) => sum + slot.open - slot.taken, 0);
  return { percent, booked, slots: open, freeTonight };
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
async function occupiedUnits(ctx: Ctx, day: string): Promise<Set<string>> {
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

/** Halls as the list, the map editor and the file show them. */
import { type RawBuilder, sql } from "kysely";
import { z } from "zod";
import { Sport } from "../../../contract/core/enums";
import { halls } from "../../../contract/places/halls";
import { ClosedTime, type HallDetail, PlaceIcon } from "../../../contract/places/places";
import { span } from "../../../contract/core/time";
import type { Ctx } from "../../http/context";
import { servicesOf } from "../../resource/serve";
import { partsOf } from "./map";
import { hoursWords } from "./words";

const inHall = sql`x.venue_id = t.venue_id AND x.hall_id = t.id`;
const placesWhere = (what: RawBuilder<unknown>) => () => sql`(SELECT count(*) FROM place x WHERE ${inHall} AND ${what})`;

const Week = z.array(z.number());
const Hours = z.object({ open: Week, close: Week, own: z.boolean() });
const Closed = z.array(ClosedTime);

/** Halls as rows, in the order of the grid. */
export const hallRows = servicesOf(halls, {
  table: "hall",
  names: { icon: "place_icon" },
  columns: {
    mapSize: () => sql`CASE WHEN t.sells = 'places' THEN t.max_row || ' × ' || t.max_column ELSE '' END`,
    places: placesWhere(sql`x.active`),
    off: placesWhere(sql`NOT x.active`),
    linked: placesWhere(sql`x.active AND cardinality(x.unit_ids) > 1`),
    hours: () => sql`jsonb_build_object('open', t.open_minutes, 'close', t.close_minutes, 'own', t.own_hours)`,
    closedTimes: () => sql`t.closed_times`,
  },
  derive: {
    hours: (row, { language }) => hoursWords(Hours.parse(row["hours"]), language),
    closedTimes: (row) => Closed.parse(row["closedTimes"]).map(({ start, end }) => span(start, end)),
  },
});
export const { list } = hallRows;

/**
 * A hall with its places.
 * @throws AppError `missing`
 */
export async function view(ctx: Ctx, { id }: { id: string }): Promise<HallDetail> {
  const savedHall = await hallRows.view(ctx, { id });
  const hall = await ctx.db
    .selectFrom("hall as h")
    .innerJoin("program as g", (join) => join.onRef("g.venue_id", "=", "h.venue_id").onRef("g.id", "=", "h.program_id"))
    .where("h.venue_id", "=", ctx.venue.id)
    .where("h.id", "=", id)
    .selectAll("h")
    .select("g.sport")
    .executeTakeFirstOrThrow();
  const places = await placesIn(ctx, id);
  const standing = places.map((place) => ({ id: place.id, unitIds: place.unit_ids }));
  return {
    ...savedHall,
    sport: Sport.parse(hall.sport),
    maxRow: hall.max_row,
    maxColumn: hall.max_column,
    placeStart: hall.place_start,
    ownHours: hall.own_hours,
    open: hall.open_minutes,
    close: hall.close_minutes,
    closed: hall.closed_times.map(({ weekdays, start, end }) => ({ weekdays: [...weekdays], start, end })),
    placeIcon: iconOf(hall.place_icon),
    vrUrl: hall.vr_url,
    version: hall.version,
    map: places.map((place) => ({
      id: place.id,
      name: place.name,
      row: place.map_row,
      column: place.map_column,
      icon: iconOf(place.icon),
      on: place.active,
      parts: partsOf({ id: place.id, unitIds: place.unit_ids }, standing),
      used: place.used,
    })),
  };
}

/** The places of a hall in the order of the grid, with those that are switched off. */
export const placesIn = (ctx: Ctx, hallId: string) =>
  ctx.db
    .selectFrom("place as p")
    .where("p.venue_id", "=", ctx.venue.id)
    .where("p.hall_id", "=", hallId)
    .select(["p.id", "p.name", "p.unit_ids", "p.position", "p.map_row", "p.map_column", "p.active", "p.icon", usedPlace.as("used")])
    .orderBy("p.position")
    .orderBy("p.id")
    .execute();

/** SQL condition: true if documents refer to a place: it is then never deleted. */
const usedPlace = sql<boolean>`(
  EXISTS (SELECT 1 FROM booking_line x WHERE x.venue_id = p.venue_id AND x.place_id = p.id)
  OR EXISTS (SELECT 1 FROM place_lock x WHERE x.venue_id = p.venue_id AND x.place_id = p.id)
  OR EXISTS (SELECT 1 FROM waitlist_entry x WHERE x.venue_id = p.venue_id AND x.place_id = p.id)
  OR EXISTS (SELECT 1 FROM fixed_contract x WHERE x.venue_id = p.venue_id AND p.id = ANY (x.place_ids)))`;

/** An icon as it is kept; none, or one that is no longer known: null. */
const iconOf = (icon: string): PlaceIcon | null => PlaceIcon.safeParse(icon).data ?? null;

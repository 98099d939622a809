/** Halls as the list, the map editor and the file show them. */
import { sql, type SqlBool } from "kysely";
import type { z } from "zod";
import type { Page, Parsed } from "../../../contract/call";
import { Sport } from "../../../contract/enums";
import { fieldLabel } from "../../../contract/fields";
import { type HallDetail, type HallFilter, type HallRow, type halls, PlaceIcon } from "../../../contract/places";
import { clock } from "../../../contract/time";
import { mapPage, pageOf, type Sortable } from "../../db/page";
import { streamRows } from "../../db/stream";
import type { Ctx } from "../../http/context";
import { AppError } from "../../http/error";
import { type ExcelColumn, type ExcelRow, streamExcel } from "../../http/excel";
import type { FileAnswer } from "../../http/serve";
import { partsOf } from "./map";
import { word } from "./words";

type Filter = z.output<typeof HallFilter>;
const SORTABLE: Sortable = {
  id: "h.id",
  name: "h.name",
  position: "h.position",
  programName: "g.name",
  changedAt: { nullable: "h.changed_at" },
};

/** A page, in the order of the grid unless sorted. */
export async function list(ctx: Ctx, input: Parsed<typeof halls.list>): Promise<Page<HallRow>> {
  return mapPage(await pageOf(ctx, matching(ctx, input), input, SORTABLE, "position,asc"), toHall);
}

/**
 * A hall with its places.
 * @throws AppError `missing`
 */
export async function view(ctx: Ctx, { id }: { id: string }): Promise<HallDetail> {
  const hall = await matching(ctx, {}).where("h.id", "=", id).executeTakeFirst();
  if (!hall) throw new AppError("missing", { what: word("hall", ctx.language) });
  const places = await placesIn(ctx, id);
  const standing = places.map((place) => ({ id: place.id, unitIds: place.unit_ids }));
  return {
    ...toHall(hall),
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

/** Whether documents name a place: it is then never deleted. */
const usedPlace = sql<boolean>`(
  EXISTS (SELECT 1 FROM booking_line x WHERE x.venue_id = p.venue_id AND x.place_id = p.id)
  OR EXISTS (SELECT 1 FROM place_lock x WHERE x.venue_id = p.venue_id AND x.place_id = p.id)
  OR EXISTS (SELECT 1 FROM waitlist_entry x WHERE x.venue_id = p.venue_id AND x.place_id = p.id)
  OR EXISTS (SELECT 1 FROM fixed_contract x WHERE x.venue_id = p.venue_id AND p.id = ANY (x.place_ids)))`;

/** The halls of the filter as an Excel file. */
export async function excel(ctx: Ctx, input: Filter): Promise<FileAnswer> {
  const { language } = ctx;
  const label = (name: string): string => fieldLabel(name, language);
  const columns: ExcelColumn[] = [
    { title: label("name"), type: "text", width: 20 },
    { title: label("programId"), type: "text" },
    { title: label("sells"), type: "text" },
    { title: word("rows", language), type: "text" },
    { title: word("count", language), type: "number" },
    { title: word("off", language), type: "number" },
    { title: label("open"), type: "text", width: 40 },
  ];
  const query = matching(ctx, input).orderBy("h.position").orderBy("h.id");
  async function* rows(): AsyncGenerator<ExcelRow> {
    for await (const row of streamRows(ctx.db, query)) {
      yield [
        row.name,
        row.program,
        word(row.sells === "places" ? "sellsPlaces" : "sellsCapacity", language),
        `${row.max_row} × ${row.max_column}`,
        row.places,
        row.off,
        row.open_minutes.map((open, day) => `${clock(open)}–${clock(row.close_minutes[day] ?? open)}`).join(" "),
      ];
    }
  }
  return streamExcel(`${word("halls", language)}.xlsx`, columns, rows(), ctx.venue.zone);
}

const inHall = sql`x.venue_id = h.venue_id AND x.hall_id = h.id`;
function matching(ctx: Ctx, filter: Filter) {
  let query = ctx.db
    .selectFrom("hall as h")
    .innerJoin("program as g", (join) => join.onRef("g.venue_id", "=", "h.venue_id").onRef("g.id", "=", "h.program_id"))
    .where("h.venue_id", "=", ctx.venue.id)
    .selectAll("h")
    .select(["g.name as program", "g.sport"])
    .select([
      sql<number>`(SELECT count(*) FROM place x WHERE ${inHall} AND x.active)`.as("places"),
      sql<number>`(SELECT count(*) FROM place x WHERE ${inHall} AND NOT x.active)`.as("off"),
      sql<number>`(SELECT count(*) FROM place x WHERE ${inHall} AND x.active AND cardinality(x.unit_ids) > 1)`.as("linked"),
    ]);
  if (filter.q) query = query.where(sql<SqlBool>`position(${filter.q.toLowerCase()} in lower(h.name)) > 0`);
  if (filter.programId?.length) query = query.where("h.program_id", "in", filter.programId);
  if (filter.sells?.length) query = query.where("h.sells", "in", filter.sells);
  return query;
}

/** An icon as it is kept; none, or one that is no longer known: null. */
const iconOf = (icon: string): PlaceIcon | null => PlaceIcon.safeParse(icon).data ?? null;

type Row = Awaited<ReturnType<ReturnType<typeof matching>["execute"]>>[number];
const toHall = (row: Row): HallRow => ({
  id: row.id,
  name: row.name,
  programId: row.program_id,
  programName: row.program,
  sport: Sport.parse(row.sport),
  sells: row.sells === "capacity" ? "capacity" : "places",
  maxRow: row.max_row,
  maxColumn: row.max_column,
  placeStart: row.place_start,
  position: row.position,
  places: row.places,
  off: row.off,
  linked: row.linked,
  ownHours: row.own_hours,
  open: row.open_minutes,
  close: row.close_minutes,
  closed: row.closed_times.map(({ weekdays, start, end }) => ({ weekdays: [...weekdays], start, end })),
  placeIcon: iconOf(row.place_icon),
  vrUrl: row.vr_url,
  version: row.version,
  changedBy: row.changed_by,
  changedAt: row.changed_at?.toISOString() ?? null,
});

/** Sports programs as the list and its file show them. */
import { sql, type SqlBool } from "kysely";
import type { z } from "zod";
import type { Page, Parsed } from "../../../contract/call";
import { Sport } from "../../../contract/enums";
import { fieldLabel } from "../../../contract/fields";
import { yuan } from "../../../contract/money";
import type { Program, ProgramFilter, programs } from "../../../contract/programs";
import { mapPage, pageOf, type Sortable } from "../../db/page";
import { streamRows } from "../../db/stream";
import type { Ctx } from "../../http/context";
import { AppError } from "../../http/error";
import { type ExcelColumn, type ExcelRow, streamExcel } from "../../http/excel";
import type { FileAnswer } from "../../http/serve";
import { word, wordOf } from "./words";

type Filter = z.output<typeof ProgramFilter>;
const SORTABLE: Sortable = {
  id: "g.id",
  name: "g.name",
  sport: "g.sport",
  slotMinutes: "g.slot_minutes",
  daysAhead: { nullable: "g.days_ahead" },
  holdMinutes: { nullable: "g.hold_minutes" },
  defaultPrice: { nullable: "g.default_price" },
};

/** A page, the oldest first unless sorted. */
export async function list(ctx: Ctx, input: Parsed<typeof programs.list>): Promise<Page<Program>> {
  return mapPage(await pageOf(ctx, matching(ctx, input), input, SORTABLE, "id,asc"), toProgram);
}

/**
 * One of them.
 * @throws AppError `missing`
 */
export async function view(ctx: Ctx, { id }: { id: string }): Promise<Program> {
  const row = await matching(ctx, {}).where("g.id", "=", id).executeTakeFirst();
  if (!row) throw new AppError("missing", { what: word("program", ctx.language) });
  return toProgram(row);
}

/** The programs of the filter as an Excel file. */
export async function excel(ctx: Ctx, input: Filter): Promise<FileAnswer> {
  const label = (name: string): string => fieldLabel(name, ctx.language);
  const columns: ExcelColumn[] = [
    { title: label("name"), type: "text" },
    { title: label("sport"), type: "text" },
    { title: label("slotMinutes"), type: "number" },
    { title: label("daysAhead"), type: "number" },
    { title: label("holdMinutes"), type: "number" },
    { title: label("freeCancelHours"), type: "number" },
    { title: label("lateCancelPercent"), type: "number" },
    { title: label("defaultPrice"), type: "money" },
    { title: word("places", ctx.language), type: "number" },
  ];
  const query = matching(ctx, input).orderBy("g.id");
  async function* rows(): AsyncGenerator<ExcelRow> {
    for await (const row of streamRows(ctx.db, query)) {
      const { name, sport, slot_minutes, days_ahead, hold_minutes, free_cancel_hours, late_cancel_percent, default_price, places } = row;
      const named = wordOf(sport, ctx.language);
      yield [name, named, slot_minutes, days_ahead, hold_minutes, free_cancel_hours, late_cancel_percent, default_price, places];
    }
  }
  return streamExcel(`${word("program", ctx.language)}.xlsx`, columns, rows(), ctx.venue.zone);
}

/** Opening and closing by weekday, minutes from midnight; closed where both are equal. */
interface Hours {
  readonly open: readonly number[];
  readonly close: readonly number[];
}

/** For each weekday from the first opening to the last closing of all that open at all. */
export function widest(all: readonly Hours[]): { open: number[]; close: number[] } {
  const days = Array.from({ length: 7 }, (_, day) =>
    all.map(({ open, close }) => [open[day] ?? 0, close[day] ?? 0] as const).filter(([from, to]) => to > from),
  );
  return {
    open: days.map((hours) => (hours.length === 0 ? 0 : Math.min(...hours.map(([from]) => from)))),
    close: days.map((hours) => (hours.length === 0 ? 0 : Math.max(...hours.map(([, to]) => to)))),
  };
}

const ofProgram = sql`x.venue_id = g.venue_id AND x.program_id = g.id`;
function matching(ctx: Ctx, filter: Filter) {
  let query = ctx.db
    .selectFrom("program as g")
    .where("g.venue_id", "=", ctx.venue.id)
    .selectAll("g")
    .select([
      sql<number>`(SELECT count(*) FROM hall x WHERE ${ofProgram})`.as("halls"),
      sql<number>`(SELECT count(*) FROM hall x JOIN place p ON p.venue_id = x.venue_id AND p.hall_id = x.id WHERE ${ofProgram})`.as(
        "places",
      ),
      sql<Hours[]>`(SELECT coalesce(jsonb_agg(jsonb_build_object('open', x.open_minutes, 'close', x.close_minutes)), '[]') FROM hall x
        WHERE ${ofProgram} AND x.own_hours)`.as("own_hours"),
      sql<number>`(SELECT count(*) FROM price_plan x WHERE ${ofProgram})`.as("plans"),
    ]);
  if (filter.q) query = query.where(sql<SqlBool>`position(${filter.q.toLowerCase()} in lower(g.name)) > 0`);
  if (filter.sport?.length) query = query.where("g.sport", "in", filter.sport);
  return query;
}

type Row = Awaited<ReturnType<ReturnType<typeof matching>["execute"]>>[number];
function toProgram(row: Row): Program {
  const { open, close } = widest([{ open: row.open_minutes, close: row.close_minutes }, ...row.own_hours]);
  return { ...fieldsOf(row), widestOpen: open, widestClose: close };
}

const fieldsOf = (row: Row): Omit<Program, "widestOpen" | "widestClose"> => ({
  id: row.id,
  name: row.name,
  sport: Sport.parse(row.sport),
  slotMinutes: row.slot_minutes,
  open: row.open_minutes,
  close: row.close_minutes,
  daysAhead: row.days_ahead,
  holdMinutes: row.hold_minutes,
  freeCancelHours: row.free_cancel_hours,
  lateCancelPercent: row.late_cancel_percent,
  defaultPrice: row.default_price === null ? null : yuan(row.default_price),
  halls: row.halls,
  places: row.places,
  plans: row.plans,
});

/** Open plays as the list, its sums and its file show them. */
import { type Expression, type SelectQueryBuilder, sql, type SqlBool } from "kysely";
import { contains } from "../../db/contains";
import type { z } from "zod";
import type { Page, PageQuery } from "../../../contract/core/call";
import { fen, yuan } from "../../../contract/core/money";
import type { OpenPlay, OpenPlayFilter } from "../../../contract/openPlay/open-play";
import { clock } from "../../../contract/core/time";
import { mapPage, pageOf, type Sortable } from "../../db/page";
import { streamRows } from "../../db/stream";
import type { Tables } from "../../db/tables";
import type { Ctx } from "../../http/context";
import { type ExcelColumn, type ExcelRow, streamExcel } from "../../http/excel";
import type { FileAnswer } from "../../http/serve";
import { placeLabels } from "../../kernel/place-words";
import { attendeesOf, type PlayRow, stateNow } from "./play";
import { word } from "./words";

type Filter = z.output<typeof OpenPlayFilter>;

const SORTABLE: Sortable = {
  id: "e.id",
  no: "e.no",
  title: "e.title",
  time: "e.starts_at",
  attendees: sql`e.capacity - e.left_heads`,
  price: "e.price",
  deadline: "e.deadline",
  state: "e.state",
  createdAt: "e.created_at",
};
const INCOME = sql<number>`coalesce((SELECT sum(t.paid - t.refunded) FROM open_play_ticket t WHERE t.venue_id = e.venue_id AND t.open_play_id = e.id), 0)`;

type DressedPlay = PlayRow & { program: string; place_names: string[]; income: number };

/** Open plays with their related data. Where courts are taken the grid says where they are by now. */
export const playsWithNames = (ctx: Ctx) =>
  ctx.db
    .selectFrom("open_play as e")
    .where("e.venue_id", "=", ctx.venue.id)
    .selectAll("e")
    .select([
      sql<string>`coalesce((SELECT g.name FROM program g WHERE g.venue_id = e.venue_id AND g.id = e.program_id), '')`.as("program"),
      sql<string[]>`ARRAY(SELECT p.name FROM place p WHERE p.venue_id = e.venue_id AND p.id = ANY (coalesce(
        (SELECT array_agg(l.place_id) FROM booking_line l WHERE l.venue_id = e.venue_id AND l.order_id = e.order_id AND l.status = 'active'), e.place_ids))
        ORDER BY p.position, p.id)`.as("place_names"),
      INCOME.as("income"),
    ]);

/** A page of open plays, the latest first unless sorted. */
export async function list(ctx: Ctx, input: Filter & z.output<typeof PageQuery>): Promise<Page<OpenPlay>> {
  return mapPage(await pageOf(ctx, filtered(ctx, playsWithNames(ctx), input), input, SORTABLE, "time,desc"), (row) => toPlay(ctx, row));
}

/** Sums over the whole filter. */
export async function sums(ctx: Ctx, input: Filter) {
  const plays = ctx.db.selectFrom("open_play as e").where("e.venue_id", "=", ctx.venue.id);
  const row = await filtered(ctx, plays, input)
    .select([
      sql<number>`count(*)`.as("count"),
      sql<number>`coalesce(sum(e.capacity - e.left_heads), 0)`.as("attendees"),
      sql<number>`coalesce(sum(e.capacity), 0)`.as("capacity"),
      sql<number>`coalesce(sum(${INCOME}), 0)`.as("income"),
    ])
    .executeTakeFirstOrThrow();
  return { count: row.count, attendees: row.attendees, capacity: row.capacity, income: yuan(row.income) };
}

/** Narrows a query on `open_play as e` to the filter; states are those that the clock has made. */
function filtered<DB extends Tables & { e: Tables["open_play"] }, TB extends keyof DB & string, O>(
  ctx: Ctx,
  query: SelectQueryBuilder<DB, TB, O>,
  { q, day, state }: Filter,
): SelectQueryBuilder<DB, TB, O> {
  const conditions: Expression<SqlBool>[] = [];
  if (q) conditions.push(sql<SqlBool>`(e.no ^@ ${q.toUpperCase()} OR ${contains(q, sql.ref("e.title"))})`);
  if (day !== undefined) conditions.push(sql<SqlBool>`e.day = ${day}`);
  if (state?.length)
    conditions.push(sql<SqlBool>`CASE WHEN e.state = 'open' AND e.deadline <= ${ctx.now} THEN 'failed'
      WHEN e.state = 'confirmed' AND e.ends_at <= ${ctx.now} THEN 'finished' ELSE e.state END = ANY (${state}::text[])`);
  return conditions.reduce((narrowed, condition) => narrowed.where(condition), query);
}

/** An open play as the wire carries it. */
export const toPlay = (ctx: Ctx, row: DressedPlay): OpenPlay => ({
  id: row.id,
  no: row.no,
  title: row.title,
  program: row.program,
  places: placeLabels(row.place_names, ctx.language),
  day: row.day,
  start: row.start_minute,
  end: row.end_minute,
  capacity: row.capacity,
  attendees: attendeesOf(row),
  minimum: row.minimum,
  price: yuan(row.price),
  deadlineHours: row.deadline_hours,
  deadline: row.deadline.toISOString(),
  income: yuan(row.income),
  state: stateNow(ctx, row),
  operator: row.operator,
  createdAt: row.created_at.toISOString(),
});

/** Streams all open plays of the filter, the latest first. */
export async function excel(ctx: Ctx, input: Filter): Promise<FileAnswer> {
  const say = (name: string): string => word(name, ctx.language);
  const columns: ExcelColumn[] = [
    { title: say("col.no"), type: "text", width: 18 },
    { title: say("col.title"), type: "text", width: 24 },
    { title: say("col.program"), type: "text" },
    { title: say("col.places"), type: "text" },
    { title: say("col.day"), type: "day" },
    { title: say("col.time"), type: "text" },
    { title: say("col.attendees"), type: "number" },
    { title: say("col.capacity"), type: "number" },
    { title: say("col.minimum"), type: "number" },
    { title: say("col.price"), type: "money" },
    { title: say("col.income"), type: "money" },
    { title: say("col.state"), type: "text" },
    { title: say("col.operator"), type: "text" },
  ];
  const query = filtered(ctx, playsWithNames(ctx), input).orderBy("e.starts_at", "desc").orderBy("e.id", "desc");
  async function* rows(): AsyncGenerator<ExcelRow> {
    for await (const row of streamRows(ctx.db, query)) {
      const one = toPlay(ctx, row);
      const time = `${clock(one.start)}–${clock(one.end)}`;
      yield [
        one.no,
        one.title,
        one.program,
        one.places,
        one.day,
        time,
        one.attendees,
        one.capacity,
        one.minimum,
        fen(one.price),
        fen(one.income),
        say(one.state),
        one.operator,
      ];
    }
  }
  return streamExcel(`${say("fileName")}.xlsx`, columns, rows(), ctx.venue.zone);
}

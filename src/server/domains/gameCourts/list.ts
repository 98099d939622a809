/** Games with their courts as the list, its sums and its file show them. */
import { type Expression, type Selectable, type SelectQueryBuilder, sql, type SqlBool } from "kysely";
import type { z } from "zod";
import type { Page, PageQuery } from "../../../contract/call";
import type { GameCourts, GameCourtsFilter } from "../../../contract/gameCourts";
import { maskPhone } from "../../../contract/phone";
import { clock } from "../../../contract/time";
import type { Tables } from "../../db/tables";
import { mapPage, pageOf, type Sortable } from "../../db/page";
import { streamRows } from "../../db/stream";
import type { Ctx } from "../../http/context";
import { type ExcelColumn, type ExcelRow, streamExcel } from "../../http/excel";
import type { FileAnswer } from "../../http/serve";
import { placeLabel } from "../../kernel/placeWords";
import { word } from "./words";

type Filter = z.output<typeof GameCourtsFilter>;

const SORTABLE: Sortable = {
  id: "g.id",
  no: "g.no",
  title: "g.short_title",
  from: sql`c.from_day`,
  courts: sql`c.courts`,
  hours: sql`c.hours`,
  createdAt: "g.created_at",
};

export type GameRow = Selectable<Tables["game"]> & {
  from_day: string | null;
  to_day: string | null;
  days: number;
  courts: number;
  hours: number;
  place_names: string[];
};

/** Games of the venue as `g`, with their active courts summed up as `c`. */
export const dressedGames = (ctx: Ctx) =>
  ctx.db
    .selectFrom("game as g")
    .innerJoinLateral(
      sql<Omit<GameRow, keyof Tables["game"]>>`(
        SELECT min(l.day) AS from_day, max(l.day) AS to_day, count(DISTINCT l.day) AS days, count(l.id) AS courts,
          coalesce(sum(l.end_minute - l.start_minute), 0)::float8 / 60 AS hours,
          coalesce(array_agg(DISTINCT p.name) FILTER (WHERE p.id IS NOT NULL), '{}') AS place_names
        FROM booking_order o
        JOIN booking_line l ON l.venue_id = o.venue_id AND l.order_id = o.id AND l.status = 'active'
        JOIN place p ON p.venue_id = l.venue_id AND p.id = l.place_id
        WHERE o.venue_id = g.venue_id AND o.game_id = g.id)`.as("c"),
      (join) => join.onTrue(),
    )
    .where("g.venue_id", "=", ctx.venue.id)
    .selectAll("g")
    .select(["c.from_day", "c.to_day", "c.days", "c.courts", "c.hours", "c.place_names"]);

/** A page of games, those that come last first unless sorted. */
export async function list(ctx: Ctx, input: Filter & z.output<typeof PageQuery>): Promise<Page<GameCourts>> {
  return mapPage(await pageOf(ctx, filtered(dressedGames(ctx), input), input, SORTABLE, "createdAt,desc"), (row) => toGame(ctx, row));
}

/** Sums over the whole filter. */
export async function sums(ctx: Ctx, input: Filter): Promise<{ count: number; courts: number; hours: number }> {
  return filtered(dressedGames(ctx).clearSelect(), input)
    .select([
      sql<number>`count(*)`.as("count"),
      sql<number>`coalesce(sum(c.courts), 0)`.as("courts"),
      sql<number>`coalesce(sum(c.hours), 0)`.as("hours"),
    ])
    .executeTakeFirstOrThrow();
}

/** Narrows a query of `dressedGames` to the filter. */
function filtered<DB, TB extends keyof DB, O>(
  query: SelectQueryBuilder<DB, TB, O>,
  { q, from, to }: Filter,
): SelectQueryBuilder<DB, TB, O> {
  const conditions: Expression<SqlBool>[] = [];
  if (q) {
    const text = q.toLowerCase();
    conditions.push(
      sql<SqlBool>`(g.no ^@ ${q.toUpperCase()} OR strpos(lower(g.short_title), ${text}) > 0 OR strpos(lower(g.contact), ${text}) > 0)`,
    );
  }
  if (from !== undefined) conditions.push(sql<SqlBool>`c.to_day >= ${from}`);
  if (to !== undefined) conditions.push(sql<SqlBool>`c.from_day <= ${to}`);
  return conditions.reduce((narrowed, condition) => narrowed.where(condition), query);
}

const byNumber = new Intl.Collator("zh", { numeric: true });

/** A game as the wire carries it. */
export const toGame = (ctx: Ctx, row: GameRow): GameCourts => ({
  gameId: row.id,
  no: row.no,
  title: row.short_title,
  contact: row.contact,
  phone: maskPhone(row.mobile),
  remark: row.memo,
  from: row.from_day,
  to: row.to_day,
  days: row.days,
  places: row.place_names
    .map((name) => placeLabel(name, ctx.language))
    .sort(byNumber.compare)
    .join(", "),
  courts: row.courts,
  hours: row.hours,
  operator: row.operator,
  createdAt: row.created_at.toISOString(),
});

/** Streams the courts of all games of the filter, a court and day in a row. */
export async function excel(ctx: Ctx, input: Filter): Promise<FileAnswer> {
  const say = (name: string): string => word(name, ctx.language);
  const columns: ExcelColumn[] = [
    { title: say("col.no"), type: "text", width: 18 },
    { title: say("col.title"), type: "text", width: 24 },
    { title: say("col.contact"), type: "text" },
    { title: say("col.day"), type: "day" },
    { title: say("col.time"), type: "text" },
    { title: say("col.hall"), type: "text" },
    { title: say("col.place"), type: "text" },
    { title: say("col.order"), type: "text", width: 18 },
    { title: say("col.operator"), type: "text" },
  ];
  const query = filtered(dressedGames(ctx), input)
    .innerJoin("booking_order as o", (join) => join.onRef("o.venue_id", "=", "g.venue_id").onRef("o.game_id", "=", "g.id"))
    .innerJoin("booking_line as l", (join) =>
      join.onRef("l.venue_id", "=", "o.venue_id").onRef("l.order_id", "=", "o.id").on("l.status", "=", "active"),
    )
    .innerJoin("place as p", (join) => join.onRef("p.venue_id", "=", "l.venue_id").onRef("p.id", "=", "l.place_id"))
    .innerJoin("hall as h", (join) => join.onRef("h.venue_id", "=", "p.venue_id").onRef("h.id", "=", "p.hall_id"))
    .clearSelect()
    .select([
      "g.no",
      "g.short_title",
      "g.contact",
      "l.day",
      "l.start_minute",
      "l.end_minute",
      "h.name as hall",
      "p.name as place",
      "o.no as orderNo",
      "o.operator",
    ]) // prettier-ignore
    .orderBy("g.created_at", "desc")
    .orderBy("g.id", "desc")
    .orderBy("l.day")
    .orderBy("h.position")
    .orderBy("p.position")
    .orderBy("l.id");
  async function* rows(): AsyncGenerator<ExcelRow> {
    for await (const row of streamRows(ctx.db, query)) {
      const time = `${clock(row.start_minute)}–${clock(row.end_minute)}`;
      yield [row.no, row.short_title, row.contact, row.day, time, row.hall, placeLabel(row.place, ctx.language), row.orderNo, row.operator];
    }
  }
  return streamExcel(`${say("fileName")}.xlsx`, columns, rows(), ctx.venue.zone);
}

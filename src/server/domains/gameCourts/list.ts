/** Games with their courts: the list, and its file with a court and day in a row. */
import { type RawBuilder, sql } from "kysely";
import { gameCourts } from "../../../contract/gameCourts/game-courts";
import { clock } from "../../../contract/core/time";
import { streamRows } from "../../db/stream";
import type { Ctx } from "../../http/context";
import { type ExcelColumn, type ExcelRow, streamExcel } from "../../http/excel";
import type { FileAnswer } from "../../http/serve";
import { placeLabel } from "../../kernel/place-words";
import { readerOf, type Source } from "../../resource/query";
import { servicesOf } from "../../resource/serve";
import { word } from "./words";

/** Aggregates the active courts of a game; they are `l`, their places `p`. */
const of = (what: RawBuilder<unknown>) => () =>
  sql`(SELECT ${what} FROM booking_order o
  JOIN booking_line l ON l.venue_id = o.venue_id AND l.order_id = o.id AND l.status = 'active'
  JOIN place p ON p.venue_id = l.venue_id AND p.id = l.place_id
  WHERE o.venue_id = t.venue_id AND o.game_id = t.id)`;
const source = {
  table: "game",
  names: { title: "short_title", phone: "mobile", remark: "memo" },
  columns: {
    firstDay: of(sql`min(l.day)`),
    lastDay: of(sql`max(l.day)`),
    days: of(sql`count(DISTINCT l.day)`),
    places: of(sql`coalesce(array_agg(DISTINCT p.name), '{}')`),
    courts: of(sql`count(l.id)`),
    hours: of(sql`coalesce(sum(l.end_minute - l.start_minute), 0)::float8 / 60`),
  },
} satisfies Source;
const byNumber = new Intl.Collator("zh", { numeric: true });

/** Streams the courts of all games of the filter, a court and day in a row. */
async function excel(ctx: Ctx, input: Readonly<Record<string, unknown>>): Promise<FileAnswer> {
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
  const matching = await readerOf(gameCourts, source).matching(ctx, input);
  const query = ctx.db
    .selectFrom("game as g")
    .innerJoin("booking_order as o", (join) => join.onRef("o.venue_id", "=", "g.venue_id").onRef("o.game_id", "=", "g.id"))
    .innerJoin("booking_line as l", (join) =>
      join.onRef("l.venue_id", "=", "o.venue_id").onRef("l.order_id", "=", "o.id").on("l.status", "=", "active"),
    )
    .innerJoin("place as p", (join) => join.onRef("p.venue_id", "=", "l.venue_id").onRef("p.id", "=", "l.place_id"))
    .innerJoin("hall as h", (join) => join.onRef("h.venue_id", "=", "p.venue_id").onRef("h.id", "=", "p.hall_id"))
    .where("g.venue_id", "=", ctx.venue.id)
    .where(sql<boolean>`g.id IN (${matching.select("t.id")})`)
    .select(["g.no", "g.short_title", "g.contact", "l.day", "l.start_minute", "l.end_minute", "o.no as orderNo", "o.operator"])
    .select(["h.name as hall", "p.name as place"])
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

export const gameCourtServices = servicesOf(gameCourts, {
  ...source,
  derive: {
    places: ({ places }, { language }) =>
      (places as string[])
        .map((name) => placeLabel(name, language))
        .sort(byNumber.compare)
        .join(", "),
  },
  own: { excel },
});

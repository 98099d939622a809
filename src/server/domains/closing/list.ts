/** Closings that were done, and what became of the bookings. */
import type { Selectable } from "kysely";
import type { Output, Page, Parsed } from "../../../contract/core/call";
import type { Closing, closing } from "../../../contract/closing/closing";
import { yuan } from "../../../contract/core/money";
import { maskPhone } from "../../../contract/core/phone";
import { mapPage, pageOf, type Sortable } from "../../db/page";
import type { Ctx } from "../../http/context";
import { AppError } from "../../http/error";
import type { ClosingTable } from "./rows";
import { placesIn } from "../../kernel/place-words";
import { word } from "./words";

const SORTABLE: Sortable = { id: "id", at: ["created_at", "id"], from: ["from_day", "id"] };

const toClosing = (ctx: Ctx, row: Selectable<ClosingTable>): Closing => ({
  id: row.id,
  at: row.created_at.toISOString(),
  operator: row.operator,
  reason: row.reason,
  from: row.from_day,
  to: row.to_day,
  start: row.start_minute,
  end: row.end_minute,
  places: placesIn(row.places, ctx.language),
  moves: row.moves,
  refunds: row.refunds,
  refundTotal: yuan(row.refund_total),
});

/** A page of closings that touch the days, newest first unless sorted. */
export async function list(ctx: Ctx, input: Parsed<typeof closing.list>): Promise<Page<Closing>> {
  let rows = ctx.db.selectFrom("closing").where("venue_id", "=", ctx.venue.id).selectAll();
  if (input.from !== undefined) rows = rows.where("to_day", ">=", input.from);
  if (input.to !== undefined) rows = rows.where("from_day", "<=", input.to);
  return mapPage(await pageOf(ctx, rows, input, SORTABLE, "at,desc"), (row) => toClosing(ctx, row));
}

/**
 * One closing.
 * @throws AppError `missing`
 */
export async function closingOf(ctx: Ctx, id: string): Promise<Closing> {
  const found = ctx.db.selectFrom("closing").selectAll().where("venue_id", "=", ctx.venue.id).where("id", "=", id);
  const row = await found.executeTakeFirst();
  if (!row) throw new AppError("missing", { what: word("closingLog", ctx.language) });
  return toClosing(ctx, row);
}

/**
 * One closing with what became of each booking, by day and time; none of closings from before that was written down.
 * @throws AppError `missing`
 */
export async function view(ctx: Ctx, { id }: Parsed<typeof closing.view>): Promise<Output<typeof closing.view>> {
  const done = await closingOf(ctx, id);
  const hits = await ctx.db
    .selectFrom("closing_hit")
    .selectAll()
    .where("venue_id", "=", ctx.venue.id)
    .where("closing_id", "=", id)
    .orderBy("day")
    .orderBy("start_minute")
    .orderBy("line_id")
    .execute();
  return {
    ...done,
    hits: hits.map((hit) => ({
      orderId: hit.order_id,
      lineId: hit.line_id,
      orderNo: hit.order_no,
      name: hit.name,
      phone: maskPhone(hit.phone),
      placeName: hit.place,
      day: hit.day,
      start: hit.start_minute,
      end: hit.end_minute,
      toPlaceName: hit.to_place,
      refund: yuan(hit.refund),
    })),
  };
}

/** Closings that were done. */
import type { Selectable } from "kysely";
import type { Page, Parsed } from "../../../contract/call";
import type { Closing, closing } from "../../../contract/closing";
import { yuan } from "../../../contract/money";
import { mapPage, pageOf, type Sortable } from "../../db/page";
import type { Ctx } from "../../http/context";
import type { ClosingTable } from "../booking/rows";
import { placesIn } from "../booking/places";

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

/** One closing. */
export async function closingOf(ctx: Ctx, id: string): Promise<Closing> {
  const found = ctx.db.selectFrom("closing").selectAll().where("venue_id", "=", ctx.venue.id).where("id", "=", id);
  return toClosing(ctx, await found.executeTakeFirstOrThrow());
}

/** Deliveries of sold goods (states.md "ship status"): made up from a paid sale, sent, received or sent back. */
import { sql } from "kysely";
import { deliveries } from "../../../contract/sale/deliveries";
import { shipping } from "../../../contract/core/states";
import { type Ctx, today } from "../../http/context";
import { AppError } from "../../http/error";
import type { Route } from "../../http/serve";
import { documentNumber } from "../../kernel/numbers";
import { refuse } from "../../resource/refuse";
import { serveResource } from "../../resource/serve";

/**
 * Takes what came back of a sale out of its delivery, as long as that is still to be sent: one with nothing left in it goes. The sale is
 * locked, and the delivery after it, as `deliver` locks it, so that what is sent is what was not taken back before.
 */
export async function reduceDelivery(ctx: Ctx, saleId: string): Promise<void> {
  const { rows } = await sql<{ id: string }>`SELECT id FROM delivery
    WHERE venue_id = ${ctx.venue.id} AND sale_id = ${saleId} AND state = 'waiting' FOR UPDATE`.execute(ctx.db);
  const [waiting] = rows;
  if (!waiting) return;
  await sql`DELETE FROM delivery_item i USING sale_line l WHERE i.venue_id = ${ctx.venue.id} AND i.delivery_id = ${waiting.id}
    AND l.venue_id = i.venue_id AND l.id = i.sale_line_id AND l.returned >= l.quantity`.execute(ctx.db);
  await sql`UPDATE delivery_item i SET quantity = l.quantity - l.returned FROM sale_line l WHERE i.venue_id = ${ctx.venue.id}
    AND i.delivery_id = ${waiting.id} AND l.venue_id = i.venue_id AND l.id = i.sale_line_id AND i.quantity > l.quantity - l.returned`.execute(
    ctx.db,
  );
  await sql`DELETE FROM delivery d WHERE d.venue_id = ${ctx.venue.id} AND d.id = ${waiting.id}
    AND NOT EXISTS (SELECT FROM delivery_item i WHERE i.venue_id = d.venue_id AND i.delivery_id = d.id)`.execute(ctx.db);
  for (const resource of ["deliveries", "orders"] as const) ctx.emit({ type: "changed", data: { resource, id: waiting.id } });
}

export const deliveryRoutes: Route[] = serveResource(deliveries, {
  table: "delivery",
  columns: {
    items: () => sql`coalesce((SELECT string_agg(l.name || ' ×' || i.quantity, ', ' ORDER BY l.id) FROM delivery_item i
      JOIN sale_line l ON l.venue_id = i.venue_id AND l.id = i.sale_line_id WHERE i.venue_id = t.venue_id AND i.delivery_id = t.id), '')`,
  },
  saving: async (ctx, draft, before) => {
    if (before !== undefined) {
      if (before.state !== "waiting")
        throw new AppError("wrongState", {
          state: shipping.labels[before.state][ctx.language],
          action: ctx.language === "zh" ? "修改" : "edit",
        });
      return draft;
    }
    const sale = await ctx.db
      .selectFrom("sale")
      .select("state")
      .where("venue_id", "=", ctx.venue.id)
      .where("id", "=", draft.sale)
      .forUpdate()
      .executeTakeFirst();
    const { rows } = await sql<{ goods: boolean; sent: boolean }>`SELECT
      EXISTS (SELECT FROM sale_line WHERE venue_id = ${ctx.venue.id} AND sale_id = ${draft.sale} AND quantity > returned) AS goods,
      EXISTS (SELECT FROM delivery WHERE venue_id = ${ctx.venue.id} AND sale_id = ${draft.sale}) AS sent`.execute(ctx.db);
    if (rows[0]?.sent)
      throw refuse(ctx, { zh: "这张订单已有发货单，没有再建", en: "This order has its delivery already; nothing was added" }, {}, "sale");
    if (!rows[0]?.goods || (sale?.state !== "paid" && sale?.state !== "partly_returned"))
      throw refuse(
        ctx,
        { zh: "这张订单没有可以发货的商品（未收款或已退），没有建发货单", en: "This order has no paid goods to send; nothing was added" },
        {},
        "sale",
      );
    return { ...draft, no: await documentNumber(ctx, "delivery", today(ctx)), operator: ctx.person.name };
  },
  saved: async (ctx, row, before) => {
    if (before === undefined)
      await sql`INSERT INTO delivery_item (venue_id, delivery_id, sale_line_id, quantity)
        SELECT venue_id, ${row.id}, id, quantity - returned FROM sale_line WHERE venue_id = ${ctx.venue.id} AND sale_id = ${row.sale} AND quantity > returned`.execute(
        ctx.db,
      );
    ctx.emit({ type: "changed", data: { resource: "orders" } });
  },
  deleting: async (ctx, row) => {
    if (row.state !== "waiting")
      throw refuse(ctx, { zh: "已发出的发货单要留档，不能删除", en: "What was sent is kept on file and can't be deleted" });
  },
  actions: {
    deliver: async (ctx, _row, { express, trackingNo, registered, insured }) => {
      ctx.emit({ type: "changed", data: { resource: "orders" } });
      return { express, trackingNo, registered, insured, deliveredAt: ctx.now };
    },
    receive: async (ctx) => {
      ctx.emit({ type: "changed", data: { resource: "orders" } });
      return { receivedAt: ctx.now };
    },
    reship: async (ctx, row, { reshipExpress, reshipNo, reshipReason }) => {
      await sql`UPDATE delivery_item SET reshipped = quantity WHERE venue_id = ${ctx.venue.id} AND delivery_id = ${row.id}`.execute(ctx.db);
      ctx.emit({ type: "changed", data: { resource: "orders" } });
      return { reshipExpress, reshipNo, reshipReason, returnedAt: ctx.now };
    },
  },
});

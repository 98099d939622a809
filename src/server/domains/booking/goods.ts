/** Goods that were added to an order: sales of their own, shown with it. */
import type { OrderSale } from "../../../contract/booking/booking-order";
import { yuan } from "../../../contract/core/money";
import type { Ctx } from "../../http/context";
import { salesById } from "../sale/list";

/** The sales of an order with their lines, oldest first. */
export async function salesOf(ctx: Ctx, orderId: string): Promise<OrderSale[]> {
  const ids = await saleIds(ctx, orderId).orderBy("at").orderBy("no").execute();
  if (ids.length === 0) return [];
  const [sales, lines] = await Promise.all([
    salesById(
      ctx,
      ids.map(({ id }) => id),
    ),
    ctx.db
      .selectFrom("sale_line as l")
      .innerJoin("product as p", (join) => join.onRef("p.venue_id", "=", "l.venue_id").onRef("p.id", "=", "l.product_id"))
      .where("l.venue_id", "=", ctx.venue.id)
      .where(
        "l.sale_id",
        "in",
        ids.map(({ id }) => id),
      )
      .orderBy("l.id")
      .select(["l.id", "l.sale_id", "l.name", "p.unit", "l.quantity", "l.returned", "l.price"])
      .execute(),
  ]);
  return sales.map((one) => ({
    id: one.id,
    no: one.no,
    at: one.at,
    operator: one.operator,
    state: one.state,
    total: one.total,
    refunded: one.returned,
    payTypes: one.payTypes,
    lines: lines
      .filter((line) => line.sale_id === one.id)
      .map((line) => ({
        id: line.id,
        productName: line.name,
        unit: line.unit,
        quantity: line.quantity,
        returned: line.returned,
        total: yuan(line.price),
        refunded: yuan(Math.floor((line.price * line.returned) / line.quantity)),
      })),
  }));
}

/** Ids of the sales that were added to an order and stand. */
export const saleIds = (ctx: Ctx, orderId: string) =>
  ctx.db
    .selectFrom("sale")
    .select("id")
    .where("venue_id", "=", ctx.venue.id)
    .where("order_id", "=", orderId)
    .where("state", "not in", ["open", "hung", "abandoned"]);

/** The demo's groups, which have courts at the plan's group price, and goods that were added to bookings of today. */
import { booking } from "../../contract/booking/booking";
import { fen } from "../../contract/core/money";
import { sale } from "../../contract/sale/sale";
import { addDays, instant, wall } from "../../contract/core/time";
import { placeOrder } from "../domains/booking/create";
import { loadPlaces } from "../kernel/places";
import { quote } from "../domains/booking/quote";
import { createSale } from "../domains/sale/create";
import { quote as quoteGoods } from "../domains/sale/price";
import type { Ctx, Operator } from "../http/context";
import { at, entered } from "./act";
import { freePlace } from "./open-play";
import { GROUPS } from "./people";
import { random } from "./random";

const h = (hours: number): number => hours * 60;
const DESK: Operator = { id: "3", name: "陈晓" };
const WISHES = [
  { ahead: 0, start: h(18), mode: "reserve" },
  { ahead: 1, start: h(19), mode: "pay" },
  { ahead: 2, start: h(10), mode: "pay" },
] as const;
/** Pieces of goods of each order that has some. */
const GOODS = [[2], [1, 3], [4]] as const;

/** Books for groups where two hours are free, and adds goods to a few bookings of today, through the same services as the desk. */
export async function makeGroups(system: Ctx, tick: (at: Date) => void): Promise<void> {
  const { day: today, minute } = wall(system.now, system.venue.zone);
  const ctx = at(system, { day: today, minute, person: DESK, moves: true }, { person: "" }, tick);
  const r = random("groups", ctx.venue.id);
  const places = await loadPlaces(ctx);
  for (const { ahead, start, mode } of WISHES) {
    const day = addDays(today, ahead);
    const name = r.pick(GROUPS);
    const place = await freePlace(ctx, places, day, start);
    if (!place || instant(day, start, ctx.venue.zone) <= ctx.now) continue;
    const wish = { day, runs: [{ placeId: place.id, start, end: start + h(2) }], asGroup: true };
    const { total } = await quote(ctx, entered(booking.quote, { venueId: ctx.venue.id, ...wish }));
    if (total === "0.00") continue;
    const payments = mode === "pay" ? [{ type: "Transfer" as const, amount: total }] : [];
    await placeOrder(ctx, entered(booking.create, { ...wish, name, mode, payments }));
  }
  await addGoods(ctx, today);
}

async function addGoods(ctx: Ctx, today: string): Promise<void> {
  const orders = await ctx.db
    .selectFrom("booking_order")
    .select("id")
    .where("venue_id", "=", ctx.venue.id)
    .where("day", "=", today)
    .where("kind", "=", "single")
    .where("order_status", "in", ["paid", "checked_in"])
    .where("starts_at", ">", ctx.now)
    .orderBy("starts_at")
    .orderBy("id")
    .limit(GOODS.length)
    .execute();
  const products = await ctx.db
    .selectFrom("product as p")
    .innerJoin("stock as s", (join) =>
      join.onRef("s.venue_id", "=", "p.venue_id").onRef("s.product_id", "=", "p.id").on("s.warehouse", "=", "shop"),
    )
    .select("p.id")
    .where("p.venue_id", "=", ctx.venue.id)
    .where("p.on_shelf", "=", true)
    .where("s.quantity", ">", 20)
    .orderBy("p.position")
    .limit(2)
    .execute();
  if (products.length === 0) return;
  for (const [i, { id: orderId }] of orders.entries()) {
    const lines = products.flatMap(({ id: productId }, n) => {
      const quantity = GOODS[i]?.[n];
      return quantity === undefined ? [] : [{ productId, quantity }];
    });
    const { total } = await quoteGoods(ctx, entered(sale.quote, { orderId, lines }));
    await createSale(ctx, { orderId, lines, payments: [{ type: i === 0 ? "Alipay" : "WeChat", amount: fen(total) }] });
  }
}

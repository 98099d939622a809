/** Goods, package cards and a session for tests of the desk's trade. Over the programs and members of `seedBooking`. */
import { type TestVenue } from "./venue";
import { at, TODAY } from "./booking";
import { receive } from "../../src/server/domains/stock/receive";

/** Cash or another method, fen. */
export const paid = (amount: number, type: "Cash" | "WeChat" | "Balance" = "WeChat") => (amount === 0 ? [] : [{ type, amount }]);

/**
 * Water "water" at 3.33 (24 in the shop at 1.50, limit 5), a service "string" at 30.00, the card type "ct-goods" at 90 % on goods,
 * the card "pk" (3 times for 100.00, badminton), "pk-k" (basketball), and session "hb" of 3 places at 30.00.
 */
export async function seedCommerce(t: TestVenue, pieces = 24, uses = 3, places = 3): Promise<void> {
  const own = { venue_id: t.venue.id };
  const db = t.database.dbFor(t.venue.id);
  await db
    .insertInto("product_class")
    .values([
      { ...own, id: "pc-1", name: "饮料", position: 1 },
      { ...own, id: "pc-2", name: "服务", position: 2 },
    ])
    .execute();
  await db
    .insertInto("product")
    .values([
      {
        ...own,
        id: "water",
        class_id: "pc-1",
        name: "矿泉水",
        pinyin: "kuangquanshui kqs",
        barcode: "690001",
        unit: "瓶",
        price: 333,
        low_limit: 5,
      },
      { ...own, id: "string", class_id: "pc-2", name: "穿线", barcode: null, unit: "次", price: 3_000, stocked: false },
    ])
    .execute();
  await db
    .insertInto("card_type")
    .values({ ...own, id: "ct-goods", name: "商品九折", colour: 100, product_percent: 90, months: 0, position: 9 })
    .execute();
  await db
    .insertInto("package_card")
    .values([
      { ...own, id: "pk", name: "羽毛球次卡", program_id: "g-b", price: 10_000, times: uses, valid_days: 90, position: 1 },
      { ...own, id: "pk-k", name: "篮球次卡", program_id: "g-k", price: 10_000, times: uses, valid_days: 90, position: 2 },
    ])
    .execute();
  await db
    .insertInto("hall_booking")
    .values({
      ...own,
      id: "hb",
      hall_id: "h-b",
      name: "晚场",
      day: TODAY,
      start_minute: at(14),
      end_minute: at(16),
      starts_at: new Date("2026-11-21T06:00:00Z"),
      ends_at: new Date("2026-11-21T08:00:00Z"),
      price: 3_000,
      max_place: places,
      left_place: places,
      status: "on_shelf",
    })
    .execute();
  const lines = [{ productId: "water", quantity: pieces, unitCost: 150 }];
  await t.act((ctx) => receive(ctx, { warehouse: "shop", supplier: "批发商", lines }));
}

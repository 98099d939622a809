/** Package cards at the checkout: what a cart is offered before money, what one transaction takes, and what giving up gives back. */
import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import type { Input } from "../../src/contract/core/call";
import { capacitySessions } from "../../src/contract/capacitySessions/capacity-sessions";
import { sale } from "../../src/contract/sale/sale";
import { booking } from "../../src/contract/booking/booking";
import { fen, yuan } from "../../src/contract/core/money";
import { payPart } from "../../src/server/domains/booking/pay-part";
import { cancelBooking } from "../../src/server/domains/capacitySessions/cancel";
import { sellCard } from "../../src/server/domains/cards/sell";
import { refundBooking } from "../../src/server/domains/coaches/bookings";
import { lockClass, lockActiveBookings } from "../../src/server/domains/coaches/lock";
import { modify } from "../../src/server/domains/sale/carts";
import { create, view } from "../../src/server/domains/sale/lines";
import { quote } from "../../src/server/domains/sale/price";
import { EVERY_CODE } from "../../src/server/http/context";
import type { Request } from "../../src/server/http/perform";
import { checkLedger } from "../../src/server/ledger/check";
import { at, book, cancelled, countRows, postingsOf, refusalOf, seedBooking, seedMember, TOMORROW } from "../support/booking";
import { seedCommerce } from "../support/commerce";
import { type TestVenue, testVenue } from "../support/venue";

let t: TestVenue;
const db = () => t.database.dbFor("v-1");
beforeAll(async () => {
  t = await testVenue();
  await seedBooking(t);
  await seedCommerce(t, 24, 5, 60);
  await sql`INSERT INTO coach (venue_id, id, name, state, phone, level, hour_price, share, created_at)
    VALUES ('v-1', 'co', '许强', 'approved', '13700000001', 'senior', 20000, 60, ${t.now})`.execute(db());
  await sql`INSERT INTO coach_class (venue_id, id, title, no, state, coach_id, place_id, day, start, minutes, capacity, price, share, weeks, created_at)
    VALUES ('v-1', 'cl', '提高班', 'C-1', 'planned', 'co', 'b-1', ${TOMORROW}, ${at(10)}, 90, 20, 10000, 60, 1, ${t.now})`.execute(db());
  await db()
    .insertInto("package_card")
    .values([
      { venue_id: "v-1", id: "pk-p", name: "月卡", kind: "period", program_id: "g-b", price: 30_000, times: 0, valid_days: 30, people: 2 },
      {
        venue_id: "v-1",
        id: "pk-m",
        name: "早场卡",
        program_id: "g-b",
        price: 10_000,
        times: 5,
        valid_days: 90,
        end_minute: at(12),
        start_minute: at(8),
      },
    ])
    .execute();
});
afterEach(async () => expect(await checkLedger(db(), "v-1")).toEqual([]));
afterAll(() => t.close());

const NO_CARDS = { codes: new Set([...EVERY_CODE].filter((code) => code !== "package_card_use")) };
const water = { productId: "water", quantity: 1 };
let count = 0;
/** A member who holds cards of 5 uses, 20.00 each. */
async function holder(...cards: readonly string[]): Promise<{ memberId: string; holdings: readonly string[] }> {
  const memberId = `buyer-${++count}`;
  await seedMember(t, memberId, { principal: 50_000 });
  const holdings: string[] = [];
  for (const packageCardId of cards) holdings.push(await buy(memberId, packageCardId));
  return { memberId, holdings };
}
const buy = (memberId: string, packageCardId: string): Promise<string> =>
  t.act((ctx) =>
    sellCard(ctx, { memberId, packageCardId, payments: [{ type: "WeChat", amount: packageCardId === "pk-p" ? 30_000 : 10_000 }] }),
  );
const quoted = (input: Input<typeof sale.quote>, as?: Partial<Request>) => t.look((ctx) => quote(ctx, sale.quote.input.parse(input)), as);
const sold = (input: Input<typeof sale.create>, as?: Partial<Request>) => t.act((ctx) => create(ctx, sale.create.input.parse(input)), as);
const leftOf = async (id: string): Promise<number> => {
  const row = await db().selectFrom("holding").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
  return row.times + row.bonus_times - row.used;
};
const places = async (): Promise<number> =>
  (await db().selectFrom("hall_booking").select("left_place").executeTakeFirstOrThrow()).left_place;
const session = (quantity: number) => ({ kind: "session" as const, of: "hb", quantity });
const lesson = { kind: "class" as const, of: "cl" };
let hour = 11;
/** Books an hour of its own and returns the order, its cart item and the amount due. */
const order = async (memberId: string) => {
  const made = await book(t, {
    day: TOMORROW,
    runs: [{ placeId: "b-2", start: at(++hour), end: at(hour + 1) }],
    memberId,
    name: undefined,
    mode: "hold",
  });
  return { id: made.id, item: { kind: "order" as const, of: made.id }, due: made.total };
};

describe("the price of a cart", () => {
  it("takes what fits before money: the soonest to expire first, each thing whole or not at all", async () => {
    const { memberId, holdings } = await holder("pk", "pk", "pk-k");
    await db()
      .updateTable("holding")
      .set({ expires_on: "2027-12-31" })
      .where("id", "=", holdings[1] ?? "")
      .execute();
    const cart = { memberId, lines: [water], items: [session(5), lesson] };
    const asked = await quoted(cart);
    expect(asked.cards.map(({ holdingId, before, uses, after, amount }) => [holdingId, before, uses, after, amount])).toEqual([
      [holdings[0], 5, 1, 4, "100.00"],
      [holdings[1], 5, 5, 0, "150.00"],
    ]);
    expect(asked).toMatchObject({ total: "3.33", due: "3.33" });
    expect(asked.items.map(({ kind, total, cards }) => [kind, total, cards.map(({ uses, left }) => [uses, left])])).toEqual([
      ["class", "0.00", [[1, 4]]],
      ["session", "0.00", [[5, 0]]],
    ]);
    const aside = await quoted({ ...cart, withoutCards: [holdings[1] ?? ""] });
    expect(aside.due).toBe("153.33");
    expect(aside.cards.map(({ uses }) => uses)).toEqual([1, 0]);
  });

  it("offers a booking's lines to its own booker, and nothing to who may not use cards or is not there", async () => {
    const { memberId, holdings } = await holder("pk");
    const { item, due } = await order(memberId);
    const other = await holder("pk");
    expect(await quoted({ memberId, items: [item] })).toMatchObject({ due: "0.00", cards: [{ holdingId: holdings[0], uses: 1 }] });
    expect(await quoted({ memberId: other.memberId, items: [item] })).toMatchObject({ due, cards: [] });
    expect(await quoted({ memberId, items: [item] }, NO_CARDS)).toMatchObject({ due, cards: [] });
    expect(await quoted({ items: [session(1)] })).toMatchObject({ due: "30.00", cards: [] });
    expect(await quoted({ memberId, lines: [water] })).toMatchObject({ due: "3.33", cards: [] });
  });

  it("offers no card outside its hours, days, sport or life, and no more people than a period card lets in", async () => {
    const { memberId, holdings } = await holder("pk-k", "pk-m", "pk-p", "pk");
    await db()
      .updateTable("holding")
      .set({ state: "paused" })
      .where("id", "=", holdings[3] ?? "")
      .execute();
    const uses = async (items: Input<typeof sale.quote>["items"]) =>
      (await quoted({ memberId, items })).cards.map(({ holdingId, uses: taken, after }) => [holdings.indexOf(holdingId), taken, after]);
    expect(await uses([session(2)])).toEqual([[2, 2, null]]);
    expect(await uses([session(3)])).toEqual([]);
    // The class is in the morning; a period card counts nothing and pays no coach.
    expect(await uses([lesson])).toEqual([[1, 1, 4]]);
    await db()
      .updateTable("holding")
      .set({ expires_on: "2026-11-21" })
      .where("id", "=", holdings[1] ?? "")
      .execute();
    expect(await uses([lesson])).toEqual([]);
  });
});

describe("paying with cards", () => {
  it("redeems in the same transaction as the goods and the money, and the receipt says so", async () => {
    const { memberId, holdings } = await holder("pk");
    const [holdingId = ""] = holdings;
    const { id: orderId, item } = await order(memberId);
    const before = await places();
    const done = await sold({
      memberId,
      lines: [water],
      items: [session(2), lesson, item],
      cards: [{ holdingId, uses: 4 }],
      payments: [{ type: "Cash", amount: "3.33", tendered: "5.00" }],
    });
    expect(done).toMatchObject({ due: "3.33", total: "3.33" });
    expect(done.items.map(({ kind, total, cards }) => [kind, total, cards.map(({ uses, left }) => [uses, left])])).toEqual([
      ["class", "0.00", [[1, 4]]],
      ["order", "0.00", [[1, 3]]],
      ["session", "0.00", [[2, 1]]],
    ]);
    expect(await t.look((ctx) => view(ctx, { id: done.id }))).toEqual(done);
    expect(await leftOf(holdingId)).toBe(1);
    expect(await places()).toBe(before - 2);
    expect((await postingsOf(t, holdingId)).filter((text) => text.includes("card.value")).length).toBe(4);
    const paid = await db().selectFrom("booking_order").select(["pay_status", "total"]).where("id", "=", orderId).executeTakeFirstOrThrow();
    expect(paid).toEqual({ pay_status: "paid", total: 0 });

    // Each thing gives its uses back where it is given up.
    const booked = done.items.find(({ kind }) => kind === "session");
    await t.act((ctx) =>
      cancelBooking(ctx, capacitySessions.cancelBooking.input.parse({ id: booked?.documentId, reason: "有事", waiveFee: true })),
    );
    expect(await leftOf(holdingId)).toBe(3);
    await t.act(async (ctx) => {
      const klass = await lockClass(ctx, "cl");
      const mine = (await lockActiveBookings(ctx, "cl")).find(({ member_id }) => member_id === memberId);
      if (mine) await refundBooking(ctx, klass, mine, "有事");
    });
    expect(await leftOf(holdingId)).toBe(4);
    await cancelled(t, orderId, { waiveFee: true });
    expect(await leftOf(holdingId)).toBe(5);
  });

  it("pays the rest of a booking that was paid in part, as far as cards cover no more than is due", async () => {
    const { memberId, holdings } = await holder("pk");
    const [holdingId = ""] = holdings;
    const made = await book(t, {
      day: TOMORROW,
      runs: [
        { placeId: "b-3", start: at(9), end: at(10) },
        { placeId: "b-4", start: at(9), end: at(10) },
      ],
      memberId,
      name: undefined,
      mode: "hold",
    });
    const item = { kind: "order" as const, of: made.id };
    const each = fen(made.total) / 2;
    const part = (amount: number) =>
      t.act((ctx) => payPart(ctx, booking.payPart.input.parse({ id: made.id, payments: [{ type: "WeChat", amount: yuan(amount) }] })));
    await part(1_000);
    expect(await quoted({ memberId, items: [item] })).toMatchObject({ due: yuan(each - 1_000), cards: [{ holdingId, uses: 1, after: 4 }] });
    await part(each);
    // Less is due than one line costs: what was paid would be too much with it.
    expect(await quoted({ memberId, items: [item] })).toMatchObject({ due: yuan(each - 1_000), cards: [] });
    const other = await holder("pk");
    const rest = await book(t, {
      day: TOMORROW,
      runs: [
        { placeId: "b-3", start: at(10), end: at(11) },
        { placeId: "b-4", start: at(10), end: at(11) },
      ],
      memberId: other.memberId,
      name: undefined,
      mode: "hold",
    });
    await t.act((ctx) => payPart(ctx, booking.payPart.input.parse({ id: rest.id, payments: [{ type: "WeChat", amount: "10.00" }] })));
    const [card = ""] = other.holdings;
    const done = await sold({
      memberId: other.memberId,
      lines: [water],
      items: [{ kind: "order", of: rest.id }],
      cards: [{ holdingId: card, uses: 1 }],
      payments: [{ type: "Cash", amount: yuan(each - 1_000 + 333) }],
    });
    expect(done.items).toMatchObject([{ kind: "order", total: yuan(each - 1_000), cards: [{ holdingId: card, uses: 1, left: 4 }] }]);
    const paid = await db().selectFrom("booking_order").select(["pay_status", "total", "paid"]).where("id", "=", rest.id).execute();
    expect(paid).toEqual([{ pay_status: "paid", total: each, paid: each }]);
    expect(await leftOf(card)).toBe(4);
    await cancelled(t, rest.id, { waiveFee: true });
    expect(await leftOf(card)).toBe(5);
  });

  it("is refused where a card covers other than was seen, may not be used, or is somebody else's, and nothing moves", async () => {
    const { memberId, holdings } = await holder("pk");
    const [holdingId = ""] = holdings;
    const other = await holder();
    const cart = { memberId, lines: [water], items: [session(2)], cards: [{ holdingId, uses: 2 }] };
    const rest = [{ type: "Cash" as const, amount: "3.33" }];
    const state = async () => [await countRows(t), await places(), await leftOf(holdingId)];
    const before = await state();
    const key = async (input: Input<typeof sale.create>, as?: Partial<Request>) => (await refusalOf(sold(input, as))).key;
    expect(await key({ ...cart, cards: [{ holdingId, uses: 1 }], payments: rest })).toBe("cardUsesChanged");
    expect(await key({ ...cart, memberId: other.memberId, payments: rest })).toBe("cardUsesChanged");
    expect(await key({ ...cart, memberId: undefined, payments: rest })).toBe("memberNeeded");
    expect(await key({ ...cart, payments: rest }, NO_CARDS)).toBe("forbidden");
    expect(await key({ ...cart, payments: [{ type: "Cash", amount: "63.33" }] })).toBe("paymentSum");
    // The whole fails after the card was redeemed: the goods' money is short.
    expect(
      await key({ ...cart, items: [session(2), { kind: "recharge", amount: "10.00" }], payments: [{ type: "Balance", amount: "13.33" }] }),
    ).toBe("refused");
    expect(await state()).toEqual(before);
  });

  it("lets one of two tills use the last uses of a card", async () => {
    const { memberId, holdings } = await holder("pk");
    const [holdingId = ""] = holdings;
    const cart = { memberId, lines: [], items: [session(3)], cards: [{ holdingId, uses: 3 }], payments: [] };
    const both = await Promise.allSettled([sold(cart), sold(cart)]);
    expect(both.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    expect(await leftOf(holdingId)).toBe(2);
  });

  it("keeps the price of a hung cart, and takes the card when it is paid", async () => {
    const { memberId, holdings } = await holder("pk");
    const [holdingId = ""] = holdings;
    const cart = { memberId, items: [session(1)], cards: [{ holdingId, uses: 1 }] };
    const hung = await t.act((ctx) => modify(ctx, sale.modify.input.parse({ ...cart, mode: "hang" })));
    expect(hung.items).toMatchObject([{ total: "30.00", cards: [] }]);
    expect(await leftOf(holdingId)).toBe(5);
    const paid = await t.act((ctx) => modify(ctx, sale.modify.input.parse({ ...cart, id: hung.id, mode: "pay" })));
    expect(paid.items).toMatchObject([{ total: "0.00", cards: [{ holdingId, uses: 1, left: 4 }] }]);
    expect(await leftOf(holdingId)).toBe(4);
  });
});

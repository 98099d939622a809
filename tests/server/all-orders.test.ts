/**
 * The list of all orders has every kind of document that customers pay, and its sums are the ledger's: some of each kind are made, and one of
 * each is given back, in whole or less what is kept.
 */
import { sql } from "kysely";
import { afterAll, beforeAll, expect, it } from "vitest";
import { api } from "../../src/contract/all";
import { orders } from "../../src/contract/finance/books";
import { fen } from "../../src/contract/core/money";
import { sale } from "../../src/contract/sale/sale";
import { settleDeposit } from "../../src/server/domains/sale/deposit";
import { create as sellGoods } from "../../src/server/domains/sale/lines";
import { returns } from "../../src/server/domains/sale/returns";
import { checkLedger } from "../../src/server/ledger/check";
import { post } from "../../src/server/ledger/post";
import { BEFORE, published } from "../support/activity";
import { book, cancelled, payFor, seedBooking, TODAY, TOMORROW } from "../support/booking";
import { seedCommerce } from "../support/commerce";
import { deskOf, venueOf } from "../support/desk";
import { wednesdays } from "../support/fixed";
import { onSale, sell as sellVoucher } from "../support/groupon";
import { type Client, type TestServer, testServer } from "../support/server";
import type { TestVenue } from "../support/venue";

let server: TestServer;
let admin: Client;
let t: TestVenue;
beforeAll(async () => {
  server = await testServer();
  t = deskOf(server.database, server.url, await venueOf(server.database, "v-1"), BEFORE);
  await seedBooking(t);
  await seedCommerce(t);
  server.now = BEFORE;
  admin = await server.as("admin");
});
afterAll(() => server.close());

const wechat = (amount: string) => [{ type: "WeChat" as const, amount }];
const reason = "客人有事";
const two = [0, 1] as const;

/** Makes two of a kind and gives the first back. */
const MAKE: Readonly<Record<string, () => Promise<void>>> = {
  booking: async () => {
    const hours = { start: 600, end: 660 };
    const made = [await book(t), await book(t, { runs: [{ placeId: "b-4", ...hours }], day: TOMORROW })];
    for (const order of made) await payFor(t, order);
    await cancelled(t, made[1]?.id ?? "");
  },
  sale: async () => {
    const input = sale.create.input.parse({ lines: [{ productId: "water", quantity: 3 }], payments: wechat("9.99") });
    const [sold] = [await t.act((ctx) => sellGoods(ctx, input)), await t.act((ctx) => sellGoods(ctx, input))];
    const lines = [{ lineId: sold.lines[0]?.id ?? "", quantity: 1 }];
    await t.act((ctx) => returns(ctx, sale.returns.input.parse({ saleId: sold.id, lines, reason })));
  },
  deposit: async () => {
    await sql`UPDATE product SET deposit = 10000 WHERE venue_id = 'v-1' AND id = 'string'`.execute(server.database.dbFor("v-1"));
    // Their rent of 60, and a deposit of 200.
    const input = sale.create.input.parse({ lines: [{ productId: "string", quantity: 2 }], payments: wechat("260.00") });
    const [sold] = [await t.act((ctx) => sellGoods(ctx, input)), await t.act((ctx) => sellGoods(ctx, input))];
    const settle = { itemId: sold.items[0]?.id ?? "", keep: "30.00", reason };
    await t.act((ctx) => settleDeposit(ctx, sale.settleDeposit.input.parse(settle)));
  },
  fixed: async () => {
    for (const i of two) {
      const { id } = await admin.ok(api.fixed.create, { ...wednesdays, placeIds: [`b-${i + 1}`], activate: true });
      await admin.ok(api.fixed.pay, { id, payments: wechat("200.00") });
      if (i === 0) await admin.ok(api.fixed.end, { id, reason, fee: "20.00" });
    }
  },
  activity: async () => {
    const activityId = await published(admin, { startsAt: "2026-11-24T14:00:00+08:00", endsAt: "2026-11-24T17:00:00+08:00" });
    const input = { activityId, attendee: "guest" as const, name: "王伟", payments: wechat("80.00") };
    const [{ id }] = [await admin.ok(api.activityDesk.signUp, input), await admin.ok(api.activityDesk.signUp, input)];
    await admin.ok(api.activityJoins.leave, { id, reason, waive: false });
  },
  entry: async () => {
    const game = {
      shortTitle: "浦东公开赛",
      gameStart: "2026-12-05",
      gameEnd: "2026-12-06",
      gameType: "venueGame",
      businessCode: "venue",
      memberType: "personal",
      bail: "20.00",
    } as const;
    const made = await admin.ok(api.games.create, game);
    const of = { game: made.id, title: "男子单打", kind: "singles", gender: "male", fee: "50.00" } as const;
    const event = await admin.ok(api.gameEvents.create, of);
    for (const action of ["publish", "openSignUp"] as const) await admin.ok(api.games.modifyStatus, { id: made.id, action });
    const ids: string[] = [];
    for (const name of ["陈一", "李二", "王三"]) {
      const phone = `1390000000${ids.length}`;
      const { id } = await admin.ok(api.gameTeams.create, { event: event.id, name, captain: name, phone });
      await admin.ok(api.gameTeamMembers.create, { team: id, name, sex: "male", phone });
      ids.push(id);
    }
    const [gone = "", stays = ""] = ids;
    for (const id of [gone, stays]) await admin.ok(api.gameTeams.pay, { id, payments: wechat("70.00") });
    await admin.ok(api.gameTeams.withdraw, { id: gone, keep: "10.00", reason });
  },
  voucher: async () => {
    const goods = await onSale(admin);
    const [{ data }] = [await sellVoucher(admin, goods), await sellVoucher(admin, goods)];
    await admin.ok(api.vouchers.refund, { id: data.id, reason });
  },
  coachClass: async () => {
    const draft = { name: "周教练", phone: "13700000501", level: "senior", hourPrice: "200", share: 60 } as const;
    const coach = await admin.ok(api.coaches.create, { ...draft, programs: ["羽毛球"] });
    await admin.ok(api.coaches.approve, { id: coach.id });
    const terms = { title: "成人提高班", coach: coach.id, place: "b-6", day: "2026-11-27", start: 600, minutes: 90 };
    const { id: coachClass } = await admin.ok(api.coachClasses.create, { ...terms, capacity: 4, price: "100", weeks: 1 });
    const join = { coachClass, name: "散客", payBy: "WeChat" } as const;
    const [first] = [await admin.ok(api.coachBookings.create, join), await admin.ok(api.coachBookings.create, join)];
    await admin.ok(api.coachBookings.cancel, { id: first.id, reason });
  },
  collection: async () => {
    for (const i of two) {
      await t.act(async (ctx) => {
        const id = `collected-${i}`;
        await ctx.db
          .insertInto("payment")
          .values({
            venue_id: "v-1",
            id,
            no: `Q-${i}`,
            document_kind: "collection",
            document_id: id,
            type: "scanCode",
            amount: 5_000,
            state: "succeeded",
            channel: "wechat",
            channel_ref: `ref-${i}`,
            person_id: "p",
            operator: "测试员",
            at: ctx.now,
            purpose: "collect",
          })
          .execute();
        const legs = [
          { account: "tender.wechat", amount: 5_000 },
          { account: "income.other", amount: -5_000, earnedOn: TODAY },
        ] as const;
        return post(ctx, { document: { kind: "collection", id, no: `Q-${i}` }, operation: "scan to pay", legs });
      });
    }
    await admin.ok(api.venuePayments.refund, { id: "collected-0", refundAmount: "12.00", refundReason: reason });
  },
};

/** The kind of an order where its document's is called otherwise. */
const KIND_OF: Readonly<Record<string, string>> = { order: "booking" };
/**
 * Returns the amounts that documents of a kind collected and refunded, fen: over every tender, and out of purses and coupons, transaction
 * by transaction. A fill of a purse is no payment out of it; a collection belongs to the document that it pays.
 */
async function posted(kind: string): Promise<{ paid: number; refunded: number }> {
  const { rows } = await sql<{ kind: string; paid: number; refunded: number }>`
    SELECT kind, coalesce(sum(amount) FILTER (WHERE amount > 0), 0)::bigint AS paid, coalesce(-sum(amount) FILTER (WHERE amount < 0), 0)::bigint AS refunded
    FROM (SELECT CASE WHEN t.document_kind = 'collection' THEN coalesce((SELECT y.document_kind FROM payment y
        WHERE y.venue_id = t.venue_id AND y.id = t.document_id), 'collection') ELSE t.document_kind END AS kind, sum(p.amount) AS amount
      FROM posting p JOIN ledger_tx t ON t.venue_id = p.venue_id AND t.id = p.tx_id
      WHERE p.venue_id = 'v-1' AND (p.account ^@ 'tender.' OR t.document_kind <> 'recharge'
        AND (p.account ^@ 'purse.' OR p.account IN ('receivable.coupon', 'clearing.venue'))) GROUP BY t.venue_id, t.id) x GROUP BY kind`.execute(
    server.database.dbFor("v-1"),
  );
  const { paid = 0, refunded = 0 } = rows.find((row) => (KIND_OF[row.kind] ?? row.kind) === kind) ?? {};
  return { paid, refunded };
}
const rowsOf = async (kind: string) => (await admin.ok(api.orders.list, { kind: [kind], size: 100 })).content;

it.each(Object.keys(MAKE))("has %s, with what it was paid and gave back", async (kind) => {
  await MAKE[kind]?.();
  const rows = await rowsOf(kind);
  expect(rows.length).toBeGreaterThan(1);
  const money = await posted(kind);
  expect(money.paid).toBeGreaterThan(0);
  expect(money.refunded).toBeGreaterThan(0);
  const sums = await admin.ok(api.orders.sums, { kind: [kind] });
  expect({ paid: fen(sums.paid ?? "0"), refunded: fen(sums.refunded ?? "0"), count: sums.count }).toEqual({ ...money, count: rows.length });
  expect(rows.map(({ payStatus }) => payStatus)).toEqual(expect.arrayContaining(["paid"]));
  expect(rows.some(({ payStatus }) => payStatus === "part_refunded" || payStatus === "refunded")).toBe(true);
  // By its payment, too.
  const given = (await admin.ok(api.orders.list, { kind: [kind], payStatus: ["part_refunded", "refunded"], size: 100 })).content;
  expect(given.every(({ refunded }) => fen(refunded) > 0)).toBe(true);
  expect(await checkLedger(server.database.dbFor("v-1"), "v-1")).toEqual([]);
});

it("says that an entry is still to be paid, and counts nothing of it", async () => {
  expect((await rowsOf("entry")).filter(({ payStatus }) => payStatus === "unpaid")).toMatchObject([
    { customer: "王三", total: "70.00", paid: "0.00", orderStatus: "held", content: "男子单打 · 王三" },
  ]);
});

it("counts a use that a fixed contract paid once, at the contract", async () => {
  const bookings = async () => fen((await admin.ok(api.orders.sums, { kind: ["booking"] })).paid ?? "0");
  const before = await bookings();
  await sql`UPDATE booking_order o SET paid = o.total, pay_status = 'paid' FROM fixed_occurrence c
    WHERE o.venue_id = 'v-1' AND c.venue_id = o.venue_id AND c.order_id = o.id`.execute(server.database.dbFor("v-1"));
  expect(await bookings()).toBeGreaterThan(before);
  await sql`UPDATE fixed_occurrence c SET covered = o.total FROM booking_order o
    WHERE o.venue_id = 'v-1' AND c.venue_id = o.venue_id AND c.order_id = o.id`.execute(server.database.dbFor("v-1"));
  expect(await bookings()).toBe(before);
});

it("has what is paid of a debt", async () => {
  const owed = [
    { account: "receivable.member", amount: 2_000, subject: "m-1" },
    { account: "opening", amount: -2_000 },
  ] as const;
  await t.act((ctx) => post(ctx, { document: { kind: "adjustment", id: "m-1", no: "" }, operation: "opening", legs: owed }));
  await admin.ok(api.memberRecords.payDebt, { id: "m-1", amount: "15.00", method: "WeChat" });
  expect(await rowsOf("debt")).toMatchObject([{ total: "15.00", paid: "15.00", refunded: "0.00", member: "m-1", payStatus: "paid" }]);
  expect(await posted("debt")).toEqual({ paid: 1_500, refunded: 0 });
  const [paid] = await rowsOf("debt");
  await admin.ok(api.memberRecords.revokePaid, { kind: "debt", id: paid?.id ?? "", reason });
  expect(await rowsOf("debt")).toMatchObject([{ paid: "15.00", refunded: "15.00", orderStatus: "cancelled", payStatus: "refunded" }]);
  expect(await posted("debt")).toEqual({ paid: 1_500, refunded: 1_500 });
});

it("has fee and deposit of a card, and the deposit that goes back when the account closes", async () => {
  await sql`INSERT INTO card_type (venue_id, id, name, colour, fee, deposit) VALUES ('v-1', 'ct-fee', '押金卡', 200, 2000, 10000)`.execute(
    server.database.dbFor("v-1"),
  );
  const fees = { due: "120.00", method: "WeChat" as const };
  const { id } = await admin.ok(api.members.create, { phone: "13811119999", name: "钱押金", cardTypeId: "ct-fee", fees });
  expect(await rowsOf("cardFee")).toMatchObject([{ total: "120.00", paid: "120.00", member: id, payStatus: "paid", content: "押金卡" }]);
  const seen = await admin.ok(api.memberRecords.closePreview, { id });
  await admin.ok(api.memberRecords.close, { id, feePercent: 0, back: seen.back, deposit: seen.deposit, method: "Transfer", reason });
  expect(await rowsOf("cardFee")).toMatchObject([{ refunded: "100.00", payStatus: "part_refunded" }]);
  expect(await posted("cardFee")).toEqual({ paid: 12_000, refunded: 10_000 });
});

it("says which orders are out of force: those that are cancelled or expired", async () => {
  const count = async (filter: Readonly<Record<string, string>>) => (await admin.ok(api.orders.sums, filter)).count;
  const [over, inForce] = [await count({ disabled: "yes" }), await count({ disabled: "no" })];
  expect(over).toBe(await count({ orderStatus: "cancelled,expired" }));
  expect([over > 0, inForce > 0, over + inForce]).toEqual([true, true, await count({})]);
});

it("knows every kind that it lists, and no other", () => {
  const elsewhere = ["session", "openPlay", "card", "recharge", "debt", "cardFee"];
  expect([...Object.keys(MAKE), ...elsewhere].toSorted((a, b) => a.localeCompare(b))).toEqual(
    Object.keys(orders.fields.kind.choices ?? {}).toSorted((a, b) => a.localeCompare(b)),
  );
});

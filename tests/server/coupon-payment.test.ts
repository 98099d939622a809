/** The authority's coupon as a tender: a booking of 100.00 is paid with it, once, and its refund makes the authority owe less. */
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import type { Input } from "../../src/contract/core/call";
import { couponCodes } from "../../src/contract/coupon/coupon";
import { coupons, register } from "../../src/server/domains/coupon/coupons";
import { couponJobs } from "../../src/server/domains/coupon/jobs";
import { checkLedger } from "../../src/server/ledger/check";
import { book, cancelled, countRows, payFor, postingsOf, refusalOf, seedBooking } from "../support/booking";
import { type TestVenue, testVenue } from "../support/venue";

let t: TestVenue;
const start = new Date("2026-11-21T02:00:00Z");
beforeAll(async () => {
  t = await testVenue();
  await seedBooking(t);
});
beforeEach(async () => {
  t.now = start;
  await t.act((ctx) =>
    ctx.db.deleteFrom("coupon").where("venue_id", "=", ctx.venue.id).where("state", "in", ["issued", "expired"]).execute(),
  );
});
afterAll(() => t.close());

let made = 0;
/** Registers one coupon, 20.00 from 100.00 on unless told otherwise. @returns its code */
async function issue(draft: Partial<Input<typeof couponCodes.register>> = {}): Promise<string> {
  const code = `TY-${String(++made).padStart(4, "0")}`;
  const input = {
    scheme: "健身券",
    face: "20",
    threshold: "100",
    startsOn: "2026-11-01",
    endsOn: "2026-11-30",
    couponCodes: [code],
    ...draft,
  };
  await t.act((ctx) => register(ctx, couponCodes.register.input.parse(input)), { action: "coupon.register" });
  return code;
}
const couponOf = async (code: string) => {
  const page = await t.look((ctx) => coupons.list(ctx, { q: code, page: 0, size: 20 }));
  return page.content[0];
};
const withCoupon = (code: string, amount = "20", rest = "80") => [
  { type: "SportsExpertUserCoupon" as const, amount, coupon: code },
  { type: "WeChat" as const, amount: rest },
];
const places = ["b-1", "b-2", "b-3", "b-4", "b-5", "b-6", "b-7", "b-8", "b-9", "b-10"];
const freshOrder = () => {
  const placeId = places[made % places.length] ?? "b-1";
  const day = `2026-11-${String(22 + Math.floor(made / places.length)).padStart(2, "0")}`;
  return book(t, { day, runs: [{ placeId, start: 20 * 60, end: 21 * 60 }] });
};
const healthy = async () => expect(await checkLedger(t.database.dbFor(t.venue.id), t.venue.id)).toEqual([]);

it("pays its part: the authority owes it, the coupon names the order, and the trace stays in the payment", async () => {
  const code = await issue();
  const order = await freshOrder();
  const paid = await payFor(t, order, withCoupon(code.toLowerCase(), "20", String(Number(order.due) - 20)));
  expect(paid.orderStatus).toBe("paid");
  expect(paid.payments[0]).toMatchObject({ type: "SportsExpertUserCoupon", amount: "20.00", note: code });
  expect(await postingsOf(t, order.id)).toContainEqual(expect.stringMatching(/receivable\.coupon 健身券 2000$/));
  expect(await couponOf(code)).toMatchObject({ state: "used", used: "20.00", subsidy: "20.00", documentNo: order.no, operator: "测试员" });
  await healthy();
});

it("is given back with the order that it paid, and pays no second time", async () => {
  const code = await issue();
  const order = await freshOrder();
  await payFor(t, order, withCoupon(code, "20", String(Number(order.due) - 20)));
  await cancelled(t, order.id);
  expect(await couponOf(code)).toMatchObject({ state: "returned", used: "20.00", subsidy: "0.00" });
  expect(await postingsOf(t, order.id)).toContainEqual(expect.stringMatching(/receivable\.coupon 健身券 -2000$/));
  await healthy();
  made++;
  const next = await freshOrder();
  const refusal = await refusalOf(payFor(t, next, withCoupon(code, "20", String(Number(next.due) - 20))));
  expect(refusal).toMatchObject({ key: "couponSpent", values: { code, no: order.no, at: "2026-11-21 10:00" } });
});

it.each([
  ["below its threshold", { threshold: "100.01" }, "20", "couponThreshold"],
  ["for more than its face", { face: "19.99" }, "20", "couponFace"],
  ["after its last day", { endsOn: "2026-11-20" }, "20", "couponEnded"],
  ["before its first day", { startsOn: "2026-11-22" }, "20", "couponEnded"],
])("is refused %s, and nothing changes", async (_, draft, amount, refused) => {
  const code = await issue(draft);
  const order = await freshOrder();
  const rows = await countRows(t);
  const refusal = await refusalOf(payFor(t, order, withCoupon(code, amount, String(Number(order.due) - Number(amount)))));
  expect(refusal.key).toBe(refused);
  expect(await countRows(t)).toEqual(rows);
  expect((await couponOf(code))?.used).toBe("0.00");
});

it("is refused without a code, with one that nobody registered, and from a desk that may not take coupons", async () => {
  const code = await issue();
  const order = await freshOrder();
  const rest = String(Number(order.due) - 20);
  const nameless = [
    { type: "SportsExpertUserCoupon" as const, amount: "20" },
    { type: "WeChat" as const, amount: rest },
  ];
  expect((await refusalOf(payFor(t, order, nameless))).key).toBe("badInput");
  expect((await refusalOf(payFor(t, order, withCoupon("NO-SUCH", "20", rest)))).key).toBe("couponUnknown");
  const codes = new Set(["booking_pay", "venue_booking"] as const);
  expect((await refusalOf(payFor(t, order, withCoupon(code, "20", rest), { codes }))).key).toBe("forbidden");
  expect(await couponOf(code)).toMatchObject({ state: "issued" });
});

it("pays for one of many orders that take it at once", async () => {
  const code = await issue();
  const orders = [];
  for (const placeId of places.slice(0, 8))
    orders.push(await book(t, { day: "2026-11-28", runs: [{ placeId, start: 20 * 60, end: 21 * 60 }] }));
  const outcomes = await Promise.allSettled(
    orders.map((order) => payFor(t, order, withCoupon(code, "20", String(Number(order.due) - 20)))),
  );
  expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  const refusals = outcomes.flatMap((outcome) => (outcome.status === "rejected" ? [(outcome.reason as { key?: string }).key] : []));
  expect(new Set(refusals)).toEqual(new Set(["couponSpent"]));
  expect(await couponOf(code)).toMatchObject({ state: "used", subsidy: "20.00" });
  await healthy();
});

it("is worth nothing after its last day, by the clock", async () => {
  const code = await issue();
  t.now = new Date("2026-12-01T02:00:00Z");
  for (const job of couponJobs) await t.act((ctx) => job.run(ctx), { action: job.name });
  expect(await couponOf(code)).toMatchObject({ state: "expired" });
});

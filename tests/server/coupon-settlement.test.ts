/** Coupons into settlements: one coupon in one, what goes back later is a negative line in the next. */
import { afterAll, beforeAll, expect, it } from "vitest";
import { coupon as log, couponCodes } from "../../src/contract/coupon/coupon";
import { couponSettlementLines, couponSettlements } from "../../src/contract/coupon/coupon-settlements";
import { callsOf } from "../../src/contract/core/resource/calls";
import { sale } from "../../src/contract/sale/sale";
import { checkLedger } from "../../src/server/ledger/check";
import { postingsOf, refusalOf, seedBooking, TODAY } from "../support/booking";
import { seedCommerce } from "../support/commerce";
import { serves } from "../support/services";
import { testVenue, type TestVenue } from "../support/venue";

let t: TestVenue;
beforeAll(async () => {
  t = await testVenue();
  await seedBooking(t);
  await seedCommerce(t);
  const codes = ["QM-0001", "QM-0002", "QM-0003"];
  await t.act((ctx) =>
    serves(couponCodes.register)(ctx, {
      scheme: "消费券",
      face: "20",
      threshold: "0",
      startsOn: TODAY,
      endsOn: "2026-12-31",
      couponCodes: codes,
    }),
  );
});
afterAll(() => t.close());

const calls = callsOf(couponSettlements);
/** Decides what the tester hands in. */
const reviewer = { person: { id: "p-reviewer", name: "审核员" } };
const lines = serves(callsOf(couponSettlementLines).list);
const settle = async (until = TODAY) => {
  const { id } = await t.act((ctx) => serves(calls.create)(ctx, { scheme: "消费券", until }));
  return t.look((ctx) => serves(calls.view)(ctx, { id }));
};
const stateOf = async (code: string) => (await t.look((ctx) => serves(callsOf(log).list)(ctx, { q: code }))).content[0]?.state;
const sell = (code: string) =>
  t.act((ctx) =>
    serves(sale.create)(ctx, {
      lines: [{ productId: "string", quantity: 1 }],
      payments: [
        { type: "SportsExpertUserCoupon", amount: "20", coupon: code },
        { type: "WeChat", amount: "10" },
      ],
    }),
  );
const giveBack = (of: Awaited<ReturnType<typeof sell>>) =>
  t.act((ctx) => serves(sale.returns)(ctx, { saleId: of.id, lines: [{ lineId: of.lines[0]?.id ?? "", quantity: 1 }], reason: "不要了" }));

it("takes each use in once, is reviewed and paid out, and puts a later refund into the next as a negative line", async () => {
  const [first, second, third] = [await sell("QM-0001"), await sell("QM-0002"), await sell("QM-0003")];
  await giveBack(third);
  const one = await settle();
  expect(one).toMatchObject({ state: "draft", amount: "40.00", lines: 2, used: "40.00", back: "0.00" });
  expect(await stateOf("QM-0001")).toBe("to_settle");
  expect(await stateOf("QM-0003")).toBe("returned");
  expect((await refusalOf(settle())).key).toBe("badInput");
  await t.act((ctx) => serves(calls.submit)(ctx, { id: one.id }));
  expect((await refusalOf(t.act((ctx) => serves(calls.payOut)(ctx, { id: one.id, method: "Transfer" })))).key).toBe("wrongState");
  await t.act((ctx) => serves(calls.reject)(ctx, { id: one.id, reason: "附件不全" }));
  await t.act((ctx) => serves(calls.submit)(ctx, { id: one.id }));
  await t.act((ctx) => serves(calls.approve)(ctx, { id: one.id }), reviewer);
  expect((await refusalOf(settle())).key).toBe("badInput");
  const paid = await t.act((ctx) => serves(calls.payOut)(ctx, { id: one.id, method: "Transfer" }));
  expect(paid).toMatchObject({ state: "paid_out", paidOutOn: TODAY });
  expect(await postingsOf(t, one.id)).toEqual([
    "coupon settlement paid out tender.transfer 4000",
    "coupon settlement paid out receivable.coupon 消费券 -4000",
  ]);
  expect([await stateOf("QM-0001"), await stateOf("QM-0002")]).toEqual(["settled", "settled"]);

  await giveBack(second);
  expect(await stateOf("QM-0002")).toBe("returned");
  const next = await settle();
  expect(next).toMatchObject({ amount: "-20.00", used: "0.00", back: "-20.00", lines: 1 });
  const all = await t.look((ctx) => lines(ctx, {}));
  expect(all.content.map((line) => `${line.code} ${line.kind} ${line.amount}`).sort()).toEqual([
    "QM-0001 use 20.00",
    "QM-0002 refund -20.00",
    "QM-0002 use 20.00",
  ]);
  await t.act((ctx) => serves(calls.submit)(ctx, { id: next.id }));
  await t.act((ctx) => serves(calls.approve)(ctx, { id: next.id }), reviewer);
  await t.act((ctx) => serves(calls.payOut)(ctx, { id: next.id, method: "Transfer" }));
  expect((await refusalOf(settle())).key).toBe("badInput");
  expect(first.total).toBe("30.00");
  const owed = await t.database
    .dbFor("v-1")
    .selectFrom("posting")
    .select((eb) => eb.fn.sum<number>("amount").as("amount"))
    .where("account", "=", "receivable.coupon")
    .executeTakeFirstOrThrow();
  expect(owed.amount).toBe(0);
  expect(await checkLedger(t.database.dbFor("v-1"), "v-1")).toEqual([]);
});

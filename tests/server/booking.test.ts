import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { booking } from "../../src/contract/booking/booking";
import { orders } from "../../src/contract/finance/books";
import { callsOf } from "../../src/contract/core/resource/calls";
import type { OrderStatus } from "../../src/contract/core/states";
import { instant } from "../../src/contract/core/time";
import { refundPreview } from "../../src/server/domains/booking/cancel";
import { checkIn } from "../../src/server/domains/booking/check-in";
import { bookingOrderServices } from "../../src/server/domains/booking/orders";
import { freePlace } from "../../src/server/domains/booking/free-place";
import { bookingJobs } from "../../src/server/domains/booking/jobs";
import { lock, unlock } from "../../src/server/domains/booking/lock";
import { quote } from "../../src/server/domains/booking/quote";
import { grid } from "../../src/server/domains/booking/grid";
import { view } from "../../src/server/domains/booking/view";
import { EVERY_CODE } from "../../src/server/http/context";
import { checkLedger } from "../../src/server/ledger/check";
import {
  at,
  book,
  cancelled,
  checkedIn,
  countRows,
  evening,
  payFor,
  postingsOf,
  refusalOf,
  seedBooking,
  TODAY,
  TOMORROW,
} from "../support/booking";
import { serves } from "../support/services";
import { excelRows } from "../support/unzip";
import { addVenue, type TestVenue, testVenue } from "../support/venue";

let t: TestVenue;
beforeAll(async () => {
  t = await testVenue();
  await seedBooking(t);
});
afterAll(async () => {
  expect(await checkLedger(t.database.dbFor(t.venue.id), t.venue.id)).toEqual([]);
  await t.close();
});

const morning = new Date("2026-11-21T02:00:00Z");
/** Runs at an instant of the venue's wall clock and turns the clock back. */
async function clockAt<T>(day: string, minute: number, work: () => Promise<T>): Promise<T> {
  t.now = instant(day, minute, t.venue.zone);
  try {
    return await work();
  } finally {
    t.now = morning;
  }
}
const jobs = async (): Promise<void> => {
  for (const job of bookingJobs) await t.act(job.run, { action: job.name });
};
/** A new free hour for each test: court by court, then day by day. */
let used = 0;
function freeHour(): { day: string; runs: { placeId: string; start: number; end: number }[] } {
  const n = used++;
  const start = at(8) + (Math.floor(n / 10) % 10) * 60;
  return { day: n < 100 ? "2026-11-25" : "2026-11-26", runs: [{ placeId: `b-${(n % 10) + 1}`, start, end: start + 60 }] };
}
const without = (...codes: string[]) => ({ codes: new Set([...EVERY_CODE].filter((code) => !codes.includes(code))) });

describe("booking", () => {
  it("quotes what it will charge, with the reason of each line, and takes nothing", async () => {
    const before = await countRows(t);
    const input = booking.quote.input.parse({ venueId: "v-1", day: TODAY, runs: evening.runs, memberId: "m-1", discount: { amount: "5" } });
    const answer = await t.look((ctx) => quote(ctx, input));
    expect(answer).toMatchObject({ list: "100.00", discount: "20.00", total: "80.00" });
    expect(answer.lines[0]?.trace.steps.filter((step) => step.matched).map((step) => [step.rule, step.amount])).toEqual([
      ["plan", "100.00"],
      ["member", "-15.00"],
      ["manual", "-5.00"],
    ]);
    expect(await countRows(t)).toEqual(before);
  });

  it("holds a place for a walk-in until the venue's minutes are over", async () => {
    const order = await book(t, freeHour());
    expect(order).toMatchObject({ orderStatus: "held", payStatus: "unpaid", name: "王伟", due: "50.00", paid: "0.00", memberId: null });
    expect(order.holdUntil).toBe(new Date(morning.getTime() + 15 * 60_000).toISOString());
    expect(await postingsOf(t, order.id)).toEqual([]);
  });

  it("joins runs that touch, keeps several places in one order, and numbers it", async () => {
    const order = await book(t, {
      day: "2026-11-27",
      runs: [
        { placeId: "b-2", start: at(9, 30), end: at(10) },
        { placeId: "b-1", start: at(9), end: at(10) },
        { placeId: "b-2", start: at(9), end: at(9, 30) },
      ],
    });
    expect(order.places).toBe("1 号 09:00–10:00, 2 号 09:00–10:00");
    expect(order.lines.map((line) => [line.placeName, line.start, line.end])).toEqual([
      ["1", 540, 600],
      ["2", 540, 600],
    ]);
    expect(order.no).toMatch(/^B20261121-\d{4}$/);
  });

  it("refuses with the new total when the price is not what the person saw", async () => {
    const refusal = await refusalOf(book(t, { ...freeHour(), expectedTotal: "49.00" }));
    expect([refusal.key, refusal.data]).toEqual(["priceChanged", { total: "50.00" }]);
  });

  it("needs the permission to reserve, to discount and to take money", async () => {
    const hour = freeHour();
    expect((await refusalOf(book(t, { ...hour, mode: "reserve" }, without("booking_reserve")))).key).toBe("forbidden");
    const discount = { amount: "1", reason: "老客户" };
    expect((await refusalOf(book(t, { ...hour, discount }, without("booking_discount")))).key).toBe("forbidden");
    expect((await refusalOf(book(t, { ...hour, mode: "pay" }, without("booking_pay")))).key).toBe("forbidden");
    expect((await book(t, { ...hour, mode: "reserve" })).orderStatus).toBe("reserved");
  });

  it("refuses a member who is not active, and a discount beyond the price", async () => {
    await t.database.dbFor("v-1").updateTable("member").set({ state: "frozen" }).where("id", "=", "m-2").execute();
    const refusal = await refusalOf(book(t, { ...freeHour(), memberId: "m-2" }));
    expect(refusal.text("zh")).toBe("会员陈一鸣的状态为“冻结”，不能办理");
    await t.database.dbFor("v-1").updateTable("member").set({ state: "active" }).where("id", "=", "m-2").execute();
    expect((await refusalOf(book(t, { ...freeHour(), discount: { amount: "51", reason: "老客户" } }))).key).toBe("discountTooBig");
  });

  it("answers a retry with the same key with the same order", async () => {
    const hour = freeHour();
    const as = { idempotencyKey: "k-1", body: hour };
    expect((await book(t, hour, as)).id).toBe((await book(t, hour, as)).id);
  });

  it.each([
    ["before opening", { day: TOMORROW, runs: [{ placeId: "b-1", start: at(5, 30), end: at(6) }] }, "slotClosed"],
    ["after closing", { day: TOMORROW, runs: [{ placeId: "b-1", start: at(22), end: at(23, 30) }] }, "slotClosed"],
    ["the wrong way round", { day: TOMORROW, runs: [{ placeId: "b-1", start: at(10), end: at(9) }] }, "slotClosed"],
    ["off the slot's grain", { day: TOMORROW, runs: [{ placeId: "k-full", start: at(9, 30), end: at(10, 30) }] }, "slotGrain"],
    ["half a slot", { day: TOMORROW, runs: [{ placeId: "k-full", start: at(9), end: at(9, 30) }] }, "slotGrain"],
    ["a slot that is over", { runs: [{ placeId: "b-1", start: at(9, 30), end: at(10) }] }, "slotPast"],
    ["yesterday", { day: "2026-11-20", runs: [{ placeId: "b-1", start: at(20), end: at(21) }] }, "slotPast"],
    ["beyond the days ahead", { day: "2026-12-22", runs: [{ placeId: "b-1", start: at(20), end: at(21) }] }, "slotTooFar"],
    ["a place of no venue", { runs: [{ placeId: "b-99", start: at(20), end: at(21) }] }, "missing"],
  ])("refuses %s", async (_, input, key) => {
    expect((await refusalOf(book(t, input))).key).toBe(key);
  });

  it("sells a slot that has begun, until it ends", async () => {
    const runs = [{ placeId: "b-10", start: at(10), end: at(10, 30) }];
    const order = await clockAt(TODAY, at(10, 29), () => book(t, { runs }));
    expect(order.orderStatus).toBe("held");
    await cancelled(t, order.id);
    expect((await clockAt(TODAY, at(10, 30), () => refusalOf(book(t, { runs })))).key).toBe("slotPast");
  });

  it("refuses what has no price", async () => {
    const db = t.database.dbFor("v-1");
    await db.updateTable("price_plan").set({ valid_to: "2026-12-19" }).execute();
    const refusal = await refusalOf(book(t, { day: "2026-12-20", runs: [{ placeId: "b-2", start: at(22), end: at(23) }] }));
    await db.updateTable("price_plan").set({ valid_to: "2027-12-31" }).execute();
    expect(refusal.text("zh")).toBe("2 号 22:00–23:00 尚未设定价格");
  });
});

describe("a taken place", () => {
  it("is refused with the holder's name, since when, and what is free beside it; nothing is left behind", async () => {
    await book(t, { memberId: "m-1", mode: "reserve" });
    const before = await countRows(t);
    const refusal = await refusalOf(
      book(t, {
        runs: [
          { placeId: "b-1", start: at(20), end: at(21) },
          { placeId: "b-5", start: at(20, 30), end: at(21, 30) },
        ],
      }),
    );
    expect(refusal.text("zh")).toBe("5 号 20:30–21:30 已被 沈佩仪 于 10:00 预订，您的选择已保留");
    expect(refusal.data).toMatchObject({
      placeId: "b-5",
      day: TODAY,
      start: at(20, 30),
      end: at(21, 30),
      holder: { name: "沈佩仪", at: morning.toISOString(), locked: false },
      alternatives: [
        { placeId: "b-4", start: at(20, 30), end: at(21, 30) },
        { placeId: "b-6", start: at(20, 30), end: at(21, 30) },
        { placeId: "b-3", start: at(20, 30), end: at(21, 30) },
        { placeId: "b-5", start: at(21), end: at(22) },
        { placeId: "b-5", start: at(21, 30), end: at(22, 30) },
      ],
    });
    expect(await countRows(t)).toEqual(before);
  });

  it("shuts the places that overlap it, both ways, and only those", async () => {
    const run = (placeId: string, start: number) => ({ day: TOMORROW, runs: [{ placeId, start, end: start + 60 }] });
    await book(t, run("k-east", at(18)));
    expect((await refusalOf(book(t, run("k-full", at(18))))).key).toBe("slotTaken");
    await book(t, run("k-west", at(18)));
    await book(t, run("k-full", at(19)));
    expect((await refusalOf(book(t, run("k-west", at(19))))).key).toBe("slotTaken");
    expect((await refusalOf(book(t, { day: TOMORROW, runs: [...run("k-full", at(20)).runs, ...run("k-east", at(20)).runs] }))).key).toBe(
      "linkedChosen",
    );
  });

  it("that a lock holds is refused with the reason, and free again when it is released", async () => {
    const hour = freeHour();
    const input = booking.lock.input.parse({ ...hour, reason: "地胶维修" });
    const { ids } = await t.act((ctx) => lock(ctx, input));
    expect((await refusalOf(book(t, hour))).text("zh")).toContain("已被 锁场 地胶维修 于 10:00");
    await t.act((ctx) => unlock(ctx, { id: ids[0] ?? "" }));
    expect((await refusalOf(t.act((ctx) => unlock(ctx, { id: ids[0] ?? "" })))).key).toBe("wrongState");
    const order = await book(t, hour);
    expect((await refusalOf(t.act((ctx) => lock(ctx, input)))).text("zh")).toContain("王伟");
    await cancelled(t, order.id);
  });

  it("is taken over at once when its hold has run out, whether or not the scheduler ran", async () => {
    const hour = freeHour();
    const first = await book(t, hour);
    t.now = new Date(morning.getTime() + 15 * 60_000 - 1);
    expect((await refusalOf(book(t, hour))).key).toBe("slotTaken");
    t.now = new Date(morning.getTime() + 15 * 60_000);
    const second = await book(t, { ...hour, name: "李娜" });
    expect(second.orderStatus).toBe("held");
    const gone = await t.look((ctx) => view(ctx, { id: first.id }));
    expect(gone.orderStatus).toBe("expired");
    expect((await refusalOf(payFor(t, first))).key).toBe("wrongState");
    t.now = morning;
  });

  it("cannot be paid once its hold has run out, even if nobody else wants it", async () => {
    const order = await book(t, freeHour());
    t.now = new Date(morning.getTime() + 16 * 60_000);
    expect((await refusalOf(payFor(t, order))).data).toEqual({ state: "expired", action: "pay" });
    await jobs();
    t.now = morning;
    expect((await t.look((ctx) => view(ctx, { id: order.id }))).orderStatus).toBe("expired");
    expect(
      await t.database
        .dbFor("v-1")
        .selectFrom("occupancy")
        .selectAll()
        .where("holder_id", "=", order.lines[0]?.id ?? "")
        .execute(),
    ).toEqual([]);
  });
});

describe("money", () => {
  const three = [
    { type: "balance", amount: "50" },
    { type: "coupon", amount: "15" },
    { type: "wechat", amount: "20" },
  ];
  const draft = { memberId: "m-1", mode: "pay" as const, discount: { amount: "5", reason: "老客户" }, payments: three };
  /** List 100, card pays 90 %: the table's own example. */
  const like = async () => {
    const db = t.database.dbFor("v-1");
    await db.updateTable("card_type").set({ place_percent: 90 }).where("id", "=", "ct-85").execute();
    try {
      return await book(t, { ...draft, day: "2026-11-28", runs: [{ placeId: "b-1", start: at(20), end: at(21) }] });
    } finally {
      await db.updateTable("card_type").set({ place_percent: 85 }).where("id", "=", "ct-85").execute();
    }
  };
  const purses = async () => {
    const rows = await t.database.dbFor("v-1").selectFrom("balance").selectAll().where("subject", "=", "m-1").orderBy("account").execute();
    return Object.fromEntries(rows.map((row) => [row.account, row.amount]));
  };
  const spent = async () =>
    (await t.database.dbFor("v-1").selectFrom("member").select("spent").where("id", "=", "m-1").executeTakeFirstOrThrow()).spent;

  it("of a place paid by three methods with two discounts, and of its cancellation at 20 %, posts as the ledger says", async () => {
    const spentBefore = await spent();
    const order = await like();
    expect(order).toMatchObject({ list: "100.00", discount: "15.00", total: "85.00", paid: "85.00", due: "0.00", orderStatus: "paid" });
    expect(await postingsOf(t, order.id)).toEqual([
      "place purse.principal m-1 5000",
      "place purse.gift m-1 1500",
      "place tender.wechat 2000",
      "place discount.member ct-85 1000 2026-11-28",
      "place discount.manual 500 2026-11-28",
      "place income.place g-b -10000 2026-11-28",
    ]);
    expect(await purses()).toEqual({ "purse.principal": 45_000, "purse.gift": 8_500 });
    expect((await spent()) - spentBefore).toBe(8500);
    const late = () => clockAt("2026-11-28", at(19), () => t.look((ctx) => refundPreview(ctx, { id: order.id })));
    expect(await late()).toMatchObject({
      paid: "85.00",
      feePercent: 20,
      hoursBefore: 1,
      freeHours: 24,
      fee: "17.00",
      refund: "68.00",
      back: [
        { type: "Balance", purse: "principal", paid: "50.00", fee: "10.00", refund: "40.00" },
        { type: "Coupon", purse: "gift", paid: "15.00", fee: "3.00", refund: "12.00" },
        { type: "WeChat", purse: null, paid: "20.00", fee: "4.00", refund: "16.00" },
      ],
    });
    const gone = await clockAt("2026-11-28", at(19), () => cancelled(t, order.id));
    expect(gone).toMatchObject({ orderStatus: "cancelled", payStatus: "part_refunded", refunded: "68.00", fee: "17.00" });
    expect((await postingsOf(t, order.id)).slice(6).sort()).toEqual(
      [
        "cancellation discount.manual -500 2026-11-28",
        "cancellation discount.member ct-85 -1000 2026-11-28",
        "cancellation income.place g-b 10000 2026-11-28",
        "cancellation purse.principal m-1 -4000",
        "cancellation purse.gift m-1 -1200",
        "cancellation tender.wechat -1600",
        "cancellation income.fee g-b -1700 2026-11-28",
      ].sort(),
    );
    expect(await purses()).toEqual({ "purse.principal": 49_000, "purse.gift": 9_700 });
    expect((await spent()) - spentBefore).toBe(1700);
    expect(gone.changes.map((change) => [change.action, change.detail, change.operator])).toEqual([
      ["预订", "已付，收 85.00", "测试员"],
      ["取消", "已付 → 已取消，退 68.00，手续费 17.00，原因：客人有事", "测试员"],
    ]);
  });

  it("goes back in full before the venue's free hours are over, and when the fee is waived by who may", async () => {
    const first = await like();
    expect(await cancelled(t, first.id)).toMatchObject({ refunded: "85.00", fee: "0.00", payStatus: "refunded" });
    const second = await like();
    const late = (as = {}) => clockAt("2026-11-28", at(20, 30), () => cancelled(t, second.id, { waiveFee: true }, as));
    expect((await refusalOf(late(without("booking_waive_fee")))).key).toBe("approvalNeeded");
    expect(await late()).toMatchObject({ refunded: "85.00", fee: "0.00" });
  });

  it("of a free place posts its list price and a discount of all of it, with the reason", async () => {
    const hour = freeHour();
    const input = booking.freePlace.input.parse({ ...hour, name: "校队", reason: "合作单位" });
    const order = await t.act((ctx) => freePlace(ctx, input), { action: "booking.freePlace" });
    expect(order).toMatchObject({
      orderStatus: "paid",
      payStatus: "paid",
      list: "50.00",
      discount: "50.00",
      total: "0.00",
      discountReason: "合作单位",
    });
    expect(await postingsOf(t, order.id)).toEqual([
      `free place discount.manual 5000 ${hour.day}`,
      `free place income.place g-b -5000 ${hour.day}`,
    ]);
    const seen = await t.look((ctx) => grid(ctx, booking.grid.input.parse({ day: hour.day, programId: "g-b" })));
    expect(seen.bookings.find((one) => one.orderId === order.id)?.free).toBe("合作单位");
    const [paid] = await excelRows((await t.look((ctx) => bookingOrderServices.excel(ctx, { q: order.no }))).body);
    expect(paid?.slice(-4, -2)).toEqual(["已预订", "无需付款"]);
    const among = await t.look((ctx) => serves(callsOf(orders).list)(ctx, { payStatus: "nothing_to_pay" }));
    expect(among.content).toMatchObject([{ id: order.id, orderStatus: "booked", payStatus: "nothing_to_pay" }]);
    expect(seen.bookings.filter((one) => one.orderId !== order.id && one.free !== null)).toEqual([]);
    await cancelled(t, order.id);
    expect((await postingsOf(t, order.id)).length).toBe(4);
  });

  it("of two programs in one order earns each its own", async () => {
    const order = await book(t, {
      day: "2026-11-28",
      mode: "pay",
      runs: [
        { placeId: "b-3", start: at(9), end: at(10) },
        { placeId: "k-east", start: at(9), end: at(10) },
      ],
      payments: [{ type: "Cash", amount: "200", tendered: "200" }],
    });
    expect(await postingsOf(t, order.id)).toEqual([
      "place tender.cash 20000",
      "place income.place g-b -8000 2026-11-28",
      "place income.place g-k -12000 2026-11-28",
    ]);
  });

  it("is refused when the methods do not add up, a purse is short, or a walk-in pays from one; nothing is left behind", async () => {
    const hour = freeHour();
    const before = await countRows(t);
    const pays = (payments: { type: string; amount: string; tendered?: string }[], memberId?: string) =>
      refusalOf(book(t, { ...hour, mode: "pay", payments, ...(memberId === undefined ? {} : { memberId }) }));
    expect((await pays([{ type: "Cash", amount: "49.99" }])).data).toEqual({ sum: "49.99", due: "50.00" });
    expect((await pays([{ type: "Balance", amount: "50" }])).key).toBe("memberNeeded");
    expect((await pays([{ type: "Balance", amount: "50" }], "m-2")).key).toBe("balanceShort");
    expect((await pays([{ type: "Cash", amount: "50", tendered: "40" }])).key).toBe("badInput");
    expect((await refusalOf(book(t, { ...hour, payments: [{ type: "Cash", amount: "50" }] }))).key).toBe("paymentSum");
    expect(await countRows(t)).toEqual(before);
  });

  it("of a hold is taken at the price it was booked at, whatever the plan says by then", async () => {
    const held = await book(t, freeHour());
    const db = t.database.dbFor("v-1");
    await db.updateTable("program").set({ default_price: 1 }).execute();
    const paid = await payFor(t, held);
    expect(paid).toMatchObject({ orderStatus: "paid", paid: "50.00", payTypes: ["Cash"] });
    await db.updateTable("program").set({ default_price: 6000 }).where("id", "=", "g-k").execute();
    await db.updateTable("program").set({ default_price: null }).where("id", "=", "g-b").execute();
    expect((await refusalOf(payFor(t, { id: held.id, due: "50.00" }))).data).toEqual({ state: "paid", action: "pay" });
  });

  it("paid in part goes back when the hold runs out, and counts when the rest is paid", async () => {
    const partly = async () => {
      const held = await book(t, freeHour());
      await t.act(async (ctx) => {
        const { post } = await import("../../src/server/ledger/post");
        const { collectPayments: takePayments } = await import("../../src/server/payment/collect");
        const document = { kind: "order", id: held.id, no: held.no } as const;
        const { legs } = await takePayments(ctx, document, [{ type: "WeChat", amount: 3000 }], 3000, null);
        await post(ctx, {
          document,
          operation: "part payment",
          legs: [...legs, { account: "prepaid.order", amount: -3000, subject: held.id }],
        });
        await ctx.db.updateTable("booking_order").set({ paid: 3000, pay_status: "part_paid" }).where("id", "=", held.id).execute();
      });
      return held;
    };
    const rest = await partly();
    t.now = new Date(morning.getTime() + 60_000);
    await payFor(t, { id: rest.id, due: "20.00" });
    t.now = morning;
    expect(await postingsOf(t, rest.id)).toEqual([
      "part payment tender.wechat 3000",
      `part payment prepaid.order ${rest.id} -3000`,
      "place tender.cash 2000",
      `place prepaid.order ${rest.id} 3000`,
      `place income.place g-b -5000 ${rest.day}`,
    ]);
    const lapsed = await partly();
    t.now = new Date(morning.getTime() + 15 * 60_000);
    await jobs();
    t.now = morning;
    expect(await t.look((ctx) => view(ctx, { id: lapsed.id }))).toMatchObject({
      orderStatus: "expired",
      payStatus: "refunded",
      refunded: "30.00",
    });
    expect((await postingsOf(t, lapsed.id)).slice(2).sort()).toEqual([
      `cancellation prepaid.order ${lapsed.id} 3000`,
      "cancellation tender.wechat -3000",
    ]);
  });
});

describe("states", () => {
  /** An order in each state, by the moves that lead there; its hour is over where `ended`. */
  async function inState(state: OrderStatus): Promise<{ id: string; day: string; start: number; end: number; due: string }> {
    const hour = freeHour();
    const cash = { payments: [{ type: "Cash", amount: "50" }] };
    const end = () => clockAt(hour.day, (hour.runs[0]?.end ?? 0) + 1, jobs);
    if (state === "held") {
      const order = await book(t, hour);
      return order;
    }
    if (state === "expired") {
      const order = await book(t, hour);
      t.now = new Date(morning.getTime() + 15 * 60_000);
      await jobs();
      t.now = morning;
      return order;
    }
    if (state === "reserved") return book(t, { ...hour, mode: "reserve" });
    const paid = await book(t, { ...hour, mode: "pay", ...cash });
    if (state === "cancelled") await cancelled(t, paid.id);
    if (state === "checked_in" || state === "finished") await clockAt(hour.day, paid.start, () => checkedIn(t, paid.id));
    if (state === "no_show" || state === "finished") await end();
    return paid;
  }
  it("moves with the clock: who was checked in has finished, who did not come is a no-show, and nothing moves twice", async () => {
    const [held, reserved, paid, playing] = [
      await inState("reserved"),
      await inState("reserved"),
      await inState("paid"),
      await inState("checked_in"),
    ];
    const before = (await countRows(t)).ledger_tx;
    await clockAt("2026-11-27", 0, jobs);
    await clockAt("2026-11-27", 0, jobs);
    const states = [];
    for (const order of [held, reserved, paid, playing]) states.push((await t.look((ctx) => view(ctx, { id: order.id }))).orderStatus);
    expect(states).toEqual(["no_show", "no_show", "no_show", "finished"]);
    expect((await countRows(t)).ledger_tx).toBe(before);
  });

  it("asks before it lets somebody in earlier than the venue's minutes", async () => {
    const paid = await inState("paid");
    const minute = (await t.look((ctx) => view(ctx, { id: paid.id }))).lines[0]?.start ?? 0;
    const early = (early?: boolean) => t.act((ctx) => checkIn(ctx, { id: paid.id, undo: false, ...(early ? { early } : {}) }));
    const refused = await refusalOf(clockAt(paid.day, minute - 61, () => early()));
    expect([refused.key, refused.data]).toEqual(["earlyCheckIn", { early: 61 }]);
    expect((await clockAt(paid.day, minute - 61, () => early(true))).orderStatus).toBe("checked_in");
    await checkedIn(t, paid.id, true);
    expect((await clockAt(paid.day, minute - 60, () => early())).orderStatus).toBe("checked_in");
  });

  it("lets a no-show in on the same day only, with the permission, and only when it is paid", async () => {
    const paid = await inState("paid");
    const late = (day: string, as = {}) => clockAt(day, paid.end + 30, () => checkedIn(t, paid.id, false, as));
    expect((await refusalOf(late(paid.day, without("booking_no_show_check_in")))).key).toBe("forbidden");
    await clockAt(paid.day, paid.end + 1, jobs);
    expect((await refusalOf(late("2026-11-28"))).data).toEqual({ state: "no_show", action: "checkIn" });
    expect((await late(paid.day)).orderStatus).toBe("checked_in");
    const owing = await inState("reserved");
    await clockAt(owing.day, owing.end + 1, jobs);
    expect((await refusalOf(clockAt(owing.day, owing.end + 1, () => checkedIn(t, owing.id)))).key).toBe("unpaidCheckIn");
  });

  it("checks in on the day of play only", async () => {
    const order = await inState("paid");
    const refusal = await refusalOf(checkedIn(t, order.id));
    expect([refusal.key, refusal.data]).toEqual(["checkInDay", { day: order.day }]);
    expect((await clockAt(order.day, 0, () => checkedIn(t, order.id))).orderStatus).toBe("checked_in");
  });

  it("undoes a check-in until the end, not after", async () => {
    const order = await inState("checked_in");
    expect((await clockAt(order.day, order.end - 1, () => checkedIn(t, order.id, true))).orderStatus).toBe("paid");
    await clockAt(order.day, order.start, () => checkedIn(t, order.id));
    expect((await refusalOf(clockAt(order.day, order.end, () => checkedIn(t, order.id, true)))).data).toMatchObject({ state: "finished" });
  });
});

describe("other venues", () => {
  it("neither see nor move an order, place or lock", async () => {
    await addVenue(t.database, "v-2");
    const order = await book(t, freeHour());
    const { ids } = await t.act((ctx) => lock(ctx, booking.lock.input.parse({ ...freeHour(), reason: "维修" })));
    const other = { venue: { ...t.venue, id: "v-2" } };
    const before = await countRows(t);
    for (const work of [
      () => t.look((ctx) => view(ctx, { id: order.id }), other),
      () => t.look((ctx) => refundPreview(ctx, { id: order.id }), other),
      () => payFor(t, order, undefined, other),
      () => cancelled(t, order.id, {}, other),
      () => checkedIn(t, order.id, false, other),
      () => book(t, freeHour(), other),
      () => t.act((ctx) => unlock(ctx, { id: ids[0] ?? "" }), other),
    ]) {
      expect((await refusalOf(work())).key).toBe("missing");
    }
    expect(await countRows(t)).toEqual(before);
  });
});

/** The venue's own coupons: given or by promo code, used once on a booking, back when it is cancelled, ended by the clock. */
import { afterAll, beforeAll, expect, it } from "vitest";
import { booking } from "../../src/contract/booking/booking";
import type { Input } from "../../src/contract/core/call";
import { couponDesk, couponOffers, memberCoupons } from "../../src/contract/marketing/coupon-offers";
import { fen } from "../../src/contract/core/money";
import { sale } from "../../src/contract/sale/sale";
import { segments } from "../../src/contract/marketing/segments";
import { callsOf } from "../../src/contract/core/resource/calls";
import { couponOffer as offerMachine, memberCoupon as couponMachine } from "../../src/contract/core/states";
import { expireOrder } from "../../src/server/domains/booking/expire";
import { couponOfferJobs } from "../../src/server/domains/marketing/coupon-offers";
import { replay } from "../../src/server/kernel/price/replay";
import { checkLedger } from "../../src/server/ledger/check";
import { at, postingsOf, seedBooking, TODAY, TOMORROW } from "../support/booking";
import { seedCommerce } from "../support/commerce";
import { COUPON } from "../support/coupons";
import { deskOf, venueOf } from "../support/desk";
import { type Client, type TestServer, testServer } from "../support/server";
import { query } from "../support/tables";
import type { TestVenue } from "../support/venue";

let server: TestServer;
let desk: TestVenue;
const NOW = new Date(`${TODAY}T10:00:00+08:00`);
let admin: Client;
const offers = callsOf(couponOffers);
const coupons = callsOf(memberCoupons);
beforeAll(async () => {
  server = await testServer();
  server.now = NOW;
  admin = await server.as("admin");
  desk = deskOf(server.database, server.url, await venueOf(server.database, "v-1"), NOW);
  await seedBooking(desk);
  await seedCommerce(desk);
});
afterAll(async () => {
  expect(await checkLedger(server.database.dbFor("v-1"), "v-1")).toEqual([]);
  await server.close();
});

let n = 0;
type Offer = Partial<Input<typeof offers.create>>;
const offer = (more: Offer = {}) => admin.ok(offers.create, { ...COUPON, name: `券 ${++n}`, ...more });
/** Gives one. @returns its code */
async function given(more: Offer = {}, member = "m-2"): Promise<string> {
  const { id } = await offer(more);
  await admin.ok(offers.give, { id, member });
  return (await admin.ok(coupons.list, { offer: id })).content[0]?.couponNo ?? "";
}
const stateOf = async (couponNo: string) => (await admin.ok(coupons.list, { q: couponNo })).content[0];
let slot = 0;
/** Half past hours of one court after another, so that no two bookings meet. */
const free = () => ({ placeId: `b-${1 + (slot % 6)}`, start: at(8 + Math.floor(slot / 6)), end: at(9 + Math.floor(slot++ / 6)) });
type Ask = Partial<Input<typeof booking.create>>;
const ask = (more: Ask = {}): Input<typeof booking.create> => ({ day: TOMORROW, runs: [free()], memberId: "m-2", mode: "hold", ...more });
const book = (more: Ask = {}) => admin.call(booking.create, ask(more));
const booked = (more: Ask = {}) => admin.ok(booking.create, ask(more));
const quoted = (more: Ask = {}) => {
  const { mode: _, payments: __, cards: ___, expectedTotal: ____, ...rest } = ask(more);
  return admin.ok(booking.quote, { venueId: "v-1", ...rest });
};
const refused = async (more: Ask, text: string): Promise<void> => {
  const { code, data } = await book(more);
  expect([code, data]).toEqual([400, { errors: { couponCode: expect.stringContaining(text) } }]);
};

it("takes an amount, a percent or a free hour off the lines, and its trace gives the same fen", async () => {
  const two = { runs: [free(), free()] };
  const hours = { runs: [{ placeId: "b-1", start: at(20), end: at(21, 30) }] };
  expect(await quoted({ ...two, couponCode: await given() })).toMatchObject({ list: "160.00", discount: "20.00", total: "140.00" });
  const byPercent = await given({ kind: "percent", amount: null, percent: 12.5 });
  expect((await quoted({ ...two, couponCode: byPercent })).total).toBe("140.00");
  const { total, lines } = await quoted({ ...hours, couponCode: await given({ kind: "hour", amount: null }) });
  expect(total).toBe("50.00");
  const small = await quoted({ couponCode: await given({ amount: "500.00" }) });
  expect(small.total).toBe("0.00");
  for (const { trace } of [...lines, ...small.lines]) {
    expect(trace.steps.find(({ rule }) => rule === "coupon")).toMatchObject({ matched: true });
    expect(replay(trace).price).toBe(Math.round(Number(trace.price) * 100));
  }
});

it("comes after the member's discount and before one by hand, and posts on an account of its own", async () => {
  const couponCode = await given({ amount: "10.00" }, "m-1");
  const order = await booked({
    memberId: "m-1",
    couponCode,
    discount: { amount: "8.00", reason: "老顾客" },
    mode: "pay",
    payments: [{ type: "Cash", amount: "50.00" }],
    expectedTotal: "50.00",
  });
  const { steps } = order.lines[0]?.trace ?? { steps: [] };
  expect(steps.filter(({ matched }) => matched).map(({ rule, amount }) => [rule, amount])).toEqual([
    ["plan", "80.00"],
    ["member", "-12.00"],
    ["coupon", "-10.00"],
    ["manual", "-8.00"],
  ]);
  expect(await postingsOf(desk, order.id)).toContain(`place discount.coupon 1000 ${TOMORROW}`);
  expect(await stateOf(couponCode)).toMatchObject({ state: "used", saved: "10.00", usedFor: order.no });
  await refused({ memberId: "m-1", couponCode }, "已用过");
  await admin.ok(booking.cancel, { id: order.id, reason: "客人有事" });
  expect(await stateOf(couponCode)).toMatchObject({ state: "issued", saved: "0.00", usedFor: "" });
  expect((await booked({ memberId: "m-1", couponCode })).discount).toBe("22.00");
});

it("stays with a line that moves, as far as the new price bears it", async () => {
  const couponCode = await given({ amount: "70.00" });
  const order = await booked({ runs: [{ placeId: "b-6", start: at(20), end: at(21) }], couponCode });
  const lineId = order.lines[0]?.id ?? "";
  const to = { placeId: "b-6", day: "2026-11-24", start: at(9), end: at(10) };
  const moved = await admin.ok(booking.move, { id: order.id, lineId, to, payments: [] });
  expect([order.total, moved.total]).toEqual(["30.00", "0.00"]);
});

it("is given back when a hold runs out", async () => {
  const couponCode = await given();
  const { id } = await booked({ couponCode });
  expect((await stateOf(couponCode))?.state).toBe("used");
  const later = new Date(NOW.getTime() + 16 * 60_000);
  desk.now = later;
  expect(await desk.act((ctx) => expireOrder(ctx, id))).toBe(true);
  desk.now = NOW;
  expect((await stateOf(couponCode))?.state).toBe("issued");
});

it("refuses what a coupon is not for, and keeps everything as it was", async () => {
  await refused({ couponCode: "NOBODY" }, "没有券号");
  await refused({ memberId: "m-1", couponCode: await given() }, "另一位会员");
  await refused({ couponCode: await given({ goodFor: "product" }) }, "只能用于商品");
  await refused({ couponCode: await given({ least: "80.01" }) }, "满 80.01 可用");
  await refused({ couponCode: await given({ weekdays: ["1"] }) }, "周一");
  await refused({ couponCode: await given({ startMinute: at(6), endMinute: at(7) }) }, "06:00–07:00");
  await refused({ couponCode: await given({ endsOn: TODAY }) }, "可用");
  const couponCode = await given();
  const { id = "" } = (await stateOf(couponCode)) ?? {};
  await admin.ok(coupons.withdraw, { id });
  await refused({ couponCode }, "收回");
});

it("takes a promo code as it is typed, up to its number and its limit per member, and gives the place back", async () => {
  const { id } = await offer({ promoCode: "welcome 20", stock: 2 });
  const first = await booked({ couponCode: "Welcome-20" });
  expect(first.discount).toBe("20.00");
  await refused({ couponCode: "WELCOME20" }, "每人限 1 张");
  await refused({ memberId: undefined, name: "散客", couponCode: "WELCOME20" }, "要先选会员");
  await booked({ memberId: "m-1", couponCode: "WELCOME20" });
  expect(await admin.ok(offers.view, { id })).toMatchObject({ left: 0, used: 2, saved: "40.00" });
  await refused({ couponCode: "WELCOME20" }, "已发完");
  await admin.ok(booking.cancel, { id: first.id, reason: "客人有事" });
  expect(await admin.ok(offers.view, { id })).toMatchObject({ left: 1, used: 1 });
  await booked({ couponCode: "WELCOME20" });
  await admin.ok(offers.create, { ...COUPON, name: "不限", promoCode: "EVERYBODY", perMember: 0 });
  expect((await booked({ memberId: undefined, name: "散客", couponCode: "EVERYBODY" })).discount).toBe("20.00");
  expect((await admin.call(offers.create, { ...COUPON, name: "又一种", promoCode: "EVERYBODY" })).code).toBe(400);
});

it("stops giving, keeps its worth once given, and is not given beyond its limit", async () => {
  const { id } = await offer();
  await admin.ok(offers.give, { id, member: "m-2" });
  expect((await admin.call(offers.give, { id, member: "m-2" })).data).toMatchObject({ errors: { couponCode: expect.any(String) } });
  const view = await admin.ok(offers.view, { id });
  const { name, kind, goodFor, startsOn, endsOn, stock, perMember } = view;
  const same = { id, name, kind, goodFor, startsOn, endsOn, stock, perMember, least: null, percent: null, promoCode: "" };
  const rest = { ...same, weekdays: [], startMinute: null, endMinute: null };
  expect((await admin.call(offers.modify, { ...rest, amount: "30.00" })).data).toMatchObject({
    errors: { amount: expect.stringContaining("已经发过") },
  });
  expect(await admin.ok(offers.modify, { ...rest, amount: "20.00", stock: 7 })).toMatchObject({ left: 6 });
  await admin.ok(offers.stop, { id });
  expect((await admin.call(offers.give, { id, member: "m-1" })).code).toBe(400);
  const { coupons: held } = await admin.ok(couponDesk.usable, { memberId: "m-2", goodFor: "booking" });
  expect(held.map((one) => one.name)).toContain(view.name);
});

it("takes a coupon off goods, posts it apart, and gives it back when all of them come back", async () => {
  const couponCode = await given({ goodFor: "product", amount: "5.00", least: "6.00" });
  const goods = { memberId: "m-2", lines: [{ productId: "water", quantity: 4 }] };
  const { list, total } = await admin.ok(sale.quote, { ...goods, couponCode });
  expect(fen(list) - fen(total)).toBe(500);
  const sold = await admin.ok(sale.create, { ...goods, couponCode, payments: [{ type: "WeChat", amount: total }] });
  expect(await postingsOf(desk, sold.id)).toContain(`sale of goods discount.coupon 500 ${TODAY}`);
  expect(await stateOf(couponCode)).toMatchObject({ state: "used", saved: "5.00", usedFor: sold.no });
  const again = await admin.call(sale.quote, { ...goods, couponCode });
  expect(again.data).toMatchObject({ errors: { couponCode: expect.stringContaining("已用过") } });
  const lineId = sold.lines[0]?.id ?? "";
  for (const quantity of [1, 3])
    await admin.ok(sale.returns, { saleId: sold.id, lines: [{ lineId, quantity, to: "shop" }], reason: "退货" });
  expect(await stateOf(couponCode)).toMatchObject({ state: "issued", saved: "0.00" });
});

it("is given to a whole segment, to those who have not had their share, or to nobody", async () => {
  const segment = callsOf(segments);
  const { id, members } = await admin.ok(segment.create, { name: "所有会员" });
  const { id: few } = await offer({ stock: 1 });
  expect([members, (await admin.call(segment.giveCoupon, { id, offer: few })).data]).toEqual([
    2,
    { errors: { offer: expect.stringContaining("只剩 1 张") } },
  ]);
  const { id: enough } = await offer({ stock: 5 });
  await admin.ok(offers.give, { id: enough, member: "m-1" });
  await admin.ok(segment.giveCoupon, { id, offer: enough });
  const { content } = await admin.ok(coupons.list, { offer: enough, source: "segment" });
  expect(content.map(({ member, state }) => [member, state])).toEqual([["m-2", "issued"]]);
  expect((await admin.call(segment.giveCoupon, { id, offer: enough })).msg).toContain("都已有");
  expect([(await admin.ok(offers.view, { id: few })).left, (await admin.ok(offers.view, { id: enough })).left]).toEqual([1, 3]);
});

it("ends the day after its last, by the clock", async () => {
  const couponCode = await given({ endsOn: TOMORROW });
  const run = async (now: string): Promise<string | undefined> => {
    desk.now = new Date(now);
    for (const job of couponOfferJobs) await desk.act((ctx) => job.run(ctx));
    desk.now = NOW;
    return (await stateOf(couponCode))?.state;
  };
  expect(await run(`${TOMORROW}T23:59:00+08:00`)).toBe("issued");
  expect(await run("2026-11-23T00:01:00+08:00")).toBe("expired");
  await refused({ couponCode }, "已用过或已收回");
});

it("lets only those who may give coupons give them", async () => {
  const { id } = await offer();
  await server.addPerson("looks", ["v-1"], ["coupon_offer"]);
  const looks = await server.as("looks");
  expect((await looks.call(offers.give, { id, member: "m-2" })).code).toBe(403);
  expect((await admin.ok(offers.view, { id })).left).toBe(COUPON.stock);
});

it("ends with its last day, and is given again once that day is put off", async () => {
  const { id } = await offer({ endsOn: TODAY });
  const run = (day: string) => {
    desk.now = new Date(`${day}T10:00:00+08:00`);
    return Promise.all(couponOfferJobs.map((job) => desk.act(job.run)));
  };
  await run(TODAY);
  expect((await admin.ok(offers.view, { id })).state).toBe("live");
  await run(TOMORROW);
  const ended = await admin.ok(offers.view, { id });
  expect(ended.state).toBe("ended");
  expect((await admin.call(offers.give, { id, member: "m-1" })).code).toBe(400);
  const { name, kind, goodFor, startsOn, stock, perMember, amount } = ended;
  const same = { id, name, kind, goodFor, startsOn, stock, perMember, amount, least: null, percent: null, promoCode: "" };
  const later = await admin.ok(offers.modify, { ...same, endsOn: "2026-12-31", weekdays: [], startMinute: null, endMinute: null });
  expect(later.state).toBe("live");
  desk.now = NOW;
});

it("saves what stands: lines given up and goods taken back give up their part of it, and the rest keeps its part", async () => {
  const couponCode = await given({ amount: "20.00" });
  const order = await booked({ runs: [free(), free()], couponCode, mode: "pay", payments: [{ type: "Cash", amount: "140.00" }] });
  expect(await stateOf(couponCode)).toMatchObject({ state: "used", saved: "20.00" });
  const [first] = order.lines;
  const after = await admin.ok(booking.refundLines, { id: order.id, lineIds: [first?.id ?? ""], reason: "少打一场" });
  expect(after).toMatchObject({ paid: "140.00", refunded: "70.00" });
  expect(await stateOf(couponCode)).toMatchObject({ state: "used", saved: "10.00" });

  const dropped = await given({ amount: "20.00" });
  const hold = await booked({ runs: [free(), free()], couponCode: dropped });
  const left = await admin.ok(booking.refundLines, { id: hold.id, lineIds: [hold.lines[1]?.id ?? ""], reason: "少打一场" });
  expect(left.total).toBe("70.00");
  expect(await stateOf(dropped)).toMatchObject({ state: "used", saved: "10.00" });

  const onGoods = await given({ goodFor: "product", amount: "5.00" });
  const goods = { memberId: "m-2", lines: [{ productId: "water", quantity: 3 }], couponCode: onGoods };
  const { total } = await admin.ok(sale.quote, goods);
  const sold = await admin.ok(sale.create, { ...goods, payments: [{ type: "WeChat", amount: total }] });
  await admin.ok(sale.returns, { saleId: sold.id, lines: [{ lineId: sold.lines[0]?.id ?? "", quantity: 1 }], reason: "不要了" });
  expect(await stateOf(onGoods)).toMatchObject({ state: "used", saved: "3.33" });
  expect(await checkLedger(server.database.dbFor("v-1"), "v-1")).toEqual([]);
});

it("allows of every state and action exactly those of the machines", async () => {
  const clock = async (day: string): Promise<void> => {
    desk.now = new Date(`${day}T10:00:00+08:00`);
    for (const job of couponOfferJobs) await desk.act(job.run);
    desk.now = NOW;
  };
  const EMPTY = { least: null, percent: null, promoCode: "", weekdays: [], startMinute: null, endMinute: null };
  for (const state of offerMachine.states)
    for (const action of ["stop", "resume", "end", "extend"] as const) {
      const { id } = await offer({ endsOn: TODAY });
      await query(server.url, "UPDATE coupon_offer SET state = $2 WHERE id = $1", [id, state]);
      const act = {
        stop: () => admin.call(offers.stop, { id }),
        resume: () => admin.call(offers.resume, { id }),
        end: () => clock(TOMORROW),
        extend: () => admin.call(offers.modify, { ...COUPON, ...EMPTY, name: `延期 ${id}`, id, endsOn: "2026-12-31" }),
      };
      await act[action]();
      const to = Reflect.get(offerMachine.table[state], action) as string | undefined;
      expect([state, action, (await admin.ok(offers.view, { id })).state]).toEqual([state, action, to ?? state]);
    }
  for (const state of couponMachine.states)
    for (const action of ["use", "withdraw", "expire", "giveBack"] as const) {
      const couponCode = await given({ endsOn: TOMORROW });
      const { id = "" } = (await stateOf(couponCode)) ?? {};
      const order = state === "used" ? await booked({ couponCode, runs: [free()] }) : undefined;
      if (state === "withdrawn") await admin.ok(coupons.withdraw, { id });
      if (state === "expired") await clock("2026-11-23");
      expect((await stateOf(couponCode))?.state).toBe(state);
      const act = {
        use: () => book({ couponCode }),
        withdraw: () => admin.call(coupons.withdraw, { id }),
        expire: () => clock("2026-11-23"),
        giveBack: () => admin.call(booking.cancel, { id: order?.id ?? "none", reason: "客人有事" }),
      };
      await act[action]();
      const to = Reflect.get(couponMachine.table[state], action) as string | undefined;
      expect([state, action, (await stateOf(couponCode))?.state]).toEqual([state, action, to ?? state]);
    }
});

/** Group-buy: selling, redeeming, undoing, refunds, expiry and the day report; what a voucher holds is earned use by use, to the fen. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { booking } from "../../src/contract/booking/booking";
import { grouponGoods, redemption, vouchers } from "../../src/contract/marketing/groupon";
import { memberCards } from "../../src/contract/cards/member-cards";
import { isMarketingAmount, marketingDays } from "../../src/contract/marketing/marketing-report";
import { callsOf } from "../../src/contract/core/resource/calls";
import { reportCalls } from "../../src/contract/core/resource/report";
import { activityDesk } from "../../src/contract/marketing/activities";
import { grouponGoods as goodsMachine, voucher as voucherMachine } from "../../src/contract/core/states";
import { grouponJobs } from "../../src/server/domains/marketing/groupon";
import { checkLedger } from "../../src/server/ledger/check";
import { VENUE_CHECKS } from "../../src/tools/doctor/checks";
import { published } from "../support/activity";
import { at as hour, book, postingsOf, seedBooking, TODAY, TOMORROW } from "../support/booking";
import { seedCommerce } from "../support/commerce";
import { deskOf, venueOf } from "../support/desk";
import { checkRows } from "../support/drills";
import { GOODS, onSale, sell } from "../support/groupon";
import { type Client, type TestServer, testServer } from "../support/server";
import { query } from "../support/tables";
import type { TestVenue } from "../support/venue";

let server: TestServer;
let admin: Client;
let desk: TestVenue;
const goods = callsOf(grouponGoods);
const voucher = callsOf(vouchers);
const MORNING = new Date(`${TODAY}T10:00:00+08:00`);

async function at(now: Date): Promise<void> {
  server.now = now;
  desk.now = now;
  admin = await server.as("admin");
}
beforeAll(async () => {
  server = await testServer();
  desk = deskOf(server.database, server.url, await venueOf(server.database, "v-1"), MORNING);
  await seedBooking(desk);
  await seedCommerce(desk);
});
beforeEach(() => at(MORNING));
afterAll(async () => {
  const db = server.database.dbFor("v-1");
  expect(await checkLedger(db, "v-1")).toEqual([]);
  for (const [name, check] of Object.entries(VENUE_CHECKS))
    if (/spent|stock|ground/.test(name)) expect({ name, found: (await check("v-1").execute(db)).rows }).toEqual({ name, found: [] });
  await server.close();
});

const sold = async (more: object = {}, how: Parameters<typeof sell>[2] = {}) => {
  const { code, msg, data } = await sell(admin, await onSale(admin, more), how);
  if (code !== 200) throw new Error(msg);
  return data;
};
const use = (id: string, times = 1, more: object = {}) => admin.call(redemption.redeem, { id, times, ...more });
const undo = (id: string) => admin.call(redemption.undo, { id, reason: "扫错了券" });

describe("a voucher of a package card", () => {
  const CARD = { redeems: "card", packageCard: "pk", times: 1 } as const;
  const held = () =>
    query<{ id: string; no: string; price: number; state: string; times: number }>(
      server.url,
      "SELECT id, no, price::float8 AS price, state, times FROM holding WHERE member_id = 'm-1' ORDER BY at DESC, id DESC",
      [],
    );

  const memberCard = callsOf(memberCards);
  const opened = async (useId: string): Promise<{ id: string }> => {
    const [row] = await query<{ id: string }>(server.url, "SELECT holding_id AS id FROM voucher_use WHERE id = $1", [useId]);
    if (!row) throw new Error("no card was opened");
    return row;
  };
  const stateOf = async (id: string) =>
    (
      await query<{ state: string; worth: string }>(
        server.url,
        `SELECT h.state, coalesce((SELECT b.amount FROM balance b WHERE b.account = 'card.value' AND b.subject = h.id), 0)::text AS worth
         FROM holding h WHERE h.id = $1`,
        [id],
      )
    )[0];

  it("opens the card in its member's name, worth what the voucher was paid", async () => {
    const before = (await held()).length;
    const bought = await sold(CARD, { memberId: "m-1" });
    expect(bought.what).toBe("羽毛球次卡");
    const { data } = await use(bought.id);
    const [card] = await held();
    expect((await held()).length).toBe(before + 1);
    expect(card).toMatchObject({ price: 10_000, times: 3 });
    expect(await postingsOf(desk, bought.id)).toEqual(
      expect.arrayContaining([`voucher use card.value ${card?.id} -10000`, `voucher use voucher.value ${bought.id} 10000`]),
    );
    expect((await use(bought.id)).code).not.toBe(200);
    expect(data.use.left).toBe(0);
  });

  it("becomes a voucher again while nobody used its card, once, and can be used anew", async () => {
    const bought = await sold(CARD, { memberId: "m-1" });
    const { data } = await use(bought.id);
    const card = await opened(data.use.id);
    expect((await undo(data.use.id)).data.voucher).toMatchObject({ state: "unused", left: 1, each: "100.00" });
    expect(await stateOf(card.id)).toEqual({ state: "refunded", worth: "0" });
    expect(await admin.ok(voucher.view, { id: bought.id })).toMatchObject({ worth: "100.00" });
    expect((await undo(data.use.id)).msg).toContain("已经撤销");
    expect((await admin.call(memberCard.redeem, { id: card.id, uses: 1 })).code).toBe(409);
    expect((await use(bought.id)).data.use.left).toBe(0);
  });

  it("stays a card once it was used or changed, or is handed on at that moment", async () => {
    const bought = await sold(CARD, { memberId: "m-1" });
    const { data } = await use(bought.id);
    const card = await opened(data.use.id);
    await admin.ok(memberCard.redeem, { id: card.id, uses: 1 });
    expect((await undo(data.use.id)).msg).toContain("已经用过或改过，不能撤销");
    await admin.ok(memberCard.undo, { id: card.id, reason: "点错了" });
    expect((await undo(data.use.id)).code).toBe(409);
    expect(await admin.ok(voucher.view, { id: bought.id })).toMatchObject({ state: "used" });

    const raced = await sold(CARD, { memberId: "m-1" });
    const second = (await use(raced.id)).data.use;
    const its = await opened(second.id);
    const both = await Promise.all([undo(second.id), admin.call(memberCard.redeem, { id: its.id, uses: 1 })]);
    expect(both.map(({ code }) => code).toSorted((a, b) => a - b)).toEqual([200, 409]);
  });

  it("needs a member: nobody's is refused and stays good, and goods need their card", async () => {
    const bought = await sold(CARD, { phone: "13899990000", name: "路人" });
    expect((await use(bought.id)).msg).toContain("还不是会员");
    expect((await admin.ok(voucher.view, { id: bought.id })).state).toBe("unused");
    expect((await admin.call(goods.create, { ...GOODS, ...CARD, packageCard: null })).code).toBe(400);
    expect((await admin.call(goods.create, { ...GOODS, ...CARD, times: 3 })).code).toBe(400);
  });
});

describe("selling", () => {
  it("holds the price on the voucher, takes one of the stock and gives a code", async () => {
    const goodsId = await onSale(admin);
    const { data } = await sell(admin, goodsId, {
      memberId: "m-1",
      payments: [
        { type: "Balance", amount: "60.00" },
        { type: "Cash", amount: "40.00" },
      ],
    });
    expect(data).toMatchObject({ holder: "沈佩仪", left: 3, each: "33.33", problem: "", validFrom: TODAY, validTo: "2026-12-31" });
    expect(data.voucherCode).toMatch(/^\d{12}$/);
    expect(await postingsOf(desk, data.id)).toEqual([
      "voucher purse.principal m-1 6000",
      "voucher tender.cash 4000",
      `voucher voucher.value ${data.id} -10000`,
    ]);
    expect(await admin.ok(goods.view, { id: goodsId })).toMatchObject({ left: 49, sold: 1, received: "100.00" });
  });

  it("refuses what can't be sold, and charges nothing", async () => {
    const last = await onSale(admin, { stock: 1 });
    expect((await sell(admin, last)).code).toBe(200);
    expect((await sell(admin, last)).msg).toContain("已售完");
    const limited = await onSale(admin, { perPerson: 1 });
    expect((await sell(admin, limited)).code).toBe(400);
    expect((await sell(admin, limited, { phone: "13800000001" })).code).toBe(200);
    expect((await sell(admin, limited, { phone: "13800000001", name: "别名" })).msg).toContain("每人限购 1 张");
    const later = await onSale(admin, { saleFrom: `${TODAY}T12:00:00+08:00` });
    expect((await sell(admin, later)).msg).toContain("不在售");
    const { id: draft } = await admin.ok(goods.create, GOODS);
    expect((await sell(admin, draft)).code).toBe(409);
    const other = await onSale(admin);
    expect((await sell(admin, other, { expectedPrice: "90.00" })).code).toBe(409);
    expect((await sell(admin, other, { payments: [{ type: "WeChat", amount: "90.00" }] })).code).toBe(400);
    expect((await sell(admin, other, { name: "" })).code).toBe(400);
    for (const id of [later, draft, other]) expect(await admin.ok(goods.view, { id })).toMatchObject({ left: 50, received: "0.00" });
  });

  it("is good for its days after the sale, within the dates of use", async () => {
    expect(await sold({ validDays: 7 })).toMatchObject({ validTo: "2026-11-27" });
    expect(await sold({ validDays: 90 })).toMatchObject({ validTo: "2026-12-31" });
    expect(await sold({ useFrom: "2026-11-25" })).toMatchObject({
      validFrom: "2026-11-25",
      problem: expect.stringContaining("2026-11-25 起可用"),
    });
  });
});

describe("redeeming", () => {
  it("earns value left by times left, and the last use what is left", async () => {
    const { id, voucherCode } = await sold();
    expect(await admin.ok(redemption.find, { voucherCode: `${voucherCode.slice(0, 4)} ${voucherCode.slice(4)}` })).toMatchObject({ id });
    const first = await use(id);
    expect(first.data).toMatchObject({ use: { times: 1, left: 2, value: "33.33" }, voucher: { state: "part_used", left: 2 } });
    expect((await use(id, 3)).data).toMatchObject({ errors: { times: "只剩 2 次，没有核销" } });
    expect((await use(id, 2)).data).toMatchObject({ use: { value: "66.67", left: 0 }, voucher: { state: "used", problem: "次数已用完" } });
    expect((await use(id)).code).toBe(409);
    const postings = await postingsOf(desk, id);
    expect(postings.flatMap((line) => /income.groupon \S+ (\S+) /.exec(line)?.[1] ?? []).sort()).toEqual(["-3333", "-6667"]);
  });

  it("says why a voucher can't be used and when it can", async () => {
    const saturdayOff = await sold({ weekdays: ["1", "2", "3", "4", "5"], excluded: ["2026-11-23"] });
    expect(saturdayOff.problem).toBe("今天不可用；最近可用日 2026-11-24");
    expect((await use(saturdayOff.id)).msg).toContain("最近可用日 2026-11-24");
    const short = await sold({ validDays: 1 });
    await at(new Date(`${TOMORROW}T10:00:00+08:00`));
    expect((await use(short.id)).msg).toContain("已过期");
    expect((await admin.call(redemption.find, { voucherCode: "000000000000" })).msg).toContain("没有券码 000000000000");
    expect((await admin.call(redemption.find, { voucherCode: short.voucherCode }, { venueId: "v-2" })).code).toBe(409);
    expect((await admin.call(redemption.redeem, { id: saturdayOff.id }, { venueId: "v-2" })).code).toBe(404);
  });

  it("takes a court on the days on which the voucher is good, whatever day it is redeemed on", async () => {
    const terms = {
      redeems: "slot",
      program: "g-b",
      minutes: 60,
      weekdays: ["1", "2", "3", "4", "5"],
      excluded: ["2026-11-24"],
      validDays: 6,
    };
    const { id, problem } = await sold(terms);
    expect(problem).toBe("");
    const useOn = (day: string) => use(id, 1, { slot: { placeId: "b-6", day, start: hour(9) } });
    expect((await useOn(TOMORROW)).msg).toContain(`${TOMORROW} 不可用；最近可用日 2026-11-23`);
    expect((await useOn("2026-11-24")).msg).toContain("2026-11-24 不可用");
    expect((await useOn("2026-11-30")).msg).toContain("已过期");
    expect(await admin.ok(voucher.view, { id })).toMatchObject({ used: 0 });
    const monday = await useOn("2026-11-23");
    expect(monday.data.use.slot).toContain("2026-11-23");
  });

  it("hands goods out of the shop at their cost, and takes them back when it is undone", async () => {
    const stock = async () =>
      (await query<{ quantity: number }>(server.url, "SELECT quantity FROM stock WHERE product_id = 'water' AND warehouse = 'shop'"))[0]
        ?.quantity;
    const before = await stock();
    const { id } = await sold({ redeems: "product", product: "water" });
    const { data } = await use(id, 2);
    expect(await stock()).toBe(Number(before) - 2);
    expect(await postingsOf(desk, id)).toContain(`voucher use cost.goods water 300 ${TODAY}`);
    await admin.ok(redemption.undo, { id: data.use.id, reason: "拿错了" });
    expect(await stock()).toBe(before);
    await query(server.url, "UPDATE stock SET quantity = 0 WHERE product_id = 'water' AND warehouse = 'shop'");
    expect((await use(id)).code).toBe(409);
    await query(server.url, "UPDATE stock SET quantity = $1 WHERE product_id = 'water' AND warehouse = 'shop'", [before]);
    expect(await admin.ok(voucher.view, { id })).toMatchObject({ used: 0, state: "unused", worth: "100.00" });
  });

  const SLOT = { redeems: "slot", program: "g-b", minutes: 60 } as const;
  const orderOf = async (useId: string) => {
    const [row] = await query<{ id: string }>(server.url, "SELECT order_id AS id FROM voucher_use WHERE id = $1", [useId]);
    return admin.ok(booking.view, { id: row?.id ?? "" });
  };

  it("books its court in the grid, refuses one that is taken, and cancels the booking when it is undone", async () => {
    const { id, voucherCode } = await sold(SLOT, { memberId: "m-1" });
    const slot = { placeId: "b-7", day: TOMORROW, start: hour(14) };
    const { data } = await use(id, 1, { slot });
    expect(data.use.slot).toBe(`${TOMORROW} 7 号 14:00–15:00`);
    const order = await orderOf(data.use.id);
    expect(order).toMatchObject({ orderStatus: "paid", kind: "deal", source: "groupBuy", memberId: "m-1", total: "0.00", paid: "0.00" });
    expect(order.lines).toMatchObject([{ placeId: "b-7", day: TOMORROW, start: hour(14), end: hour(15), trace: { price: "0.00" } }]);
    expect(order.lines[0]?.trace.steps).toContainEqual(expect.objectContaining({ rule: "voucher", detail: voucherCode, matched: true }));
    // The use has earned the money: the order posts nothing besides.
    expect(await postingsOf(desk, order.id)).toEqual([]);
    expect(await postingsOf(desk, id)).toContain(`voucher use voucher.value ${id} 3333`);
    expect((await use(id, 1, { slot })).code).toBe(409);
    expect((await use(id, 1, { slot: { ...slot, placeId: "k-full" } })).msg).toContain("不能用于该场地");
    expect(await admin.ok(voucher.view, { id })).toMatchObject({ used: 1 });
    await admin.ok(redemption.undo, { id: data.use.id, reason: "客人改期" });
    expect(await orderOf(data.use.id)).toMatchObject({ orderStatus: "cancelled" });
    await book(desk, { day: TOMORROW, runs: [{ placeId: "b-7", start: hour(14), end: hour(15) }] });
    const ticket = await sold();
    expect((await use(ticket.id, 1, { slot })).msg).toContain("不兑换场地");
  });

  it("gives a court that a voucher and a booking want at once to one of them", async () => {
    for (const start of [hour(8), hour(9), hour(10)]) {
      const { id } = await sold(SLOT);
      const day = "2026-11-26";
      const [redeemed, booked] = await Promise.all([
        use(id, 1, { slot: { placeId: "b-5", day, start } }),
        admin.call(booking.create, { day, runs: [{ placeId: "b-5", start, end: start + 60 }], name: "钱塘", mode: "hold" }),
      ]);
      expect([redeemed.code, booked.code].toSorted((a, b) => a - b)).toEqual([200, 409]);
      expect(await admin.ok(voucher.view, { id })).toMatchObject({ used: redeemed.code === 200 ? 1 : 0 });
    }
  });

  it("moves its booking only where the voucher is good, as long as before and for nothing", async () => {
    const { id } = await sold({ ...SLOT, excluded: ["2026-11-28"] });
    const { data } = await use(id, 1, { slot: { placeId: "b-6", day: "2026-11-27", start: hour(14) } });
    const order = await orderOf(data.use.id);
    const lineId = order.lines[0]?.id ?? "";
    const move = (to: { day: string; placeId: string; start: number; end: number }) =>
      admin.call(booking.move, { id: order.id, lineId, to });
    const to = { day: "2026-11-27", placeId: "b-6", start: hour(16), end: hour(17) };
    expect((await move({ ...to, end: hour(18) })).msg).toContain("时长不变");
    expect((await move({ ...to, day: "2026-11-28" })).msg).toContain("不可用");
    expect((await move({ ...to, placeId: "k-full" })).msg).toContain("不能用于该场地");
    expect((await move(to)).data).toMatchObject({ total: "0.00", lines: [{ start: hour(16), trace: { price: "0.00" } }] });
    expect(await postingsOf(desk, order.id)).toEqual([]);
  });

  it("stays once somebody came, or money was taken for its court besides", async () => {
    const { id } = await sold(SLOT);
    const { data } = await use(id, 1, { slot: { placeId: "b-6", day: TODAY, start: hour(11) } });
    const order = await orderOf(data.use.id);
    await admin.ok(booking.checkIn, { id: order.id, early: true });
    expect((await undo(data.use.id)).msg).toContain("已经到场或未到");
    expect(await admin.ok(voucher.view, { id })).toMatchObject({ used: 1 });

    const other = await sold(SLOT);
    const extended = (await use(other.id, 1, { slot: { placeId: "b-6", day: "2026-11-25", start: hour(14) } })).data.use;
    const longer = await orderOf(extended.id);
    const more = { id: longer.id, lineId: longer.lines[0]?.id ?? "", end: hour(16) };
    const { pay } = await admin.ok(booking.extendPreview, more);
    await admin.ok(booking.extend, { ...more, payments: [{ type: "Cash", amount: pay }] });
    expect((await undo(extended.id)).msg).toContain("另收了款");
    expect((await orderOf(extended.id)).orderStatus).toBe("paid");
  });
});

describe("undoing", () => {
  it("takes back times and earnings of today, once, in any order, by who may", async () => {
    const { id } = await sold();
    const one = (await use(id)).data.use;
    const two = (await use(id, 2)).data.use;
    await server.addPerson("redeems", ["v-1"], ["voucher_redeem"]);
    expect((await (await server.as("redeems")).call(redemption.undo, { id: one.id, reason: "扫错了" })).code).toBe(403);
    expect((await undo(one.id)).data.voucher).toMatchObject({ state: "part_used", left: 1 });
    expect((await undo(one.id)).msg).toContain("已经撤销");
    expect((await undo(two.id)).data.voucher).toMatchObject({ state: "unused", left: 3, each: "33.33" });
    const again = (await use(id)).data.use;
    await at(new Date(`${TOMORROW}T10:00:00+08:00`));
    expect((await undo(again.id)).msg).toContain("只能撤销当天");
    expect(await admin.ok(voucher.view, { id })).toMatchObject({ used: 1, worth: "66.67" });
  });

  it("is refused once the voucher was refunded", async () => {
    const { id } = await sold();
    const { use: one } = (await use(id)).data;
    await admin.ok(voucher.refund, { id, reason: "不来了" });
    expect((await undo(one.id)).msg).toContain("已退款或过期");
  });
});

describe("giving back", () => {
  it("gives what is not yet earned, in the shares in which it was paid", async () => {
    const { id } = await sold(
      {},
      {
        memberId: "m-1",
        payments: [
          { type: "Balance", amount: "75.00" },
          { type: "WeChat", amount: "25.00" },
        ],
      },
    );
    await use(id);
    expect(await admin.ok(voucher.refund, { id, reason: "搬家" })).toMatchObject({ state: "refunded", refunded: "66.67", worth: "0.00" });
    expect((await postingsOf(desk, id)).filter((line) => line.startsWith("voucher refund"))).toEqual([
      `voucher refund voucher.value ${id} 6667`,
      "voucher refund purse.principal m-1 -5000",
      "voucher refund tender.wechat -1667",
    ]);
  });

  it("is refused where goods are sold without refunds", async () => {
    const { id } = await sold({ refundRule: "never" });
    expect((await admin.call(voucher.refund, { id, reason: "不来了" })).msg).toContain("售出不退");
    expect(await admin.ok(voucher.view, { id })).toMatchObject({ state: "unused", worth: "100.00" });
  });

  it("gives back all vouchers of cancelled goods, also those sold without refunds, and leaves used ones", async () => {
    const goodsId = await onSale(admin, { refundRule: "never" });
    const [whole, part, used] = await Promise.all([sell(admin, goodsId), sell(admin, goodsId), sell(admin, goodsId)]);
    await use(part.data.id);
    await use(used.data.id, 3);
    await admin.ok(goods.cancel, { id: goodsId, reason: "项目停办" });
    const states = await Promise.all([whole, part, used].map(({ data }) => admin.ok(voucher.view, { id: data.id })));
    expect(states.map(({ state, refunded }) => [state, refunded])).toEqual([
      ["refunded", "100.00"],
      ["refunded", "66.67"],
      ["used", "0.00"],
    ]);
    expect(await admin.ok(goods.view, { id: goodsId })).toMatchObject({ state: "cancelled", received: "133.33" });
  });
});

it("expires into breakage the day after, and ends sales by the clock", async () => {
  const { id } = await sold({ validDays: 2 });
  await use(id);
  const run = async (now: string) => {
    await at(new Date(now));
    for (const job of grouponJobs) await desk.act(job.run);
    return admin.ok(voucher.view, { id });
  };
  expect(await run(`${TOMORROW}T23:59:00+08:00`)).toMatchObject({ state: "part_used" });
  expect(await run("2026-11-23T00:01:00+08:00")).toMatchObject({ state: "expired", worth: "0.00" });
  expect((await postingsOf(desk, id)).at(-1)).toMatch(/^voucher expiry income.card_breakage \S+ -6667 2026-11-23$/);
  await at(new Date("2026-12-01T00:00:00+08:00"));
  for (const job of grouponJobs) await desk.act(job.run);
  expect((await admin.ok(goods.list, { state: "on_shelf,off_shelf" })).totalElements).toBe(0);
});

it("keeps times, what is redeemed, its days and the refund rule once a voucher was sold", async () => {
  const goodsId = await onSale(admin, { weekdays: ["1", "2", "3", "4", "5"], excluded: ["2026-12-24"] });
  await sell(admin, goodsId);
  const change = (more: object) => admin.call(goods.modify, { ...GOODS, id: goodsId, ...more });
  expect((await change({ times: 5 })).data).toMatchObject({ errors: { times: expect.stringContaining("已有券售出") } });
  expect((await change({ refundRule: "never" })).data).toMatchObject({ errors: { refundRule: expect.any(String) } });
  const fewer = { weekdays: ["1", "2"], excluded: ["2026-12-24", "2026-12-31"] };
  for (const [field, value] of Object.entries(fewer))
    expect((await change({ weekdays: [], excluded: [], [field]: value })).data).toMatchObject({
      errors: { [field]: expect.stringContaining("只能增加") },
    });
  expect((await change({ weekdays: ["1", "2", "3", "4", "5", "6"], excluded: [] })).code).toBe(200);
  expect((await change({ stock: 10, price: "120.00" })).data).toMatchObject({ left: 9 });
  for (const more of [
    { saleTo: GOODS.saleFrom },
    { useTo: "2026-11-01" },
    { excluded: ["10-01"] },
    { redeems: "slot" },
    { redeems: "product" },
  ])
    expect([more, (await admin.call(goods.create, { ...GOODS, ...more } as never)).code]).toEqual([more, 400]);
});

it("allows of every state and action exactly those of the machines", async () => {
  const { id } = await admin.ok(goods.create, GOODS);
  for (const state of goodsMachine.states)
    for (const action of ["shelve", "unshelve", "cancel"] as const) {
      await query(server.url, "UPDATE groupon_goods SET state = $1 WHERE id = $2", [state, id]);
      const { code, data } = await admin.call(goods[action] as typeof goods.cancel, { id, reason: "测试" });
      const to = Reflect.get(goodsMachine.table[state], action) as string | undefined;
      expect([state, action, code, code === 200 ? data.state : undefined]).toEqual([state, action, to ? 200 : 409, to]);
    }
  for (const state of voucherMachine.states) {
    for (const action of ["usePart", "useUp", "undo", "refund"] as const) {
      const { id: one } = await sold({ validDays: 1 });
      const used = state === "unused" ? undefined : (await use(one, state === "used" ? 3 : 1)).data.use;
      if (state === "refunded") await admin.ok(voucher.refund, { id: one, reason: "测试" });
      if (state === "expired") {
        // The clock of the jobs alone, so that an undo is still of today.
        desk.now = new Date(`${TOMORROW}T10:00:00+08:00`);
        for (const job of grouponJobs) await desk.act(job.run);
        desk.now = MORNING;
      }
      const { left } = await admin.ok(redemption.find, { voucherCode: (await admin.ok(voucher.view, { id: one })).voucherCode });
      const answer =
        action === "refund"
          ? await admin.call(voucher.refund, { id: one, reason: "测试" })
          : action === "undo"
            ? await (used ? undo(used.id) : admin.call(redemption.undo, { id: "none", reason: "测试" }))
            : await use(one, action === "useUp" ? Math.max(left, 1) : 1);
      const moves = Object.keys(voucherMachine.table[state]);
      const allowed = action === "undo" ? moves.includes("undoAll") : moves.includes(action);
      expect([state, action, answer.code === 200]).toEqual([state, action, allowed]);
    }
  }
});

it("reports each day what the ledger and the vouchers say", async () => {
  const activityId = await published(admin);
  await admin.ok(activityDesk.signUp, { activityId, attendee: "guest", name: "赵敏", payments: [{ type: "Cash", amount: "80.00" }] });
  const gone = await admin.ok(activityDesk.signUp, {
    activityId,
    attendee: "member",
    memberId: "m-1",
    payments: [{ type: "Balance", amount: "60.00" }],
  });
  await at(new Date(`${TODAY}T12:00:00+08:00`));
  const { activityJoins } = await import("../../src/contract/marketing/activities");
  await admin.ok(callsOf(activityJoins).leave, { id: gone.id, reason: "有事", waive: true });
  const days = { from: "2026-11-20", to: "2026-12-02" };
  const { rows, sums } = await admin.ok(reportCalls(marketingDays).read, days);
  const cents = (value: unknown) => Math.round(Number(value) * 100);
  const ledger = await query<{ day: string; kind: string; paid: string; back: string; earned: string }>(
    server.url,
    `SELECT t.day::text AS day, t.document_kind AS kind,
       sum(p.amount) FILTER (WHERE p.account ~ '^(tender|purse|receivable)' AND p.amount > 0) AS paid,
       -sum(p.amount) FILTER (WHERE p.account ~ '^(tender|purse|receivable)' AND p.amount < 0) AS back,
       -sum(p.amount) FILTER (WHERE p.account = 'income.groupon') AS earned
     FROM ledger_tx t JOIN posting p ON p.venue_id = t.venue_id AND p.tx_id = t.id
     WHERE t.document_kind IN ('activity', 'voucher') AND t.venue_id = 'v-1' GROUP BY 1, 2`,
  );
  const of = (day: string, kind: string) => ledger.find((row) => row.day === day && row.kind === kind);
  expect(rows).toHaveLength(13);
  const opened = await checkRows(
    admin,
    marketingDays,
    days,
    (rowSums, measure) => rowSums[isMarketingAmount(measure) ? "amount" : "times"],
  );
  expect(opened.figures).toBe(14 * 8);
  expect(opened.some).toBeGreaterThan(10);
  for (const row of rows) {
    const [activity, group] = [of(String(row["day"]), "activity"), of(String(row["day"]), "voucher")];
    expect([
      row["day"],
      cents(row["signUpAmount"]),
      cents(row["soldAmount"]),
      cents(row["redeemedAmount"]),
      cents(row["refundedAmount"]),
    ]).toEqual([
      row["day"],
      Number(activity?.paid ?? 0),
      Number(group?.paid ?? 0),
      Number(group?.earned ?? 0),
      Number(activity?.back ?? 0) + Number(group?.back ?? 0),
    ]);
  }
  const [counts] = await query<Record<string, string>>(
    server.url,
    `SELECT (SELECT count(*) FROM voucher) AS sold, (SELECT sum(used) FROM voucher) AS redeemed, (SELECT count(*) FROM activity_join) AS "signedUp",
       (SELECT count(*) FROM voucher WHERE refunded > 0) + (SELECT count(*) FROM activity_join WHERE refunded > 0) AS refunded`,
  );
  for (const [name, count] of Object.entries(counts ?? {})) expect([name, sums[name]]).toEqual([name, Number(count)]);
  expect(cents(sums["soldAmount"])).toBeGreaterThan(0);
});

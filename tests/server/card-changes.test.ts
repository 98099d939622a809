import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { cards } from "../../src/contract/cards/cards";
import { memberCards } from "../../src/contract/cards/member-cards";
import { members } from "../../src/contract/members/members";
import { packageCards } from "../../src/contract/cards/package-cards";
import { callsOf } from "../../src/contract/core/resource/calls";
import { fen } from "../../src/contract/core/money";
import { holding as machine } from "../../src/contract/core/states";
import { availableActions } from "../../src/contract/core/resource/define";
import { VENUE_CHECKS } from "../../src/tools/doctor/checks";
import { addTimes, extend, pause, resume } from "../../src/server/domains/cards/change";
import { undoRedemption, undoLast } from "../../src/server/kernel/cards/undo-redemption";
import { exchange, refundCard, transfer } from "../../src/server/domains/cards/hand-on";
import { preview } from "../../src/server/domains/cards/preview";
import { setHolding } from "../../src/server/kernel/cards/holding";
import { toColumns } from "../../src/server/resource/columns";
import { cardJobs } from "../../src/server/domains/cards/jobs";
import { redeemCard } from "../../src/server/kernel/cards/redeem";
import { sellCard } from "../../src/server/domains/cards/sell";
import { recharge } from "../../src/server/domains/members/recharge";
import type { Ctx } from "../../src/server/http/context";
import { balanceOf } from "../../src/server/ledger/post";
import { at, postingsOf, refusalOf, seedBooking, seedMember } from "../support/booking";
import { byText } from "../support/order";
import { seedCommerce } from "../support/commerce";
import { serves } from "../support/services";
import { query } from "../support/tables";
import { testVenue, type TestVenue } from "../support/venue";

let t: TestVenue;
const NOW = new Date("2026-11-21T02:00:00Z");
beforeAll(async () => {
  t = await testVenue();
  await seedBooking(t);
  await seedCommerce(t);
  await seedMember(t, "li", { name: "李雷" });
  await seedMember(t, "han", { name: "韩梅" });
});
afterAll(() => t.close());
beforeEach(async () => {
  t.now = NOW;
  await define({});
});
const db = () => t.database.dbFor("v-1");
const FRESH = {
  kind: "times",
  times: 3,
  bonus_times: 0,
  price: 10_000,
  valid_days: 90,
  activation: "purchase",
  activate_within: 30,
  weekdays: [] as string[],
  start_minute: null,
  end_minute: null,
  most_a_day: null,
  most_a_week: null,
  most_a_month: null,
  people: null,
  transferable: true,
  transfer_fee: null,
  refundable: true,
  refund_percent: 0,
};
/** Makes the card "pk" anew. */
const define = (set: object) =>
  db()
    .updateTable("package_card")
    .set({ ...FRESH, ...set })
    .where("id", "=", "pk")
    .execute();
const PERIOD = { kind: "period", times: 0, price: 36_000, valid_days: 30 };
const row = (id: string) => db().selectFrom("holding").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
const sell = (
  payments: Parameters<typeof sellCard>[1]["payments"] = [{ type: "WeChat", amount: 10_000 }],
  extra: { startsOn?: string; packageCardId?: string } = {},
) => t.act((ctx) => sellCard(ctx, { memberId: "li", packageCardId: "pk", payments, ...extra }));
const undo = (id: string) => t.act((ctx) => undoLast(ctx, id, "扫错"));
const redeem = (holdingId: string, times = 1) => t.act((ctx) => redeemCard(ctx, { holdingId, times }));
const value = (id: string) => t.look((ctx) => balanceOf(ctx, "card.value", id));
/** Does an action as the list does it: the state follows the machine, what the effect gives is written. */
const move = (action: string, id: string, effect: (ctx: Ctx) => Promise<Readonly<Record<string, unknown>> | void>) =>
  t.act(async (ctx) => {
    const { state } = await row(id);
    const set = (await effect(ctx)) ?? {};
    const next = (machine.table as Readonly<Record<string, Readonly<Record<string, string>>>>)[state]?.[action];
    await setHolding(ctx, id, toColumns(memberCards.fields, { ...(next === undefined ? {} : { state: next }), ...set }));
    return set;
  });
const refund = (id: string, back: string, method: "Cash" | "Transfer" = "Cash") =>
  move("refund", id, (ctx) => refundCard(ctx, id, { back: fen(back), method, reason: "搬家" }));
/** Reads a card's figures in the list of all orders. */
const inOrders = (id: string) => query(t.url, "SELECT refunded::text, pay_status FROM order_book WHERE id = $1", [id]);
const income = async (id: string) => {
  const rows = await db()
    .selectFrom("posting as p")
    .innerJoin("ledger_tx as x", (join) => join.onRef("x.venue_id", "=", "p.venue_id").onRef("x.id", "=", "p.tx_id"))
    .where("x.document_id", "=", id)
    .where("p.account", "=", "income.card_use")
    .select(["p.earned_on", "p.amount"])
    .execute();
  const days = new Map<string, number>();
  for (const { earned_on, amount } of rows) days.set(earned_on ?? "", (days.get(earned_on ?? "") ?? 0) - amount);
  return new Map([...days].filter(([, amount]) => amount !== 0).sort(byText));
};
/** Every check of the doctor that is about cards and members' money. */
const sound = async () => {
  for (const [name, check] of Object.entries(VENUE_CHECKS))
    if (/card|spent/.test(name)) expect([name, (await t.look((ctx) => check("v-1").execute(ctx.db))).rows]).toEqual([name, []]);
};

describe("a sold card", () => {
  it("starts when it is bought, first used, or on its day", async () => {
    await define({ activation: "firstUse" });
    const first = await sell();
    expect(await row(first)).toMatchObject({ state: "inactive", activated_on: null, expires_on: "2026-12-21" });
    t.now = new Date("2026-11-25T02:00:00Z");
    await redeem(first);
    expect(await row(first)).toMatchObject({ state: "active", activated_on: "2026-11-25", expires_on: "2027-02-23", used: 1 });
    await define({ activation: "fixedDate" });
    expect((await refusalOf(sell(undefined, { startsOn: "2026-11-24" }))).data["errors"]).toHaveProperty("startsOn");
    const dated = await sell(undefined, { startsOn: "2026-12-01" });
    expect((await refusalOf(redeem(dated))).key).toBe("cardNotUsable");
    t.now = new Date("2026-12-01T02:00:00Z");
    for (const job of cardJobs) await t.act((ctx) => job.run(ctx));
    expect(await row(dated)).toMatchObject({ state: "active", expires_on: "2027-03-01" });
    await redeem(dated);
  });

  it("waits for its first use again once that is undone, as long as nothing else was done to it since", async () => {
    await define({ activation: "firstUse" });
    const id = await sell();
    const waiting = await row(id);
    t.now = new Date("2026-11-25T02:00:00Z");
    await redeem(id);
    await redeem(id);
    await undo(id);
    expect(await row(id), "one use stands").toMatchObject({ state: "active", activated_on: "2026-11-25", used: 1 });
    await undo(id);
    expect(await row(id)).toMatchObject({ state: "inactive", activated_on: null, expires_on: waiting.expires_on, used: 0 });
    t.now = new Date("2026-11-27T02:00:00Z");
    await redeem(id);
    expect(await row(id)).toMatchObject({ state: "active", activated_on: "2026-11-27", used: 1 });
    t.now = new Date("2026-11-27T02:01:00Z");
    await t.act((ctx) => extend(ctx, id, "2027-06-30", "补偿"));
    await undo(id);
    expect(await row(id), "extended since").toMatchObject({ state: "active", activated_on: "2026-11-27", expires_on: "2027-06-30" });
    await sound();
  });

  it("takes the days of a period card back with its first use, on that day only", async () => {
    await define({ activation: "firstUse", kind: "period", times: 0 });
    const id = await sell();
    await redeem(id);
    expect((await income(id)).size).toBeGreaterThan(1);
    await undo(id);
    expect(await row(id)).toMatchObject({ state: "inactive", activated_on: null });
    expect(await income(id)).toEqual(new Map());
    await redeem(id);
    t.now = new Date("2026-11-22T02:00:00Z");
    await undo(id);
    expect(await row(id), "a day is over").toMatchObject({ state: "active", activated_on: "2026-11-21" });
    await sound();
  });

  it("is used on its days and hours, by so many at once, so often a day, week and month; uses that went back do not count", async () => {
    await define({ weekdays: ["1"] });
    const id = await sell();
    expect((await refusalOf(redeem(id))).text("zh")).toBe("次卡现在不能用：限 周一 使用");
    await define({ start_minute: at(11), end_minute: at(12) });
    const english = t.act((ctx) => redeemCard(ctx, { holdingId: id, times: 1 }), { language: "en" });
    expect((await refusalOf(english)).text("en")).toBe("The card cannot be used now: only 11:00–12:00");
    await define({ people: 1 });
    expect((await refusalOf(redeem(id, 2))).text("zh")).toContain("每次限 1 人");
    await define({ most_a_day: 1, most_a_week: 2 });
    await redeem(id);
    expect((await refusalOf(redeem(id))).text("zh")).toContain("每天最多 1 次，当天已用 1 次");
    await t.act((ctx) => undoLast(ctx, id, "扫错"));
    await redeem(id);
    t.now = new Date("2026-11-22T02:00:00Z");
    await redeem(id);
    await define({ most_a_month: 2 });
    t.now = new Date("2026-11-23T02:00:00Z");
    expect((await refusalOf(redeem(id))).text("zh")).toContain("每月最多 2 次，当月已用 2 次");
    await sound();
  });

  it("takes its last use back, once, to the fen", async () => {
    const id = await sell();
    await redeem(id, 2);
    t.now = new Date(NOW.getTime() + 60_000);
    await redeem(id);
    expect(await row(id)).toMatchObject({ state: "used_up", used: 3 });
    await t.act((ctx) => undoLast(ctx, id, "扫错"));
    expect([await value(id), (await row(id)).state]).toEqual([3_334, "active"]);
    const both = await Promise.allSettled([0, 1].map(() => t.act((ctx) => undoLast(ctx, id, "扫错"))));
    expect(both.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    expect(await value(id)).toBe(10_000);
    expect((await refusalOf(t.act((ctx) => undoLast(ctx, id, "扫错")))).key).toBe("refused");
    await sound();
  });

  it("has one winner of its last use", async () => {
    const id = await sell();
    await redeem(id, 2);
    const all = await Promise.allSettled(Array.from({ length: 8 }, () => redeem(id)));
    expect(all.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    expect([(await row(id)).used, await value(id)]).toEqual([3, 0]);
  });

  it("stands still while paused, and gets times on top", async () => {
    const id = await sell();
    await move("pause", id, (ctx) => pause(ctx, id, "受伤"));
    expect((await refusalOf(redeem(id))).text("zh")).toBe("次卡现在不能用：已暂停");
    t.now = new Date("2026-12-01T02:00:00Z");
    await move("resume", id, (ctx) => resume(ctx, id));
    expect(await row(id)).toMatchObject({ state: "active", paused_on: null, expires_on: "2027-03-01" });
    const more = await move("addTimes", id, (ctx) => addTimes(ctx, id, { extra: 2, amount: 5_000, method: "Cash", reason: "加购" }));
    expect(more).toEqual({ times: 5, price: 15_000, state: "active" });
    expect(await value(id)).toBe(15_000);
    expect(await move("addTimes", id, (ctx) => addTimes(ctx, id, { extra: 1, amount: 0, method: "Cash", reason: "补偿" }))).toMatchObject({
      bonusTimes: 1,
    });
  });

  it("earns what is left when it expires, and gets it back when it is let run on", async () => {
    const id = await sell();
    await redeem(id);
    t.now = new Date("2027-02-20T02:00:00Z");
    for (const job of cardJobs) await t.act((ctx) => job.run(ctx));
    expect([await value(id), (await row(id)).state]).toEqual([0, "expired"]);
    expect((await postingsOf(t, id)).join()).toContain("income.card_breakage");
    expect((await refusalOf(t.act((ctx) => extend(ctx, id, "2027-02-19", "补")))).data["errors"]).toHaveProperty("until");
    await t.act((ctx) => extend(ctx, id, "2027-03-19", "住院"));
    expect([await value(id), (await row(id)).state]).toEqual([6_667, "active"]);
    await redeem(id);
    await sound();
  });
});

describe("a card given back", () => {
  it("shows its preview, goes back the way it was paid, less its fee, gift to gift", async () => {
    await define({ refund_percent: 10 });
    await t.act((ctx) => recharge(ctx, members.recharge.input.parse({ memberId: "li", pay: "60.00", gift: "40.00", method: "WeChat" })));
    const id = await sell([
      { type: "Balance", amount: 6_000 },
      { type: "Coupon", amount: 4_000 },
    ]);
    await redeem(id);
    const shown = await t.look((ctx) => preview(ctx, cards.preview.input.parse({ holdingId: id, action: "refund" })));
    expect(shown.lines.map(({ amount }) => amount)).toEqual(["100.00", "-33.33", "66.67", "-6.67", "60.00"]);
    expect((await refusalOf(refund(id, "66.67"))).data["errors"]).toHaveProperty("back");
    await refund(id, shown.back);
    expect(await t.look((ctx) => Promise.all([balanceOf(ctx, "purse.principal", "li"), balanceOf(ctx, "purse.gift", "li")]))).toEqual([
      3_600, 2_400,
    ]);
    expect([await value(id), (await row(id)).state]).toEqual([0, "refunded"]);
    expect(await inOrders(id)).toEqual([{ refunded: "6000", pay_status: "part_refunded" }]);
    await sound();
  });

  it("costs no fee within 7 days unused, even where it is not refundable, and else is refused", async () => {
    await define({ refundable: false, refund_percent: 50 });
    const [unused, used] = [await sell(), await sell()];
    await redeem(used);
    expect((await refusalOf(refund(used, "66.67"))).text("zh")).toContain("不可退");
    await refund(unused, "100.00");
    expect(await inOrders(unused)).toEqual([{ refunded: "10000", pay_status: "refunded" }]);
    const late = await sell();
    t.now = new Date("2026-11-28T02:00:01Z");
    expect((await refusalOf(refund(late, "100.00"))).key).toBe("refused");
    await sound();
  });
});

describe("a card handed on", () => {
  it("moves all that is left, takes its fee from who gives it, and can't be moved twice", async () => {
    await define({ transfer_fee: 500 });
    const id = await sell();
    await redeem(id);
    const give = () => move("transfer", id, (ctx) => transfer(ctx, id, { to: "han", method: "WeChat", reason: "送人" }));
    await give();
    const next = await db().selectFrom("holding").selectAll().where("from_id", "=", id).executeTakeFirstOrThrow();
    expect(next).toMatchObject({ member_id: "han", times: 2, price: 0, carried: 6_667, expires_on: "2027-02-19", state: "active" });
    expect([await value(id), await value(next.id)]).toEqual([0, 6_667]);
    expect((await refusalOf(redeem(id))).key).toBe("cardNotUsable");
    await sound();
    // The rest of it is refunded to the original payment.
    await define({ transferable: false });
    expect(
      (await refusalOf(move("transfer", next.id, (ctx) => transfer(ctx, next.id, { to: "li", method: "Cash", reason: "还" })))).key,
    ).toBe("refused");
    await refund(next.id, "66.67");
    expect(
      (await db().selectFrom("payment").select("refunded").where("document_id", "=", id).execute()).reduce(
        (sum, one) => sum + one.refunded,
        0,
      ),
    ).toBe(6_667);
    await sound();
  });

  it("is exchanged for a dearer one against the difference, never for a cheaper one", async () => {
    const id = await sell();
    await redeem(id);
    await db().updateTable("package_card").set({ price: 30_000 }).where("id", "=", "pk-k").execute();
    const swap = (due: number) =>
      move("exchange", id, (ctx) => exchange(ctx, id, { into: "pk-k", due, method: "Alipay", reason: "换项目" }));
    expect((await refusalOf(swap(20_000))).data["errors"]).toHaveProperty("due");
    await swap(23_333);
    const next = await db().selectFrom("holding").selectAll().where("from_id", "=", id).executeTakeFirstOrThrow();
    expect([next.price, next.carried, await value(next.id), await value(id)]).toEqual([23_333, 6_667, 30_000, 0]);
    const back = () => move("exchange", next.id, (ctx) => exchange(ctx, next.id, { into: "pk", due: 0, method: "Cash", reason: "换回" }));
    expect(JSON.stringify((await refusalOf(back())).data)).toContain("便宜 200.00");
    await sound();
  });
});

describe("uses that go back to a card which was handed on", () => {
  it("belong to who holds it now, with their value", async () => {
    const id = await sell();
    await t.act((ctx) => redeemCard(ctx, { holdingId: id, times: 2 }, { kind: "order", id: "o-late" }));
    await move("transfer", id, (ctx) => transfer(ctx, id, { to: "han", method: "WeChat", reason: "送人" }));
    const back = await t.act((ctx) => undoRedemption(ctx, { kind: "order", id: "o-late" }, 2));
    const next = await db().selectFrom("holding").selectAll().where("from_id", "=", id).executeTakeFirstOrThrow();
    expect(back).toMatchObject({ no: next.no, usable: true });
    expect([next.times + next.bonus_times, await value(next.id), await value(id)]).toEqual([3, 10_000, 0]);
    await sound();
  });
});

describe("warnings", () => {
  it("tell once of a card that ends soon or has few uses left, and anew when it was let run on and ends again", async () => {
    const about = async (id: string) =>
      (await db().selectFrom("message").select("title").where("resource_id", "=", id).orderBy("id").execute()).map(({ title }) => title);
    const run = async () => {
      for (const job of cardJobs) while (await t.act<boolean | void>((ctx) => job.run(ctx)));
    };
    await define({ times: 5, price: 10_000 });
    const id = await sell();
    await run();
    expect(await about(id)).toEqual([]);
    await redeem(id, 2);
    await run();
    await run();
    expect(await about(id)).toEqual(["李雷的羽毛球次卡只剩 3 次"]);
    t.now = new Date("2027-02-13T02:00:00Z");
    await run();
    await t.act((ctx) => extend(ctx, id, "2027-02-20", "补偿"));
    await run();
    // Messages of one instant have no order of their own.
    expect((await about(id)).slice(1).sort(byText)).toEqual([
      "李雷的羽毛球次卡将于 2027-02-19 到期",
      "李雷的羽毛球次卡将于 2027-02-20 到期",
    ]);
  });
});

describe("a period card", () => {
  it("is earned day by day from its start, and pausing, letting it run on and refunding move the days not used", async () => {
    await define(PERIOD);
    const id = await sell([{ type: "Alipay", amount: 36_000 }]);
    const days = await income(id);
    expect([days.size, days.get("2026-11-21"), [...days.keys()].at(-1), await value(id)]).toEqual([30, 1_200, "2026-12-20", 0]);
    await redeem(id, 1);
    t.now = new Date("2026-12-01T02:00:00Z");
    await move("pause", id, (ctx) => pause(ctx, id, "出差"));
    expect([await value(id), (await income(id)).size]).toEqual([24_000, 10]);
    await sound();
    t.now = new Date("2026-12-11T02:00:00Z");
    await move("resume", id, (ctx) => resume(ctx, id));
    const after = await income(id);
    expect([after.get("2026-12-11"), [...after.keys()].at(-1), await value(id)]).toEqual([1_200, "2026-12-30", 0]);
    t.now = new Date("2026-12-21T02:00:00Z");
    await refund(id, "120.00");
    expect([(await income(id)).size, await value(id)]).toEqual([20, 0]);
    await sound();
  });
});

describe("the definition of a card that was sold", () => {
  it("asks no more for giving back and handing on than when it was bought, and opens no less", async () => {
    await define({ transfer_fee: 500, refund_percent: 10 });
    const calls = callsOf(packageCards);
    const asDefined = () => t.look((ctx) => serves(calls.view)(ctx, { id: "pk" }));
    const save = async (more: object) => {
      const { sold: _s, outstanding: _o, createdAt: _c, programName: _p, ...own } = (await asDefined()) as Record<string, unknown>;
      return t.act((ctx) => serves(calls.modify)(ctx, { ...own, ...more }));
    };
    await sell();
    const worse = { transferFee: "5.01", refundPercent: 10.5, transferable: false, refundable: false };
    for (const [field, value] of Object.entries(worse)) {
      const refusal = await refusalOf(save({ [field]: value }));
      expect([field, refusal.data["errors"]]).toEqual([field, { [field]: expect.stringContaining("只能放宽") }]);
    }
    await save({ everySport: true, transferFee: null, refundPercent: 0 });
    expect(await refusalOf(save({ everySport: false }))).toMatchObject({ data: { errors: { everySport: expect.any(String) } } });
    expect(await asDefined()).toMatchObject({ everySport: true, transferFee: null, refundPercent: 0 });
    await db().updateTable("package_card").set({ every_sport: false }).where("id", "=", "pk").execute();
  });
});

describe("the list of members' cards", () => {
  it("offers in each state what the machine allows", () => {
    const of = (state: string) => availableActions(memberCards, { state });
    expect(of("inactive")).toEqual(["redeem", "addTimes", "extend", "transfer", "exchange", "refund"]);
    expect(of("active")).toEqual(["redeem", "addTimes", "extend", "pause", "transfer", "exchange", "undo", "refund"]);
    expect(of("paused")).toEqual(["extend", "resume", "transfer", "exchange", "refund"]);
    expect(of("used_up")).toEqual(["addTimes", "undo"]);
    expect(of("expired")).toEqual(["extend"]);
    for (const state of ["transferred", "exchanged", "refunded"]) expect(of(state)).toEqual([]);
  });
});

import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Input } from "../../src/contract/core/call";
import { fixed, type FixedDetail } from "../../src/contract/fixed/fixed";
import { actions, fixedContract, fixedOccurrence, next } from "../../src/contract/core/states";
import { addDays, instant } from "../../src/contract/core/time";
import { seedHolidays } from "../../src/server/kernel/holidays";
import { bookingJobs } from "../../src/server/domains/booking/jobs";
import * as change from "../../src/server/domains/fixed/change";
import { fixedJobs } from "../../src/server/domains/fixed/jobs";
import { list, sums } from "../../src/server/domains/fixed/list";
import { end, endPreview, pay } from "../../src/server/domains/fixed/money";
import * as occurrences from "../../src/server/domains/fixed/occurrences";
import { view } from "../../src/server/domains/fixed/view";
import { arrive } from "../../src/server/domains/booking/check-in";
import { cancel as cancelOrder } from "../../src/server/domains/booking/cancel";
import { grid } from "../../src/server/domains/booking/grid";
import { checkLedger } from "../../src/server/ledger/check";
import { VENUE_CHECKS } from "../../src/tools/doctor/checks";
import { at, book as bookAny, type Booking, refusalOf, seedBooking, TODAY } from "../support/booking";
import { wednesdays } from "../support/fixed";
import { type TestVenue, testVenue } from "../support/venue";

let t: TestVenue;
beforeEach(async () => {
  t = await testVenue();
  await seedBooking(t);
});
afterEach(() => t.close());

const terms = (extra: Partial<Input<typeof fixed.create>> = {}): Input<typeof fixed.create> => ({
  ...wednesdays,
  activate: true,
  ...extra,
});
const parsed = (input: Input<typeof fixed.create>) => fixed.create.input.parse(input);
const make = (extra: Partial<Input<typeof fixed.create>> = {}): Promise<FixedDetail> =>
  t.act((ctx) => change.create(ctx, parsed(terms(extra))));
const preview = (extra: Partial<Input<typeof fixed.create>> = {}) =>
  t.look((ctx) => change.preview(ctx, fixed.preview.input.parse(terms(extra))));
const see = (id: string): Promise<FixedDetail> => t.look((ctx) => view(ctx, { id }));
/** Somebody else's booking, which stands until its day. */
const book = (venue: TestVenue, input: Partial<Booking>) => bookAny(venue, { mode: "reserve", ...input });
const days = (contract: FixedDetail, state = "planned"): string[] =>
  contract.occurrences.filter((one) => one.state === state).map((one) => one.day);

/** Sets the clock to a wall time and lets it do what is due. */
async function clockTo(day: string, hour: number): Promise<void> {
  t.now = instant(day, at(hour), t.venue.zone);
  for (const job of [...bookingJobs, ...fixedJobs]) for (let more = true; more;) more = (await t.act(job.run)) === true;
}
async function sound(): Promise<void> {
  const db = t.database.dbFor(t.venue.id);
  expect(await checkLedger(db, t.venue.id)).toEqual([]);
  for (const [name, check] of Object.entries(VENUE_CHECKS)) expect((await check(t.venue.id).execute(db)).rows, name).toEqual([]);
}
const balances = async () => {
  const rows = await t.look((ctx) =>
    ctx.db.selectFrom("balance").select(["account", "subject", "amount"]).where("amount", ">", 0).execute(),
  );
  return Object.fromEntries(rows.map((row) => [`${row.account} ${row.subject}`, row.amount]));
};

describe("a preview", () => {
  it("lists every occurrence with its price and its conflicts with their holder's name, and offers free places", async () => {
    await book(t, { day: "2026-12-02", runs: [{ placeId: "b-3", start: at(20), end: at(22) }], name: "王伟" });
    const plan = await preview();
    expect(plan.occurrences.map((one) => [one.day, one.price, one.problem])).toEqual([
      ["2026-11-25", "136.00", null],
      ["2026-12-02", "136.00", "taken"],
      ["2026-12-09", "136.00", null],
      ["2026-12-16", "136.00", null],
    ]);
    expect(plan).toMatchObject({ count: 3, conflicts: 1, total: "408.00" });
    const conflict = plan.occurrences[1];
    expect(conflict?.holder?.name).toBe("王伟");
    expect(conflict?.free.map((place) => place.placeName)).toEqual(["1", "2", "4", "5", "6", "7", "8", "9", "10"]);
    expect(conflict?.trace.steps.map((step) => step.rule)).toContain("member");
    expect((await t.look((ctx) => ctx.db.selectFrom("occupancy").selectAll().execute())).length).toBe(4);
  });

  it("skips holidays where asked, marks them where not, and never skips a make-up workday", async () => {
    await t.act((ctx) => seedHolidays(ctx, [2026]));
    t.now = new Date("2026-09-01T02:00:00Z");
    const october = { weekdays: [6], from: "2026-09-19", to: "2026-10-10" } as const;
    const skipped = await preview({ ...october, weekdays: [6] });
    expect(skipped.occurrences.map((one) => [one.day, one.holiday])).toEqual([
      ["2026-09-19", null],
      ["2026-10-10", "国庆节调休"],
    ]);
    expect(skipped.holidays).toEqual([
      { day: "2026-09-26", name: "中秋" },
      { day: "2026-10-03", name: "国庆节" },
    ]);
    const all = await preview({ ...october, weekdays: [6], skipHolidays: false });
    expect(all.occurrences.map((one) => one.holiday)).toEqual([null, "中秋", "国庆节", "国庆节调休"]);
    expect(all.occurrences.map((one) => one.price)).toEqual(["170.00", "170.00", "170.00", "136.00"]);
  });

  it("says what is past or closed", async () => {
    const plan = await preview({ weekdays: [6], from: TODAY, to: TODAY, start: at(8), end: at(9) });
    expect(plan.occurrences[0]?.problem).toBe("past");
    expect((await preview({ start: at(22), end: at(24) })).occurrences[0]?.problem).toBe("closed");
  });
});

describe("booking a contract", () => {
  it("writes each occurrence into the grid as a fixed booking, and nothing is due at the desk", async () => {
    const contract = await make();
    expect(contract).toMatchObject({ state: "active", total: 4, used: 0, left: 4, unitPrice: "136.00", owed: "0.00", places: "3 号" });
    const shown = await t.look((ctx) => grid(ctx, { day: "2026-12-02", days: 1 }));
    expect(shown.bookings).toMatchObject([
      { kind: "fixed", source: "fixed", name: "沈佩仪", placeId: "b-3", start: at(19), end: at(21), due: "0.00" },
    ]);
    await sound();
  });

  it("takes all or nothing: a conflict names the holder, and skipping or swapping it books the rest", async () => {
    await book(t, { day: "2026-12-02", runs: [{ placeId: "b-3", start: at(20), end: at(22) }], name: "王伟" });
    const draft = await make({ activate: false });
    expect(draft).toMatchObject({ state: "draft", total: 4, left: 4 });
    const activate = (choices: Input<typeof fixed.activate>["choices"]) =>
      t.act((ctx) => change.activate(ctx, fixed.activate.input.parse({ id: draft.id, choices })));
    expect(await refusalOf(activate([]))).toMatchObject({ key: "slotTaken", data: { day: "2026-12-02", holder: { name: "王伟" } } });
    expect(await see(draft.id)).toMatchObject({ state: "draft", occurrences: [] });
    const swapped = await activate([{ day: "2026-12-02", placeId: "b-3", swapTo: "b-5" }]);
    expect(swapped.occurrences.map((one) => [one.day, one.placeName])).toEqual([
      ["2026-11-25", "3"],
      ["2026-12-02", "5"],
      ["2026-12-09", "3"],
      ["2026-12-16", "3"],
    ]);
    const skipped = await make({
      placeIds: ["b-3"],
      start: at(21),
      end: at(22),
      choices: [{ day: "2026-12-02", placeId: "b-3", swapTo: null }],
    });
    expect(days(skipped)).toEqual(["2026-11-25", "2026-12-09", "2026-12-16"]);
    await sound();
  });

  it("asks a prepaid term for its whole price, and keeps the draft when it is not paid", async () => {
    const payments = [{ type: "WeChat" as const, amount: "500.00" }];
    expect(await refusalOf(make({ payMode: "term", payments }))).toMatchObject({ key: "paymentSum", values: { due: "544.00" } });
    const paid = await make({
      payMode: "term",
      payments: [
        { type: "WeChat", amount: "500.00" },
        { type: "Balance", amount: "44.00" },
      ],
    });
    expect(paid).toMatchObject({ paid: "544.00", owed: "-544.00", usedValue: "0.00" });
    expect(await balances()).toMatchObject({ [`prepaid.order ${paid.id}`]: 54_400, "purse.principal m-1": 45_600 });
    await sound();
  });

  it("refuses what cannot be: no customer, a purse without a member, linked places, an end before the start, a term too long", async () => {
    const key = async (extra: Partial<Input<typeof fixed.create>>) => (await refusalOf(make(extra))).key;
    expect(await key({ memberId: undefined, name: "" })).toBe("badInput");
    expect(await key({ memberId: undefined, name: "公司", phone: "13800000000", payMode: "purse" })).toBe("memberNeeded");
    expect(await key({ placeIds: ["k-full", "k-east"] })).toBe("linkedChosen");
    expect(await key({ end: at(18) })).toBe("badInput");
    expect(await key({ to: "2028-01-01" })).toBe("badInput");
    expect(await key({ weekdays: [4], to: "2026-11-25" })).toBe("fixedNothing");
  });
});

describe("money", () => {
  it("is earned on the day of each use from what is prepaid, also of a no-show; what lies ahead stays prepaid", async () => {
    const contract = await make({ payMode: "term", payments: [{ type: "WeChat", amount: "544.00" }] });
    await clockTo("2026-11-25", 19);
    const first = (await see(contract.id)).occurrences[0];
    await t.act((ctx) => arrive(ctx, { id: first?.orderId ?? "", undo: false, early: true }));
    await clockTo("2026-12-03", 9);
    const now = await see(contract.id);
    expect(now.occurrences.map((one) => [one.state, one.missed])).toEqual([
      ["settled", false],
      ["settled", true],
      ["planned", false],
      ["planned", false],
    ]);
    expect(now).toMatchObject({ used: 2, left: 2, paid: "544.00", usedValue: "272.00", owed: "-272.00" });
    const earned = await t.look((ctx) =>
      ctx.db
        .selectFrom("posting")
        .select(["account", "earned_on", "amount"])
        .where("earned_on", ">", TODAY)
        .orderBy("earned_on")
        .orderBy("account")
        .execute(),
    );
    expect(earned.map((row) => [row.account, row.earned_on, row.amount])).toEqual([
      ["discount.member", "2026-11-25", 2_400],
      ["income.place", "2026-11-25", -16_000],
      ["discount.member", "2026-12-02", 2_400],
      ["income.place", "2026-12-02", -16_000],
    ]);
    await sound();
  });

  it("of a monthly contract is owed after each use, shows as the member's debt, and is paid off first", async () => {
    const contract = await make();
    await clockTo("2026-12-03", 9);
    expect(await see(contract.id)).toMatchObject({ used: 2, paid: "0.00", usedValue: "272.00", owed: "272.00" });
    const paid = await t.act((ctx) => pay(ctx, { id: contract.id, payments: [{ type: "Transfer", amount: 30_000 }] }));
    expect(paid).toMatchObject({ paid: "300.00", owed: "-28.00" });
    expect(await balances()).toMatchObject({ [`prepaid.order ${contract.id}`]: 2_800 });
    await sound();
  });

  it("of a walk-in organisation is owed by the organisation", async () => {
    const contract = await make({
      memberId: undefined,
      name: "张江软件园",
      phone: "13800000000",
      priceBasis: "agreed",
      unitPrice: "100.00",
    });
    await clockTo("2026-12-03", 9);
    expect(await see(contract.id)).toMatchObject({ unitPrice: "100.00", owed: "200.00", memberId: null });
    await sound();
  });

  it("comes off the purses after each use, principal first; what they lack is owed", async () => {
    const contract = await make({ payMode: "purse", priceBasis: "agreed", unitPrice: "350.00" });
    await clockTo("2026-11-26", 9);
    expect(await balances()).toEqual({ "purse.principal m-1": 15_000, "purse.gift m-1": 10_000 });
    await clockTo("2026-12-03", 9);
    expect(await see(contract.id)).toMatchObject({ used: 2, paid: "600.00", usedValue: "700.00", owed: "100.00" });
    expect(await balances()).toEqual({});
    await sound();
  });

  it("comes off a package card after each use; without uses left it waits for a card", async () => {
    const db = t.database.dbFor(t.venue.id);
    const own = { venue_id: t.venue.id };
    await db
      .insertInto("package_card")
      .values({ ...own, id: "pk", name: "羽毛球次卡", program_id: "g-b", price: 3_000, times: 3, valid_days: 365 })
      .execute();
    const { sellCard } = await import("../../src/server/domains/cards/sell");
    const sell = () => t.act((ctx) => sellCard(ctx, { memberId: "m-1", packageCardId: "pk", payments: [{ type: "Cash", amount: 3_000 }] }));
    const holdingId = await sell();
    const contract = await make({ payMode: "card", holdingId, timesPerUse: 2 });
    expect(contract).toMatchObject({ unitPrice: "0.00", holdingLeft: 3 });
    await clockTo("2026-12-03", 9);
    const now = await see(contract.id);
    expect(now).toMatchObject({ holdingLeft: 1, owed: "0.00" });
    expect(now.occurrences.map((one) => one.state)).toEqual(["settled", "no_show", "planned", "planned"]);
    await sell();
    await clockTo("2026-12-03", 10);
    expect((await see(contract.id)).occurrences.map((one) => one.state)).toEqual(["settled", "settled", "planned", "planned"]);
    await sound();
  });

  it("that is unused goes back at the end by the preview shown before, less a fee; what is used is kept", async () => {
    const contract = await make({
      payMode: "term",
      payments: [
        { type: "WeChat", amount: "300.00" },
        { type: "Balance", amount: "244.00" },
      ],
    });
    await clockTo("2026-11-26", 9);
    const preview = await t.look((ctx) => endPreview(ctx, { id: contract.id, fee: 800 }));
    expect(preview).toMatchObject({ used: "136.00", unused: "408.00", fee: "8.00", refund: "400.00", openCount: 3, usedCount: 1 });
    const ended = await t.act((ctx) => end(ctx, { id: contract.id, reason: "搬家", fee: 800 }));
    expect(ended).toMatchObject({ state: "ended", paid: "136.00", usedValue: "136.00", owed: "0.00", left: 0 });
    expect(ended.payments.map((payment) => payment.refunded)).toEqual(preview.back.map((part) => part.refund));
    const { "purse.principal m-1": principal } = await balances();
    expect(principal).toBe(50_000 - 24_400 + Math.round((40_000 * 24_400) / 54_400));
    expect(await t.look((ctx) => ctx.db.selectFrom("occupancy").selectAll().where("slot_start", ">", t.now).execute())).toEqual([]);
    expect(await refusalOf(t.act((ctx) => end(ctx, { id: contract.id, reason: "再来", fee: 0 })))).toMatchObject({ key: "wrongState" });
    await sound();
  });
});

describe("a term that is over with prepaid uses left", () => {
  it("is ended for what is unused, once, and can still be renewed instead", async () => {
    const contract = await make({ payMode: "term", payments: [{ type: "WeChat", amount: "544.00" }] });
    const left = await t.act((ctx) =>
      occurrences.leave(ctx, {
        id: contract.id,
        occurrenceId: contract.occurrences[1]?.id ?? "",
        scope: "one",
        make: "credit",
        reason: "出差",
      }),
    );
    await clockTo(addDays(left.to, 1), 9);
    expect(await see(contract.id)).toMatchObject({ state: "expired" });
    expect(actions(fixedContract, "expired")).toEqual(["renew", "end"]);
    const preview = await t.look((ctx) => endPreview(ctx, { id: contract.id }));
    expect(preview).toMatchObject({ unused: "136.00", refund: "136.00", openCount: 0 });
    const ended = await t.act((ctx) => end(ctx, { id: contract.id, reason: "不再续", fee: 0 }));
    expect(ended).toMatchObject({ state: "ended", paid: "408.00", usedValue: "408.00", owed: "0.00" });
    expect(ended.payments.map((payment) => payment.refunded)).toEqual(["136.00"]);
    expect(await refusalOf(t.act((ctx) => end(ctx, { id: contract.id, reason: "再来", fee: 0 })))).toMatchObject({ key: "wrongState" });
    await sound();
  });
});

describe("occurrences", () => {
  const named = (contract: FixedDetail, i: number) => ({ id: contract.id, occurrenceId: contract.occurrences[i]?.id ?? "" });

  it("on leave free their place, and the term grows by one where wanted", async () => {
    const contract = await make();
    const left = await t.act((ctx) => occurrences.leave(ctx, { ...named(contract, 1), scope: "one", make: "credit", reason: "出差" }));
    expect(days(left)).toEqual(["2026-11-25", "2026-12-09", "2026-12-16"]);
    await book(t, { day: "2026-12-02", runs: [{ placeId: "b-3", start: at(19), end: at(21) }] });
    const grown = await t.act((ctx) => occurrences.leave(ctx, { ...named(contract, 2), scope: "one", make: "extend", reason: "出差" }));
    expect(days(grown)).toEqual(["2026-11-25", "2026-12-16", "2026-12-23"]);
    expect(grown.to).toBe("2026-12-23");
    await sound();
  });

  it("are edited one, this and later, or all", async () => {
    const contract = await make();
    const cancelled = await t.act((ctx) => occurrences.cancel(ctx, { ...named(contract, 2), scope: "later", reason: "缩短" }));
    expect(days(cancelled)).toEqual(["2026-11-25", "2026-12-02"]);
    const moved = await t.act((ctx) =>
      occurrences.move(ctx, { ...named(contract, 0), scope: "all", placeId: "b-7", start: at(10), end: at(12) }),
    );
    expect(moved.occurrences.filter((one) => one.state === "planned").map((one) => [one.day, one.placeName, one.price])).toEqual([
      ["2026-11-25", "7", "85.00"],
      ["2026-12-02", "7", "85.00"],
    ]);
    const one = moved.occurrences.find((each) => each.state === "planned")?.id ?? "";
    const to = { placeId: "b-3", start: at(19), end: at(21) };
    const away = await t.act((ctx) =>
      occurrences.move(ctx, { id: contract.id, occurrenceId: one, scope: "one", day: "2026-11-28", ...to }),
    );
    expect(days(away)).toEqual(["2026-11-28", "2026-12-02"]);
    expect(await refusalOf(t.act((ctx) => occurrences.move(ctx, { ...named(contract, 0), scope: "one", ...to })))).toMatchObject({
      key: "wrongState",
    });
    await sound();
  });

  it("cancelled in the grid leave the contract too", async () => {
    const contract = await make();
    await t.act((ctx) => cancelOrder(ctx, { id: contract.occurrences[0]?.orderId ?? "", reason: "客人来电", waiveFee: false }));
    await clockTo(TODAY, 11);
    expect(days(await see(contract.id), "cancelled")).toEqual(["2026-11-25"]);
    await sound();
  });
});

describe("the life of a contract", () => {
  it("pauses, freeing its slots, and resumes what is still to come, around what was taken meanwhile", async () => {
    const contract = await make();
    const paused = await t.act((ctx) => change.pause(ctx, { id: contract.id, reason: "受伤" }));
    expect(paused).toMatchObject({ state: "paused", left: 0 });
    await book(t, { day: "2026-12-09", runs: [{ placeId: "b-3", start: at(20), end: at(21) }], name: "王伟" });
    await clockTo("2026-11-26", 9);
    const plan = await t.look((ctx) => change.plan(ctx, { id: contract.id, act: "resume", choices: [] }));
    expect(plan.occurrences.map((one) => [one.day, one.problem])).toEqual([
      ["2026-12-02", null],
      ["2026-12-09", "taken"],
      ["2026-12-16", null],
    ]);
    expect(await refusalOf(t.act((ctx) => change.resume(ctx, { id: contract.id, choices: [] })))).toMatchObject({ key: "slotTaken" });
    const choices = [{ day: "2026-12-09", placeId: "b-3", swapTo: "b-4" }];
    const resumed = await t.act((ctx) => change.resume(ctx, { id: contract.id, choices }));
    expect(resumed.state).toBe("active");
    expect(days(resumed)).toEqual(["2026-12-02", "2026-12-09", "2026-12-16"]);
    await sound();
  });

  it("offers renewal 14 days before the end with a message, keeps the slots for it, and renews on it", async () => {
    const contract = await make();
    await clockTo("2026-12-01", 9);
    expect((await see(contract.id)).hold).toBeNull();
    await clockTo("2026-12-02", 9);
    const offered = await see(contract.id);
    expect(offered).toMatchObject({ renewalDue: true, hold: { count: 3, until: "2026-12-16" } });
    const messages = await t.look((ctx) => ctx.db.selectFrom("message").select(["title", "resource_id"]).execute());
    expect(messages).toEqual([{ title: "固定场即将到期：沈佩仪", resource_id: contract.id }]);
    expect(await refusalOf(book(t, { day: "2026-12-23", runs: [{ placeId: "b-3", start: at(19), end: at(20) }] }))).toMatchObject({
      key: "slotTaken",
    });
    const renewed = await t.act((ctx) => change.renew(ctx, { id: contract.id, to: "2027-01-13", choices: [], payments: [] }));
    expect(renewed).toMatchObject({ state: "active", to: "2027-01-13", renewalDue: false, hold: null });
    expect(days(renewed)).toEqual(["2026-12-02", "2026-12-09", "2026-12-16", "2026-12-23", "2026-12-30", "2027-01-06", "2027-01-13"]);
    await clockTo("2026-12-03", 9);
    expect((await see(contract.id)).hold).toBeNull();
    await sound();
  });

  it("frees the kept slots when the customer declines, and on the day after the end, when it expires", async () => {
    const [one, other] = [await make(), await make({ placeIds: ["b-4"] })];
    await clockTo("2026-12-02", 9);
    const declined = await t.act((ctx) => change.decline(ctx, { id: one.id }));
    expect(declined).toMatchObject({ renewalDue: false, hold: null });
    await book(t, { day: "2026-12-23", runs: [{ placeId: "b-3", start: at(19), end: at(20) }] });
    await clockTo("2026-12-17", 1);
    expect(await see(other.id)).toMatchObject({ state: "expired", hold: null, left: 0 });
    await book(t, { day: "2026-12-23", runs: [{ placeId: "b-4", start: at(19), end: at(20) }] });
    const renewed = await t.act((ctx) =>
      change.renew(ctx, { id: other.id, to: "2026-12-30", choices: [{ day: "2026-12-23", placeId: "b-4", swapTo: null }], payments: [] }),
    );
    expect(renewed.state).toBe("active");
    expect(days(renewed)).toEqual(["2026-12-30"]);
    await sound();
  });
});

describe("states", () => {
  it("of a contract move as the table says and no other way", async () => {
    const ready: Record<string, () => Promise<string>> = {
      draft: async () => (await make({ activate: false, start: at(7), end: at(8) })).id,
      active: async () => (await make({ start: at(8), end: at(9) })).id,
      paused: async () => {
        const { id } = await make({ start: at(9), end: at(10) });
        await t.act((ctx) => change.pause(ctx, { id, reason: "测试" }));
        return id;
      },
      ended: async () => {
        const { id } = await make({ activate: false });
        await t.act((ctx) => end(ctx, { id, reason: "测试", fee: 0 }));
        return id;
      },
      expired: async () => {
        const { id } = await make({ start: at(10), end: at(11) });
        await t.act((ctx) => ctx.db.updateTable("fixed_contract").set({ state: "expired" }).where("id", "=", id).execute());
        return id;
      },
    };
    const moves: Record<string, (id: string) => Promise<unknown>> = {
      activate: (id) => t.act((ctx) => change.activate(ctx, { id, choices: [], payments: [] })),
      pause: (id) => t.act((ctx) => change.pause(ctx, { id, reason: "测试" })),
      resume: (id) => t.act((ctx) => change.resume(ctx, { id, choices: [] })),
      renew: (id) => t.act((ctx) => change.renew(ctx, { id, to: "2027-01-13", choices: [], payments: [] })),
      end: (id) => t.act((ctx) => end(ctx, { id, reason: "测试", fee: 0 })),
    };
    for (const state of fixedContract.states) {
      for (const [action, move] of Object.entries(moves)) {
        const id = (await ready[state]?.()) ?? "";
        const to = next(fixedContract, state, action as "end");
        // Renewing what is active lengthens it.
        const wanted = state === "active" && action === "renew" ? "active" : to;
        if (wanted === undefined) expect(await refusalOf(move(id)), `${state} ${action}`).toMatchObject({ key: "wrongState" });
        else await move(id);
        expect((await see(id)).state, `${state} ${action}`).toBe(wanted ?? state);
        if (wanted !== "ended" && state !== "ended") await t.act((ctx) => ctx.db.deleteFrom("occupancy").execute());
      }
    }
    expect(actions(fixedOccurrence, "settled")).toEqual([]);
  });

  it("of an occurrence that is not planned allow no edit", async () => {
    const contract = await make();
    const id = contract.occurrences[0]?.id ?? "";
    for (const state of fixedOccurrence.states.filter((one) => one !== "planned")) {
      await t.act((ctx) => ctx.db.updateTable("fixed_occurrence").set({ state }).where("id", "=", id).execute());
      const of = { id: contract.id, occurrenceId: id, scope: "one" as const };
      const edits = [
        () => t.act((ctx) => occurrences.leave(ctx, { ...of, make: "credit", reason: "测试" })),
        () => t.act((ctx) => occurrences.cancel(ctx, { ...of, reason: "测试" })),
        () => t.act((ctx) => occurrences.move(ctx, { ...of, placeId: "b-4", start: at(19), end: at(21) })),
      ];
      for (const edit of edits) expect(await refusalOf(edit()), state).toMatchObject({ key: "wrongState" });
    }
  });
});

describe("the list", () => {
  it("counts, filters and sums", async () => {
    await make();
    t.now = new Date(t.now.getTime() + 60_000);
    await make({ memberId: "m-2", placeIds: ["b-4", "b-5"], activate: false, payMode: "purse", weekdays: [1, 5] });
    await clockTo("2026-11-26", 9);
    const page = (filter: Record<string, unknown>) => t.look((ctx) => list(ctx, fixed.list.input.parse(filter)));
    expect((await page({})).content.map((row) => [row.name, row.state, row.total, row.nextDay])).toEqual([
      ["陈一鸣", "draft", 12, null],
      ["沈佩仪", "active", 4, "2026-12-02"],
    ]);
    expect((await page({ q: "沈" })).totalElements).toBe(1);
    expect((await page({ state: "draft" })).totalElements).toBe(1);
    expect((await page({ weekday: "3" })).totalElements).toBe(1);
    expect((await page({ weekday: "1e+21" })).totalElements).toBe(0);
    expect((await page({ owing: "yes", sort: "owed,desc" })).content.map((row) => row.owed)).toEqual(["136.00"]);
    expect(await t.look((ctx) => sums(ctx, {}))).toEqual({
      count: 2,
      total: 4,
      used: 1,
      left: 3,
      paid: "0.00",
      usedValue: "136.00",
      owed: "136.00",
    });
  });
});

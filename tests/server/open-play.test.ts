/** Open play: attendees, states, occupancy and money, to the fen. */
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Input } from "../../src/contract/core/call";
import { openPlay } from "../../src/contract/openPlay/open-play";
import { actions, next, openPlayEvent, openPlayTicket } from "../../src/contract/core/states";
import { cancel as cancelOrder } from "../../src/server/domains/booking/cancel";
import { bookingJobs } from "../../src/server/domains/booking/jobs";
import { cancel, cancelPreview, closeOpenPlay } from "../../src/server/domains/openPlay/cancel";
import { openPlayJobs } from "../../src/server/domains/openPlay/jobs";
import { checkIn } from "../../src/server/domains/openPlay/check-in";
import { join } from "../../src/server/domains/openPlay/join";
import { leave, leavePreview, payOut } from "../../src/server/domains/openPlay/withdraw";
import { list, sums } from "../../src/server/domains/openPlay/list";
import { create, modify, open } from "../../src/server/domains/openPlay/plan";
import { roster } from "../../src/server/domains/openPlay/roster";
import { view } from "../../src/server/domains/openPlay/view";
import { checkLedger } from "../../src/server/ledger/check";
import { VENUE_CHECKS } from "../../src/tools/doctor/checks";
import { at, book, countRows, refusalOf, seedBooking, seedMember, TODAY, TOMORROW } from "../support/booking";
import { excelRows } from "../support/unzip";
import { testVenue, type TestVenue } from "../support/venue";

let t: TestVenue;
beforeEach(async () => {
  t = await testVenue();
  await seedBooking(t);
  await seedMember(t, "han", { name: "韩梅", principal: 50_000, gift: 10_000 });
});
afterEach(async () => {
  const db = t.database.dbFor("v-1");
  expect(await checkLedger(db, "v-1")).toEqual([]);
  for (const [name, check] of Object.entries(VENUE_CHECKS)) {
    if (/open play|ground|spent/.test(name)) expect({ name, found: (await check("v-1").execute(db)).rows }).toEqual({ name, found: [] });
  }
  await t.close();
});

const TERMS = {
  title: "周日双打局",
  placeIds: ["b-1", "b-2"],
  day: TOMORROW,
  start: at(14),
  end: at(16),
  capacity: 8,
  minimum: 4,
  price: "45.00",
  deadlineHours: 2,
};
const make = (more: Partial<Input<typeof openPlay.create>> = {}) =>
  t.act((ctx) => create(ctx, openPlay.create.input.parse({ ...TERMS, open: true, ...more })));
const change = (id: string, more: object = {}) => t.act((ctx) => modify(ctx, openPlay.modify.input.parse({ ...TERMS, id, ...more })));
const enter = (id: string, more: Omit<Input<typeof openPlay.join>, "id"> = {}) => {
  const { attendees = 1 } = more;
  const payments = [{ type: "WeChat" as const, amount: `${attendees * 45}.00` }];
  return t.act((ctx) => join(ctx, openPlay.join.input.parse({ id, name: "散客", payments, ...more })));
};
const giveUp = (id: string, more: object = {}, as?: Parameters<TestVenue["act"]>[1]) =>
  t.act((ctx) => leave(ctx, { id, reason: "客人有事", waiveFee: false, ...more }), as);
const see = (id: string) => t.look((ctx) => view(ctx, { id }));
const key = async (act: Promise<unknown>) => (await refusalOf(act)).key;
const runJobs = async (as?: Parameters<TestVenue["act"]>[1]) => {
  for (const job of [...bookingJobs, ...openPlayJobs]) await t.act(job.run, as);
};
const purse = async (memberId: string) =>
  Object.fromEntries(
    (await t.database.dbFor("v-1").selectFrom("balance").select(["account", "amount"]).where("subject", "=", memberId).execute()).map(
      ({ account, amount }) => [account, amount],
    ),
  );
const orderOf = async (id: string) => {
  const { orderId } = await see(id);
  return t.database
    .dbFor("v-1")
    .selectFrom("booking_order")
    .select(["id", "kind", "order_status", "name"])
    .where("id", "=", orderId ?? "")
    .executeTakeFirst();
};
/** The clock passes the deadline. */
const DEADLINE = new Date(`${TOMORROW}T12:00:00+08:00`);
const OVER = new Date(`${TOMORROW}T16:00:00+08:00`);

describe("the occupancy", () => {
  it("is taken when it opens and not before, and nobody books it then", async () => {
    const draft = await make({ open: false });
    expect([draft.state, draft.orderId, draft.places]).toEqual(["draft", null, "1 号, 2 号"]);
    const held = await book(t, { day: TOMORROW, runs: [{ placeId: "b-2", start: at(15), end: at(16) }] });
    const refused = await refusalOf(t.act((ctx) => open(ctx, { id: draft.id })));
    expect([refused.key, refused.data]).toMatchObject(["slotTaken", { holder: { orderId: held.id } }]);
    expect((await see(draft.id)).state).toBe("draft");
    await change(draft.id, { placeIds: ["b-1"] });
    const opened = await t.act((ctx) => open(ctx, { id: draft.id }));
    expect(opened).toMatchObject({ state: "open", places: "1 号", attendees: 0 });
    expect(await orderOf(draft.id)).toMatchObject({ kind: "openPlay", order_status: "paid", name: "周日双打局" });
    expect(await key(book(t, { day: TOMORROW, runs: [{ placeId: "b-1", start: at(14), end: at(15) }] }))).toBe("slotTaken");
  });

  it("is changed where the open play is, not in the grid", async () => {
    const play = await make();
    const order = await orderOf(play.id);
    const cancelled = t.act((ctx) => cancelOrder(ctx, { id: order?.id ?? "", reason: "下雨了", waiveFee: false }));
    expect(await key(cancelled)).toBe("underOpenPlay");
    for (const more of [{ placeIds: ["b-3"] }, { day: TODAY }, { start: at(13) }, { end: at(17) }, { deadlineHours: 1 }]) {
      expect(await key(change(play.id, more))).toBe("openPlayGround");
    }
    await change(play.id, { title: "双打局" });
    expect((await orderOf(play.id))?.name).toBe("双打局");
  });

  it("closes with the court: everybody gets their money back", async () => {
    const play = await make();
    await enter(play.id, { attendees: 2 });
    const order = await orderOf(play.id);
    await t.act((ctx) => closeOpenPlay(ctx, order?.id ?? "", "漏水"));
    expect(await see(play.id)).toMatchObject({ state: "cancelled", attendees: 0, income: "0.00" });
  });
});

describe("refusals", () => {
  it("refuses what cannot run, and leaves nothing behind", async () => {
    const rows = await countRows(t);
    expect(await key(make({ minimum: 9 }))).toBe("badInput");
    expect(await key(make({ placeIds: ["b-1", "k-east"] }))).toBe("badInput");
    expect(await key(make({ placeIds: ["b-99"] }))).toBe("missing");
    expect(await key(make({ start: at(4), end: at(6) }))).toBe("slotClosed");
    expect(await key(make({ day: TODAY, start: at(8), end: at(9) }))).toBe("slotPast");
    // It is 10:00: what begins at 11:00 cannot wait until two hours before.
    expect(await key(make({ day: TODAY, start: at(11), end: at(12) }))).toBe("openPlayDeadline");
    expect(await key(see("x"))).toBe("missing");
    expect(await countRows(t)).toEqual(rows);
  });

  it("never lets in more people than places, at the price that was shown, for exact money", async () => {
    const play = await make({ capacity: 5 });
    await enter(play.id, { attendees: 3 });
    const full = await refusalOf(enter(play.id, { attendees: 3 }));
    expect([full.key, full.data]).toEqual(["openPlayFull", { left: 2 }]);
    expect(await key(enter(play.id, { expectedPrice: "40.00" }))).toBe("priceChanged");
    expect(await key(enter(play.id, { payments: [{ type: "WeChat", amount: "44.99" }] }))).toBe("paymentSum");
    expect(await key(change(play.id, { capacity: 2, minimum: 2 }))).toBe("openPlayJoined");
    await enter(play.id, { attendees: 2 });
    expect(await key(enter(play.id))).toBe("openPlayFull");
    expect(await see(play.id)).toMatchObject({ attendees: 5, state: "confirmed", income: "225.00" });
  });
});

describe("money", () => {
  it("is earned on the day of play and goes back by the policy", async () => {
    const play = await make();
    const payments = [
      { type: "Balance" as const, amount: "60.00" },
      { type: "Coupon" as const, amount: "30.00" },
    ];
    const ticket = await enter(play.id, { attendees: 2, memberId: "han", payments });
    expect(await purse("han")).toEqual({ "purse.principal": 44_000, "purse.gift": 7_000 });
    const earned = await t.database
      .dbFor("v-1")
      .selectFrom("posting")
      .select(["amount", "earned_on", "subject"])
      .where("account", "=", "income.session")
      .execute();
    expect(earned).toEqual([{ amount: -9_000, earned_on: TOMORROW, subject: "h-b" }]);
    await t.database
      .dbFor("v-1")
      .updateTable("program")
      .set({ free_cancel_hours: 48, late_cancel_percent: 20 })
      .where("id", "=", "g-b")
      .execute();
    const preview = await t.look((ctx) => leavePreview(ctx, { id: ticket.id }));
    expect(preview).toMatchObject({ paid: "90.00", feePercent: 20, hoursBefore: 28, fee: "18.00", refund: "72.00" });
    expect(await giveUp(ticket.id)).toMatchObject({ fee: "18.00", refunded: "72.00", owed: "0.00" });
    expect(await purse("han")).toEqual({ "purse.principal": 48_800, "purse.gift": 9_400 });
    expect((await see(play.id)).attendees).toBe(0);
    expect(await key(giveUp(ticket.id))).toBe("wrongState");
  });

  it("goes back whole when it is cancelled, as the preview says", async () => {
    const play = await make();
    await enter(play.id, { attendees: 2, memberId: "han", payments: [{ type: "Balance", amount: "90.00" }] });
    await enter(play.id, { attendees: 3, payments: [{ type: "Cash", amount: "135.00" }] });
    const preview = await t.look((ctx) => cancelPreview(ctx, { id: play.id }));
    expect(preview).toMatchObject({
      tickets: 2,
      attendees: 5,
      refund: "225.00",
      byType: [
        { type: "Balance", amount: "90.00" },
        { type: "Cash", amount: "135.00" },
      ],
    });
    const stale = t.act((ctx) => cancel(ctx, { id: play.id, reason: "下雨了", expectedRefund: 1 }));
    expect(await key(stale)).toBe("refundChanged");
    expect(await t.act((ctx) => cancel(ctx, { id: play.id, reason: "下雨了", expectedRefund: 22_500 }))).toMatchObject({
      state: "cancelled",
      attendees: 0,
      income: "0.00",
    });
    expect(await purse("han")).toEqual({ "purse.principal": 50_000, "purse.gift": 10_000 });
    await book(t, { day: TOMORROW, runs: [{ placeId: "b-1", start: at(14), end: at(15) }] });
  });

  it("goes back by itself below the minimum; cash waits at the desk and is paid out once", async () => {
    const play = await make();
    await enter(play.id, { attendees: 1, memberId: "han", payments: [{ type: "Balance", amount: "45.00" }] });
    const cash = await enter(play.id, { attendees: 2, payments: [{ type: "Cash", amount: "90.00" }] });
    t.now = DEADLINE;
    expect(await key(enter(play.id))).toBe("wrongState");
    await runJobs();
    const failed = await see(play.id);
    expect(failed).toMatchObject({ state: "failed", attendees: 0, reason: "到截止只有 3 人，不足 4 人", income: "90.00" });
    expect(await orderOf(play.id)).toMatchObject({ order_status: "cancelled" });
    expect(await purse("han")).toEqual({ "purse.principal": 50_000, "purse.gift": 10_000 });
    expect(failed.tickets.find((ticket) => ticket.id === cash.id)).toMatchObject({ state: "left", owed: "90.00", refunded: "0.00" });
    const told = await t.database.dbFor("v-1").selectFrom("message").select(["text", "resource_id"]).execute();
    expect(told).toEqual([{ text: expect.stringContaining("¥90.00") as string, resource_id: play.id }]);
    const paid = await t.act((ctx) => payOut(ctx, { id: cash.id }));
    expect(paid).toMatchObject({ owed: "0.00", refunded: "90.00" });
    expect(await key(t.act((ctx) => payOut(ctx, { id: cash.id })))).toBe("nothingOwed");
    await book(t, { day: TOMORROW, runs: [{ placeId: "b-1", start: at(14), end: at(15) }] });
  });
});

describe("time", () => {
  it("confirms with the last attendee that it needs, stays so when one leaves, and finishes with its order in the grid", async () => {
    const play = await make();
    await enter(play.id, { attendees: 3 });
    expect((await see(play.id)).state).toBe("open");
    const last = await enter(play.id);
    expect((await see(play.id)).state).toBe("confirmed");
    await giveUp(last.id);
    t.now = DEADLINE;
    await runJobs();
    expect(await see(play.id)).toMatchObject({ state: "confirmed", attendees: 3 });
    t.now = OVER;
    expect((await see(play.id)).state).toBe("finished");
    await runJobs();
    expect((await orderOf(play.id))?.order_status).toBe("finished");
    expect((await t.look((ctx) => list(ctx, openPlay.list.input.parse({ state: "finished", q: "双打" })))).totalElements).toBe(1);
    expect(await t.look((ctx) => sums(ctx, { day: TOMORROW }))).toEqual({ count: 1, attendees: 3, capacity: 8, income: "135.00" });
  });

  it("confirms when the minimum is lowered to those who joined", async () => {
    const play = await make();
    await enter(play.id, { attendees: 2 });
    expect((await change(play.id, { minimum: 2, capacity: 6 })).state).toBe("confirmed");
  });
});

describe("prices by level", () => {
  const levels = [{ cardTypeId: "ct-85", price: "38.50" }];
  beforeEach(() => seedMember(t, "gold-li", { name: "李金", cardTypeId: "ct-85", principal: 50_000 }));

  it("are those of the payer's card type, for whom they bring too; others pay the price for everybody", async () => {
    const play = await make({ levels });
    expect(play.levels).toMatchObject([{ cardTypeId: "ct-85", price: "38.50" }]);
    const pay = (amount: string) => [{ type: "WeChat" as const, amount }];
    expect(await key(enter(play.id, { memberId: "gold-li", attendees: 2, payments: pay("90.00") }))).toBe("paymentSum");
    expect(await key(enter(play.id, { memberId: "gold-li", expectedPrice: "45.00", payments: pay("38.50") }))).toBe("priceChanged");
    const gold = await enter(play.id, { memberId: "gold-li", attendees: 2, expectedPrice: "38.50", payments: pay("77.00") });
    expect(gold).toMatchObject({ price: "38.50", total: "77.00", level: { name: "金卡" } });
    expect(await enter(play.id, { memberId: "han", payments: pay("45.00") })).toMatchObject({ price: "45.00", level: null });
    expect(await enter(play.id)).toMatchObject({ price: "45.00", level: null });
    await change(play.id, { levels: [{ cardTypeId: "ct-85", price: "30.00" }] });
    expect(await see(play.id)).toMatchObject({ income: "167.00", levels: [{ price: "30.00" }] });
    const after = await enter(play.id, { memberId: "gold-li", payments: pay("30.00") });
    const prices = (await see(play.id)).tickets.filter((one) => one.level).map((one) => one.price);
    expect([after.price, prices.sort()]).toEqual(["30.00", ["30.00", "38.50"]]);
    await change(play.id);
    expect((await see(play.id)).levels).toEqual([]);
    expect(await key(change(play.id, { levels: [{ cardTypeId: "nobody", price: "1.00" }] }))).toBe("missing");
  });
});

describe("who came", () => {
  const came = (id: string, entered: number, as?: Parameters<TestVenue["act"]>[1]) => t.act((ctx) => checkIn(ctx, { id, entered }), as);
  const PLAYED = new Date(`${TOMORROW}T14:10:00+08:00`);

  it("is counted one by one on the day of play, and taken back; who came does not leave", async () => {
    const play = await make();
    const ticket = await enter(play.id, { attendees: 3 });
    t.now = PLAYED;
    expect(await key(came(ticket.id, 1))).toBe("wrongState");
    t.now = new Date(`${TODAY}T10:00:00+08:00`);
    await enter(play.id);
    expect(await key(came(ticket.id, 1))).toBe("checkInDay");
    t.now = PLAYED;
    expect(await key(came(ticket.id, 4))).toBe("sessionEnters");
    expect(await came(ticket.id, 2)).toMatchObject({ entered: 2, state: "joined" });
    expect(await key(giveUp(ticket.id))).toBe("sessionEntered");
    expect(await came(ticket.id, 0)).toMatchObject({ entered: 0 });
    await giveUp(ticket.id);
    expect(await key(came(ticket.id, 1))).toBe("wrongState");
  });

  it("decides who is a no-show when it is over; where all of the price stays nothing moves and late ones are let in", async () => {
    const play = await make();
    const some = await enter(play.id, { attendees: 3 });
    const none = await enter(play.id, { attendees: 2 });
    t.now = PLAYED;
    await came(some.id, 2);
    t.now = OVER;
    await runJobs();
    const { tickets } = await see(play.id);
    expect(tickets.find((one) => one.id === none.id)).toMatchObject({ state: "no_show", entered: 0, absent: 2, refunded: "0.00" });
    expect(tickets.find((one) => one.id === some.id)).toMatchObject({ state: "joined", entered: 2, absent: 1, refunded: "0.00" });
    expect(await see(play.id)).toMatchObject({ state: "finished", attendees: 5, income: "225.00" });
    expect(await key(came(none.id, 1, { codes: new Set(["open_play_join" as const]) }))).toBe("forbidden");
    expect(await came(none.id, 1)).toMatchObject({ state: "joined", entered: 1, absent: 1 });
    expect(await came(none.id, 0)).toMatchObject({ state: "no_show", absent: 2 });
    t.now = new Date(OVER.getTime() + 86_400_000);
    expect(await key(came(none.id, 1))).toBe("checkInDay");
  });

  it("gives back by the policy for who did not come, one by one; cash waits at the desk", async () => {
    const venue = { ...t.venue, no_show_percent: 30 };
    const play = await make();
    const purses = await enter(play.id, { attendees: 3, memberId: "han", payments: [{ type: "Balance", amount: "135.00" }] });
    const cash = await enter(play.id, { attendees: 2, payments: [{ type: "Cash", amount: "90.00" }] });
    t.now = PLAYED;
    await came(purses.id, 1);
    t.now = OVER;
    await runJobs({ venue });
    const after = await see(play.id);
    // 30 % for two attendees stays, the rest goes back; the one who came is earned.
    expect(after.tickets.find((one) => one.id === purses.id)).toMatchObject({
      state: "joined",
      absent: 2,
      fee: "27.00",
      refunded: "63.00",
    });
    expect(after.tickets.find((one) => one.id === cash.id)).toMatchObject({
      state: "no_show",
      fee: "27.00",
      refunded: "0.00",
      owed: "63.00",
    });
    expect((await purse("han"))["purse.principal"]).toBe(50_000 - 13_500 + 6_300);
    expect(await key(came(cash.id, 1))).toBe("openPlaySettled");
    const told = await t.database.dbFor("v-1").selectFrom("message").select(["text", "resource_id"]).execute();
    expect(told).toEqual([{ text: expect.stringContaining("¥63.00") as string, resource_id: play.id }]);
    expect(await t.act((ctx) => payOut(ctx, { id: cash.id }))).toMatchObject({ state: "no_show", owed: "0.00", refunded: "63.00" });
    expect(await key(t.act((ctx) => payOut(ctx, { id: cash.id })))).toBe("nothingOwed");
  });

  it("is in the roster, with a masked number and every fen", async () => {
    const play = await make();
    await enter(play.id, { attendees: 3, name: "周婷", phone: "13812345678" });
    const last = await enter(play.id, { memberId: "han" });
    await giveUp(last.id);
    const file = await t.look((ctx) => roster(ctx, { id: play.id }));
    expect(file.fileName).toBe(`周日双打局 ${TOMORROW}.xlsx`);
    const rows = (await excelRows(file.body)).sort((a, b) => Number(b[5]) - Number(a[5]));
    expect(rows.map((row) => row.slice(1, 12))).toEqual([
      ["周婷", "138****5678", undefined, "已报名", "3", "0", "0", "45.00", "135.00", "0.00", "0.00"],
      ["韩梅", expect.stringContaining("****"), undefined, "已退出", "1", "0", "0", "45.00", "45.00", "45.00", "0.00"],
    ]);
  });
});

describe("states", () => {
  type Action = "open" | "confirm" | "fail" | "finish" | "cancel";
  const START = new Date(`${TODAY}T10:00:00+08:00`);
  const acts: Record<Action, (id: string) => Promise<unknown>> = {
    open: (id) => t.act((ctx) => open(ctx, { id })),
    cancel: (id) => t.act((ctx) => cancel(ctx, { id, reason: "下雨了" })),
    confirm: (id) => enter(id, { attendees: 4 }),
    fail: async () => {
      t.now = DEADLINE;
      await runJobs();
    },
    finish: async () => {
      t.now = OVER;
      await runJobs();
    },
  };
  const reach: Record<(typeof openPlayEvent.states)[number], readonly Action[]> = {
    draft: [],
    open: ["open"],
    confirmed: ["open", "confirm"],
    finished: ["open", "confirm", "finish"],
    failed: ["open", "fail"],
    cancelled: ["cancel"],
  };
  it.each(openPlayEvent.states)("one that is %s does what the table says with every action", async (state) => {
    for (const [i, action] of (Object.keys(acts) as Action[]).entries()) {
      t.now = START;
      const { id } = await make({ open: false, placeIds: [`b-${i + 1}`] });
      for (const step of reach[state]) await acts[step](id);
      expect((await see(id)).state).toBe(state);
      const refused = await acts[action](id).then(
        () => undefined,
        (error: unknown) => key(Promise.reject(error)),
      );
      const now = (await see(id)).state;
      // Time passes over an open one in any case: at its end it has failed.
      const to = next(openPlayEvent, state, action) ?? (state === "open" && action === "finish" ? "failed" : state);
      expect({ action, now }).toEqual({ action, now: to });
      const joins = action === "confirm" && state === "confirmed";
      const clock = action === "fail" || action === "finish";
      const allowed = next(openPlayEvent, state, action) !== undefined || clock || joins;
      expect({ action, refused }).toEqual({ action, refused: allowed ? undefined : "wrongState" });
      if (now === "draft" || now === "open" || now === "confirmed") await acts.cancel(id).catch(() => undefined);
    }
  });

  it("has tested every action of the table", () => {
    expect(new Set(openPlayEvent.states.flatMap((state) => actions(openPlayEvent, state)))).toEqual(new Set(Object.keys(acts)));
    const ofTickets = Object.fromEntries(openPlayTicket.states.map((state) => [state, actions(openPlayTicket, state)]));
    expect(ofTickets).toEqual({
      joined: ["checkIn", "leave", "miss", "payOut"],
      no_show: ["checkIn", "payOut"],
      left: ["payOut"],
    });
  });

  it("pays out only what waits, and lets leave only who is in", async () => {
    const { id } = await make();
    const ticket = await enter(id);
    expect(await key(t.act((ctx) => payOut(ctx, { id: ticket.id })))).toBe("nothingOwed");
    await giveUp(ticket.id);
    expect(await key(giveUp(ticket.id))).toBe("wrongState");
  });

  it("lets a fee be waived only by who manages", async () => {
    const { id } = await make();
    const ticket = await enter(id);
    const as = { codes: new Set(["open_play_join" as const]) };
    expect(await key(giveUp(ticket.id, { waiveFee: true }, as))).toBe("forbidden");
    expect(await giveUp(ticket.id, {}, as)).toMatchObject({ state: "left" });
  });
});

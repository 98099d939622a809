/** Sessions planned, changed, entered, given up and cancelled: every state with every action, and where each fen and use goes back to. */
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Input } from "../../src/contract/core/call";
import { calendar } from "../../src/contract/places/places";
import { capacitySessions } from "../../src/contract/capacitySessions/capacity-sessions";
import { actions, hallBooking, next, sessionBooking } from "../../src/contract/core/states";
import { sellCard } from "../../src/server/domains/cards/sell";
import { modify as modifyCalendar } from "../../src/server/domains/places/calendar";
import { cancel, cancelBooking, cancelPreview, refundPreview } from "../../src/server/domains/capacitySessions/cancel";
import { checkIn } from "../../src/server/domains/capacitySessions/check-in";
import { sessionJobs } from "../../src/server/domains/capacitySessions/jobs";
import { modify, plan, preview, setOnSale } from "../../src/server/domains/capacitySessions/plan";
import { book, cards, list, view } from "../../src/server/domains/capacitySessions/view";
import { checkLedger } from "../../src/server/ledger/check";
import { VENUE_CHECKS } from "../../src/tools/doctor/checks";
import { at, countRows, refusalOf, seedBooking, seedMember, TODAY, TOMORROW } from "../support/booking";
import { paid } from "../support/commerce";
import { addSession, seedPool } from "../support/capacity-sessions";
import { testVenue, type TestVenue } from "../support/venue";

let t: TestVenue;
beforeEach(async () => {
  t = await testVenue();
  await seedBooking(t);
  await seedPool(t);
  await seedMember(t, "han", { name: "韩梅", principal: 50_000, gift: 10_000 });
});
afterEach(async () => {
  const db = t.database.dbFor("v-1");
  expect(await checkLedger(db, "v-1")).toEqual([]);
  for (const [name, check] of Object.entries(VENUE_CHECKS)) {
    if (/session|card's/.test(name)) expect({ name, found: (await check("v-1").execute(db)).rows }).toEqual({ name, found: [] });
  }
  await t.close();
});

const take = (id: string, input: Omit<Input<typeof capacitySessions.book>, "id">) =>
  t.act((ctx) => book(ctx, capacitySessions.book.input.parse({ id, ...input })));
const wechat = (amount: string) => [{ type: "WeChat" as const, amount }];
const giveUp = (id: string, more: object = {}, as?: Parameters<TestVenue["act"]>[1]) =>
  t.act((ctx) => cancelBooking(ctx, { id, reason: "客人有事", waiveFee: false, ...more }), as);
const left = async (id: string) => (await t.look((ctx) => view(ctx, { id }))).leftPlace;
const buy = () => t.act((ctx) => sellCard(ctx, { memberId: "han", packageCardId: "pk-s", payments: paid(10_000) }));
const cardOf = async (id: string) =>
  t.database.dbFor("v-1").selectFrom("holding").select(["used", "state"]).where("id", "=", id).executeTakeFirstOrThrow();
const closeDay = (day: string) =>
  t.act((ctx) => modifyCalendar(ctx, calendar.modify.input.parse({ day, kind: "closed", name: "换水", reason: "池水更换" })));
const runJobs = async () => {
  for (const job of sessionJobs) await t.act(job.run);
};

describe("a day on which the venue is closed", () => {
  it("sells no place in its sessions and puts none on sale", async () => {
    const onSale = await addSession(t, { day: TOMORROW, start: at(18) });
    const draft = await addSession(t, { day: TOMORROW, start: at(19), status: "draft" });
    const closed = async () => (await t.look((ctx) => view(ctx, { id: onSale }))).closed;
    expect(await closed()).toBeNull();
    await closeDay(TOMORROW);
    expect(await closed()).toBe("换水");
    const rows = await countRows(t);
    const refused = await refusalOf(take(onSale, { name: "散客", payments: wechat("30.00") }));
    expect([refused.key, refused.values]).toEqual(["slotClosed", { place: "标准池", time: `${TOMORROW} 18:00–19:00` }]);
    expect((await refusalOf(t.act((ctx) => setOnSale(ctx, { ids: [draft], onShelf: true })))).key).toBe("slotClosed");
    expect([await left(onSale), (await t.look((ctx) => view(ctx, { id: draft }))).status]).toEqual([10, "draft"]);
    expect(await countRows(t)).toEqual(rows);
    await t.act((ctx) => setOnSale(ctx, { ids: [onSale], onShelf: false }));
  });

  it("is not closed while somebody is booked in its sessions; who it is, is said", async () => {
    const id = await addSession(t, { day: TOMORROW, start: at(18) });
    const taken = await take(id, { attendees: 2, name: "何静", payments: wechat("60.00") });
    const refused = await refusalOf(closeDay(TOMORROW));
    expect([refused.key, refused.data["count"], refused.data["bookings"]]).toEqual([
      "dayBooked",
      1,
      [
        {
          kind: "session",
          orderId: taken.id,
          orderNo: taken.no,
          name: "何静",
          placeId: "h-s",
          place: "标准池",
          day: TOMORROW,
          start: at(18),
          end: at(19),
        },
      ],
    ]);
    await giveUp(taken.id, { waiveFee: true });
    await closeDay(TOMORROW);
  });
});

describe("planning", () => {
  const terms = (more: object = {}) =>
    capacitySessions.plan.input.parse({
      hallId: "h-s",
      from: TODAY,
      to: "2026-11-27",
      weekdays: [6, 7],
      slots: [
        { start: at(18), end: at(19, 30) },
        { start: at(8), end: at(9, 30) },
      ],
      name: "晚场",
      price: "35.00",
      maxPlace: 40,
      ...more,
    });

  it("tells what is new, what exists and what is past, and makes just that, once", async () => {
    await addSession(t, { day: TOMORROW, start: at(18, 30) });
    // It is 10:00 on Saturday: the morning is past; the evening of Sunday is in the way of a session that exists.
    const figures = { fresh: 2, exist: 1, past: 1, closed: 0 };
    expect(await t.look((ctx) => preview(ctx, terms()))).toMatchObject(figures);
    expect((await t.look((ctx) => list(ctx, { day: TODAY, days: 7 }))).content).toHaveLength(1);
    expect(await t.act((ctx) => plan(ctx, terms()))).toMatchObject({
      ...figures,
      days: [
        { day: TODAY, fresh: 1, exist: 0, past: 1, closed: 0 },
        { day: TOMORROW, fresh: 1, exist: 1, past: 0, closed: 0 },
      ],
    });
    const made = (await t.look((ctx) => list(ctx, { day: TODAY, days: 7 }))).content;
    expect(made.map((one) => [one.day, one.startTime, one.status, one.price])).toEqual([
      [TODAY, at(18), "draft", "35.00"],
      [TOMORROW, at(8), "draft", "35.00"],
      [TOMORROW, at(18, 30), "on_shelf", "30.00"],
    ]);
    expect(await t.act((ctx) => plan(ctx, terms()))).toMatchObject({ fresh: 0, exist: 3, past: 1 });
  });

  it("is made once by two people who plan the same at once", async () => {
    const both = await Promise.all([t.act((ctx) => plan(ctx, terms())), t.act((ctx) => plan(ctx, terms()))]);
    expect(both.map((one) => one.fresh).toSorted((a, b) => a - b)).toEqual([0, 3]);
    expect((await t.look((ctx) => list(ctx, { day: TODAY, days: 7 }))).content).toHaveLength(3);
  });

  it("refuses halls of places, times that overlap or turn back, and too much at once", async () => {
    const rows = await countRows(t);
    const refused = (more: object) => refusalOf(t.act((ctx) => plan(ctx, terms(more)))).then(({ key }) => key);
    expect(await refused({ hallId: "h-b" })).toBe("missing");
    expect(
      await refused({
        slots: [
          { start: at(8), end: at(10) },
          { start: at(9), end: at(11) },
        ],
      }),
    ).toBe("sessionsOverlap");
    expect(await refused({ slots: [{ start: at(8), end: at(8) }] })).toBe("badInput");
    expect(await refused({ to: "2026-11-20" })).toBe("badInput");
    expect(await refused({ to: "2027-02-21" })).toBe("badInput");
    const slots = Array.from({ length: 32 }, (_, i) => ({ start: i * 30, end: i * 30 + 30 }));
    expect(await refused({ to: "2027-01-31", weekdays: [1, 2, 3, 4, 5, 6, 7], slots })).toBe("sessionsTooMany");
    expect(await countRows(t)).toEqual(rows);
  });

  it("leaves out days on which the venue is closed, and says so", async () => {
    await closeDay(TOMORROW);
    const figures = { fresh: 1, exist: 0, past: 1, closed: 2 };
    expect(await t.look((ctx) => preview(ctx, terms()))).toMatchObject(figures);
    expect(await t.act((ctx) => plan(ctx, terms()))).toMatchObject(figures);
    const board = await t.look((ctx) => list(ctx, { day: TODAY, days: 7 }));
    expect(board.content.map((one) => one.day)).toEqual([TODAY]);
    expect(board.closed).toEqual([{ day: TOMORROW, name: "换水" }]);
  });

  it("takes the time of a cancelled session again", async () => {
    await addSession(t, { day: TOMORROW, start: at(8), status: "cancelled" });
    expect(await t.act((ctx) => plan(ctx, terms({ from: TOMORROW, onShelf: true })))).toMatchObject({ fresh: 2, exist: 0 });
  });
});

describe("changing", () => {
  it("never gives a session fewer places than are sold, and leaves what is sold at its price", async () => {
    const id = await addSession(t, { day: TOMORROW, start: at(8), places: 5 });
    const sold = await take(id, { attendees: 3, name: "散客", payments: wechat("90.00") });
    const change = (maxPlace: number) => t.act((ctx) => modify(ctx, { id, name: "早场", price: 4_000, maxPlace }));
    const refused = await refusalOf(change(2));
    expect([refused.key, refused.data]).toEqual(["sessionSold", { sold: 3 }]);
    expect(await change(3)).toMatchObject({ name: "早场", price: "40.00", maxPlace: 3, leftPlace: 0 });
    expect((await refusalOf(take(id, { attendees: 1, name: "散客", payments: wechat("40.00") }))).key).toBe("sessionFull");
    expect(await change(4)).toMatchObject({ leftPlace: 1 });
    expect((await t.look((ctx) => view(ctx, { id }))).bookings[0]).toMatchObject({ id: sold.id, total: "90.00" });
    const stale = take(id, { attendees: 1, name: "散客", payments: wechat("30.00"), expectedPrice: "30.00" });
    expect((await refusalOf(stale)).key).toBe("priceChanged");
  });

  it("sells only what is on the shelf", async () => {
    const id = await addSession(t, { day: TOMORROW, start: at(8), status: "draft" });
    const buyOne = () => take(id, { attendees: 1, name: "散客", payments: wechat("30.00") });
    expect((await refusalOf(buyOne())).key).toBe("sessionFull");
    await t.act((ctx) => setOnSale(ctx, { ids: [id], onShelf: true }));
    await buyOne();
    expect((await t.act((ctx) => setOnSale(ctx, { ids: [id], onShelf: false }))).content[0]).toMatchObject({
      status: "off_shelf",
      leftPlace: 9,
    });
    expect((await refusalOf(buyOne())).key).toBe("sessionFull");
  });

  it("shelves all or none", async () => {
    const good = await addSession(t, { day: TOMORROW, start: at(8), status: "draft" });
    const over = await addSession(t, { day: TODAY, start: at(7), status: "draft" });
    expect((await refusalOf(t.act((ctx) => setOnSale(ctx, { ids: [good, over], onShelf: true })))).key).toBe("slotPast");
    expect((await t.look((ctx) => view(ctx, { id: good }))).status).toBe("draft");
  });
});

describe("states", () => {
  /** Functions that run each action; the clock triggers `finish`. */
  const acts: Record<"shelve" | "unshelve" | "cancel" | "finish", (id: string) => Promise<unknown>> = {
    shelve: (id) => t.act((ctx) => setOnSale(ctx, { ids: [id], onShelf: true })),
    unshelve: (id) => t.act((ctx) => setOnSale(ctx, { ids: [id], onShelf: false })),
    cancel: (id) => t.act((ctx) => cancel(ctx, { id, reason: "水质检测" })),
    finish: async () => {
      t.now = new Date("2026-11-23T00:00:00Z");
      await runJobs();
    },
  };
  it.each(hallBooking.states)("a session that is %s does what the table says with every action", async (state) => {
    for (const [i, action] of (Object.keys(acts) as (keyof typeof acts)[]).entries()) {
      const id = await addSession(t, { day: TOMORROW, start: at(8 + i), status: state });
      const to = next(hallBooking, state, action);
      const isThere = (action === "shelve" && state === "on_shelf") || (action === "unshelve" && state === "off_shelf");
      const acted = await acts[action](id).then(
        () => "done",
        async (error: unknown) => (await refusalOf(Promise.reject(error))).key,
      );
      const allowed = to !== undefined || isThere || action === "finish";
      const { status } = await t.look((ctx) => view(ctx, { id }));
      expect({ action, acted, status }).toEqual({ action, acted: allowed ? "done" : "wrongState", status: to ?? state });
    }
  });

  it("has tested every action of the table", () => {
    expect(new Set(hallBooking.states.flatMap((state) => actions(hallBooking, state)))).toEqual(new Set(Object.keys(acts)));
  });

  it("is finished by the clock before the scheduler has written it", async () => {
    const id = await addSession(t, { day: TODAY, start: at(8) });
    expect((await t.look((ctx) => view(ctx, { id }))).status).toBe("finished");
    const change = () => t.act((ctx) => modify(ctx, { id, name: "", price: 1, maxPlace: 9 }));
    for (const act of [() => acts.unshelve(id), () => acts.cancel(id), change]) expect((await refusalOf(act())).key).toBe("wrongState");
  });

  it.each(sessionBooking.states)("a booking that is %s does what the table says with every action", async (state) => {
    const id = await addSession(t, { day: TODAY, start: at(14) });
    for (const action of ["checkIn", "cancel"] as const) {
      const { id: order } = await take(id, { attendees: 2, name: "散客", payments: wechat("60.00") });
      if (state === "cancelled") await giveUp(order);
      const act = action === "cancel" ? giveUp(order) : t.act((ctx) => checkIn(ctx, { id: order, entered: 2 }));
      const to = next(sessionBooking, state, action);
      if (to === undefined) expect((await refusalOf(act)).key).toBe("wrongState");
      else expect((await act).status).toBe(to);
    }
  });
});

describe("coming in", () => {
  it("counts attendees, corrects them, and never more than are booked", async () => {
    const id = await addSession(t, { day: TODAY, start: at(14) });
    const { id: order } = await take(id, { attendees: 3, memberId: "han", payments: [{ type: "Balance", amount: "90.00" }] });
    expect((await t.act((ctx) => checkIn(ctx, { id: order, entered: 2 }))).entered).toBe(2);
    expect((await t.look((ctx) => view(ctx, { id }))).entered).toBe(2);
    expect((await refusalOf(t.act((ctx) => checkIn(ctx, { id: order, entered: 4 })))).key).toBe("sessionEnters");
    expect((await refusalOf(giveUp(order))).key).toBe("sessionEntered");
    expect((await t.act((ctx) => checkIn(ctx, { id: order, entered: 0 }))).entered).toBe(0);
    expect((await giveUp(order)).status).toBe("cancelled");
  });

  it("is on the day only", async () => {
    const id = await addSession(t, { day: TOMORROW, start: at(14) });
    const { id: order } = await take(id, { attendees: 1, name: "散客", payments: wechat("30.00") });
    expect((await refusalOf(t.act((ctx) => checkIn(ctx, { id: order, entered: 1 })))).key).toBe("checkInDay");
  });
});

describe("giving up one booking", () => {
  it("gives all back while it is early, to the purses and methods that paid", async () => {
    const id = await addSession(t, { day: "2026-11-28", start: at(14) });
    const payments = [
      { type: "Balance", amount: "40.00" },
      { type: "Coupon", amount: "10.00" },
      { type: "WeChat", amount: "10.00" },
    ];
    const { id: order } = await take(id, { attendees: 2, memberId: "han", payments });
    expect(await t.look((ctx) => refundPreview(ctx, { id: order }))).toMatchObject({
      paid: "60.00",
      fee: "0.00",
      refund: "60.00",
      feePercent: 0,
    });
    expect(await giveUp(order)).toMatchObject({ status: "cancelled", refunded: "60.00", fee: "0.00", reason: "客人有事" });
    expect(await left(id)).toBe(10);
    const sums = await t.database
      .dbFor("v-1")
      .selectFrom("posting as p")
      .innerJoin("ledger_tx as x", "x.id", "p.tx_id")
      .where("x.document_id", "=", order)
      .groupBy(["p.account", "p.subject", "p.earned_on"])
      .select(["p.account", (eb) => eb.fn.sum<number>("p.amount").as("sum")])
      .execute();
    expect(sums.map(({ account, sum }) => [account, sum]).toSorted(([a], [b]) => String(a).localeCompare(String(b)))).toEqual(
      ["income.session", "purse.gift", "purse.principal", "tender.wechat"].map((account) => [account, 0]),
    );
  });

  it("keeps the policy's percent when it is late, and nothing when the fee is waived by who may", async () => {
    const id = await addSession(t, { day: TODAY, start: at(14) });
    const first = await take(id, { attendees: 2, name: "散客", payments: wechat("60.00") });
    const { late_cancel_percent: percent } = t.venue;
    const fee = ((60 * percent) / 100).toFixed(2);
    expect(await t.look((ctx) => refundPreview(ctx, { id: first.id }))).toMatchObject({ fee, feePercent: percent });
    expect(await giveUp(first.id)).toMatchObject({ fee, refunded: (60 - Number(fee)).toFixed(2) });
    const second = await take(id, { attendees: 1, name: "散客", payments: wechat("30.00") });
    const cashier = { codes: new Set(["session_cancel"] as const) };
    expect((await refusalOf(giveUp(second.id, { waiveFee: true }, cashier))).key).toBe("forbidden");
    expect(await giveUp(second.id, { waiveFee: true })).toMatchObject({ fee: "0.00", refunded: "30.00" });
  });

  it("gives a card its uses back with what they earned, and a card that was used up is active again", async () => {
    const id = await addSession(t, { day: "2026-11-28", start: at(14) });
    const holdingId = await buy();
    expect((await t.look((ctx) => cards(ctx, { id, memberId: "han" }))).content.map((card) => [card.id, card.left])).toEqual([
      [holdingId, 3],
    ]);
    const { id: order } = await take(id, { attendees: 3, memberId: "han", holdingId });
    expect(await cardOf(holdingId)).toEqual({ used: 3, state: "used_up" });
    expect((await t.look((ctx) => cards(ctx, { id, memberId: "han" }))).content).toEqual([]);
    expect(await t.look((ctx) => refundPreview(ctx, { id: order }))).toMatchObject({ uses: 3, usesBack: 3, refund: "0.00", back: [] });
    await giveUp(order);
    expect(await cardOf(holdingId)).toEqual({ used: 0, state: "active" });
    expect(await left(id)).toBe(10);
  });

  it("keeps whole uses only when it is late, and tells the desk of a card that ended meanwhile", async () => {
    const strict = { venue: { ...t.venue, late_cancel_percent: 50 } };
    const id = await addSession(t, { day: TODAY, start: at(14) });
    const holdingId = await buy();
    const { id: order } = await take(id, { attendees: 3, memberId: "han", holdingId });
    expect(await t.look((ctx) => refundPreview(ctx, { id: order }), strict)).toMatchObject({ uses: 3, usesBack: 2 });
    await t.database.dbFor("v-1").updateTable("holding").set({ expires_on: "2026-11-20" }).where("id", "=", holdingId).execute();
    await giveUp(order, {}, strict);
    expect(await cardOf(holdingId)).toEqual({ used: 1, state: "active" });
    const told = await t.database.dbFor("v-1").selectFrom("message").select("title").execute();
    expect(told.map((message) => message.title).join()).toContain("退回 2 次");
  });

  it("is refused once the session is over", async () => {
    const id = await addSession(t, { day: TODAY, start: at(14) });
    const { id: order } = await take(id, { attendees: 1, name: "散客", payments: wechat("30.00") });
    t.now = new Date("2026-11-21T09:00:00Z");
    const rows = await countRows(t);
    expect((await refusalOf(giveUp(order))).key).toBe("wrongState");
    expect(await countRows(t)).toEqual(rows);
  });
});

describe("cancelling a session", () => {
  it("shows the sums, then gives every booking back in full, whoever came in and however late", async () => {
    const id = await addSession(t, { day: TODAY, start: at(14) });
    const holdingId = await buy();
    const one = await take(id, { attendees: 2, name: "散客", payments: [{ type: "Cash", amount: "60.00" }] });
    await take(id, {
      attendees: 1,
      memberId: "han",
      payments: [
        { type: "Balance", amount: "20.00" },
        { type: "WeChat", amount: "10.00" },
      ],
    });
    await take(id, { attendees: 2, memberId: "han", holdingId });
    const gone = await take(id, { attendees: 1, name: "散客", payments: wechat("30.00") });
    await giveUp(gone.id);
    await t.act((ctx) => checkIn(ctx, { id: one.id, entered: 2 }));
    const preview = await t.look((ctx) => cancelPreview(ctx, { id }));
    expect(preview).toEqual({
      id,
      bookings: 3,
      attendees: 5,
      refund: "90.00",
      byType: [
        { type: "Balance", amount: "20.00" },
        { type: "Cash", amount: "60.00" },
        { type: "WeChat", amount: "10.00" },
      ],
      uses: 2,
      byCard: 1,
    });
    const stale = t.act((ctx) => cancel(ctx, { id, reason: "水质检测", expectedRefund: 6_000 }));
    expect((await refusalOf(stale)).key).toBe("refundChanged");
    const done = await t.act((ctx) => cancel(ctx, { id, reason: "水质检测", expectedRefund: 9_000 }));
    expect(done).toMatchObject({ status: "cancelled", leftPlace: 10, entered: 0 });
    const given = done.bookings.filter((booking) => booking.id !== gone.id);
    expect(given.map((booking) => [booking.status, booking.fee])).toEqual(given.map(() => ["cancelled", "0.00"]));
    expect(given.map((booking) => booking.refunded).sort()).toEqual(["0.00", "30.00", "60.00"]);
    expect(await cardOf(holdingId)).toEqual({ used: 0, state: "active" });
    expect((await refusalOf(take(id, { attendees: 1, name: "散客", payments: wechat("30.00") }))).key).toBe("sessionFull");
    expect((await t.look((ctx) => list(ctx, { day: TODAY, days: 1 }))).content[0]).toMatchObject({ status: "cancelled" });
  });

  it("leaves nobody with a booking who booked while it is being cancelled", async () => {
    const id = await addSession(t, { day: TOMORROW, start: at(14), places: 40 });
    const booked = Array.from({ length: 30 }, (_, i) =>
      take(id, { attendees: 1, name: `散客${i}`, payments: wechat("30.00") }).then(
        () => "booked",
        async (error: unknown) => (await refusalOf(Promise.reject(error))).key,
      ),
    );
    const done = t.act((ctx) => cancel(ctx, { id, reason: "水质检测" }));
    const outcomes = await Promise.all(booked);
    await done;
    expect(outcomes.every((outcome) => outcome === "booked" || outcome === "sessionFull")).toBe(true);
    const whole = await t.look((ctx) => view(ctx, { id }));
    expect(whole).toMatchObject({ status: "cancelled", leftPlace: 40 });
    expect(whole.bookings.map((booking) => booking.status)).toEqual(outcomes.filter((one) => one === "booked").map(() => "cancelled"));
  });
});

/** Courts of games: taken whole or not at all, against whoever holds them; given back to whoever waits. */
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { booking } from "../../src/contract/booking/booking";
import type { Input } from "../../src/contract/core/call";
import { gameCourtDesk, type CourtReservation } from "../../src/contract/gameCourts/game-courts";
import { addDays } from "../../src/contract/core/time";
import { cancel } from "../../src/server/domains/booking/cancel";
import { extend } from "../../src/server/domains/booking/extend";
import { bookingJobs } from "../../src/server/domains/booking/jobs";
import { move } from "../../src/server/domains/booking/move";
import { gameCourtServices } from "../../src/server/domains/gameCourts/list";
import { plan } from "../../src/server/domains/gameCourts/plan";
import { release } from "../../src/server/domains/gameCourts/release";
import { reserveCourts } from "../../src/server/domains/gameCourts/reserve";
import { courtDays, placeDates } from "../../src/server/domains/gameCourts/view";
import { checkLedger } from "../../src/server/ledger/check";
import { at, book, refusalOf, seedBooking, TODAY, TOMORROW } from "../support/booking";
import { testVenue, type TestVenue } from "../support/venue";

let t: TestVenue;
beforeEach(async () => {
  t = await testVenue();
  await seedBooking(t);
});
afterEach(async () => {
  expect(await checkLedger(t.database.dbFor("v-1"), "v-1")).toEqual([]);
  await t.close();
});

const NEXT = addDays(TOMORROW, 1);
const GROUND = { placeIds: ["b-1", "b-2"], days: [TOMORROW, NEXT], start: at(9), end: at(12) };
const asked = (more: Partial<Input<typeof gameCourtDesk.take>> = {}) => ({ ...GROUND, title: "区业余团体赛", ...more });
/** Returns the list's data of a game, and its courts. */
const detailOf = async ({ id, courtDays }: CourtReservation) => ({
  ...(await t.look((ctx) => gameCourtServices.view(ctx, { id }))),
  gameId: id,
  courtDays,
});
const takeCourts = async (more: Partial<Input<typeof gameCourtDesk.take>> = {}) =>
  detailOf(await t.act((ctx) => reserveCourts(ctx, gameCourtDesk.take.input.parse(asked(more)))));
const planned = (more: Partial<Input<typeof gameCourtDesk.plan>> = {}) =>
  t.look((ctx) => plan(ctx, gameCourtDesk.plan.input.parse({ ...GROUND, ...more })));
const giveBack = async (gameId: string, ids?: string[]) =>
  detailOf(await t.act((ctx) => release(ctx, { gameId, ...(ids ? { ids } : {}), reason: "赛程缩短" })));
const bookOne = (placeId: string, day = TOMORROW) => book(t, { day, runs: [{ placeId, start: at(10), end: at(11) }] });
/** Counts the games and orders. */
const written = async (): Promise<[games: number, orders: number]> => {
  const db = t.database.dbFor("v-1");
  const games = await db.selectFrom("game").select("id").execute();
  const orders = await db.selectFrom("booking_order").select("id").execute();
  return [games.length, orders.length];
};
const key = async (act: Promise<unknown>) => (await refusalOf(act)).key;

describe("taking", () => {
  it("takes every court on every day, and the grid sells none of them", async () => {
    const game = await takeCourts({ contact: "王裁判", phone: "13800000001" });
    expect(game).toMatchObject({
      title: "区业余团体赛",
      firstDay: TOMORROW,
      lastDay: NEXT,
      days: 2,
      courts: 4,
      hours: 12,
      places: "1 号, 2 号",
    });
    expect(game.no).toMatch(/^SS\d{8}-0001$/);
    expect(game.courtDays.map(({ day, placeName, start, ahead }) => [day, placeName, start, ahead])).toEqual([
      [TOMORROW, "1", at(9), true],
      [TOMORROW, "2", at(9), true],
      [NEXT, "1", at(9), true],
      [NEXT, "2", at(9), true],
    ]);
    const refused = await refusalOf(bookOne("b-1"));
    expect([refused.key, refused.message]).toEqual(["slotTaken", expect.stringContaining("区业余团体赛")]);
    await bookOne("b-3");
  });

  it("takes all or nothing: one held court refuses the lot and names its holder", async () => {
    await bookOne("b-2", NEXT);
    const refused = await refusalOf(takeCourts());
    expect(refused).toMatchObject({ key: "slotTaken", data: { placeId: "b-2", day: NEXT } });
    expect(await written()).toEqual([0, 1]);
    await bookOne("b-1");
  });

  it("leaves out what is skipped, and refuses when nothing is left", async () => {
    await bookOne("b-2", NEXT);
    const game = await takeCourts({ skip: [{ day: NEXT, placeId: "b-2" }] });
    expect(game.courts).toBe(3);
    expect(await key(takeCourts({ days: [NEXT], placeIds: ["b-2"], skip: [{ day: NEXT, placeId: "b-2" }] }))).toBe("gameNothing");
  });

  it("adds courts to a game that has some", async () => {
    const game = await takeCourts({ days: [TOMORROW] });
    const more = await takeCourts({ gameId: game.gameId, days: [NEXT], placeIds: ["b-3"] });
    expect([more.gameId, more.no, more.courts, more.places]).toEqual([game.gameId, game.no, 3, "1 号, 2 号, 3 号"]);
    expect(await key(takeCourts({ gameId: "gone", days: [NEXT], placeIds: ["b-1"] }))).toBe("missing");
    await bookOne("b-1", NEXT);
  });

  it("refuses courts that are shared, closed, past, unknown or too much", async () => {
    expect(await key(takeCourts({ placeIds: ["b-1", "nowhere"] }))).toBe("missing");
    expect(await key(takeCourts({ start: at(3), end: at(5) }))).toBe("slotClosed");
    expect(await key(takeCourts({ start: at(12), end: at(9) }))).toBe("slotClosed");
    expect(await key(takeCourts({ days: [addDays(TODAY, -1)] }))).toBe("slotPast");
    const days = Array.from({ length: 60 }, (_, i) => addDays(TOMORROW, i));
    expect(await key(takeCourts({ days, placeIds: ["b-1", "b-2", "b-3", "b-4", "b-5", "b-6", "b-7"] }))).toBe("gameTooMany");
    expect(await written()).toEqual([0, 0]);
  });

  it("refuses a full court together with its half", async () => {
    const linked = await t.database.dbFor("v-1").selectFrom("place").selectAll().where("venue_id", "=", "v-1").execute();
    const full = linked.find((place) => place.unit_ids.length > 1);
    const half = linked.find((place) => place.id !== full?.id && full?.unit_ids.includes(place.unit_ids[0] ?? ""));
    if (!full || !half) throw new Error("the venue has no linked courts");
    expect(await key(takeCourts({ placeIds: [full.id, half.id] }))).toBe("linkedChosen");
  });

  it("leaves one winner where a booking and two games want the same court at once", async () => {
    const wants = await Promise.allSettled([takeCourts({ title: "甲" }), takeCourts({ title: "乙" }), bookOne("b-2", NEXT)]);
    expect(wants.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    for (const want of wants) if (want.status === "rejected") expect(want.reason).toMatchObject({ key: "slotTaken" });
    // A game of two days, or the one booking.
    expect([
      [1, 2],
      [0, 1],
    ]).toContainEqual(await written());
  });
});

describe("the plan", () => {
  it("shows every court and day, with who is in conflict, and takes nothing", async () => {
    const held = await bookOne("b-2", NEXT);
    const found = await planned({ skip: [{ day: TOMORROW, placeId: "b-1" }] });
    expect([found.count, found.conflicts]).toEqual([2, 1]);
    expect(found.courtDays.map(({ day, placeId, skipped, problem }) => [day, placeId, skipped, problem])).toEqual([
      [TOMORROW, "b-1", true, null],
      [TOMORROW, "b-2", false, null],
      [NEXT, "b-1", false, null],
      [NEXT, "b-2", false, "taken"],
    ]);
    expect(found.courtDays.at(-1)?.holder).toMatchObject({ orderId: held.id });
    expect(await written()).toEqual([0, 1]);
  });

  it("says that a day of the calendar is closed", async () => {
    const day = { venue_id: "v-1", day: NEXT, name: "设备检修", kind: "closed", priced_as: 7 };
    await t.database.dbFor("v-1").insertInto("holiday").values(day).execute();
    const found = await planned();
    expect(found.courtDays.filter(({ problem }) => problem === "closed").map((one) => [one.day, one.holiday])).toEqual([
      [NEXT, "设备检修"],
      [NEXT, "设备检修"],
    ]);
    expect(await key(takeCourts())).toBe("slotClosed");
  });
});

describe("giving back", () => {
  it("frees the courts named, and the rest stay", async () => {
    const game = await takeCourts();
    const [first] = game.courtDays;
    const left = await giveBack(game.gameId, [first?.id ?? ""]);
    expect([left.courts, left.hours]).toEqual([3, 9]);
    await bookOne("b-1");
    expect(await key(bookOne("b-2"))).toBe("slotTaken");
    expect(await key(giveBack(game.gameId, [first?.id ?? ""]))).toBe("lineGone");
  });

  it("frees all that lies ahead, and leaves the game with nothing", async () => {
    const game = await takeCourts();
    const left = await giveBack(game.gameId);
    expect(left).toMatchObject({ courts: 0, firstDay: null, lastDay: null, courtDays: [] });
    await bookOne("b-1");
    expect(await key(giveBack(game.gameId))).toBe("gameNothing");
    const states = await t.database
      .dbFor("v-1")
      .selectFrom("booking_order")
      .select("order_status")
      .where("game_id", "=", game.gameId)
      .execute();
    expect(states).toEqual([{ order_status: "cancelled" }, { order_status: "cancelled" }]);
  });

  it("never gives back what is over", async () => {
    const game = await takeCourts({ days: [TOMORROW] });
    const later = { now: new Date(`${TOMORROW}T12:00:00+08:00`) };
    const ids = game.courtDays.map(({ id }) => id);
    expect(await key(t.act((ctx) => release(ctx, { gameId: game.gameId, ids, reason: "赛程缩短" }), later))).toBe("lineOver");
    expect(await key(t.act((ctx) => release(ctx, { gameId: game.gameId, reason: "赛程缩短" }), later))).toBe("gameNothing");
  });
});

it("is changed where the game is, not in the grid", async () => {
  const game = await takeCourts({ days: [TOMORROW] });
  const order = await t.database
    .dbFor("v-1")
    .selectFrom("booking_order")
    .select(["id", "kind", "source", "order_status", "total"])
    .where("game_id", "=", game.gameId)
    .executeTakeFirstOrThrow();
  expect(order).toMatchObject({ kind: "event", source: "competition", order_status: "paid", total: 0 });
  const { id } = order;
  const lineId = game.courtDays[0]?.id ?? "";
  expect(await key(t.act((ctx) => cancel(ctx, { id, reason: "下雨了", waiveFee: false })))).toBe("underGame");
  const to = { placeId: "b-4", day: TOMORROW, start: at(9), end: at(12) };
  expect(await key(t.act((ctx) => move(ctx, booking.move.input.parse({ id, lineId, to }))))).toBe("underGame");
  expect(await key(t.act((ctx) => extend(ctx, booking.extend.input.parse({ id, lineId, end: at(13) }))))).toBe("underGame");
});

it("is finished once it was played, and nobody is called a no-show", async () => {
  const game = await takeCourts({ days: [TOMORROW] });
  const now = new Date(`${TOMORROW}T12:00:00+08:00`);
  for (const job of bookingJobs) await t.act(job.run, { now, action: job.name });
  const states = await t.database
    .dbFor("v-1")
    .selectFrom("booking_order")
    .select("order_status")
    .where("game_id", "=", game.gameId)
    .execute();
  expect(states).toEqual([{ order_status: "finished" }]);
});

it("lists games with their active courts, and sums the filter", async () => {
  await takeCourts({ days: [TOMORROW], contact: "王裁判" });
  await takeCourts({ title: "少儿公开赛", days: [NEXT], placeIds: ["b-3"] });
  const page = (filter: object) => t.look((ctx) => gameCourtServices.list(ctx, { page: 0, size: 20, ...filter }));
  const titles = async (filter: object) => (await page(filter)).content.map((row) => row.title);
  expect(await titles({ sort: "firstDay,asc" })).toEqual(["区业余团体赛", "少儿公开赛"]);
  expect(await titles({ q: "王裁" })).toEqual(["区业余团体赛"]);
  expect(await titles({ lastDayFrom: NEXT })).toEqual(["少儿公开赛"]);
  expect(await titles({ firstDayTo: TOMORROW })).toEqual(["区业余团体赛"]);
  expect(await t.look((ctx) => gameCourtServices.sums(ctx, {}))).toEqual({ count: 2, courts: 3, hours: 9 });
  expect(await t.look((ctx) => gameCourtServices.sums(ctx, { lastDayFrom: NEXT }))).toEqual({ count: 1, courts: 1, hours: 3 });
});

it("answers what other screens of competitions ask: courts of a game, and its days", async () => {
  const game = await takeCourts();
  const of = (input: object) =>
    t.look((ctx) => courtDays(ctx, gameCourtDesk.list.input.parse({ venueId: "v-1", gameId: game.gameId, ...input })));
  expect((await of({})).content).toHaveLength(4);
  expect((await of({ day: NEXT })).content.map(({ placeName, hallName, day }) => [placeName, typeof hallName, day])).toEqual([
    ["1", "string", NEXT],
    ["2", "string", NEXT],
  ]);
  const dates = await t.look((ctx) => placeDates(ctx, { gameId: game.gameId }));
  expect(dates).toEqual({
    days: [
      { day: TOMORROW, places: 2 },
      { day: NEXT, places: 2 },
    ],
  });
  expect(await key(t.look((ctx) => gameCourtServices.view(ctx, { id: "gone" })))).toBe("missing");
});

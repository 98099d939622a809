/** Matches called from a queue: to a free court, players rested, with marks, in an order that the desk changes. */
import { afterEach, beforeEach, expect, it } from "vitest";
import { battles } from "../../src/contract/competitions/battles";
import { gameSettings } from "../../src/contract/competitions/competitions";
import { matches } from "../../src/contract/competitions/matches";
import { callsOf } from "../../src/contract/core/resource/calls";
import { seedBooking } from "../support/booking";
import { Tournament } from "../support/tournament";
import { type TestVenue, testVenue } from "../support/venue";

const battle = callsOf(battles);
let t: TestVenue;
let cup: Tournament;
beforeEach(async () => {
  t = await testVenue();
  await seedBooking(t);
  cup = new Tournament(t);
  await cup.enter(4, { restMinutes: 20 });
  await cup.takeCourts();
  const settings = callsOf(gameSettings);
  const { createdAt: _, gameTitle: _t, isCounting: _c, ...own } = await cup.look(settings.view, { id: cup.gameId });
  await cup.act(settings.modify, { ...own, orderOfPlay: "queue", callMinutes: 12 });
  await cup.draw();
  t.now = new Date("2026-11-22T01:30:00Z"); // 09:30 on the day of play
});
afterEach(() => t.close());

const queue = () => cup.look(matches.queue, { gameId: cup.gameId });
const semi = (number: number) => cup.keyed(`1-1-${number}`);

it("offers each free court its next match, and passes over players that play", async () => {
  const [first, second] = [await semi(1), await semi(2)];
  const view = await queue();
  expect(view).toMatchObject({
    orderOfPlay: "queue",
    courts: [
      { id: "b-1", nextId: first.id },
      { id: "b-2", nextId: second.id },
    ],
  });
  expect(view.queue.map(({ id, why }) => [id, why])).toEqual([
    [first.id, ""],
    [second.id, ""],
    [(await cup.keyed("1-2-1")).id, "sides"],
  ]);
});

it("calls a match, marks who comes, and frees the court once the call is undone", async () => {
  const { id } = await semi(1);
  await cup.act(matches.call, { id, courtId: "b-1" });
  expect(await semi(1)).toMatchObject({
    court: { id: "b-1" },
    call: { at: "2026-11-22T01:30:00.000Z", comeBy: "2026-11-22T01:42:00.000Z", calls: 1, isOnCourt: false, late: "" },
  });
  expect((await cup.look(matches.hall, { gameId: cup.gameId })).orderOfPlay).toBe("queue");
  await cup.act(matches.markCall, { id, mark: "late", side: "away" });
  expect((await semi(1)).call).toMatchObject({ late: "away" });
  await cup.act(matches.markCall, { id, mark: "again" });
  await cup.act(matches.markCall, { id, mark: "onCourt" });
  expect((await semi(1)).call).toMatchObject({ late: "", isOnCourt: true, calls: 2 });
  const { courts } = await cup.act(matches.markCall, { id, mark: "undo" });
  expect(courts[0]).toMatchObject({ matchId: null, nextId: id });
  expect(await semi(1)).toMatchObject({ call: null, court: null, startsAt: null });
});

it("rejects a second match on a court, and a call of one that is called", async () => {
  const [first, second] = [await semi(1), await semi(2)];
  await cup.act(matches.call, { id: first.id, courtId: "b-1" });
  expect(await cup.said(cup.act(matches.call, { id: second.id, courtId: "b-1" }))).toContain("该场地还有一场");
  expect(await cup.said(cup.act(matches.call, { id: first.id, courtId: "b-2" }))).toContain("已经叫号");
  t.now = new Date("2026-11-22T09:00:00Z"); // 17:00: the courts are not the game's any more
  expect(await cup.said(cup.act(matches.call, { id: second.id, courtId: "b-2" }))).toContain("没有为赛事占用");
});

it("waits for players to rest after a match, unless both sides agree", async () => {
  for (const number of [1, 2]) {
    const match = await semi(number);
    await cup.act(matches.call, { id: match.id, courtId: `b-${number}` });
    await cup.play(match);
  }
  const final = await cup.keyed("1-2-1");
  const until = "2026-11-22T01:50:00.000Z";
  expect((await queue()).queue).toMatchObject([{ id: final.id, why: "rest", until }]);
  expect((await queue()).courts.map(({ nextId }) => nextId)).toEqual([null, null]);
  expect(await cup.said(cup.act(matches.call, { id: final.id, courtId: "b-1" }))).toContain("休息未满");
  await cup.act(matches.call, { id: final.id, courtId: "b-1", withoutRest: true });
  await cup.act(matches.markCall, { id: final.id, mark: "undo" });
  t.now = new Date(until);
  await cup.act(matches.call, { id: final.id, courtId: "b-1" });
  await cup.act(battle.start, { id: final.id });
  expect(await cup.keyed("1-2-1")).toMatchObject({ state: "running", call: null, court: { id: "b-1" } });
});

it("keeps the order and the court list that the desk gives", async () => {
  const [first, second] = [await semi(1), await semi(2)];
  await cup.act(matches.orderQueue, { id: second.id, beforeId: first.id, courtId: "b-2" });
  const { queue: order, courts } = await queue();
  expect(order.slice(0, 2)).toMatchObject([
    { id: second.id, courtId: "b-2" },
    { id: first.id, courtId: null },
  ]);
  expect(courts).toMatchObject([{ nextId: first.id }, { nextId: second.id }]);
  expect(await cup.said(cup.act(matches.orderQueue, { id: first.id, beforeId: null, courtId: "b-3" }))).toContain("没有为赛事占用");
});

it("keeps the order where the match to be called next has begun meanwhile", async () => {
  const [first, second] = [await semi(1), await semi(2)];
  await cup.act(matches.call, { id: first.id, courtId: "b-1" });
  await cup.act(callsOf(battles).start, { id: first.id });
  const before = (await queue()).queue.map(({ id }) => id);
  expect(await cup.said(cup.act(matches.orderQueue, { id: second.id, beforeId: first.id, courtId: null }))).toContain("顺序没有改");
  expect((await queue()).queue.map(({ id }) => id)).toEqual(before);
});

it("takes a call back where a correction empties the match", async () => {
  for (const number of [1, 2]) await cup.play(await semi(number));
  const final = await cup.keyed("1-2-1");
  t.now = new Date("2026-11-22T02:30:00Z");
  await cup.act(matches.call, { id: final.id, courtId: "b-1" });
  const { id } = await semi(1);
  await cup.act(battle.correct, { id, reason: "记错" });
  await cup.act(battle.score, {
    id,
    sets: [
      [10, 21],
      [10, 21],
    ],
  });
  await cup.act(battle.finish, { id });
  expect(await cup.keyed("1-2-1")).toMatchObject({ state: "ready", call: null });
});

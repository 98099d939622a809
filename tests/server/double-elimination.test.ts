/** Double elimination on the server: who loses once plays on, the grand final may be played again, and everybody gets a place. */
import { afterEach, beforeEach, expect, it } from "vitest";
import { games } from "../../src/contract/competitions/competitions";
import { battles } from "../../src/contract/competitions/battles";
import { matches } from "../../src/contract/competitions/matches";
import { callsOf } from "../../src/contract/core/resource/calls";
import { seedBooking } from "../support/booking";
import { Tournament } from "../support/tournament";
import { testVenue, type TestVenue } from "../support/venue";

const battle = callsOf(battles);
let t: TestVenue;
let cup: Tournament;
beforeEach(async () => {
  t = await testVenue();
  await seedBooking(t);
  cup = new Tournament(t);
});
afterEach(() => t.close());

it("sends losers to their bracket, drops the second final where the first decides, and places everybody", async () => {
  await cup.enter(6, { racecardRule: "doubleElimination" });
  await cup.draw();
  const view = await cup.look(matches.draw, { eventId: cup.eventId });
  expect(view.stages.map(({ kind, matches: of }) => [kind, of.length])).toEqual([
    ["knockout", 5],
    ["losers", 4],
    ["final", 2],
  ]);
  expect(view.stages[1]?.matches[0]?.home.from).toMatch(/^胜者组 1\/4 决赛 \d 负者$/);
  await cup.playAll();
  expect(await cup.keyed("F-2-1")).toMatchObject({ state: "dropped", home: { id: null }, winner: null });
  expect(Object.values(await cup.places()).sort((a, b) => (a ?? 0) - (b ?? 0))).toEqual([1, 2, 3, 4, 5, 5]);
  await cup.act(callsOf(games).modifyStatus, { id: cup.gameId, action: "finish" });
});

it("plays the grand final again where the one who never lost loses it, until the first is corrected", async () => {
  await cup.enter(4, { racecardRule: "doubleElimination" });
  await cup.draw();
  await cup.takeCourts();
  await cup.plan();
  const grand = await cup.keyed("F-1-1");
  await cup.playAll(({ key }) => (key === "F-1-1" ? 1 : 0));
  const [first, second] = [await cup.keyed("F-1-1"), await cup.keyed("F-2-1")];
  expect(second).toMatchObject({ state: "finished", home: { id: first.away.id }, away: { id: first.home.id } });
  expect((await cup.places())[first.away.name]).toBe(1);
  expect(await cup.said(cup.act(battle.correct, { id: grand.id, reason: "记错" }))).toContain("后面的对阵已有比分");
});

it("frees the court of a final that is not needed, and waits for it again when the first is corrected", async () => {
  await cup.enter(4, { racecardRule: "doubleElimination" });
  await cup.draw();
  await cup.takeCourts();
  await cup.plan();
  expect((await cup.keyed("F-2-1")).court).not.toBeNull();
  await cup.playAll();
  expect(await cup.keyed("F-2-1")).toMatchObject({ state: "dropped", court: null, startsAt: null });
  const { id } = await cup.keyed("F-1-1");
  await cup.act(battle.correct, { id, reason: "记反了" });
  expect((await cup.keyed("F-2-1")).state).toBe("waiting");
  await cup.act(battle.score, {
    id,
    sets: [
      [10, 21],
      [10, 21],
    ],
  });
  await cup.act(battle.finish, { id });
  expect((await cup.keyed("F-2-1")).state).toBe("ready");
});

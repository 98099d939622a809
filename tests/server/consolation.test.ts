/** Place matches, plate and feed-in: losers come in by themselves, corrections take them back, and places come of what was played. */
import { afterEach, beforeEach, expect, it } from "vitest";
import { battles } from "../../src/contract/competitions/battles";
import { gameEventSettings } from "../../src/contract/competitions/competitions";
import type { Match } from "../../src/contract/competitions/match";
import { matches } from "../../src/contract/competitions/matches";
import { callsOf } from "../../src/contract/core/resource/calls";
import { seedBooking } from "../support/booking";
import { Tournament } from "../support/tournament";
import { type TestVenue, testVenue } from "../support/venue";

let t: TestVenue;
let cup: Tournament;
beforeEach(async () => {
  t = await testVenue();
  await seedBooking(t);
  cup = new Tournament(t);
});
afterEach(() => t.close());

const numberOf = ({ name }: Match["home"]): number => Number(name.slice(2));
/** The smaller number wins. */
const winnerOf = ({ home, away }: Match): 0 | 1 => (numberOf(home) < numberOf(away) ? 0 : 1);
const plate = async (): Promise<readonly Match[]> => (await cup.all()).filter(({ key }) => key.startsWith("C"));
const idsIn = (all: readonly Match[]): string[] => all.flatMap(({ home, away }) => [home.id, away.id]).filter((id) => id !== null);

it("plays Monrad: six entries have places 1 to 6", async () => {
  await cup.enter(6, { racecardRule: "monrad" });
  await cup.draw();
  const view = await cup.look(matches.draw, { eventId: cup.eventId });
  expect(view.stages.map(({ kind }) => kind)).toEqual(["knockout", "places"]);
  await cup.playAll(winnerOf);
  const places = await cup.places();
  expect(Object.values(places).toSorted((a, b) => Number(a) - Number(b))).toEqual([1, 2, 3, 4, 5, 6]);
  expect(places["选手1"]).toBe(1);
});

it("plays for places 5 and 6 of a knockout after groups, behind which the others of the groups stand", async () => {
  await cup.enter(9, { racecardRule: "groupsKnockout", groupQuantity: 3, winTeamQuantity: 2, placesTo: "8" });
  await cup.draw();
  await cup.playAll(winnerOf);
  expect(Object.values(await cup.places()).toSorted((a, b) => (a ?? 0) - (b ?? 0))).toEqual([1, 2, 3, 4, 5, 6, 7, 7, 7]);
});

it("fills the plate with first losers, takes one back with a corrected result, and not once its match has a score", async () => {
  await cup.enter(8, { consolation: "plate" });
  await cup.draw();
  const first = await cup.keyed("1-1-1");
  await cup.play(first, winnerOf(first));
  const loser = (winnerOf(first) === 0 ? first.away : first.home).id;
  expect(idsIn(await plate())).toEqual([loser]);
  await cup.act(callsOf(battles).correct, { id: first.id, reason: "记反了" });
  expect(idsIn(await plate())).toEqual([]);
  const other: [number, number] = winnerOf(first) === 0 ? [10, 21] : [21, 10];
  await cup.act(callsOf(battles).score, { id: first.id, sets: [other, other] });
  await cup.act(callsOf(battles).finish, { id: first.id });
  expect(idsIn(await plate())).not.toEqual([loser]);
  const second = await cup.keyed("1-1-2");
  await cup.play(second, winnerOf(second));
  const consolation = (await plate()).find(({ state }) => state === "ready");
  await cup.act(callsOf(battles).start, { id: consolation?.id ?? "" });
  await cup.act(callsOf(battles).score, { id: consolation?.id ?? "", sets: [[5, 3]] });
  expect(await cup.said(cup.act(callsOf(battles).correct, { id: first.id, reason: "又记反了" }))).toContain("后面的对阵已有比分");
});

it("keeps who did not come out of the plate, and takes in the winner of a walkover who loses next", async () => {
  await cup.enter(8, { consolation: "plate" });
  await cup.draw();
  const first = await cup.keyed("1-1-1");
  await cup.act(callsOf(battles).walkover, { id: first.id, side: "away", reason: "没有到场" });
  expect(idsIn(await plate())).toEqual([]);
  for (const match of await cup.all()) if (match.key.startsWith("1-1-") && match.state === "ready") await cup.play(match, winnerOf(match));
  const next = await cup.keyed("1-2-1");
  await cup.play(next, next.home.id === first.home.id ? 1 : 0);
  const all = await plate();
  expect(idsIn(all)).toContain(first.home.id);
  expect(idsIn(all)).not.toContain(first.away.id);
  await cup.playAll(winnerOf);
  expect((await plate()).every(({ state }) => state === "finished")).toBe(true);
});

it("gives a line of the plate that nobody takes to the opponent without play", async () => {
  await cup.enter(8, { consolation: "plate" });
  await cup.draw();
  const first = await cup.keyed("1-1-1");
  await cup.act(callsOf(battles).walkover, { id: first.id, side: "away", reason: "没有到场" });
  for (const match of await cup.all()) if (match.key.startsWith("1-1-") && match.state === "ready") await cup.play(match, winnerOf(match));
  const next = await cup.keyed("1-2-1");
  await cup.play(next, next.home.id === first.home.id ? 0 : 1);
  expect((await plate()).find(({ key }) => key === "C-1-1")).toMatchObject({ state: "walkover", reason: "没有对手" });
});

it("feeds losers into the consolation up to the quarter-finals, and ends the event with it", async () => {
  await cup.enter(9, { consolation: "feedIn" });
  await cup.draw();
  await cup.playAll(winnerOf);
  const all = await plate();
  expect(new Set(idsIn(all)).size).toBe(5);
  expect(all).toHaveLength(4);
  expect((await cup.look(matches.draw, { eventId: cup.eventId })).state).toBe("finished");
  expect((await cup.places())["选手1"]).toBe(1);
});

it("refuses place matches beside a consolation", async () => {
  await cup.enter(8);
  const {
    createdAt: _,
    winInningQuantity: _w,
    eventTitle: _e,
    gameTitle: _g,
    ...own
  } = await cup.look(callsOf(gameEventSettings).view, {
    id: cup.eventId,
  });
  const refusal = cup.act(callsOf(gameEventSettings).modify, { ...own, placesTo: "8", consolation: "plate" });
  expect(await cup.said(refusal)).toContain("请只选一种");
});

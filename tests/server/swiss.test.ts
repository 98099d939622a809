/** Swiss system: rounds are paired by the table once the round before is over; corrections pair anew what nobody has begun. */
import { afterEach, beforeEach, expect, it } from "vitest";
import { battles } from "../../src/contract/competitions/battles";
import { gameTeams } from "../../src/contract/competitions/competitions";
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

const table = async () => (await cup.look(matches.standings, { eventId: cup.eventId })).groups[0]?.rows ?? [];
const round = async (number: number): Promise<readonly Match[]> =>
  (await cup.all()).filter((match) => match.round === number).toSorted((a, b) => a.sequence - b.sequence);
const numberOf = ({ name }: Match["home"]): number => Number(name.slice(2));
/** The smaller number wins. */
const winnerOf = ({ home, away }: Match): 0 | 1 => (numberOf(home) < numberOf(away) ? 0 : 1);
const playRound = async (number: number): Promise<void> => {
  for (const match of await round(number)) if (match.state === "ready") await cup.play(match, winnerOf(match));
};
const sides = (all: readonly Match[]): (string | null)[] => all.flatMap(({ home, away }) => [home.id, away.id]);

it("plays seven entries over three rounds: three byes, nobody twice, places by score and opponents", async () => {
  await cup.enter(7, { racecardRule: "swiss" });
  await cup.draw();
  expect((await cup.all()).map(({ round: number, state }) => `${number} ${state}`).toSorted()).toEqual([
    ...Array.from({ length: 3 }, () => "1 ready"),
    ...Array.from({ length: 3 }, () => "2 waiting"),
    ...Array.from({ length: 3 }, () => "3 waiting"),
  ]);
  expect((await round(2))[0]?.home).toMatchObject({ id: null, from: "第 1 轮后配对" });
  const [first, second, last] = await round(1);
  await cup.play(first as Match, winnerOf(first as Match));
  await cup.play(second as Match, winnerOf(second as Match));
  expect(sides(await round(2))).toEqual([null, null, null, null, null, null]);
  await cup.play(last as Match, winnerOf(last as Match));
  expect(new Set(sides(await round(2))).size).toBe(6);
  expect((await table()).reduce((sum, { byes }) => sum + byes, 0)).toBe(2);
  await playRound(2);
  await playRound(3);
  const rows = await table();
  expect(rows.map(({ byes, played }) => byes + played)).toEqual([3, 3, 3, 3, 3, 3, 3]);
  expect(rows.filter(({ byes }) => byes === 1)).toHaveLength(3);
  expect(rows[0]).toMatchObject({ name: "选手1", won: 3, place: 1 });
  const pairs = (await cup.all()).map(({ home, away }) => [home.id, away.id].toSorted((a, b) => (a ?? "").localeCompare(b ?? "")).join());
  expect(new Set(pairs).size).toBe(9);
  const places = await cup.places();
  expect(Object.values(places).toSorted((a, b) => Number(a) - Number(b))).toEqual([1, 2, 3, 4, 5, 6, 7]);
  expect(places["选手1"]).toBe(1);
});

it("pairs the next round anew with a corrected result, and leaves a round that has begun as it is", async () => {
  await cup.enter(8, { racecardRule: "swiss" });
  await cup.draw();
  await playRound(1);
  const before = sides(await round(2));
  const [match] = await round(1);
  const id = match?.id ?? "";
  await cup.act(callsOf(battles).correct, { id, reason: "记反了" });
  expect(sides(await round(2)).every((side) => side === null)).toBe(true);
  const turned: [number, number] = match?.winner === 0 ? [10, 21] : [21, 10];
  await cup.act(callsOf(battles).score, { id, sets: [turned, turned] });
  await cup.act(callsOf(battles).finish, { id });
  const after = sides(await round(2));
  expect(after).not.toEqual(before);
  expect(new Set(after).size).toBe(8);

  await cup.play((await round(2))[0] as Match);
  const back: [number, number] = [turned[1], turned[0]];
  await cup.act(callsOf(battles).correct, { id, reason: "又更正" });
  expect(sides(await round(2))).toEqual(after);
  await cup.act(callsOf(battles).score, { id, sets: [back, back] });
  await cup.act(callsOf(battles).finish, { id });
  expect(sides(await round(2))).toEqual(after);
  await playRound(2);
  expect(new Set(sides(await round(3))).size).toBe(8);
  await playRound(3);
  expect(new Set(Object.values(await cup.places())).size).toBe(8);
});

it("pairs those who stay where entries leave between rounds, and drops the table that is empty", async () => {
  await cup.enter(6, { racecardRule: "swiss" });
  await cup.draw();
  await playRound(1);
  const [gone, also] = (await table()).slice(-2);
  for (const entry of [gone, also]) await cup.act(callsOf(gameTeams).abandon, { id: entry?.id ?? "", reason: "受伤" });
  // Round 2 was paired before they left: their matches there are walkovers.
  expect((await round(2)).filter(({ state }) => state === "walkover").length).toBeGreaterThan(0);
  await playRound(2);
  const third = await round(3);
  expect(third.filter(({ state }) => state === "dropped")).toHaveLength(1);
  expect(third.filter(({ state }) => state === "ready")).toHaveLength(2);
  await playRound(3);
  const rows = await table();
  expect(rows.slice(-2).map(({ hasLeft }) => hasLeft)).toEqual([true, true]);
  expect(rows.every(({ byes }) => byes === 0)).toBe(true);
});

it("says that four entries are too few for five rounds", async () => {
  await cup.enter(4, { racecardRule: "swiss", swissRounds: 5 });
  expect(await cup.said(cup.act(matches.makeDraw, { eventId: cup.eventId }))).toContain("至少 5 支");
});

it("plans rounds before their pairing, each after the one before it", async () => {
  await cup.enter(6, { racecardRule: "swiss" });
  await cup.act(matches.makeDraw, { eventId: cup.eventId });
  await cup.act(matches.publishDraw, { eventId: cup.eventId });
  await cup.takeCourts();
  await cup.plan();
  const times = (await cup.all()).map(({ round: number, startsAt }) => ({ number, startsAt: startsAt ?? "" }));
  for (const number of [2, 3]) {
    const last = Math.max(...times.filter((each) => each.number === number - 1).map(({ startsAt }) => Date.parse(startsAt)));
    for (const each of times.filter((one) => one.number === number)) expect(Date.parse(each.startsAt)).toBeGreaterThan(last);
  }
});

/** Regulations of a game: what tables count by the sport, and which settings stay once matches have begun. */
import { afterEach, beforeEach, expect, it } from "vitest";
import { battles } from "../../src/contract/competitions/battles";
import { gameEvents, gameEventSettings, gameSettings, gameTeams } from "../../src/contract/competitions/competitions";
import { matches } from "../../src/contract/competitions/matches";
import { callsOf } from "../../src/contract/core/resource/calls";
import { seedBooking } from "../support/booking";
import { Tournament } from "../support/tournament";
import { type TestVenue, testVenue } from "../support/venue";

const battle = callsOf(battles);
const settings = callsOf(gameSettings);
const play = callsOf(gameEventSettings);
let t: TestVenue;
let cup: Tournament;
beforeEach(async () => {
  t = await testVenue();
  await seedBooking(t);
  cup = new Tournament(t);
});
afterEach(() => t.close());

type Settings = Parameters<typeof cup.act<typeof settings.modify>>[1];
type Play = Parameters<typeof cup.act<typeof play.modify>>[1];
async function change(more: Partial<Settings>): Promise<unknown> {
  const { createdAt: _, gameTitle: _t, isCounting: _c, ...own } = await cup.look(settings.view, { id: cup.gameId });
  return cup.act(settings.modify, { ...own, ...more });
}
async function changePlay(more: Partial<Play>): Promise<unknown> {
  const {
    createdAt: _,
    winInningQuantity: _w,
    eventTitle: _e,
    gameTitle: _g,
    groupTeamQuantity: _q,
    start: _s,
    end: _n,
    openMatches: _o,
    begunMatches: _b,
    ...own
  } = await cup.look(play.view, { id: cup.eventId });
  return cup.act(play.modify, { ...own, ...more });
}
const rowsOf = async () => (await cup.look(matches.standings, { eventId: cup.eventId })).groups[0]?.rows ?? [];

it("gives the rest of a retired match to the opponent, and keeps or annuls results as the regulations say", async () => {
  await cup.enter(3, { racecardRule: "roundRobin" });
  await cup.draw();
  const [first] = await cup.all();
  const id = first?.id ?? "";
  await cup.act(battle.start, { id });
  await cup.act(battle.score, {
    id,
    sets: [
      [21, 10],
      [15, 3],
    ],
  });
  await cup.act(battle.retire, { id, side: "home", reason: "受伤" });
  const [home, away] = [first?.home.id, first?.away.id];
  const row = async (of: string | null | undefined) => (await rowsOf()).find((each) => each.id === of);
  expect(await row(home)).toMatchObject({ setsFor: 1, setsAgainst: 2, pointsFor: 36, pointsAgainst: 52, isAnnulled: false });
  expect(await row(away)).toMatchObject({ setsFor: 2, setsAgainst: 1, won: 1 });
  // An organiser's change comes too late now.
  expect(await cup.said(change({ leaving: "annulIncomplete" }))).toContain("小组赛已经开始");
  expect(await cup.said(change({ placeRule: ["points", "lot"] }))).toContain("小组赛已经开始");
  expect(await cup.said(change({ winIntegral: 5 }))).toContain("小组赛已经开始");
  expect(await change({ inningRefereeQuantity: 2 })).toMatchObject({ inningRefereeQuantity: 2, isCounting: true });
});

it("annuls all results of who does not complete a group, in the table and in its entry", async () => {
  await cup.enter(4, { racecardRule: "roundRobin" });
  await change({ sport: "badminton", leaving: "annulIncomplete", winIntegral: 1, lostIntegral: 0 });
  await cup.draw();
  const all = await cup.all();
  const leaver = all[0]?.home.id ?? "";
  const own = all.filter(({ home, away }) => home.id === leaver || away.id === leaver);
  for (const match of own.slice(0, -1)) await cup.play(match, match.home.id === leaver ? 0 : 1);
  expect((await rowsOf()).find(({ id }) => id === leaver)).toMatchObject({ won: 2, place: 1 });
  const last = own.at(-1);
  await cup.act(battle.walkover, { id: last?.id ?? "", side: last?.home.id === leaver ? "home" : "away", reason: "未到" });
  const rows = await rowsOf();
  expect(rows.find(({ id }) => id === leaver)).toMatchObject({ played: 0, won: 0, place: 4, isAnnulled: true, through: false });
  expect(rows.filter(({ id }) => id !== leaver).map(({ played }) => played)).toEqual([0, 0, 0]);
  const { content } = await cup.look(callsOf(gameTeams).list, { event: cup.eventId, size: 10 });
  expect(content.find(({ id }) => id === leaver)).toMatchObject({ winCount: 0, lostCount: 0, integral: 0 });
});

it("counts two points for a volleyball match won in the fifth set, and one for its loser", async () => {
  await cup.enter(2, { racecardRule: "roundRobin", inningQuantity: 5, inningPoints: 25, inningCap: 0, decidingPoints: 15 });
  await change({ sport: "volleyball", winIntegral: 3, narrowWinIntegral: 2, narrowLossIntegral: 1, lostIntegral: 0 });
  await cup.draw();
  const [match] = await cup.all();
  const id = match?.id ?? "";
  await cup.act(battle.start, { id });
  await cup.act(battle.score, {
    id,
    sets: [
      [25, 20],
      [20, 25],
      [25, 20],
      [20, 25],
      [15, 10],
    ],
  });
  await cup.act(battle.finish, { id });
  expect((await rowsOf()).map(({ points }) => points)).toEqual([2, 1]);
  const { content } = await cup.look(callsOf(gameTeams).list, { event: cup.eventId, size: 10, sort: "place,asc" });
  expect(content.map(({ integral, winIntegral, lostIntegral }) => [integral, winIntegral, lostIntegral])).toEqual([
    [2, 2, 0],
    [1, 0, 1],
  ]);
});

it("keeps sets and points once a match has begun, and gives other minutes to matches that have not", async () => {
  await cup.enter(4);
  await cup.draw();
  expect(await changePlay({ inningPoints: 15, inningCap: 21 })).toMatchObject({ inningPoints: 15, openMatches: 3, begunMatches: 0 });
  expect(await changePlay({ inningPoints: 21, inningCap: 30 })).toMatchObject({ inningPoints: 21 });
  const [first] = await cup.all();
  await cup.act(battle.start, { id: first?.id ?? "" });
  for (const more of [
    { inningPoints: 15 },
    { inningQuantity: 5 },
    { inningCap: 0 },
    { decidingPoints: 11 },
    { winBy: 1 },
    { immediatelyStop: false },
  ])
    expect([more, await cup.said(changePlay(more))]).toEqual([more, expect.stringContaining("已有对阵开始")]);
  await changePlay({ inningMinutes: 45, restMinutes: 10 });
  expect((await cup.all()).map(({ id, minutes }) => [id === first?.id, minutes])).toEqual([
    [true, 30],
    [false, 45],
    [false, 45],
  ]);
});

it("rejects a score above the cap", async () => {
  await cup.enter(2);
  await cup.draw();
  const [match] = await cup.all();
  const id = match?.id ?? "";
  await cup.act(battle.start, { id });
  expect(
    await cup.said(
      cup.act(battle.score, {
        id,
        sets: [
          [31, 30],
          [45, 44],
        ],
      }),
    ),
  ).toContain("不可能的比分");
});

it("plays the events of a game as its sport does", async () => {
  await cup.enter(2);
  await change({ sport: "tableTennis" });
  // The game is closed; only its events' settings are looked at.
  const made = await cup.act(callsOf(gameEvents).create, {
    game: cup.gameId,
    title: "乒乓球男单",
    kind: "singles",
    gender: "male",
    fee: "0.00",
    seeds: 0,
  });
  expect(await cup.look(play.view, { id: made.id })).toMatchObject({ inningQuantity: 5, inningPoints: 11, inningCap: 0, winBy: 2 });
});

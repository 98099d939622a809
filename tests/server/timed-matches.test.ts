/** Scoring of matches beside the usual sets: a last set with points of its own, timed periods with a running score, draws. */
import { afterEach, beforeEach, expect, it } from "vitest";
import { battles } from "../../src/contract/competitions/battles";
import { gameEventSettings, gameSettings, gameTeams } from "../../src/contract/competitions/competitions";
import { matches } from "../../src/contract/competitions/matches";
import { callsOf } from "../../src/contract/core/resource/calls";
import { seedBooking } from "../support/booking";
import { Tournament } from "../support/tournament";
import { type TestVenue, testVenue } from "../support/venue";

const battle = callsOf(battles);
type Sets = [number, number][];
let t: TestVenue;
let cup: Tournament;
beforeEach(async () => {
  t = await testVenue();
  await seedBooking(t);
  cup = new Tournament(t);
});
afterEach(() => t.close());

const BASKETBALL = { counting: "timed", inningQuantity: 4, periodMinutes: 10 } as const;
const FOOTBALL = { counting: "timed", inningQuantity: 2, draws: true } as const;
const score = async (id: string, sets: Sets) => (await cup.act(battle.score, { id, sets })).score;
const finish = (id: string) => cup.act(battle.finish, { id });

it("is a last set of fifteen, and the others of twenty-five", async () => {
  await cup.enter(2, { inningQuantity: 5, inningPoints: 25, inningCap: 0, decidingPoints: 15, decidingCap: 0 });
  await cup.draw();
  const { id } = await cup.keyed("1-1-1");
  await cup.act(battle.start, { id });
  const four: Sets = [
    [25, 20],
    [20, 25],
    [31, 29],
    [23, 25],
  ];
  expect(await cup.said(score(id, [...four, [25, 20]]))).toContain("第 5 局：不可能的比分");
  await score(id, [...four, [14, 13]]);
  expect(await cup.said(finish(id))).toContain("还没有分出胜负");
  expect(await score(id, [...four, [15, 13]])).toBe("25–20 20–25 31–29 23–25 15–13");
  await finish(id);
  expect(await cup.keyed("1-1-1")).toMatchObject({ state: "finished", winner: 0, won: [3, 2], periods: 0 });
});

it("adds up periods, with more of them while it is level in a knockout", async () => {
  await cup.enter(2, { ...BASKETBALL, draws: true });
  await cup.draw();
  const { id } = await cup.keyed("1-1-1");
  await cup.act(battle.start, { id });
  const four: Sets = [
    [20, 18],
    [15, 22],
    [19, 17],
    [12, 9],
  ];
  await score(id, four.slice(0, 3));
  expect(await cup.said(finish(id))).toContain("还没有分出胜负");
  await score(id, four);
  // A draw is for groups only.
  expect(await cup.said(finish(id))).toContain("还没有分出胜负");
  expect(await score(id, [...four, [8, 11]])).toBe("74–77 (20–18 15–22 19–17 12–9 8–11)");
  expect(await cup.said(score(id, [...four, [8, 11], [2, 0]]))).toContain("胜负已分");
  await finish(id);
  expect(await cup.keyed("1-1-1")).toMatchObject({ state: "finished", winner: 1, won: [74, 77], periods: 4 });
  const { rules } = await cup.look(matches.board, { gameId: cup.gameId });
  expect(rules).toMatchObject([{ timed: true, bestOf: 4, periodMinutes: 10, unit: "point", deciding: null }]);
});

it("is a draw in a group, with its own points for both", async () => {
  await cup.enter(3, { ...FOOTBALL, racecardRule: "roundRobin" });
  const settings = callsOf(gameSettings);
  const { createdAt: _, gameTitle: _t, ...own } = await cup.look(settings.view, { id: cup.gameId });
  await cup.act(settings.modify, { ...own, winIntegral: 3, drawIntegral: 1, lostIntegral: 0, placeRule: ["points", "pointDifference"] });
  await cup.draw();
  const level: Sets = [
    [1, 0],
    [1, 2],
  ];
  const [first, ...rest] = await cup.all();
  const started = first?.id ?? "";
  await cup.act(battle.start, { id: started });
  await score(started, level.slice(0, 1));
  expect(await cup.said(finish(started))).toContain("还没有分出胜负");
  await score(started, level);
  await finish(started);
  expect((await cup.all()).find(({ id }) => id === started)).toMatchObject({ state: "finished", winner: null, won: [2, 2] });
  for (const { id } of rest) {
    await cup.act(battle.start, { id });
    await score(id, [
      [2, 0],
      [1, 0],
    ]);
    await finish(id);
  }
  const table = await cup.look(matches.standings, { eventId: cup.eventId });
  expect(table).toMatchObject({ isTimed: true, draws: true });
  const rows = table.groups[0]?.rows ?? [];
  expect(new Set(rows.filter(({ drawn }) => drawn === 1).map(({ id }) => id))).toEqual(new Set([first?.home.id, first?.away.id]));
  for (const { points, won, drawn } of rows) expect(points).toBe(won * 3 + drawn);
  // Goals of both halves, no sets.
  const all = (field: "pointsFor" | "setsFor"): number => rows.reduce((sum, row) => sum + row[field], 0);
  expect([all("pointsFor"), all("setsFor")]).toEqual([10, 0]);
  const { content } = await cup.look(callsOf(gameTeams).list, { event: cup.eventId, size: 10 });
  for (const { name, drawCount, integral } of content) {
    const row = rows.find((each) => each.name === name);
    expect([name, drawCount, integral]).toEqual([name, row?.drawn, row?.points]);
  }
  expect(new Set(Object.values(await cup.places()))).toEqual(new Set([1, 2, 3]));
  // A draw is opened again like any other result.
  await cup.act(battle.correct, { id: started, reason: "漏记一球" });
  await score(started, [
    [1, 0],
    [2, 2],
  ]);
  await finish(started);
  expect((await cup.all()).find(({ id }) => id === started)).toMatchObject({ state: "finished", winner: 0 });
});

it("refuses settings that decide nothing, or contradict each other", async () => {
  await cup.enter(2);
  const calls = callsOf(gameEventSettings);
  const {
    createdAt: _,
    winInningQuantity: _w,
    eventTitle: _e,
    gameTitle: _g,
    groupTeamQuantity: _q,
    start: _s,
    end: _n,
    ...own
  } = await cup.look(calls.view, { id: cup.eventId });
  const save = (more: Partial<typeof own>) => cup.said(cup.act(calls.modify, { ...own, ...more }));
  expect(await save({ inningQuantity: 4 })).toContain("奇数");
  expect(await save({ inningCap: 20 })).toContain("封顶分不能低于");
  expect(await save({ decidingPoints: 15, decidingCap: 11 })).toContain("封顶分不能低于");
  expect(await save({ ...BASKETBALL, rubbers: ["MS1"] })).toContain("不设各盘");
  await cup.act(calls.modify, { ...own, ...BASKETBALL });
  await cup.draw();
  expect(await save({ counting: "sets", inningQuantity: 3 })).toContain("已抽签");
});

/** The state that follows from an umpire's marks: score, service, ends, intervals, cards, and undo. */
import { expect, it } from "vitest";
import type { ScoreRules, Side } from "../../src/engine/scoring";
import { hasSameStart, type Mark, type MarkKind, pointsOfSet, SERVICE, umpireState, type UmpireSetup } from "../../src/engine/umpire";

const rules: ScoreRules = { bestOf: 3, points: 21, winBy: 2, cap: 30, stop: true, deciding: null, timed: false, mayDraw: false };
const badminton: UmpireSetup = { rules, sport: "badminton", isDoubles: false };
const tableTennis: UmpireSetup = { rules: { ...rules, bestOf: 5, points: 11, cap: 0 }, sport: "tableTennis", isDoubles: false };
const AT = "2026-11-22T02:00:00.000Z";
const mark = (kind: MarkKind, side: Side | null = null): Mark => ({ kind, side, at: AT });
/** Points by letters: "h" home, "a" away. */
const points = (run: string): Mark[] => run.split("").map((letter) => mark("point", letter === "h" ? 0 : 1));
const started = (server: Side, ...more: Mark[]): Mark[] => [mark("start", server), ...more];

it("gives the service to the winner of a rally, from the right at even and from the left at odd scores", () => {
  const at = (run: string) => {
    const { server, serviceCourt, current } = umpireState(badminton, started(0, ...points(run)));
    return [server, serviceCourt, current];
  };
  expect(at("")).toEqual([0, "right", [0, 0]]);
  expect(at("h")).toEqual([0, "left", [1, 0]]);
  expect(at("hh")).toEqual([0, "right", [2, 0]]);
  expect(at("hha")).toEqual([1, "left", [2, 1]]);
  expect(at("hhah")).toEqual([0, "left", [3, 1]]);
});

it("changes the courts of a pair that keeps the service, and of no other", () => {
  const pairs = { ...badminton, isDoubles: true };
  const right = (run: string) => umpireState(pairs, started(0, ...points(run))).inRightCourt;
  expect(right("h")).toEqual([1, 0]);
  expect(right("hh")).toEqual([0, 0]);
  expect(right("ha")).toEqual([1, 0]);
  expect(right("haa")).toEqual([1, 1]);
  // The pairs choose anew who begins the next game.
  expect(right("h".repeat(21))).toEqual([0, 0]);
});

it("stops at 11 for 60 seconds and between games for 120, with the ends changed", () => {
  const eleven = umpireState(badminton, started(0, ...points("h".repeat(11))));
  expect(eleven).toMatchObject({ pause: { kind: "mid", seconds: 60 }, left: 0 });
  expect(umpireState(badminton, started(0, ...points(`${"h".repeat(11)}a`)))).toMatchObject({ pause: null });
  // The second to reach 11 stops nothing.
  expect(umpireState(badminton, started(0, ...points("h".repeat(11) + "a".repeat(11)))).pause).toBeNull();
  const game = umpireState(badminton, started(0, ...points("a".repeat(21))));
  expect(game).toMatchObject({ pause: { kind: "set", seconds: 120 }, left: 1, server: 1, current: [0, 0], hasChangedEnds: true });
});

it("changes ends at 11 in the third game only", () => {
  const twoGames = "h".repeat(21) + "a".repeat(21);
  expect(umpireState(badminton, started(0, ...points(twoGames))).left).toBe(0);
  expect(umpireState(badminton, started(0, ...points(twoGames + "h".repeat(10)))).left).toBe(0);
  expect(umpireState(badminton, started(0, ...points(twoGames + "h".repeat(11))))).toMatchObject({ left: 1, pause: { kind: "mid" } });
});

it("serves table tennis in turns of two, one each from 10 all, and changes ends at 5 in the last game", () => {
  const server = (run: string) => umpireState(tableTennis, started(0, ...points(run))).server;
  expect([0, 1, 2, 3, 4].map((played) => server("h".repeat(played)))).toEqual([0, 0, 1, 1, 0]);
  const tenAll = "ha".repeat(10);
  expect([server(tenAll), server(`${tenAll}h`), server(`${tenAll}ha`)]).toEqual([0, 1, 0]);
  // Whoever received first in a game serves first in the next.
  expect(server("h".repeat(11))).toBe(1);
  const fourGames = "h".repeat(11) + "a".repeat(11) + "h".repeat(11) + "a".repeat(11);
  expect(umpireState(tableTennis, started(0, ...points(fourGames + "h".repeat(4)))).left).toBe(0);
  expect(umpireState(tableTennis, started(0, ...points(fourGames + "h".repeat(5)))).left).toBe(1);
});

it("gives the opponent a point for a red card, and takes it back with the card", () => {
  const carded = started(0, ...points("hh"), mark("yellow", 0), mark("red", 0));
  expect(umpireState(badminton, carded)).toMatchObject({ current: [2, 1], red: [1, 0], yellow: [1, 0], server: 1 });
  expect(umpireState(badminton, [...carded, mark("undo")])).toMatchObject({ current: [2, 0], red: [0, 0], yellow: [1, 0], server: 0 });
});

it.each([
  ["badminton", [2, 1]],
  ["tableTennis", [2, 1]],
  ["volleyball", [2, 1]],
  ["tennis", [2, 0]],
  ["basketball", [2, 0]],
  ["football", [2, 0]],
  ["other", [2, 0]],
] as const)("scores a red card in %s as its rules do", (sport, score) => {
  const setup: UmpireSetup = { rules: { ...rules, timed: SERVICE[sport].turns === "none" }, sport, isDoubles: false };
  const carded = umpireState(setup, started(0, ...points("hh"), mark("red", 0)));
  expect(carded).toMatchObject({ current: score, red: [1, 0] });
});

it("gives the deciding set its own points", () => {
  const volleyball = { ...rules, bestOf: 5, points: 25, deciding: { points: 15, cap: 0 } };
  expect([0, 3, 4].map((index) => pointsOfSet(volleyball, index))).toEqual([25, 25, 15]);
});

it("compares two records as far as both go", () => {
  const record = started(0, ...points("ha"));
  expect(hasSameStart(record, [...record, ...points("h")])).toBe(true);
  expect(hasSameStart([], record)).toBe(true);
  expect(hasSameStart(record, started(0, ...points("hh")))).toBe(false);
  expect(hasSameStart(record, [{ ...mark("start", 0), at: "2026-11-22T02:00:00.001Z" }])).toBe(false);
});

it("takes back one mark after the other, whatever it was, and never the start", () => {
  const marks = started(1, ...points("haahhaha"), mark("ends"), mark("yellow", 1), mark("red", 0), ...points("a"));
  for (let undone = 1; undone < marks.length; undone++) {
    const { undoes: _, ...after } = umpireState(badminton, [...marks, ...Array.from({ length: undone }, () => mark("undo"))]);
    const { undoes: _u, ...before } = umpireState(badminton, marks.slice(0, marks.length - undone));
    expect(after).toEqual(before);
  }
  const all = Array.from({ length: 40 }, () => mark("undo"));
  expect(umpireState(badminton, [...marks, ...all])).toMatchObject({ hasStarted: true, current: [0, 0], server: 1, undoes: undefined });
});

it("takes an injury back together with its end", () => {
  const marks = started(0, ...points("h"), mark("injury", 1), mark("resume"));
  expect(umpireState(badminton, marks)).toMatchObject({ pause: null, undoes: { kind: "injury" } });
  expect(umpireState(badminton, [...marks, mark("undo")])).toMatchObject({ undoes: { kind: "point" }, current: [1, 0] });
});

it("counts the time-outs that a side has left", () => {
  const state = umpireState(tableTennis, started(0, ...points("h"), mark("timeout", 1)));
  expect(state).toMatchObject({ timeouts: [1, 0], pause: { kind: "timeout", seconds: 60, side: 1 } });
  // A second one is no mark at all.
  expect(umpireState(tableTennis, started(0, ...points("h"), mark("timeout", 1), mark("resume"), mark("timeout", 1))).pause).toBeNull();
});

it("takes no point after the match is over", () => {
  const over = started(0, ...points("h".repeat(42)));
  expect(umpireState(badminton, over)).toMatchObject({ isOver: true, server: null, pause: null });
  expect(umpireState(badminton, [...over, ...points("a")]).played).toEqual(umpireState(badminton, over).played);
});

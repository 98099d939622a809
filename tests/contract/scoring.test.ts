/** Scores of sets and matches. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  completeSets,
  faultOf,
  hasNextPeriod,
  isPossible,
  type Played,
  runFits,
  type ScoreRules,
  setWinner,
  type SetScore,
  standingOf,
  withoutPoint,
  withPeriod,
  withPoint,
} from "../../src/engine/scoring";
import { runs } from "../support/forms";

const SETS = { stop: true, deciding: null, timed: false, mayDraw: false } as const;
const BADMINTON: ScoreRules = { ...SETS, bestOf: 3, points: 21, winBy: 2, cap: 30 };
/** Sets of games to six, a tie-break at six all, a match tie-break to ten (ITF Rules of Tennis, alternative scoring methods). */
const TENNIS: ScoreRules = { ...SETS, bestOf: 3, points: 6, winBy: 2, cap: 7, deciding: { points: 10, cap: 0 } };
/** FIVB Official Volleyball Rules, 6.2 and 6.3.2. */
const VOLLEYBALL: ScoreRules = { ...SETS, bestOf: 5, points: 25, winBy: 2, cap: 0, deciding: { points: 15, cap: 0 } };
/** FIBA Official Basketball Rules, 8: four periods, more while it is level. */
const BASKETBALL: ScoreRules = { ...SETS, bestOf: 4, points: 21, winBy: 2, cap: 30, timed: true };
const FOOTBALL: ScoreRules = { ...BASKETBALL, bestOf: 2, mayDraw: true };

describe("scores", () => {
  it.each([
    [[21, 19], 0],
    [[20, 21], undefined],
    [[20, 22], 1],
    [[29, 29], undefined],
    [[29, 30], 1],
  ] as const)("has a winner of %j", (set, winner) => expect(setWinner(BADMINTON, set, 0)).toBe(winner));

  it("knows what cannot be: played on after the end, over the cap, below nothing", () => {
    for (const set of [
      [22, 19],
      [23, 20],
      [31, 29],
      [-1, 3],
      [21.5, 3],
    ] as const)
      expect([set, isPossible(BADMINTON, set, 0)]).toEqual([set, false]);
    for (const set of [
      [21, 0],
      [22, 20],
      [30, 28],
      [30, 29],
      [20, 20],
      [0, 0],
    ] as const)
      expect([set, isPossible(BADMINTON, set, 0)]).toEqual([set, true]);
  });

  it.each([
    ["badminton to 21, cap 30 (BWF Laws of Badminton 7.2–7.5)", BADMINTON, 0],
    ["badminton to 15, cap 21 (BWF Laws, alternative scoring)", { ...BADMINTON, points: 15, cap: 21 }, 0],
    ["table tennis to 11 (ITTF Laws 2.11.1)", { ...SETS, bestOf: 5, points: 11, winBy: 2, cap: 0 }, 0],
    ["tennis to 6 games, tie-break at 6 all (ITF Rules of Tennis 5 and 6)", TENNIS, 0],
    ["a match tie-break to 10 (ITF Rules of Tennis, Appendix VI)", TENNIS, 2],
    ["a pro set to 8 games (ITF Rules of Tennis, Appendix VI)", { ...TENNIS, bestOf: 1, points: 8, cap: 9, deciding: null }, 0],
    ["a short set to 4 games (ITF Rules of Tennis, Appendix VI)", { ...TENNIS, points: 4, cap: 5 }, 0],
    ["volleyball to 25 (FIVB Official Volleyball Rules 6.2)", VOLLEYBALL, 0],
    ["a fifth set to 15 (FIVB Official Volleyball Rules 6.3.2)", VOLLEYBALL, 4],
    ["one point ahead wins", { ...BADMINTON, winBy: 1, cap: 0 }, 0],
    ["one point ahead wins, below a cap", { ...BADMINTON, winBy: 1 }, 0],
    ["three points ahead win, cap 25", { ...BADMINTON, winBy: 3, cap: 25 }, 0],
  ] as const)("accepts every score that play can reach, and no other: %s", (_name, rules, at) => {
    const { points, cap } = (at === rules.bestOf - 1 ? rules.deciding : null) ?? rules;
    const limit = Math.max(points, cap) + 20;
    // All scores that points one by one come to; play stops where a side has won by the words of the rule.
    const reached = new Set<string>();
    const queue: [number, number][] = [[0, 0]];
    for (const [a, b] of queue) {
      if (a > limit || b > limit || reached.has(`${a}-${b}`)) continue;
      reached.add(`${a}-${b}`);
      const [high, low] = [Math.max(a, b), Math.min(a, b)];
      if ((high >= points && high - low >= rules.winBy) || (cap > 0 && high === cap)) continue;
      queue.push([a + 1, b], [a, b + 1]);
    }
    const wrong: string[] = [];
    for (let a = 0; a <= limit; a++)
      for (let b = 0; b <= limit; b++) if (isPossible(rules, [a, b], at) !== reached.has(`${a}-${b}`)) wrong.push(`${a}-${b}`);
    expect(wrong).toEqual([]);
  });

  it.each([
    [
      BADMINTON,
      [
        [31, 30],
        [45, 44],
      ],
    ],
    [BADMINTON, [[30, 30]]],
    [TENNIS, [[8, 7]]],
  ] as const)("rejects a score above the cap in %j: %j", (rules, sets) =>
    expect(faultOf(rules, sets)).toEqual({ set: 1, why: "impossible" }),
  );

  it("gives the rest of a match that one side gives up to the opponent", () => {
    expect(
      completeSets(
        BADMINTON,
        [
          [21, 10],
          [15, 3],
        ],
        1,
      ),
    ).toEqual([
      [21, 10],
      [15, 21],
      [0, 21],
    ]);
    expect(completeSets(BADMINTON, [[20, 3]], 1)).toEqual([
      [20, 22],
      [0, 21],
    ]);
    expect(completeSets(BADMINTON, [[29, 28]], 1)).toEqual([
      [29, 30],
      [0, 21],
    ]);
    expect(
      completeSets(
        TENNIS,
        [
          [6, 4],
          [6, 5],
        ],
        1,
      ),
    ).toEqual([
      [6, 4],
      [6, 7],
      [0, 10],
    ]);
    expect(completeSets(VOLLEYBALL, [], 0)).toEqual([
      [25, 0],
      [25, 0],
      [25, 0],
    ]);
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom<0 | 1>(0, 1), { maxLength: 120 }),
        fc.constantFrom<0 | 1>(0, 1),
        fc.constantFrom(BADMINTON, TENNIS, VOLLEYBALL),
        (points, winner, rules) => {
          let played: Played = { sets: [], runs: [] };
          for (const side of points) played = withPoint(rules, played, side);
          if (standingOf(rules, played.sets).over) return;
          const done = completeSets(rules, played.sets, winner);
          expect(faultOf(rules, done)).toBeUndefined();
          expect(standingOf(rules, done)).toMatchObject({ over: true, winner });
          // Whoever gives up keeps what it has won.
          for (const [i, set] of played.sets.entries()) expect(done[i]?.[winner === 0 ? 1 : 0]).toBe(set[winner === 0 ? 1 : 0]);
        },
      ),
      { numRuns: runs(200) },
    );
  });

  it("reaches only possible scores point by point, ends, and takes the last point back", () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom<0 | 1>(0, 1), { minLength: 1, maxLength: 300 }),
        fc.constantFrom(1, 3, 5),
        fc.constantFrom(11, 15, 21),
        fc.constantFrom(null, { points: 7, cap: 0 }, { points: 10, cap: 12 }),
        (points, bestOf, goal, deciding) => {
          const rules: ScoreRules = { ...SETS, bestOf, points: goal, winBy: 2, cap: goal + 9, deciding };
          let played: Played = { sets: [], runs: [] };
          for (const side of points) {
            const before = played;
            played = withPoint(rules, before, side);
            expect(faultOf(rules, played.sets)).toBeUndefined();
            expect(played.sets.every((set, i) => runFits(played.runs[i] ?? "", set))).toBe(true);
            if (standingOf(rules, before.sets).over) expect(played).toEqual(before);
            else expect(withoutPoint(rules, played)).toEqual(before);
          }
        },
      ),
      { numRuns: runs(100) },
    );
  });

  it("takes back only points that were counted one by one", () => {
    const typed: Played = {
      sets: [
        [21, 10],
        [5, 3],
      ],
      runs: [],
    };
    expect(withoutPoint(BADMINTON, typed)).toBeUndefined();
    const on = withPoint(BADMINTON, typed, 1);
    expect(on).toEqual({
      sets: [
        [21, 10],
        [5, 4],
      ],
      runs: ["", "a"],
    });
    expect(withoutPoint(BADMINTON, on)).toEqual({ ...typed, runs: ["", ""] });
    expect([runFits("aa", [0, 2]), runFits("aa", [5, 1])]).toEqual([true, false]);
  });

  it("ends once decided, or plays all sets where that is the rule", () => {
    const two: SetScore[] = [
      [21, 10],
      [21, 12],
    ];
    expect(standingOf(BADMINTON, two)).toEqual({ won: [2, 0], winner: 0, over: true });
    expect(standingOf({ ...BADMINTON, stop: false }, two)).toEqual({ won: [2, 0], winner: undefined, over: false });
    expect(faultOf(BADMINTON, [...two, [5, 0]])).toEqual({ set: 3, why: "tooMany" });
    expect(
      faultOf(BADMINTON, [
        [15, 10],
        [21, 12],
      ]),
    ).toEqual({ set: 1, why: "open" });
  });

  it("plays the last set to points of its own, the others to theirs", () => {
    const level: SetScore[] = [
      [6, 4],
      [6, 7],
    ];
    expect(standingOf(TENNIS, level)).toEqual({ won: [1, 1], winner: undefined, over: false });
    expect(standingOf(TENNIS, [...level, [9, 8]]).over).toBe(false);
    expect(standingOf(TENNIS, [...level, [12, 10]])).toEqual({ won: [2, 1], winner: 0, over: true });
    expect(faultOf(TENNIS, [...level, [13, 10]])).toEqual({ set: 3, why: "impossible" });
    // A match tie-break's score is none of the first set.
    expect(faultOf(TENNIS, [[10, 8]])).toEqual({ set: 1, why: "impossible" });
    const four: SetScore[] = [
      [25, 20],
      [20, 25],
      [31, 29],
      [23, 25],
    ];
    expect(faultOf(VOLLEYBALL, four)).toBeUndefined();
    expect(standingOf(VOLLEYBALL, [...four, [14, 15]]).over).toBe(false);
    expect(standingOf(VOLLEYBALL, [...four, [15, 17]])).toEqual({ won: [2, 3], winner: 1, over: true });
    expect(faultOf(VOLLEYBALL, [...four, [15, 13]])).toBeUndefined();
    expect(faultOf(VOLLEYBALL, [[15, 13], ...four])).toEqual({ set: 1, why: "open" });
  });
});

describe("timed matches", () => {
  const periods: SetScore[] = [
    [20, 18],
    [15, 22],
    [19, 17],
    [12, 9],
  ];
  it("add up their periods, and are won by the sum", () => {
    expect(standingOf(BASKETBALL, periods.slice(0, 3))).toEqual({ won: [54, 57], winner: undefined, over: false });
    expect(standingOf(BASKETBALL, periods)).toEqual({ won: [66, 66], winner: undefined, over: false });
    expect(standingOf(BASKETBALL, [...periods, [8, 11]])).toEqual({ won: [74, 77], winner: 1, over: true });
  });

  it("go on while they are level, where no draw is allowed, and not once they are decided", () => {
    expect([hasNextPeriod(BASKETBALL, periods), hasNextPeriod(BASKETBALL, [...periods, [8, 11]])]).toEqual([true, false]);
    expect(faultOf(BASKETBALL, [...periods, [8, 8], [5, 4]])).toBeUndefined();
    expect(faultOf(BASKETBALL, [...periods, [8, 11], [5, 4]])).toEqual({ set: 6, why: "tooMany" });
    expect([hasNextPeriod(BASKETBALL, []), hasNextPeriod(BADMINTON, [[5, 3]])]).toEqual([false, false]);
  });

  it("may be draws where that is the rule", () => {
    const level: SetScore[] = [
      [1, 0],
      [0, 1],
    ];
    expect(standingOf(FOOTBALL, level)).toEqual({ won: [1, 1], winner: undefined, over: true });
    expect(standingOf({ ...FOOTBALL, mayDraw: false }, level).over).toBe(false);
    expect(faultOf(FOOTBALL, [...level, [1, 0]])).toEqual({ set: 3, why: "tooMany" });
  });

  it("take points in the period that is on, the last one's too, and give them and the period back", () => {
    const first = withPoint(BASKETBALL, withPoint(BASKETBALL, { sets: [], runs: [] }, 0, 3), 1, 2);
    expect(first).toEqual({ sets: [[3, 2]], runs: ["hhhaa"] });
    const second = withPeriod(first);
    expect(second.sets).toEqual([
      [3, 2],
      [0, 0],
    ]);
    const scored = withPoint(BASKETBALL, second, 1);
    expect(withoutPoint(BASKETBALL, scored)).toEqual(second);
    expect(withoutPoint(BASKETBALL, second)).toEqual(first);
    const late: Played = { sets: [...periods, [8, 11]], runs: [] };
    expect(withPoint(BASKETBALL, late, 0, 3).sets.at(-1)).toEqual([11, 11]);
  });
});

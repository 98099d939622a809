/** Scores of sets and matches. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  faultOf,
  isPossible,
  type Played,
  runFits,
  type ScoreRules,
  setWinner,
  type SetScore,
  standingOf,
  withoutPoint,
  withPoint,
} from "../../src/engine/scoring";
import { runs } from "../support/forms";

const BADMINTON: ScoreRules = { bestOf: 3, points: 21, winBy: 2, cap: 30, stop: true };

describe("scores", () => {
  it.each([
    [[21, 19], 0],
    [[20, 21], undefined],
    [[20, 22], 1],
    [[29, 29], undefined],
    [[29, 30], 1],
  ] as const)("has a winner of %j", (set, winner) => expect(setWinner(BADMINTON, set)).toBe(winner));

  it("knows what cannot be: played on after the end, over the cap, below nothing", () => {
    for (const set of [
      [22, 19],
      [23, 20],
      [31, 29],
      [-1, 3],
      [21.5, 3],
    ] as const)
      expect([set, isPossible(BADMINTON, set)]).toEqual([set, false]);
    for (const set of [
      [21, 0],
      [22, 20],
      [30, 28],
      [30, 29],
      [20, 20],
      [0, 0],
    ] as const)
      expect([set, isPossible(BADMINTON, set)]).toEqual([set, true]);
  });

  it("reaches only possible scores point by point, ends, and takes the last point back", () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom<0 | 1>(0, 1), { minLength: 1, maxLength: 300 }),
        fc.constantFrom(1, 3, 5),
        fc.constantFrom(11, 15, 21),
        (points, bestOf, goal) => {
          const rules: ScoreRules = { bestOf, points: goal, winBy: 2, cap: goal + 9, stop: true };
          let played: Played = { sets: [], runs: [] };
          for (const side of points) {
            const before = played;
            played = withPoint(rules, before, side);
            expect(faultOf(rules, played.sets)).toBeUndefined();
            expect(played.sets.every((set, i) => runFits(played.runs[i] ?? "", set))).toBe(true);
            if (standingOf(rules, before.sets).over) expect(played).toEqual(before);
            else expect(withoutPoint(played)).toEqual(before);
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
    expect(withoutPoint(typed)).toBeUndefined();
    const on = withPoint(BADMINTON, typed, 1);
    expect(on).toEqual({
      sets: [
        [21, 10],
        [5, 4],
      ],
      runs: ["", "a"],
    });
    expect(withoutPoint(on)).toEqual({ ...typed, runs: ["", ""] });
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
});

/** Tables of groups: what decides a place, and that it is said. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { berger } from "../../src/engine/draw";
import type { SetScore } from "../../src/engine/scoring";
import { type CountedMatch, standings } from "../../src/engine/standings";

/** "A B 2-1 60-55": A beat B by two sets to one. */
const match = (text: string): CountedMatch => {
  const [home = "", away = "", sets = "", points = sets] = text.split(" ");
  const pair = (of: string): SetScore => {
    const [a, b] = of.split("-").map(Number);
    return [a ?? 0, b ?? 0];
  };
  const [a, b] = pair(sets);
  return { home, away, winner: a > b ? 0 : 1, walkover: false, sets: pair(sets), points: pair(points) };
};
const RULES = ["points", "headToHead", "setDifference", "pointDifference", "lot"] as const;
const POINTS = { win: 2, loss: 1, abandoned: 0 };
const table = (matches: readonly string[], rules: readonly (typeof RULES)[number][] = RULES) =>
  standings(["A", "B", "C", "D"], matches.map(match), rules, POINTS, "lot").map(
    ({ id, decidedBy }) => `${id}${decidedBy ? `:${decidedBy}` : ""}`,
  );

describe("standings", () => {
  it("are by points, and of two equal by their own match (BWF General Competition Regulations 16.2.2)", () => {
    expect(table(["B A 2-0", "A C 2-0", "A D 2-0", "B C 2-0", "D B 2-1", "D C 0-2"])).toEqual([
      "B",
      "A:headToHead",
      "C:points",
      "D:headToHead",
    ]);
  });

  it("are of three equal by sets, then points; and of two that are left by their own match again (16.2.3)", () => {
    const cycle = ["A B 2-0 42-20", "B C 2-0 42-30", "C A 2-1 60-55", "A D 2-0", "B D 2-0", "C D 2-0"];
    expect(table(cycle)).toEqual(["A", "B:setDifference", "C:setDifference", "D:points"]);
    const even = ["A B 2-1 60-50", "B C 2-1 60-50", "C A 2-1 60-58", "A D 2-0 42-20", "B D 2-0 42-22", "C D 2-0 42-22"];
    // A +10−2+22, B −10+10+20, C −10+2+20.
    expect(table(even)).toEqual(["A", "B:pointDifference", "C:pointDifference", "D:points"]);
  });

  it("are by lot where nothing else decides, the same lot each time", () => {
    const cycle = ["A B 2-0 42-30", "B C 2-0 42-30", "C A 2-0 42-30", "A D 2-0 42-30", "B D 2-0 42-30", "C D 2-0 42-30"];
    expect(table(cycle).filter((row) => row.includes("lot"))).toHaveLength(2);
    expect(table([...cycle].reverse())).toEqual(table(cycle));
  });

  it("give who did not come another number of points", () => {
    const [first, second] = standings(["A", "B"], [{ ...match("A B 2-0"), walkover: true }], RULES, POINTS, "x");
    expect([first?.points, second?.points, second?.abandoned]).toEqual([2, 0, 1]);
  });

  it("place everybody once, more points always before fewer", () => {
    fc.assert(
      fc.property(fc.integer({ min: 2, max: 8 }), fc.infiniteStream(fc.boolean()), (count, wins) => {
        const ids = Array.from({ length: count }, (_, i) => `t${i}`);
        const played = berger(count)
          .flat()
          .map(([a, b]) => match(`t${a} t${b} ${wins.next().value ? "2-0" : "0-2"}`));
        const rows = standings(ids, played, RULES, POINTS, "s");
        expect(rows.map(({ id }) => id).sort()).toEqual(ids);
        for (const [i, row] of rows.entries()) if (i > 0) expect(rows[i - 1]?.points).toBeGreaterThanOrEqual(row.points);
        expect(rows.reduce((sum, { won, lost }) => sum + won - lost, 0)).toBe(0);
      }),
      { numRuns: 100 },
    );
  });
});

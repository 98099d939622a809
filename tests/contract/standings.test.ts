/** Tables of groups: what decides a place, and that it is said. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { berger } from "../../src/engine/draw";
import type { SetScore } from "../../src/engine/scoring";
import { type CountedMatch, standings, type TieRule } from "../../src/engine/standings";
import { runs } from "../support/forms";

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
const POINTS = { win: 2, draw: 1, loss: 1, abandoned: 0 };
const table = (matches: readonly string[], rules: readonly TieRule[] = RULES) =>
  standings(["A", "B", "C", "D"], matches.map(match), rules, POINTS, "lot").map(
    ({ id, decidedBy }) => `${id}${decidedBy ? `:${decidedBy}` : ""}`,
  );

/** Published examples of federations: results as "A B 2-1 60-55", the rules in their order, and the table that the source gives. */
const FIBA = ["points", "headToHead", "tiedPointDifference", "tiedPointsFor", "pointDifference", "pointsFor", "lot"] as const;
const BWF = ["points", "headToHeadOfTwo", "setDifference", "pointDifference", "lot"] as const;
const ITTF = ["points", "headToHead", "tiedSetRatio", "tiedPointRatio", "lot"] as const;
const FIVB = ["points", "setRatio", "pointRatio", "headToHead", "lot"] as const;
/** A game of basketball: goals are the points, no sets. */
const goals = (text: string): string => {
  const [home = "", away = "", score = ""] = text.split(" ");
  const [a = 0, b = 0] = score.split("-").map(Number);
  return `${home} ${away} ${a > b ? "1-0" : "0-1"} ${score}`;
};

describe("published examples", () => {
  it.each([
    {
      source: "FIBA Official Basketball Rules, D.2.1 example 1: two pairs of equal teams",
      rules: FIBA,
      matches: ["A B 100-55", "B C 100-95", "A C 90-85", "B D 80-75", "A D 75-80", "C D 60-55"].map(goals),
      table: ["A", "B:headToHead", "C:points", "D:headToHead"],
    },
    {
      source: "FIBA Official Basketball Rules, D.2.2 example 2: three equal teams, goal difference among them, then the two left",
      rules: FIBA,
      matches: ["A B 100-55", "B C 100-85", "A C 90-85", "B D 75-80", "A D 120-75", "C D 65-55"].map(goals),
      table: ["A", "B:points", "C:tiedPointDifference", "D:headToHead"],
    },
    {
      source: "BWF World Tour Finals 2019, men's singles B, worked out by the federation (bwfbadminton.com, 12 Dec 2019; GCR 16.2.3)",
      // Chou (A) wins all; Axelsen (B), Chen (C) and Ginting (D) have a win each: Axelsen goes through with a game difference of 0.
      rules: BWF,
      matches: ["A B 2-1", "C B 2-1", "A D 2-0", "D C 2-1", "A C 2-0", "B D 2-0"],
      table: ["A", "B:points", "C:setDifference", "D:setDifference"],
    },
    {
      source: "BWF General Competition Regulations 16.2.2: of two with the same wins the winner of their match, whatever the games",
      rules: BWF,
      matches: ["B A 2-1", "A C 2-0", "A D 2-0", "B C 2-1", "D B 2-0", "D C 0-2"],
      table: ["B", "A:headToHeadOfTwo", "C:points", "D:headToHeadOfTwo"],
    },
    {
      source: "ITTF Handbook 3.7.5: of three equal only their matches, by the ratio of games won to lost",
      // Among A, B and C each has a win: games 5–4, 4–5, 5–5. What they did against D does not count.
      rules: ITTF,
      matches: ["A B 3-1", "B C 3-2", "C A 3-2", "A D 3-2", "B D 3-0", "C D 3-0"],
      table: ["A", "C:tiedSetRatio", "B:tiedSetRatio", "D:points"],
    },
    {
      source:
        "FIVB: sets won by sets lost, then points won by points lost, before the match of the two (Volleyball Tournament Regulations)",
      rules: FIVB,
      matches: ["A B 3-2 100-99", "B C 3-0 75-50", "C A 3-1 98-90", "A D 3-0 75-40", "B D 3-0 75-41", "C D 3-0 75-42"],
      table: ["B", "C:setRatio", "A:setRatio", "D:points"],
    },
  ])("$source", ({ matches, rules, table: expected }) => expect(table(matches, rules)).toEqual(expected));
});

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

  it("put who has left behind all that stay, whatever it won, and keep its results", () => {
    const matches = ["A B 2-0 42-30", "A C 2-0 42-30", "B C 2-0 42-30"].map(match);
    const rows = standings(["A", "B", "C"], matches, RULES, POINTS, "x", new Set(["A"]));
    expect(rows.map(({ id, place, points, decidedBy, hasLeft }) => [id, place, points, decidedBy, hasLeft])).toEqual([
      ["B", 1, 3, null, false],
      ["C", 2, 2, "points", false],
      ["A", 3, 4, null, true],
    ]);
  });

  it("count a draw for both, and a walkover that both have lost for neither", () => {
    const draw: CountedMatch = { home: "A", away: "B", winner: null, walkover: false, sets: [0, 0], points: [2, 2] };
    const out: CountedMatch = { ...draw, home: "C", away: "D", walkover: true, points: [0, 0] };
    const rows = standings(["A", "B", "C", "D"], [draw, out], RULES, { win: 3, draw: 1, loss: 0, abandoned: -1 }, "x");
    const of = (id: string) => rows.find((row) => row.id === id);
    expect(["A", "C"].map(of)).toMatchObject([
      { drawn: 1, lost: 0, points: 1 },
      { drawn: 0, lost: 1, abandoned: 1, points: -1 },
    ]);
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
      { numRuns: runs(100) },
    );
  });
});

/** The engines of competitions hold their rules for whatever they are given. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { berger, drawEvent, type Drawn, type DrawnMatch, type Entrant, type Slot } from "../../src/engine/draw";
import { clashes, plan, type Playable } from "../../src/engine/schedule";
import {
  faultOf,
  isPossible,
  type ScoreRules,
  setWinner,
  type SetScore,
  standingOf,
  withoutPoint,
  withPoint,
} from "../../src/engine/scoring";
import { type CountedMatch, standings } from "../../src/engine/standings";

const idOf = (slot: Slot | undefined): string | undefined => (slot?.kind === "entry" ? slot.id : undefined);
const entrants = (count: number, seeds: number, clubs: number): Entrant[] =>
  Array.from({ length: count }, (_, i) => ({
    id: `e${i + 1}`,
    club: clubs > 0 ? `c${(i * 7) % clubs}` : "",
    seed: i < seeds ? i + 1 : null,
  }));
const knockout = (list: readonly Entrant[], seed: string, separate = true): Drawn =>
  drawEvent(list, { kind: "knockout", third: false }, { separate }, seed);
const linesOf = (drawn: Drawn): readonly Slot[] => drawn.stages[0]?.lines ?? [];

const field = fc.record({
  count: fc.integer({ min: 2, max: 512 }),
  seeds: fc.integer({ min: 0, max: 32 }),
  clubs: fc.integer({ min: 0, max: 40 }),
  seed: fc.string({ minLength: 1, maxLength: 12 }),
});

describe("round robin", () => {
  it("is the table of the federation for six", () => {
    const table = berger(6).map((round) => round.map(([home, away]) => `${home + 1}-${away + 1}`).join(" "));
    // FIDE Handbook C.05 Annex 1, 5 or 6 players.
    expect(table).toEqual(["1-6 2-5 3-4", "6-4 5-3 1-2", "2-6 3-1 4-5", "6-5 1-4 2-3", "3-6 4-2 5-1"]);
  });

  it.each(Array.from({ length: 18 }, (_, i) => i + 3))("lets each of %i meet each other once, never twice in a round", (count) => {
    const rounds = berger(count);
    expect(rounds).toHaveLength(count % 2 === 0 ? count - 1 : count);
    for (const round of rounds) expect(new Set(round.flat()).size).toBe(round.length * 2);
    const pairs = rounds.flat().map(([home, away]) => [Math.min(home, away), Math.max(home, away)].join("-"));
    expect(new Set(pairs).size).toBe((count * (count - 1)) / 2);
    expect(pairs).toHaveLength((count * (count - 1)) / 2);
  });
});

describe("single elimination", () => {
  it("holds everybody once, with byes for the top seeds, and plays until one is left", () => {
    fc.assert(
      fc.property(field, ({ count, seeds, clubs, seed }) => {
        const list = entrants(count, Math.min(seeds, count), clubs);
        const drawn = knockout(list, seed);
        const lines = linesOf(drawn);
        expect(new Set(lines.flatMap((slot) => idOf(slot) ?? []))).toEqual(new Set(list.map(({ id }) => id)));
        expect(lines.filter(({ kind }) => kind === "entry")).toHaveLength(count);
        expect(drawn.stages[0]?.matches).toHaveLength(count - 1);
        const byes = lines.length - count;
        lines.forEach((slot, line) => {
          if (slot.kind === "bye") expect(lines[line ^ 1]?.kind).toBe("entry");
        });
        const free = new Set(lines.flatMap((slot, line) => (slot.kind === "bye" ? [idOf(lines[line ^ 1])] : [])));
        const ranked = Math.min(seeds, count, lines.length / 2);
        for (let rank = 1; rank <= Math.min(byes, ranked); rank++) expect(free.has(`e${rank}`)).toBe(true);
      }),
      { numRuns: 60 },
    );
  });

  it("puts seed 1 on top, 2 at the bottom, and as few seeds as can be in each half, quarter and eighth", () => {
    fc.assert(
      fc.property(field, ({ count, seeds, clubs, seed }) => {
        const ranked = Math.min(seeds, count, 2 ** Math.ceil(Math.log2(count)) / 2);
        const lines = linesOf(knockout(entrants(count, ranked, clubs), seed)).map(idOf);
        if (ranked >= 1) expect(lines[0]).toBe("e1");
        if (ranked >= 2) expect(lines.at(-1)).toBe("e2");
        // The first 2^k seeds are in 2^k different sections.
        for (let sections = 2; sections <= ranked; sections *= 2) {
          const width = lines.length / sections;
          const held = new Set(Array.from({ length: sections }, (_, i) => Math.floor(lines.indexOf(`e${i + 1}`) / width)));
          expect(held.size).toBe(sections);
        }
      }),
      { numRuns: 60 },
    );
  });

  it("keeps clubs apart in the first round where that is possible", () => {
    fc.assert(
      fc.property(field, ({ count, clubs, seed }) => {
        const list = entrants(count, 0, clubs);
        const lines = linesOf(knockout(list, seed));
        const clubOf = new Map(list.map(({ id, club }) => [id, club]));
        const matches = lines.length / 2;
        const largest = Math.max(0, ...[...new Set(clubOf.values())].map((club) => list.filter((one) => one.club === club).length));
        if (clubs === 0 || largest > matches) return;
        for (let line = 0; line < lines.length; line += 2) {
          const [a, b] = [idOf(lines[line]), idOf(lines[line + 1])];
          if (a !== undefined && b !== undefined) expect(clubOf.get(a)).not.toBe(clubOf.get(b));
        }
      }),
      { numRuns: 60 },
    );
  });

  it("gives the same draw for the same seed, whatever the order of the list, and others for others", () => {
    fc.assert(
      fc.property(field, ({ count, seeds, clubs, seed }) => {
        const list = entrants(count, Math.min(seeds, count), clubs);
        expect(knockout([...list].reverse(), seed)).toEqual(knockout(list, seed));
      }),
      { numRuns: 50 },
    );
    const list = entrants(32, 0, 0);
    expect(new Set(Array.from({ length: 20 }, (_, i) => JSON.stringify(knockout(list, `lot ${i}`)))).size).toBe(20);
  });

  it("plays for third place between the losers of the semi-finals", () => {
    const { stages } = drawEvent(entrants(8, 2, 0), { kind: "knockout", third: true }, { separate: false }, "x");
    const matches = stages[0]?.matches ?? [];
    const third = matches.find((match) => match.third);
    const semis = matches.filter(({ round, third: no }) => round === 2 && !no).map(({ key }) => key);
    expect([third?.home, third?.away]).toEqual(semis.map((of) => ({ kind: "loser", of })));
  });
});

describe("groups, then knockout", () => {
  it("makes groups of equal size with the seeds spread, and draws the slots of those who go through", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 2, max: 16 }),
        fc.integer({ min: 2, max: 6 }),
        fc.integer({ min: 1, max: 3 }),
        fc.nat(5),
        fc.string({ minLength: 1 }),
        (groups, each, through, extra, seed) => {
          const count = groups * each + Math.min(extra, groups - 1);
          const drawn = drawEvent(
            entrants(count, groups, 5),
            { kind: "groupsKnockout", groups, through, third: false },
            { separate: true },
            seed,
          );
          const [first, second] = drawn.stages;
          const sizes = (first?.groups ?? []).map((group) => group.length);
          expect(Math.max(...sizes) - Math.min(...sizes)).toBeLessThanOrEqual(1);
          for (const group of first?.groups ?? []) expect(group.filter((id) => Number(id.slice(1)) <= groups)).toHaveLength(1);
          const goes = Math.min(through, Math.min(...sizes));
          const slots = (second?.lines ?? []).filter((slot) => slot.kind === "place");
          expect(slots).toHaveLength(groups * goes);
          expect(new Set(slots.map((slot) => JSON.stringify(slot))).size).toBe(groups * goes);
          const again = (second?.matches ?? []).filter(
            ({ round, home, away }) => round === 1 && home.kind === "place" && away.kind === "place" && home.group === away.group,
          );
          if (goes <= (second?.lines.length ?? 0) / 2 && groups > 2) expect(again).toEqual([]);
        },
      ),
      { numRuns: 60 },
    );
  });
});

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
          let sets: SetScore[] = [];
          for (const side of points) {
            const before = sets;
            sets = withPoint(rules, before, side);
            expect(faultOf(rules, sets)).toBeUndefined();
            if (standingOf(rules, before).over) expect(sets).toEqual(before);
            else expect(withoutPoint(sets, side)).toEqual(before);
          }
        },
      ),
      { numRuns: 100 },
    );
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

const playables = (matches: readonly DrawnMatch[], event: string, minutes: number, rest: number): Playable[] =>
  matches.map((one) => ({
    id: `${event}${one.key}`,
    players: [one.home, one.away].flatMap((slot) => (slot.kind === "entry" ? [`${event}${slot.id}`] : [])),
    after: [one.home, one.away].flatMap((slot) => (slot.kind === "winner" || slot.kind === "loser" ? [`${event}${slot.of}`] : [])),
    minutes,
    rest,
  }));

describe("schedules", () => {
  it("break no rule, whatever is drawn, and leave out only what has no court time", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 2, max: 40 }),
        fc.integer({ min: 1, max: 6 }),
        fc.constantFrom(20, 30, 45),
        fc.constantFrom(0, 20, 40),
        fc.boolean(),
        (count, courts, minutes, rest, robin) => {
          const list = entrants(Math.min(count, robin ? 8 : 40), 0, 0);
          const { stages } = drawEvent(list, robin ? { kind: "roundRobin" } : { kind: "knockout", third: true }, { separate: false }, "s");
          const matches = playables(stages[0]?.matches ?? [], "", minutes, rest);
          const hours = Array.from({ length: courts }, (_, i) => ({ court: `k${i}`, start: 0, end: 600 }));
          const { placed, left } = plan(matches, hours);
          expect(clashes(matches, hours, placed).filter(({ why, with: other }) => why !== "order" || !left.includes(other ?? ""))).toEqual(
            [],
          );
          expect([...placed.map(({ id }) => id), ...left].sort()).toEqual(matches.map(({ id }) => id).sort());
        },
      ),
      { numRuns: 60 },
    );
  });

  it("place 300 matches of five events on eight courts within a tenth of the least time", () => {
    const matches = Array.from({ length: 5 }, (_, i) =>
      playables(knockout(entrants(61, 8, 10), `e${i}`).stages[0]?.matches ?? [], `e${i}:`, 30, 20),
    ).flat();
    const hours = Array.from({ length: 8 }, (_, i) => ({ court: `k${i}`, start: 0, end: 3000 }));
    const began = performance.now();
    const { placed, left } = plan(matches, hours);
    expect(performance.now() - began).toBeLessThan(5000);
    expect(left).toEqual([]);
    expect(clashes(matches, hours, placed)).toEqual([]);
    const least = Math.ceil((matches.length * 30) / 8);
    expect(Math.max(...placed.map(({ start }) => start + 30))).toBeLessThanOrEqual(least * 1.1);
  });

  it("keep what is fixed where it is", () => {
    const matches = playables(knockout(entrants(8, 0, 0), "x").stages[0]?.matches ?? [], "", 30, 0);
    const hours = [{ court: "a", start: 0, end: 600 }];
    const fixed = [{ id: "1-1-2", court: "a", start: 90 }];
    const { placed } = plan(matches, hours, fixed);
    expect(placed.find(({ id }) => id === "1-1-2")).toEqual(fixed[0]);
    expect(clashes(matches, hours, placed)).toEqual([]);
  });

  it.each([
    ["court", { id: "b", court: "1", start: 15 }],
    ["player", { id: "b", court: "2", start: 15 }],
    ["rest", { id: "b", court: "2", start: 35 }],
    ["hours", { id: "b", court: "2", start: 90 }],
  ] as const)("name a clash of %s", (why, second) => {
    const matches: Playable[] = [
      { id: "a", players: ["p"], after: [], minutes: 30, rest: 20 },
      { id: "b", players: why === "court" ? ["q"] : ["p"], after: [], minutes: 30, rest: 20 },
    ];
    const hours = ["1", "2"].map((court) => ({ court, start: 0, end: 100 }));
    const found = clashes(matches, hours, [{ id: "a", court: "1", start: 0 }, second]);
    expect(found).toMatchObject([{ id: "b", why, with: why === "hours" ? null : "a" }]);
  });
});

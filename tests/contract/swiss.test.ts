/** Swiss rounds hold the basic rules of FIDE Handbook C.04.1, for whatever is entered and however it is played. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { countMatches, drawEvent } from "../../src/engine/draw";
import { PerfectMatching } from "../../src/engine/matching";
import { lots } from "../../src/engine/random";
import { mostRounds, pairSwiss, type SwissEntrant, type SwissGame, type SwissPairing, usualRounds } from "../../src/engine/swiss";
import { entrants } from "../support/entrants";
import { runs } from "../support/forms";

const key = (a: string, b: string): string => [a, b].sort().join(" ");

interface Round {
  readonly order: readonly SwissEntrant[];
  readonly pairing: SwissPairing;
  readonly before: readonly (readonly SwissGame[])[];
}
/** Plays a Swiss tournament: the stronger wins with three chances of four, a tenth are draws. */
function simulate(count: number, rounds: number, seed: string): Round[] {
  const draw = lots(seed);
  const score = new Map(Array.from({ length: count }, (_, i) => [`p${i}`, 0]));
  const ids = [...score.keys()];
  const played: SwissGame[][] = [];
  const all: Round[] = [];
  for (let round = 0; round < rounds; round++) {
    const order = ids
      .map((id) => ({ id, club: "", score: score.get(id) ?? 0 }))
      .sort((a, b) => b.score - a.score || ids.indexOf(a.id) - ids.indexOf(b.id));
    const pairing = pairSwiss(order, played);
    all.push({ order, pairing, before: [...played] });
    const games = pairing.pairs.map(([home, away]): SwissGame => {
      const isDraw = draw.below(10) === 0;
      const isUpset = draw.below(4) === 0;
      const isHomeStronger = ids.indexOf(home) < ids.indexOf(away);
      return { home, away, winner: isDraw ? null : isHomeStronger !== isUpset ? 0 : 1, isPlayed: true };
    });
    for (const { home, away, winner } of games)
      if (winner === null) for (const id of [home, away]) score.set(id, (score.get(id) ?? 0) + 0.5);
      else score.set(winner === 0 ? home : away, (score.get(winner === 0 ? home : away) ?? 0) + 1);
    if (pairing.bye !== null) score.set(pairing.bye, (score.get(pairing.bye) ?? 0) + 1);
    played.push(games);
  }
  return all;
}
const metIn = (before: Round["before"]): ReadonlySet<string> => new Set(before.flat().map(({ home, away }) => key(home, away)));
/** True if all can be paired without a second meeting; tries every way. */
function isPairable(ids: readonly string[], met: ReadonlySet<string>): boolean {
  const [first, ...others] = ids;
  if (first === undefined) return true;
  return others.some(
    (other) =>
      !met.has(key(first, other)) &&
      isPairable(
        others.filter((each) => each !== other),
        met,
      ),
  );
}

const tournament = fc.record({ count: fc.integer({ min: 2, max: 40 }), seed: fc.string({ minLength: 1, maxLength: 8 }) });

describe("Swiss pairing", () => {
  it("pairs everybody once in a round, and gives nobody a second bye before all have had one", () => {
    fc.assert(
      fc.property(tournament, ({ count, seed }) => {
        const byes = new Map<string, number>();
        for (const { order, pairing } of simulate(count, Math.min(usualRounds(count) + 2, mostRounds(count)), seed)) {
          const ids = [...pairing.pairs.flat(), ...(pairing.bye === null ? [] : [pairing.bye])];
          expect(ids).toHaveLength(count);
          expect(new Set(ids)).toEqual(new Set(order.map(({ id }) => id)));
          expect(pairing.bye === null).toBe(count % 2 === 0);
          if (pairing.bye !== null) byes.set(pairing.bye, (byes.get(pairing.bye) ?? 0) + 1);
        }
        expect([...byes.values()].every((times) => times === 1)).toBe(true);
      }),
      { numRuns: runs(40) },
    );
  });
  it("lets nobody meet twice in the usual number of rounds", () => {
    for (let count = 4; count <= 64; count++) {
      const all = simulate(count, usualRounds(count), `u${count}`);
      const pairs = all.flatMap(({ pairing }) => pairing.pairs.map(([a, b]) => key(a, b)));
      expect(new Set(pairs).size, `${count} entrants`).toBe(pairs.length);
    }
  });
  it("repeats a meeting only where every way to pair the round has one", () => {
    let unavoidable = 0;
    for (let count = 4; count <= 10; count += 2)
      for (let game = 0; game < runs(30); game++)
        for (const { order, pairing, before } of simulate(count, count - 1, `r${count} ${game}`)) {
          const met = metIn(before);
          if (!pairing.pairs.some(([a, b]) => met.has(key(a, b)))) continue;
          unavoidable++;
          expect(
            isPairable(
              order.map(({ id }) => id),
              met,
            ),
          ).toBe(false);
        }
    expect(unavoidable).toBeGreaterThan(0);
  });
  it("seldom floats the same entrant down in two rounds one after the other", () => {
    let floats = 0;
    let again = 0;
    for (let game = 0; game < runs(30); game++) {
      const last = new Set<string>();
      for (const { order, pairing } of simulate(16 + (game % 9), 5, `f${game}`)) {
        const scoreOf = new Map(order.map(({ id, score }) => [id, score]));
        const down = pairing.pairs.flatMap(([a, b]) => {
          const by = (scoreOf.get(a) ?? 0) - (scoreOf.get(b) ?? 0);
          return by === 0 ? [] : [by > 0 ? a : b];
        });
        floats += down.length;
        again += down.filter((id) => last.has(id)).length;
        last.clear();
        for (const id of down) last.add(id);
      }
    }
    expect(floats).toBeGreaterThan(0);
    expect(again / floats).toBeLessThan(0.1);
  });
  it("meets the upper half with the lower half of the seeds in the first round, clubs apart", () => {
    const [first] = simulate(8, 1, "a");
    expect(first?.pairing.pairs).toEqual([
      ["p0", "p4"],
      ["p1", "p5"],
      ["p2", "p6"],
      ["p3", "p7"],
    ]);
    const order = ["a", "b", "c", "d"].map((id, i) => ({ id, score: 0, club: i % 2 === 0 ? "x" : "y" }));
    expect(pairSwiss(order, [], true).pairs).toEqual([
      ["a", "d"],
      ["b", "c"],
    ]);
  });
  it("gives the bye to the last of the table who had none, and lets sides of a walkover meet again", () => {
    const order = ["a", "b", "c"].map((id) => ({ id, score: 0, club: "" }));
    expect(pairSwiss(order, []).bye).toBe("c");
    const walkover: SwissGame = { home: "a", away: "b", winner: 0, isPlayed: false };
    // "a" has won without play and "c" had the bye.
    expect(pairSwiss(order, [[walkover]])).toEqual({ pairs: [["a", "c"]], bye: "b" });
    const two = order.slice(0, 2);
    expect(pairSwiss(two, [[walkover]]).pairs).toEqual([["a", "b"]]);
  });
  it("lets all of an odd number meet all others in as many rounds, each with one bye", () => {
    const all = simulate(5, 5, "odd");
    expect(new Set(all.map(({ pairing }) => pairing.bye)).size).toBe(5);
  });
  it("pairs 256 entrants", () => {
    const all = simulate(256, 9, "large");
    const pairs = all.flatMap(({ pairing }) => pairing.pairs.map(([a, b]) => key(a, b)));
    expect(new Set(pairs).size).toBe(9 * 128);
  });
});

describe("a matching", () => {
  it("is perfect exactly where every vertex can be paired, in random graphs", () => {
    fc.assert(
      fc.property(fc.integer({ min: 2, max: 5 }), fc.string(), fc.integer({ min: 1, max: 4 }), (half, seed, chance) => {
        const draw = lots(seed);
        const count = half * 2;
        const ids = Array.from({ length: count }, (_, i) => String(i));
        const without = new Set(ids.flatMap((a, i) => ids.slice(i + 1).flatMap((b) => (draw.below(5) < chance ? [key(a, b)] : []))));
        const found = PerfectMatching.of(count, ids.map(Number), (a, b) => !without.has(key(String(a), String(b))));
        expect(found !== undefined).toBe(isPairable(ids, without));
        if (found) for (const a of ids) expect(found.partnerOf(found.partnerOf(Number(a)))).toBe(Number(a));
      }),
      { numRuns: runs(300) },
    );
  });
});

describe("a Swiss draw", () => {
  it("has half as many matches as entrants in each round, of which the first is drawn", () => {
    const { stages } = drawEvent(entrants(9, 2, 3), { kind: "swiss", rounds: 0 }, { separate: true }, "s");
    expect(stages.map(({ kind }) => kind)).toEqual(["swiss"]);
    const matches = stages[0]?.matches ?? [];
    expect(matches).toHaveLength(4 * 4);
    expect(matches.filter(({ home }) => home.kind === "entry").map(({ round }) => round)).toEqual([1, 1, 1, 1]);
    expect(countMatches({ kind: "swiss", rounds: 5 }, 16)).toBe(40);
    expect(countMatches({ kind: "swiss", rounds: 5 }, 5)).toBe(10);
    expect(countMatches({ kind: "swiss", rounds: 5 }, 4)).toBeUndefined();
  });
});

/** Draws hold their rules for whatever is entered. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { berger, drawEvent } from "../../src/engine/draw";
import type { Drawn, Entrant, Slot } from "../../src/engine/drawn";
import { entrants, field, idOf, knockout } from "../support/entrants";
import { FULL, runs } from "../support/forms";

const linesOf = (drawn: Drawn): readonly Slot[] => drawn.stages[0]?.lines ?? [];
const sizesOf = (list: readonly Entrant[]): Map<string, number> => {
  const sizes = new Map<string, number>();
  for (const { club } of list) if (club !== "") sizes.set(club, (sizes.get(club) ?? 0) + 1);
  return sizes;
};
/** First matches between two of a club. */
function meetings(list: readonly Entrant[], lines: readonly Slot[]): number {
  const clubOf = new Map(list.map(({ id, club }) => [id, club]));
  const club = (line: number): string => clubOf.get(idOf(lines[line]) ?? "") ?? "";
  return lines.filter((_, line) => line % 2 === 0 && club(line) !== "" && club(line) === club(line + 1)).length;
}
/** Whether any arrangement of the unseeded on the lines left by seeds and byes keeps all clubs apart; tries them all. */
function isSeparable(list: readonly Entrant[], lines: readonly Slot[]): boolean {
  const byId = new Map(list.map((entrant) => [entrant.id, entrant]));
  const half = lines.length / 2;
  const seeded = (slot: Slot | undefined): Entrant | undefined => {
    const entrant = byId.get(idOf(slot) ?? "");
    return entrant && entrant.seed !== null && entrant.seed <= half ? entrant : undefined;
  };
  const pairs = Array.from({ length: half }, (_, i) => [lines[i * 2], lines[i * 2 + 1]].filter((slot) => slot?.kind === "entry"));
  const open = pairs.map((pair) => ({
    free: pair.filter((slot) => !seeded(slot)).length,
    not: pair.map((slot) => seeded(slot)?.club ?? "").find(Boolean) ?? "",
  }));
  const left = new Map<string, number>();
  for (const { club, seed } of list) if (seed === null || seed > half) left.set(club, (left.get(club) ?? 0) + 1);
  const known = new Map<string, boolean>();
  const fits = (at: number): boolean => {
    const pair = open[at];
    if (!pair) return true;
    const key = `${at} ${[...left.values()].join()}`;
    const before = known.get(key);
    if (before !== undefined) return before;
    const clubs = [...left.keys()];
    const choices =
      pair.free === 0 ? [[]] : pair.free === 1 ? clubs.map((club) => [club]) : clubs.flatMap((a, i) => clubs.slice(i).map((b) => [a, b]));
    const found = choices.some((choice) => {
      if (choice.some((club) => club !== "" && (club === pair.not || choice.filter((other) => other === club).length > 1))) return false;
      for (const club of choice) left.set(club, (left.get(club) ?? 0) - 1);
      const fit = choice.every((club) => (left.get(club) ?? 0) >= 0) && fits(at + 1);
      for (const club of choice) left.set(club, (left.get(club) ?? 0) + 1);
      return fit;
    });
    known.set(key, found);
    return found;
  };
  return fits(0);
}

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
  it.each([
    // BWF General Competition Regulations 12.9 (3–4 by lot to the quarters, 5–8 to the eighths); USA Badminton Tournament Regulations 2 b i
    // (at the top of their sections in the upper half, at the bottom in the lower).
    [16, [5, 12], [3, 7, 10, 14]],
    [32, [9, 24], [5, 13, 20, 28]],
    [64, [17, 48], [9, 25, 40, 56]],
  ])("seeds a draw of %i as the federation does", (count, threes, fives) => {
    const seen = [new Set<number>(), new Set<number>()];
    for (let lot = 0; lot < 60; lot++) {
      const lines = linesOf(knockout(entrants(count, 8, 0), `lot ${lot}`)).map(idOf);
      expect([lines[0], lines.at(-1)]).toEqual(["e1", "e2"]);
      for (const id of ["e3", "e4"]) seen[0]?.add(lines.indexOf(id) + 1);
      for (const id of ["e5", "e6", "e7", "e8"]) seen[1]?.add(lines.indexOf(id) + 1);
    }
    expect(seen.map((lines) => [...lines].sort((a, b) => a - b))).toEqual([threes, fives]);
  });

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
        expect(lines.every((slot, line) => slot.kind !== "bye" || lines[line ^ 1]?.kind === "entry")).toBe(true);
        const free = new Set(lines.flatMap((slot, line) => (slot.kind === "bye" ? [idOf(lines[line ^ 1])] : [])));
        const ranked = Math.min(seeds, count, lines.length / 2);
        for (let rank = 1; rank <= Math.min(byes, ranked); rank++) expect(free.has(`e${rank}`)).toBe(true);
      }),
      { numRuns: runs(60) },
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
      { numRuns: runs(60) },
    );
  });

  it("keeps clubs apart in the first round whenever any arrangement does", () => {
    const crowded = fc.record({
      clubs: fc.array(fc.integer({ min: 0, max: 4 }), { minLength: 2, maxLength: 16 }),
      seeds: fc.integer({ min: 0, max: 8 }),
      seed: fc.string({ minLength: 1, maxLength: 8 }),
    });
    fc.assert(
      fc.property(crowded, ({ clubs, seeds, seed }) => {
        const list = clubs.map((club, i): Entrant => ({ id: `e${i}`, club: club === 0 ? "" : `c${club}`, seed: i < seeds ? i + 1 : null }));
        const lines = linesOf(knockout(list, seed));
        expect(meetings(list, lines) > 0 && isSeparable(list, lines)).toBe(false);
      }),
      { numRuns: runs(400) },
    );
  });

  it("keeps clubs apart in fields of hundreds, and in both halves alike", () => {
    fc.assert(
      fc.property(field, ({ count, clubs, seed }) => {
        const list = entrants(count, 0, clubs);
        const lines = linesOf(knockout(list, seed));
        const largest = Math.max(0, ...sizesOf(list).values());
        if (clubs === 0 || largest > lines.length / 2) return;
        expect(meetings(list, lines)).toBe(0);
      }),
      { numRuns: runs(60) },
    );
  });

  it("gives the same draw for the same seed, whatever the order of the list, and others for others", () => {
    fc.assert(
      fc.property(field, ({ count, seeds, clubs, seed }) => {
        const list = entrants(count, Math.min(seeds, count), clubs);
        expect(JSON.stringify(knockout([...list].reverse(), seed))).toBe(JSON.stringify(knockout(list, seed)));
      }),
      { numRuns: runs(50) },
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

describe("double elimination", () => {
  const double = (list: readonly Entrant[], seed = "s") =>
    drawEvent(list, { kind: "doubleElimination", reset: true }, { separate: true }, seed);

  it("puts who loses once into the losers' bracket, who loses twice out, and plays the final again only at need", () => {
    fc.assert(
      fc.property(field, fc.infiniteStream(fc.boolean()), ({ count, seeds, clubs, seed }, wins) => {
        const { stages } = double(entrants(count, Math.min(seeds, count), clubs), seed);
        const lost = new Map<string, number>();
        const out = new Map<string, [string, string]>();
        const wrong: string[] = [];
        const who = (slot: Slot): string =>
          slot.kind === "entry"
            ? slot.id
            : slot.kind === "winner" || slot.kind === "loser"
              ? (out.get(slot.of)?.[slot.kind === "winner" ? 0 : 1] ?? "")
              : "";
        const all = stages.flatMap((stage) => stage.matches);
        for (const { key, home, away } of all) {
          if (key === "F-2-1") continue;
          const [a, b] = [who(home), who(away)];
          // In the winners' bracket nobody has lost yet, in the losers' bracket everybody once, in the final the one from there.
          const before = key.startsWith("L") ? [1, 1] : [0, key === "F-1-1" ? 1 : 0];
          if (a === "" || b === "" || (lost.get(a) ?? 0) !== before[0] || (lost.get(b) ?? 0) !== before[1]) wrong.push(key);
          const [winner, loser] = wins.next().value ? [a, b] : [b, a];
          out.set(key, [winner, loser]);
          lost.set(loser, (lost.get(loser) ?? 0) + 1);
        }
        expect(wrong).toEqual([]);
        expect(all).toHaveLength(2 * count - 1);
        expect([...lost.values()].filter((times) => times === 2).length).toBeGreaterThanOrEqual(count - 2);
        expect(all.at(-1)).toMatchObject({ key: "F-2-1", home: { kind: "winner", of: "F-1-1" }, away: { kind: "loser", of: "F-1-1" } });
      }),
      { numRuns: runs(60) },
    );
  });

  it.each([8, 16, 32, 64])("lets nobody of %i meet again in the first half of the losers' rounds", (count) => {
    const { stages } = double(entrants(count, 0, 0));
    const [winners = [], losers = []] = stages.map((stage) => stage.matches);
    const line = new Map((stages[0]?.lines ?? []).map((slot, i) => [idOf(slot) ?? "", i]));
    const rounds = new Map(winners.map(({ key, round }) => [key, round]));
    /** Everybody who may fill a slot, with the winners' round that each lost. */
    const may = (slot: Slot): [id: string, round: number][] => {
      if (slot.kind === "entry") return [[slot.id, 0]];
      if (slot.kind !== "winner" && slot.kind !== "loser") return [];
      const from = [...winners, ...losers].find(({ key }) => key === slot.of);
      const both = from ? [...may(from.home), ...may(from.away)] : [];
      return slot.kind === "loser" ? both.map(([id]) => [id, rounds.get(slot.of) ?? 0]) : both;
    };
    const half = Math.max(...losers.map(({ round }) => round)) / 2;
    for (const { home, away } of losers.filter(({ round }) => round <= half))
      for (const [a, lostA] of may(home))
        for (const [b, lostB] of may(away)) {
          const met = Math.floor(Math.log2((line.get(a) ?? 0) ^ (line.get(b) ?? 0))) + 1;
          expect(lostA !== lostB && Math.min(lostA, lostB) === met).toBe(false);
        }
  });

  it("has no reset where the final is played once", () => {
    const { stages } = drawEvent(entrants(5, 0, 0), { kind: "doubleElimination", reset: false }, { separate: false }, "s");
    expect(stages.map(({ kind, matches }) => [kind, matches.length])).toEqual([
      ["knockout", 4],
      ["losers", 3],
      ["final", 1],
    ]);
  });
});

describe("groups, then knockout", () => {
  it("makes groups of equal size with the seeds spread, and draws the slots of those who go through", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 2, max: FULL ? 64 : 16 }),
        fc.integer({ min: 2, max: FULL ? 7 : 6 }),
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
      { numRuns: runs(60) },
    );
  });

  it("puts as few of a club into a group as can be", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 2, max: 8 }),
        fc.array(fc.integer({ min: 0, max: 6 }), { minLength: 16, maxLength: 60 }),
        fc.string({ minLength: 1 }),
        (groups, clubs, seed) => {
          const list = clubs.map((club, i): Entrant => ({ id: `e${i}`, club: club === 0 ? "" : `c${club}`, seed: null }));
          const { stages } = drawEvent(list, { kind: "groupsKnockout", groups, through: 1, third: false }, { separate: true }, seed);
          const clubOf = new Map(list.map(({ id, club }) => [id, club]));
          for (const [club, size] of sizesOf(list))
            for (const group of stages[0]?.groups ?? [])
              expect(group.filter((id) => clubOf.get(id) === club).length).toBeLessThanOrEqual(Math.ceil(size / groups));
        },
      ),
      { numRuns: runs(200) },
    );
  });
});

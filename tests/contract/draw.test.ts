/** Draws hold their rules for whatever is entered. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { bracketLines, crowding } from "../../src/engine/bracket";
import { berger, drawEvent } from "../../src/engine/draw";
import { isCrossingOf, parseCrossing } from "../../src/engine/qualifiers";
import type { Drawn, Entrant, Slot } from "../../src/engine/drawn";
import { entrants, field, idOf, knockout } from "../support/entrants";
import { lots } from "../../src/engine/random";
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
/** True if any arrangement of the unseeded on the lines left by seeds and byes separates all clubs; tries them all. */
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

  it("has halves, quarters and eighths that differ by one entry at most, and byes for the seeds in their order, in every size", () => {
    const wrong: string[] = [];
    for (let count = 2; count <= 512; count++) {
      const size = 2 ** Math.ceil(Math.log2(count));
      const all = Array.from({ length: size / 2 + 1 }, (_, seeds) => seeds);
      const some = [0, 2, 4, 6, 16].filter((seeds) => seeds <= size / 2);
      for (const seeds of FULL ? all : some) {
        const lines = bracketLines(entrants(count, seeds, 0), { separate: false }, lots(`b${count}-${seeds}-0`));
        for (let sections = 2; sections <= Math.min(8, size / 2); sections *= 2) {
          const width = size / sections;
          const held = Array.from(
            { length: sections },
            (_, i) => lines.slice(i * width, (i + 1) * width).filter((entrant) => entrant !== null).length,
          );
          if (Math.max(...held) - Math.min(...held) > 1) wrong.push(`${count} with ${seeds} seeds: ${held.join("-")}`);
        }
        const free = lines.flatMap((entrant, line) => (entrant === null ? [lines[line ^ 1]?.id ?? ""] : []));
        const byes = Math.min(size - count, seeds);
        for (let rank = 1; rank <= byes; rank++)
          if (!free.includes(`e${rank}`)) wrong.push(`${count} with ${seeds} seeds: no bye for ${rank}`);
      }
    }
    expect(wrong).toEqual([]);
  });

  it("keeps clubs so far apart that no swap of two entries puts them further", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 4, max: 64 }),
        fc.nat(16),
        fc.integer({ min: 2, max: 12 }),
        fc.string({ minLength: 1 }),
        (count, seeds, clubs, seed) => {
          const list = entrants(count, Math.min(seeds, Math.floor(count / 2)), clubs);
          const byId = new Map(list.map((entrant) => [entrant.id, entrant]));
          const lines = linesOf(knockout(list, seed)).map((slot) => byId.get(idOf(slot) ?? "") ?? null);
          const fewest = crowding(lines);
          for (let i = 0; i < lines.length; i++)
            for (let j = i + 1; j < lines.length; j++) {
              const [a, b] = [lines[i] ?? null, lines[j] ?? null];
              if (!a || !b || a.seed !== null || b.seed !== null || a.club === b.club) continue;
              [lines[i], lines[j]] = [b, a];
              const other = crowding(lines);
              [lines[i], lines[j]] = [a, b];
              const at = other.findIndex((value, k) => value !== fewest[k]);
              expect(at >= 0 && (other[at] ?? 0) < (fewest[at] ?? 0)).toBe(false);
            }
        },
      ),
      { numRuns: runs(25) },
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

  /** Expected rematches in the losers' bracket between equals, by its rounds. */
  function rematches(count: number): number[] {
    const { stages } = double(entrants(count, 0, 0));
    const [winners = [], losers = []] = stages.map((stage) => stage.matches);
    const byKey = new Map([...winners, ...losers].map((match) => [match.key, match]));
    const index = (key: string): [round: number, at: number] => {
      const [, round = 0, at = 0] = key.split("-").map(Number);
      return [round, at - 1];
    };
    /** Winners' matches whose losers may be here, with how likely they are. */
    const may = (slot: Slot): { key: string; chance: number }[] => {
      if (slot.kind === "loser") return [{ key: slot.of, chance: 1 }];
      const from = slot.kind === "winner" ? byKey.get(slot.of) : undefined;
      return from ? [...may(from.home), ...may(from.away)].map(({ key, chance }) => ({ key, chance: chance / 2 })) : [];
    };
    const sums: number[] = [];
    for (const { home, away, round } of losers) {
      let sum = 0;
      for (const a of may(home))
        for (const b of may(away)) {
          const [[early, at], [late, to]] = [index(a.key), index(b.key)].sort(([x], [y]) => x - y) as [[number, number], [number, number]];
          // The entrant who lost later advanced through the match that the other lost.
          if (early < late && at >> (late - early) === to) sum += (a.chance * b.chance) / 2 ** (late - early);
        }
      sums[round - 1] = (sums[round - 1] ?? 0) + sum;
    }
    return sums;
  }

  it.each([
    // Losers turned round and their halves swapped by turns, as common sheets do: first possible rematch, and how many are expected.
    [8, 3, 0.625],
    [16, 4, 0.9375],
    [32, 5, 1.2383],
    [64, 6, 1.5288],
    [128, 6, 2.0502],
  ])("of %i has its first possible rematch no sooner than common sheets, and fewer of them", (count, first, expected) => {
    const found = rematches(count);
    expect(found.findIndex((sum) => sum > 0) + 1).toBeGreaterThanOrEqual(first);
    expect(found.reduce((sum, each) => sum + each, 0)).toBeLessThanOrEqual(expected);
    if (count >= 32) expect(found.reduce((sum, each) => sum + each, 0)).toBeLessThan(0.75);
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

  it("puts all that go through from a group as far apart as can be: first and second in different halves, more in different quarters", () => {
    const wrong: string[] = [];
    for (let groups = 2; groups <= 32; groups++)
      for (const through of [2, 3, 4])
        for (let lot = 0; lot < (FULL ? 12 : 3); lot++) {
          const format = { kind: "groupsKnockout", groups, through, third: false } as const;
          const lines =
            drawEvent(entrants(groups * 4, groups, 0), format, { separate: false }, `h${groups}-${through}-${lot}`).stages[1]?.lines ?? [];
          const at = (group: number, place: number): number =>
            lines.findIndex((slot) => slot.kind === "place" && slot.group === group && slot.place === place);
          const held = (sections: number): number[] =>
            Array.from(
              { length: sections },
              (_, i) => lines.filter((slot, line) => slot.kind !== "bye" && Math.floor((line * sections) / lines.length) === i).length,
            );
          const what = `${groups} groups, ${through} through, lot ${lot}`;
          for (let group = 1; group <= groups; group++) {
            const places = Array.from({ length: through }, (_, p) => at(group, p + 1));
            if (places.includes(-1)) wrong.push(`${what}: somebody of group ${group} is missing`);
            const [half, other] = places.map((line) => Math.floor((line * 2) / lines.length));
            if (half === other) wrong.push(`${what}: group ${group} in one half`);
            if (through > 2 && new Set(places.map((line) => Math.floor((line * 4) / lines.length))).size < through)
              wrong.push(`${what}: group ${group} twice in a quarter`);
          }
          for (const sections of [2, 4])
            if (Math.max(...held(sections)) - Math.min(...held(sections)) > 1) wrong.push(`${what}: ${held(sections).join("-")}`);
          if (at(1, 1) !== 0) wrong.push(`${what}: the first winner is not on top`);
        }
    expect(wrong).toEqual([]);
  });

  it("keeps winners and seconds of a group in different halves, and byes even, where the best of the next place go through besides", () => {
    const wrong: string[] = [];
    for (let groups = 2; groups <= 16; groups++)
      for (const through of [1, 2])
        for (let best = 1; best <= groups; best++)
          for (const lot of ["x", "y"]) {
            const format = { kind: "groupsKnockout", groups, through, third: false, best } as const;
            const { stages } = drawEvent(entrants(groups * (through + 1), groups, 0), format, { separate: false }, lot);
            const lines = stages[1]?.lines ?? [];
            const what = `${groups} groups, ${through} through, ${best} best, lot ${lot}`;
            const texts = lines.map((slot) =>
              slot.kind === "place" ? `${slot.group}/${slot.place}` : slot.kind === "best" ? `best ${slot.place}/${slot.number}` : "",
            );
            const expected = [
              ...Array.from({ length: groups }, (_, g) => Array.from({ length: through }, (__, p) => `${g + 1}/${p + 1}`)).flat(),
              ...Array.from({ length: best }, (_, i) => `best ${through + 1}/${i + 1}`),
            ];
            if (JSON.stringify(texts.filter(Boolean).sort()) !== JSON.stringify(expected.sort())) wrong.push(`${what}: ${texts.join()}`);
            const halfOf = (text: string): number => Math.floor((texts.indexOf(text) * 2) / lines.length);
            if (through === 2)
              for (let g = 1; g <= groups; g++) if (halfOf(`${g}/1`) === halfOf(`${g}/2`)) wrong.push(`${what}: group ${g} in one half`);
            const held = [0, 1].map((half) => texts.filter((text) => text !== "" && halfOf(text) === half).length);
            if (Math.abs((held[0] ?? 0) - (held[1] ?? 0)) > 1) wrong.push(`${what}: ${held.join("-")}`);
            if (lines.some((slot, i) => i % 2 === 0 && slot.kind === "bye" && lines[i + 1]?.kind === "bye"))
              wrong.push(`${what}: two byes`);
          }
    expect(wrong).toEqual([]);
  });

  it("crosses groups by the organiser's table", () => {
    const crossing = "A1-B2 C1-D2 B1-A2 D1-C2";
    const format = { kind: "groupsKnockout", groups: 4, through: 2, third: false, crossing } as const;
    const lines = drawEvent(entrants(16, 4, 0), format, { separate: false }, "x").stages[1]?.lines ?? [];
    expect(lines.map((slot) => (slot.kind === "place" ? `${String.fromCodePoint(64 + slot.group)}${slot.place}` : ""))).toEqual([
      "A1",
      "B2",
      "C1",
      "D2",
      "B1",
      "A2",
      "D1",
      "C2",
    ]);
    const isFit = (text: string, groups = 4, through = 2): boolean => {
      const table = parseCrossing(text);
      return table !== undefined && isCrossingOf(table, groups, through);
    };
    expect([isFit(crossing), isFit("A1- C1-B1", 3, 1), isFit("a1－b2，c1－d2，b1－a2，d1－c2".replaceAll("－", "-"))]).toEqual([
      true,
      true,
      true,
    ]);
    for (const wrong of ["", "A1-B2", "A1-B2 C1-D2 B1-A2 D1-D1", "A1-B2 C1-D2 B1-A2 D1-E2", "nonsense", "A1-B2 C1-D2 B1-A2 -"])
      expect([wrong, isFit(wrong)]).toEqual([wrong, false]);
  });

  it("lets the two best seeds of a round robin meet in its last round, the others as late as can be", () => {
    for (let count = 3; count <= 20; count++)
      for (let seeds = 2; seeds <= count; seeds++) {
        const { stages } = drawEvent(entrants(count, seeds, 0), { kind: "roundRobin" }, { separate: false }, "x");
        const all = stages[0]?.matches ?? [];
        const roundOf = (a: string, b: string): number =>
          all.find(({ home, away }) => [`${idOf(home)},${idOf(away)}`, `${idOf(away)},${idOf(home)}`].includes(`${a},${b}`))?.round ?? 0;
        const last = Math.max(...all.map(({ round }) => round));
        expect([count, seeds, roundOf("e1", "e2")]).toEqual([count, seeds, last]);
        if (seeds > 2) expect(roundOf("e1", "e3")).toBeGreaterThanOrEqual(last - 1);
      }
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

/** Place matches, plate and feed-in consolation, in every size and however the matches end. */
import { describe, expect, it } from "vitest";
import { decidedBy, placeBracket } from "../../src/engine/consolation";
import { countMatches, drawEvent } from "../../src/engine/draw";
import type { Format, Slot } from "../../src/engine/drawn";
import { nextForfeit } from "../../src/engine/forfeits";
import { type EndedMatch, placesOf } from "../../src/engine/places";
import { lots } from "../../src/engine/random";
import { slotText } from "../../src/engine/slots";
import { entrants } from "../support/entrants";
import { FULL } from "../support/forms";

interface Played {
  readonly id: string;
  readonly key: string;
  readonly group: null;
  readonly round: number;
  readonly third: boolean;
  state: string;
  home: string | null;
  away: string | null;
  readonly homeFrom: string;
  readonly awayFrom: string;
  winner: 0 | 1 | null;
}
const SIZES = Array.from({ length: FULL ? 127 : 63 }, (_, i) => i + 2);

/** Plays a draw to its end; one match of seven of the main draw is a walkover. */
function play(format: Format, count: number, seed: string, walkovers = true): Played[] {
  const draw = lots(seed);
  const all = drawEvent(entrants(count, Math.min(4, count), 0), format, { separate: false }, seed).stages.flatMap(({ matches }) =>
    matches.map(({ key, round, third = false, home, away }): Played => ({
      id: key,
      key,
      group: null,
      round,
      third,
      state: "waiting",
      home: home.kind === "entry" ? home.id : null,
      away: away.kind === "entry" ? away.id : null,
      homeFrom: home.kind === "entry" ? "" : slotText(home),
      awayFrom: away.kind === "entry" ? "" : slotText(away),
      winner: null,
    })),
  );
  const fill = (from: string, id: string | null): void => {
    for (const match of all) {
      if (match.homeFrom === from) match.home = id;
      if (match.awayFrom === from) match.away = id;
    }
  };
  for (;;) {
    const forfeit = nextForfeit(all, new Set());
    const match = all.find(({ id, state, home, away }) =>
      forfeit ? id === forfeit.id : state === "waiting" && home !== null && away !== null,
    );
    if (!match) return all;
    match.winner = forfeit ? forfeit.winner : draw.below(2) === 0 ? 0 : 1;
    match.state = forfeit?.state ?? (walkovers && match.key.startsWith("1-") && draw.below(7) === 0 ? "walkover" : "finished");
    const [won, lost] = match.winner === 0 ? [match.home, match.away] : match.winner === 1 ? [match.away, match.home] : [null, null];
    fill(`winner:${match.key}`, won);
    fill(`loser:${match.key}`, lost);
    for (const [text, id] of decidedBy(match.key, all)) fill(text, id);
  }
}
const ended = (all: readonly Played[]): EndedMatch[] =>
  all
    .filter(({ key, state }) => !key.startsWith("C") && state !== "dropped")
    .map((match) => {
      const places = placeBracket(match.key);
      return { ...match, bracket: places ? "places" : "knockout", places };
    });
const isPlayed = ({ state }: Played): boolean => state === "finished";

describe("place matches", () => {
  it("give every place from 1 to n once, in every size", () => {
    for (const count of SIZES) {
      const all = play({ kind: "knockout", third: true, placesTo: Infinity }, count, `a${count}`, false);
      expect(all.every(isPlayed)).toBe(true);
      const places = placesOf(ended(all));
      expect(
        [...places.values()].toSorted((a, b) => a - b),
        `${count} entrants`,
      ).toEqual(Array.from({ length: count }, (_, i) => i + 1));
    }
  });
  it("give a full bracket of n half of n matches in each of its rounds, and everybody a match in each", () => {
    for (const [count, rounds] of [
      [4, 2],
      [8, 3],
      [16, 4],
      [64, 6],
    ] as const) {
      expect(countMatches({ kind: "knockout", third: true, placesTo: Infinity }, count)).toBe((count / 2) * rounds);
      const all = play({ kind: "knockout", third: true, placesTo: Infinity }, count, "full", false);
      const games = all.flatMap(({ home, away }) => [home, away]);
      expect(new Set(Array.from(new Set(games), (id) => games.filter((each) => each === id).length))).toEqual(new Set([rounds]));
    }
  });
  it("down to the eighth leave those behind it sharing places", () => {
    const places = placesOf(ended(play({ kind: "knockout", third: true, placesTo: 8 }, 16, "eighth", false)));
    expect([...places.values()].toSorted((a, b) => a - b)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 9, 9, 9, 9, 9, 9, 9]);
  });
});

describe("the plate", () => {
  it("is for exactly those who lost the first match that they played, each once, in every size", () => {
    for (const count of SIZES.filter((each) => each >= 4))
      for (const seed of ["p", "q"]) {
        const all = play({ kind: "knockout", third: false, consolation: "plate" }, count, `${seed}${count}`);
        const main = all.filter(({ key }) => !key.startsWith("C"));
        const plate = all.filter(({ key }) => key.startsWith("C"));
        const firstOf = (id: string): Played | undefined =>
          main.filter((match) => isPlayed(match) && (match.home === id || match.away === id)).toSorted((a, b) => a.round - b.round)[0];
        const wanted = new Set(
          main
            .flatMap(({ home, away }) => [home, away])
            .filter((id) => {
              const first = id === null ? undefined : firstOf(id);
              return first !== undefined && (first.winner === 0 ? first.away : first.home) === id;
            }),
        );
        // Whoever is drawn against nobody wins by walkover, so all of them stand in some match, unless the plate has one entrant only.
        const inPlate = new Set(plate.flatMap(({ home, away }) => [home, away]).filter((id) => id !== null));
        if (wanted.size > 1) expect(inPlate, `${count} ${seed}`).toEqual(wanted);
        const round1 = plate.flatMap((match) => [
          ...(match.homeFrom.startsWith("first:") ? [match.home] : []),
          ...(match.awayFrom.startsWith("first:") ? [match.away] : []),
        ]);
        const placed = round1.filter((id) => id !== null);
        expect(new Set(placed).size).toBe(placed.length);
        expect(plate.every(({ state }) => state !== "waiting")).toBe(true);
      }
  });
  it("takes nobody who did not come, and follows the winner of a walkover into the next match", () => {
    const all = play({ kind: "knockout", third: false, consolation: "plate" }, 8, "w", false);
    const match = all.find(({ key }) => key === "1-1-1");
    const next = all.find(({ key }) => key === "1-2-1");
    if (!match || !next) throw new Error("no match");
    Object.assign(match, { state: "walkover", winner: 0 });
    Object.assign(next, { home: match.home, winner: 1, state: "finished" });
    expect(Object.fromEntries(decidedBy("1-2-1", all))).toEqual({ "first:1-1-1": match.home });
    Object.assign(next, { winner: 0 });
    expect(Object.fromEntries(decidedBy("1-2-1", all))).toEqual({ "first:1-1-1": null });
  });
});

describe("a feed-in consolation", () => {
  it("takes the losers up to the quarter-finals, each once, and ends with one", () => {
    for (const count of SIZES.filter((each) => each >= 4)) {
      const all = play({ kind: "knockout", third: false, consolation: "feedIn" }, count, `f${count}`, false);
      const consolation = all.filter(({ key }) => key.startsWith("C"));
      const losers = all
        .filter(({ key, round }) => !key.startsWith("C") && round <= Math.max(1, Math.ceil(Math.log2(count)) - 2))
        .map(({ winner, home, away }) => (winner === 0 ? away : home));
      if (losers.length < 2) continue;
      expect(new Set(consolation.flatMap(({ home, away }) => [home, away]))).toEqual(new Set(losers));
      expect(consolation).toHaveLength(losers.length - 1);
    }
  });
});

describe("a qualifying", () => {
  const field = (count: number, qualifying: number) =>
    entrants(count, 2, 3).map((entrant, i) => ({ ...entrant, qualifying: i >= count - qualifying }));
  it("sends one out of each bracket into the main draw, in every size, and nobody else of it", () => {
    for (const qualifiers of [1, 2, 3, 4, 8])
      for (const qualifying of [qualifiers + 1, qualifiers * 2 + 1, qualifiers * 4])
        for (const direct of [1, 4, 12]) {
          const list = field(direct + qualifying, qualifying);
          const { stages } = drawEvent(list, { kind: "qualifying", qualifiers, third: false }, { separate: true }, `${qualifiers}`);
          const [first, main] = stages;
          const ids = (lines: readonly Slot[]): string[] => lines.flatMap((slot) => (slot.kind === "entry" ? [slot.id] : []));
          const inFirst = ids(first?.lines ?? []);
          expect(new Set(inFirst)).toEqual(new Set(list.filter((entrant) => entrant.qualifying).map(({ id }) => id)));
          expect(inFirst).toHaveLength(qualifying);
          const marked = (main?.lines ?? []).filter((slot) => slot.kind === "winner");
          const alone = ids(main?.lines ?? []).filter((id) => inFirst.includes(id));
          expect(marked.length + alone.length).toBe(qualifiers);
          expect(ids(main?.lines ?? [])).toHaveLength(direct + alone.length);
          expect(first?.matches).toHaveLength(qualifying - qualifiers);
          expect(main?.matches).toHaveLength(direct + qualifiers - 1);
        }
  });
});

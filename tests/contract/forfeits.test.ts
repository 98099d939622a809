/** Consequences of entries leaving a draw: nobody who has left advances, and every match ends. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { drawEvent } from "../../src/engine/draw";
import type { DrawnMatch, Entrant, Format, Slot } from "../../src/engine/drawn";
import { type FedMatch, nextForfeit } from "../../src/engine/forfeits";
import { runs } from "../support/forms";

type Mutable<T> = { -readonly [K in keyof T]: T[K] };
const OVER = new Set(["finished", "walkover", "dropped"]);
const textOf = (slot: Slot): string =>
  slot.kind === "winner" || slot.kind === "loser"
    ? `${slot.kind}:${slot.of}`
    : slot.kind === "place"
      ? `place:${slot.group}/${slot.place}`
      : "";
const idOf = (slot: Slot): string | null => (slot.kind === "entry" ? slot.id : null);
const fed = (match: DrawnMatch): Mutable<FedMatch> => ({
  id: match.key,
  key: match.key,
  group: match.group,
  state: match.home.kind === "entry" && match.away.kind === "entry" ? "ready" : "waiting",
  home: idOf(match.home),
  away: idOf(match.away),
  homeFrom: textOf(match.home),
  awayFrom: textOf(match.away),
});

/** Ends a match and puts its sides where others wait for them. */
function end(all: readonly Mutable<FedMatch>[], match: Mutable<FedMatch>, state: string, winner: 0 | 1 | null): void {
  match.state = state;
  const [won, lost] = winner === null ? [null, null] : winner === 0 ? [match.home, match.away] : [match.away, match.home];
  for (const next of all) {
    if (next.homeFrom === `winner:${match.key}`) next.home = won;
    if (next.homeFrom === `loser:${match.key}`) next.home = lost;
    if (next.awayFrom === `winner:${match.key}`) next.away = won;
    if (next.awayFrom === `loser:${match.key}`) next.away = lost;
    if (next.state === "waiting" && next.home !== null && next.away !== null) next.state = "ready";
  }
}

/** Plays an event in which some have left before it begins. Gives who won its last match. */
function played(entrants: readonly Entrant[], format: Format, left: ReadonlySet<string>): { all: FedMatch[]; champion: string | null } {
  const { stages } = drawEvent(entrants, format, { separate: false }, "a seed");
  const all = stages.flatMap(({ matches }) => matches).map(fed);
  let champion: string | null = null;
  for (;;) {
    const forfeit = nextForfeit(all, left);
    const match = all.find(({ id, state }) => (forfeit ? id === forfeit.id : state === "ready"));
    if (!match) return { all, champion };
    const winner = forfeit ? forfeit.winner : 0;
    if (!forfeit) expect([match.home, match.away].filter((id) => id === null || left.has(id))).toEqual([]);
    if (winner !== null) champion = winner === 0 ? match.home : match.away;
    expect(winner === null || champion === null || !left.has(champion)).toBe(true);
    end(all, match, forfeit?.state ?? "finished", winner);
  }
}

const entrantsOf = (count: number): Entrant[] =>
  Array.from({ length: count }, (_, i) => ({ id: `e${i}`, club: "", seed: i < 2 ? i + 1 : null }));

describe("forfeits", () => {
  it("send on the only one who stays, and nobody where both have left", () => {
    const [a, b] = drawEvent(entrantsOf(4), { kind: "knockout", third: false }, { separate: false }, "s").stages[0]?.matches.map(fed) ?? [];
    const left = new Set([a?.home ?? "", a?.away ?? ""]);
    const { all, champion } = played(entrantsOf(4), { kind: "knockout", third: false }, left);
    // The draw is the same for the same seed, so the pair of the first match is out together.
    expect(a && b && champion).toBeTruthy();
    expect(left.has(champion ?? "")).toBe(false);
    expect(all.every(({ state }) => OVER.has(state))).toBe(true);
  });

  it("are a walkover that nobody wins, then one for the next opponent", () => {
    const match = (key: string, home: string | null, away: string | null, homeFrom = "", awayFrom = ""): FedMatch => ({
      id: key,
      key,
      group: null,
      state: home !== null && away !== null ? "ready" : "waiting",
      home,
      away,
      homeFrom,
      awayFrom,
    });
    const left = new Set(["a", "b"]);
    const first = match("1-1-1", "a", "b");
    const final = match("1-2-1", null, "c", "winner:1-1-1", "winner:1-1-2");
    expect(nextForfeit([first, final], left)).toEqual({ id: "1-1-1", state: "walkover", winner: null });
    const over = { ...first, state: "walkover" };
    expect(nextForfeit([over, final], left)).toEqual({ id: "1-2-1", state: "walkover", winner: 1 });
    expect(nextForfeit([over, { ...final, away: null }], left)).toBeUndefined();
    const none = [over, { ...over, id: "x", key: "1-1-2" }, { ...final, away: null }];
    expect(nextForfeit(none, left)).toEqual({ id: "1-2-1", state: "dropped", winner: null });
  });

  it.each<Format>([{ kind: "knockout", third: true }, { kind: "doubleElimination", reset: false }, { kind: "roundRobin" }])(
    "of %j: no match waits for ever, nobody who has left wins, whoever stays alone is the champion",
    (format) => {
      fc.assert(
        fc.property(fc.integer({ min: 2, max: 24 }), fc.infiniteStream(fc.boolean()), (count, leaves) => {
          const entrants = entrantsOf(count);
          const left = new Set(entrants.filter(() => leaves.next().value).map(({ id }) => id));
          const { all, champion } = played(entrants, format, left);
          expect(all.filter(({ state }) => !OVER.has(state))).toEqual([]);
          const stay = entrants.filter(({ id }) => !left.has(id));
          if (stay.length === 1) expect(champion).toBe(stay[0]?.id);
          if (stay.length === 0) expect(champion).toBeNull();
        }),
        { numRuns: runs(60) },
      );
    },
  );
});

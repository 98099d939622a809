/** Places of an event that is over, from how long each entrant was in it. Pure. */
import type { Side } from "./scoring";

/** A match that is over, of a knockout or of double elimination; null where nobody came to a side, or nobody won. */
export interface EndedMatch {
  readonly home: string | null;
  readonly away: string | null;
  readonly winner: Side | null;
  readonly round: number;
  readonly third: boolean;
  /** For double elimination: determines if a loss there eliminates. Losses in the qualifying rank behind those in the main draw. */
  readonly bracket: "knockout" | "winners" | "losers" | "final" | "qualifying" | "places";
  /** Places that a match of a place bracket is played for, from the first to the last of its bracket. */
  readonly places?: { readonly from: number; readonly to: number } | undefined;
}

/**
 * Places by elimination: the winner of the last match is first, its loser second, those out in the same round share a place unless they have
 * played for it.
 * @param behind entrants that were out before the elimination began, in order, those that share a place together
 */
export function placesOf(matches: readonly EndedMatch[], behind: readonly (readonly string[])[] = []): Map<string, number> {
  const thirds = matches.find(({ third }) => third);
  const main = matches.filter(({ third, bracket }) => !third && !["winners", "places", "qualifying"].includes(bracket));
  // A later round is a better place; the final is after every losers' round.
  const depth = ({ bracket, round }: EndedMatch): number => (bracket === "final" ? 1_000 : 0) + round;
  const last = Math.max(...main.map(depth));
  const final = main.find((match) => depth(match) === last);
  const out = (of: readonly EndedMatch[]): string[][] =>
    [...new Set(of.map(depth))].sort((a, b) => b - a).map((at) => of.filter((match) => depth(match) === at).flatMap(losersOf));
  const played = playedFor(matches);
  const qualifying = matches.filter(({ bracket }) => bracket === "qualifying");
  const places = new Map<string, number>();
  if (final) {
    share(places, winnerOf(final), 1);
    share(places, losersOf(final), 2);
  }
  if (thirds) {
    share(places, winnerOf(thirds), 3);
    share(places, losersOf(thirds), 4);
  }
  const groups = [
    ...out(main),
    // Entrants who left together before losing twice rank behind those who lost twice.
    matches.filter(({ winner, bracket }) => winner === null && bracket === "winners").flatMap(losersOf),
    // A qualifier that was replaced in the main draw ranks first behind it.
    qualifying.filter(({ round }) => round === Math.max(...qualifying.map((each) => each.round))).flatMap(winnerOf),
    ...out(qualifying),
    ...behind,
  ];
  for (const group of groups) {
    const order = [...new Set(group.map((id) => played.get(id) ?? Infinity))].sort((a, b) => a - b);
    for (const start of order)
      share(
        places,
        group.filter((id) => (played.get(id) ?? Infinity) === start),
      );
  }
  return places;
}

const winnerOf = ({ home, away, winner }: EndedMatch): string[] => present(winner === null ? [] : [winner === 0 ? home : away]);
const losersOf = ({ home, away, winner }: EndedMatch): string[] => present(winner === null ? [home, away] : [winner === 0 ? away : home]);

/** Returns the best place that is open to each entrant after its last place match. */
function playedFor(matches: readonly EndedMatch[]): Map<string, number> {
  const known = new Map<string, { readonly start: number; readonly width: number }>();
  const note = (ids: readonly string[], start: number, width: number): void => {
    for (const id of ids) if (width < (known.get(id)?.width ?? Infinity)) known.set(id, { start, width });
  };
  for (const match of matches) {
    if (!match.places) continue;
    const { from, to } = match.places;
    const width = (to - from + 1) / 2 ** match.round;
    note(winnerOf(match), from, width);
    note(losersOf(match), from + width, width);
  }
  return new Map([...known].map(([id, { start }]) => [id, start]));
}

const present = (sides: readonly (string | null)[]): string[] => sides.filter((side) => side !== null);

/** Gives those without a place the next one. */
function share(places: Map<string, number>, ids: readonly string[], next = places.size + 1): void {
  for (const id of ids) if (!places.has(id)) places.set(id, next);
}

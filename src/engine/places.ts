/** Places of an event that is over, from how long each entrant was in it. Pure. */
import type { Side } from "./scoring";

/** A match that is over, of a knockout or of double elimination; null where nobody came to a side, or nobody won. */
export interface EndedMatch {
  readonly home: string | null;
  readonly away: string | null;
  readonly winner: Side | null;
  readonly round: number;
  readonly third: boolean;
  /** For double elimination: determines if a loss there eliminates. */
  readonly bracket: "knockout" | "winners" | "losers" | "final";
}

/**
 * Places by elimination: the winner of the last match is first, its loser second, those out in the same round share a place.
 * @param behind entrants that were out before the elimination began, in order, those that share a place together
 */
export function placesOf(matches: readonly EndedMatch[], behind: readonly (readonly string[])[] = []): Map<string, number> {
  const places = new Map<string, number>();
  const thirds = matches.find(({ third }) => third);
  const rest = matches.filter(({ third, bracket }) => !third && bracket !== "winners");
  // A later round is a better place; the final is after every losers' round.
  const depth = ({ bracket, round }: EndedMatch): number => (bracket === "final" ? 1_000 : 0) + round;
  const last = Math.max(...rest.map(depth));
  const final = rest.find((match) => depth(match) === last);
  const winnerOf = ({ home, away, winner }: EndedMatch): string[] => present(winner === null ? [] : [winner === 0 ? home : away]);
  const losersOf = ({ home, away, winner }: EndedMatch): string[] => present(winner === null ? [home, away] : [winner === 0 ? away : home]);
  if (final) {
    share(places, winnerOf(final), 1);
    share(places, losersOf(final), 2);
  }
  if (thirds) {
    share(places, winnerOf(thirds), 3);
    share(places, losersOf(thirds), 4);
  }
  for (const at of [...new Set(rest.map(depth))].sort((a, b) => b - a))
    share(places, rest.filter((match) => depth(match) === at).flatMap(losersOf));
  // Entrants who left together before losing twice rank behind those who lost twice.
  share(places, matches.filter(({ winner }) => winner === null).flatMap(losersOf));
  for (const out of behind) share(places, out);
  return places;
}

const present = (sides: readonly (string | null)[]): string[] => sides.filter((side) => side !== null);

/** Gives those without a place the next one. */
function share(places: Map<string, number>, ids: readonly string[], next = places.size + 1): void {
  for (const id of ids) if (!places.has(id)) places.set(id, next);
}

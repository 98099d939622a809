/** Places of an event that is over, from how long each entrant was in it. Pure. */
import type { Side } from "./scoring";

/** A match that was played, of a knockout or of double elimination. */
export interface EndedMatch {
  readonly home: string;
  readonly away: string;
  readonly winner: Side;
  readonly round: number;
  readonly third: boolean;
  /** Of double elimination: losing there is not the end, or is it. */
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
  const side = (match: EndedMatch, of: Side): string => (of === 0 ? match.home : match.away);
  const loser = (match: EndedMatch): string => side(match, match.winner === 0 ? 1 : 0);
  if (final) {
    places.set(side(final, final.winner), 1);
    places.set(loser(final), 2);
  }
  if (thirds) {
    places.set(side(thirds, thirds.winner), 3);
    places.set(loser(thirds), 4);
  }
  for (const at of [...new Set(rest.map(depth))].sort((a, b) => b - a)) {
    const out = rest.filter((match) => depth(match) === at).map(loser);
    share(places, out);
  }
  for (const out of behind) share(places, out);
  return places;
}

/** Gives those without a place the next one. */
function share(places: Map<string, number>, ids: readonly string[]): void {
  const next = places.size + 1;
  for (const id of ids) if (!places.has(id)) places.set(id, next);
}

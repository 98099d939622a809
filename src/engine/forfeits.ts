/** Derives the results without play of an event after entries have left it: walkovers, matches of nobody. Pure. */
import { firstLoser, readFirst } from "./consolation";
import type { Side } from "./scoring";
import { swissRound } from "./slots";

/** A match as it stands; its sides are null while nobody is in them. */
export interface FedMatch {
  readonly id: string;
  readonly key: string;
  readonly group: number | null;
  readonly state: string;
  readonly home: string | null;
  readonly away: string | null;
  /** Source of a side: "winner:<key>", "loser:<key>", "place:<group>/<place>", "best:<place>/<number>", "pair:<round>/<number>", "first:<key>"; "" where it was drawn. */
  readonly homeFrom: string;
  readonly awayFrom: string;
  readonly winner?: number | null;
}

/** Result of a match that is not played; without a winner nobody advances from it. */
export interface Forfeit {
  readonly id: string;
  readonly state: "walkover" | "dropped";
  readonly winner: Side | null;
}

const OVER = ["finished", "walkover", "retired", "dropped"];

/**
 * The first match that ends without play: one side has left or will never be there. Where both have left nobody wins; where nobody came to
 * either side the match is dropped.
 * @param matches of one event, in the order of play, without rubbers
 * @param left entries that have left
 */
export function nextForfeit(matches: readonly FedMatch[], left: ReadonlySet<string>): Forfeit | undefined {
  const byKey = new Map(matches.map((match) => [match.key, match]));
  const open = new Set(matches.flatMap(({ group, state }) => (group === null || OVER.includes(state) ? [] : [group])));
  /** True if the source is decided: an empty side then stays empty. */
  const isDecided = (from: string): boolean => {
    const [kind = "", of = ""] = from.split(":");
    if (kind === "first") {
      const slot = readFirst(from);
      return slot !== undefined && firstLoser(slot, matches) !== undefined;
    }
    if (kind === "best") return open.size === 0;
    if (kind === "pair")
      return matches.every(({ key, state }) => (swissRound(key) ?? Infinity) >= Number(of.split("/")[0]) || OVER.includes(state));
    if (kind === "place") return !open.has(Number(of.split("/")[0]));
    return OVER.includes(byKey.get(of)?.state ?? "");
  };
  const sideOf = (id: string | null, from: string): "here" | "left" | "nobody" | "unknown" =>
    id === null ? (isDecided(from) ? "nobody" : "unknown") : left.has(id) ? "left" : "here";
  for (const { id, state, home, away, homeFrom, awayFrom } of matches) {
    if (state !== "waiting" && state !== "ready") continue;
    const sides = [sideOf(home, homeFrom), sideOf(away, awayFrom)] as const;
    if (sides.includes("unknown") || sides.every((side) => side === "here")) continue;
    if (sides.every((side) => side === "nobody")) return { id, state: "dropped", winner: null };
    return { id, state: "walkover", winner: sides[0] === "here" ? 0 : sides[1] === "here" ? 1 : null };
  }
  return undefined;
}

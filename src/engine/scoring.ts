/** Scores of a match played in sets: which set is won, which match, and what cannot be a score. Pure. */

/** How a match is counted. */
export interface ScoreRules {
  /** Sets at most; odd. */
  readonly bestOf: number;
  /** Points of a set. */
  readonly points: number;
  /** Points ahead that a set is won by. */
  readonly winBy: number;
  /** Points at which a set ends whatever the lead. */
  readonly cap: number;
  /** It ends once decided; else all its sets are played. */
  readonly stop: boolean;
}
export type SetScore = readonly [home: number, away: number];
export type Side = 0 | 1;

/** Who has won a set, `undefined` while it is open. */
export function setWinner({ points, winBy, cap }: ScoreRules, [home, away]: SetScore): Side | undefined {
  const high = Math.max(home, away);
  const lead = Math.abs(home - away);
  const over = (high >= points && lead >= winBy) || (high >= cap && lead > 0);
  return over ? (home > away ? 0 : 1) : undefined;
}

/** Whether a set can have ended so, or stand so: nobody plays on after it is won. */
export function isPossible(rules: ScoreRules, [home, away]: SetScore): boolean {
  if (![home, away].every((score) => Number.isInteger(score) && score >= 0)) return false;
  const high = Math.max(home, away);
  const low = Math.min(home, away);
  if (high > rules.cap) return false;
  // One point before, the set must still have been open.
  return high === 0 || setWinner(rules, home >= away ? [high - 1, low] : [low, high - 1]) === undefined;
}

/** The state of a match. */
export interface Standing {
  readonly won: SetScore;
  /** Who has won the match. */
  readonly winner: Side | undefined;
  /** Nothing more is played. */
  readonly over: boolean;
}

/** What the sets come to so far. */
export function standingOf(rules: ScoreRules, sets: readonly SetScore[]): Standing {
  const won: [number, number] = [0, 0];
  for (const set of sets) {
    const side = setWinner(rules, set);
    if (side !== undefined) won[side]++;
  }
  const need = Math.floor(rules.bestOf / 2) + 1;
  const decided = won[0] >= need ? 0 : won[1] >= need ? 1 : undefined;
  const over = decided !== undefined && (rules.stop || won[0] + won[1] >= rules.bestOf);
  return { won, winner: over ? decided : undefined, over };
}

/** What is wrong with the sets of a match: the first set (from 1) that cannot be, and why. */
export interface ScoreFault {
  readonly set: number;
  readonly why: "impossible" | "open" | "tooMany";
}

/** Checks sets in their order: each possible, only the last one open, none after the match is over. */
export function faultOf(rules: ScoreRules, sets: readonly SetScore[]): ScoreFault | undefined {
  for (const [i, set] of sets.entries()) {
    if (standingOf(rules, sets.slice(0, i)).over) return { set: i + 1, why: "tooMany" };
    if (!isPossible(rules, set)) return { set: i + 1, why: "impossible" };
    if (i < sets.length - 1 && setWinner(rules, set) === undefined) return { set: i + 1, why: "open" };
  }
  return sets.length > rules.bestOf ? { set: rules.bestOf + 1, why: "tooMany" } : undefined;
}

/** Sets, and who won the last points of each as far as they were counted one by one: "ha" is one for home, then one for away. */
export interface Played {
  readonly sets: readonly SetScore[];
  readonly runs: readonly string[];
}
const LETTERS = ["h", "a"] as const;
/** Who won a point of a run. */
export const wonBy = (letter: string): Side => (letter === "h" ? 0 : 1);

/** Whether a run can be the last points of a set. */
export const runFits = (run: string, set: SetScore): boolean =>
  LETTERS.every((letter, side) => run.split(letter).length - 1 <= (set[side] ?? 0));

const added = ([home, away]: SetScore, side: Side, points: number): SetScore =>
  side === 0 ? [home + points, away] : [home, away + points];

/** The sets after one more point; what is over stays as it is. */
export function withPoint(rules: ScoreRules, played: Played, side: Side): Played {
  const { sets, runs } = played;
  if (standingOf(rules, sets).over) return played;
  const last = sets.at(-1);
  const fresh = last === undefined || setWinner(rules, last) !== undefined;
  const before = fresh ? sets : sets.slice(0, -1);
  return {
    sets: [...before, added(fresh ? [0, 0] : last, side, 1)],
    runs: [...before.map((_, i) => runs[i] ?? ""), (fresh ? "" : (runs[sets.length - 1] ?? "")) + LETTERS[side]],
  };
}

/** The sets one point before, `undefined` where nobody knows who won the last one; an empty set goes. */
export function withoutPoint({ sets, runs }: Played): Played | undefined {
  const last = sets.at(-1);
  const run = runs[sets.length - 1] ?? "";
  if (!last || run === "") return undefined;
  const set = added(last, wonBy(run.slice(-1)), -1);
  const isEmpty = set[0] + set[1] === 0;
  return {
    sets: [...sets.slice(0, -1), ...(isEmpty ? [] : [set])],
    runs: [...sets.slice(0, -1).map((_, i) => runs[i] ?? ""), ...(isEmpty ? [] : [run.slice(0, -1)])],
  };
}

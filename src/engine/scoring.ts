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

/** The sets after one more point; what is over stays as it is. */
export function withPoint(rules: ScoreRules, sets: readonly SetScore[], side: Side): SetScore[] {
  if (standingOf(rules, sets).over) return [...sets];
  const last = sets.at(-1);
  const fresh = last === undefined || setWinner(rules, last) !== undefined;
  const [home, away] = fresh ? [0, 0] : last;
  const next: SetScore = side === 0 ? [home + 1, away] : [home, away + 1];
  return fresh ? [...sets, next] : [...sets.slice(0, -1), next];
}

/** The sets one point before, of that side; an empty set goes. */
export function withoutPoint(sets: readonly SetScore[], side: Side): SetScore[] {
  const last = sets.at(-1);
  if (!last || last[side] === 0) return [...sets];
  const next: SetScore = side === 0 ? [last[0] - 1, last[1]] : [last[0], last[1] - 1];
  return next[0] + next[1] === 0 ? sets.slice(0, -1) : [...sets.slice(0, -1), next];
}

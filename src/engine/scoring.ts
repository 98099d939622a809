/**
 * Scores of a match played in sets, or in periods of a running score: which set is won, which match, and what cannot be a score. Pure.
 */

/** Scoring rules of a match. */
export interface ScoreRules {
  /** Sets at most, odd; of a timed match its periods. */
  readonly bestOf: number;
  /** Points of a set. */
  readonly points: number;
  /** Points ahead that a set is won by. */
  readonly winBy: number;
  /** Points at which a set ends whatever the lead; 0: never. */
  readonly cap: number;
  /** It ends once decided; else all its sets are played. */
  readonly stop: boolean;
  /** The last set of all, where it has other points: a match tie-break to 10, a fifth set to 15. */
  readonly deciding: { readonly points: number; readonly cap: number } | null;
  /** Periods end by the clock and their points add up; more are played while it is level. */
  readonly timed: boolean;
  /** A timed match that is level at the end is a draw. */
  readonly mayDraw: boolean;
}
export type SetScore = readonly [home: number, away: number];
export type Side = 0 | 1;

const pointsOf = (rules: ScoreRules, at: number): { readonly points: number; readonly cap: number } =>
  (at === rules.bestOf - 1 ? rules.deciding : null) ?? rules;

/** Returns the side that has won a set, `undefined` while it is open; periods have no winner. @param at index of the set */
export function setWinner(rules: ScoreRules, [home, away]: SetScore, at: number): Side | undefined {
  if (rules.timed) return undefined;
  const { points, cap } = pointsOf(rules, at);
  const high = Math.max(home, away);
  const lead = Math.abs(home - away);
  const over = (high >= points && lead >= rules.winBy) || (cap > 0 && high >= cap && lead > 0);
  return over ? (home > away ? 0 : 1) : undefined;
}

/** True if a set can end or stand so: nobody scores after it is won. @param at index of the set */
export function isPossible(rules: ScoreRules, [home, away]: SetScore, at: number): boolean {
  if (![home, away].every((score) => Number.isInteger(score) && score >= 0)) return false;
  if (rules.timed) return true;
  const { points, cap } = pointsOf(rules, at);
  const high = Math.max(home, away);
  const low = Math.min(home, away);
  // A score that wins with any lead is never passed, and reached by one side only.
  const last = rules.winBy === 1 ? points : cap;
  if (last > 0 && (high > last || low >= last)) return false;
  // One point before, the set was still open.
  return high === 0 || setWinner(rules, home >= away ? [high - 1, low] : [low, high - 1], at) === undefined;
}

/** Returns the sets of a match that one side could not end: the opponent is given the points and sets that are missing. */
export function completeSets(rules: ScoreRules, sets: readonly SetScore[], winner: Side): SetScore[] {
  if (rules.timed) return [...sets];
  const done = [...sets];
  const open = done.at(-1);
  const at = done.length - 1;
  if (open && setWinner(rules, open, at) === undefined) {
    let [home, away] = open;
    while (setWinner(rules, [home, away], at) !== winner) {
      if (winner === 0) home++;
      else away++;
    }
    done[at] = [home, away];
  }
  while (done.length < rules.bestOf && !standingOf(rules, done).over) {
    const { points } = pointsOf(rules, done.length);
    done.push(winner === 0 ? [points, 0] : [0, points]);
  }
  return done;
}

/** The state of a match. */
export interface Standing {
  /** Sets won by each; of a timed match all its points. */
  readonly won: SetScore;
  /** Winner of the match; `undefined` while it is open, and for a draw. */
  readonly winner: Side | undefined;
  /** Nothing more needs to be played. */
  readonly over: boolean;
}

/** Computes the standing from the sets so far. A timed match may be over from its last period on: only the clock decides. */
export function standingOf(rules: ScoreRules, sets: readonly SetScore[]): Standing {
  const won: [number, number] = [0, 0];
  if (rules.timed) {
    for (const set of sets) for (const side of [0, 1] as const) won[side] += set[side];
    const [home, away] = won;
    const over = sets.length >= rules.bestOf && (home !== away || rules.mayDraw);
    return { won, winner: over && home !== away ? (home > away ? 0 : 1) : undefined, over };
  }
  for (const [at, set] of sets.entries()) {
    const side = setWinner(rules, set, at);
    if (side !== undefined) won[side]++;
  }
  const need = Math.floor(rules.bestOf / 2) + 1;
  const decided = won[0] >= need ? 0 : won[1] >= need ? 1 : undefined;
  const over = decided !== undefined && (rules.stop || won[0] + won[1] >= rules.bestOf);
  return { won, winner: over ? decided : undefined, over };
}

/** Fault in the sets of a match: the first impossible set (from 1), and the reason. */
export interface ScoreFault {
  readonly set: number;
  readonly why: "impossible" | "open" | "tooMany";
}

/** Checks sets in their order: each possible, only the last one open, none after the match is over. */
export function faultOf(rules: ScoreRules, sets: readonly SetScore[]): ScoreFault | undefined {
  for (const [i, set] of sets.entries()) {
    if (standingOf(rules, sets.slice(0, i)).over) return { set: i + 1, why: "tooMany" };
    if (!isPossible(rules, set, i)) return { set: i + 1, why: "impossible" };
    if (!rules.timed && i < sets.length - 1 && setWinner(rules, set, i) === undefined) return { set: i + 1, why: "open" };
  }
  return !rules.timed && sets.length > rules.bestOf ? { set: rules.bestOf + 1, why: "tooMany" } : undefined;
}

/** True if a timed match has another period to play. */
export const hasNextPeriod = (rules: ScoreRules, sets: readonly SetScore[]): boolean =>
  rules.timed && sets.length > 0 && !standingOf(rules, sets).over;

/** Sets, and who won the last points of each as far as they were counted one by one: "ha" is one for home, then one for away. */
export interface Played {
  readonly sets: readonly SetScore[];
  readonly runs: readonly string[];
}
const LETTERS = ["h", "a"] as const;
/** Returns the winner of a point of a run. */
export const wonBy = (letter: string): Side => (letter === "h" ? 0 : 1);

/** True if a run can be the last points of a set. */
export const runFits = (run: string, set: SetScore): boolean =>
  LETTERS.every((letter, side) => run.split(letter).length - 1 <= (set[side] ?? 0));

const added = ([home, away]: SetScore, side: Side, points: number): SetScore =>
  side === 0 ? [home + points, away] : [home, away + points];

/** The sets after one more point, or a basket of several; what is over stays as it is, and a period until the next one begins. */
export function withPoint(rules: ScoreRules, played: Played, side: Side, points = 1): Played {
  const { sets, runs } = played;
  if (!rules.timed && standingOf(rules, sets).over) return played;
  const last = sets.at(-1);
  const fresh = last === undefined || setWinner(rules, last, sets.length - 1) !== undefined;
  const before = fresh ? sets : sets.slice(0, -1);
  return {
    sets: [...before, added(fresh ? [0, 0] : last, side, points)],
    runs: [...before.map((_, i) => runs[i] ?? ""), (fresh ? "" : (runs[sets.length - 1] ?? "")) + LETTERS[side].repeat(points)],
  };
}

/** A timed match with its next period begun. */
export const withPeriod = ({ sets, runs }: Played): Played => ({
  sets: [...sets, [0, 0]],
  runs: [...sets.map((_, i) => runs[i] ?? ""), ""],
});

/** The sets one point before, `undefined` where nobody knows who won the last one; an empty set goes, a period once it is taken back itself. */
export function withoutPoint({ timed }: Pick<ScoreRules, "timed">, { sets, runs }: Played): Played | undefined {
  const last = sets.at(-1);
  const run = runs[sets.length - 1] ?? "";
  if (timed && last && last[0] + last[1] === 0) return { sets: sets.slice(0, -1), runs: sets.slice(0, -1).map((_, i) => runs[i] ?? "") };
  if (!last || run === "") return undefined;
  const set = added(last, wonBy(run.slice(-1)), -1);
  const isEmpty = !timed && set[0] + set[1] === 0;
  return {
    sets: [...sets.slice(0, -1), ...(isEmpty ? [] : [set])],
    runs: [...sets.slice(0, -1).map((_, i) => runs[i] ?? ""), ...(isEmpty ? [] : [run.slice(0, -1)])],
  };
}

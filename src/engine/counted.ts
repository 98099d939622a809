/** Results as tables count them: walkovers and retirements get the score that the sport's regulation gives the opponent. Pure. */
import { completeSets, type ScoreRules, type SetScore, type Side } from "./scoring";
import type { Leaving, SportRules } from "./sports";
import type { CountedMatch } from "./standings";

/** A match that is over. */
export interface EndedResult {
  readonly home: string;
  readonly away: string;
  readonly state: "finished" | "walkover" | "retired";
  /** Null: a draw, or a walkover that both have lost. */
  readonly winner: Side | null;
  readonly sets: readonly SetScore[];
}
/** A rubber of a tie; open ones have not been played. */
type RubberResult = Pick<EndedResult, "winner" | "sets"> & { readonly state: EndedResult["state"] | "open" };

const pair = (winner: Side, count: number): SetScore => (winner === 0 ? [count, 0] : [0, count]);
const sum = (scores: readonly SetScore[]): SetScore =>
  scores.reduce<SetScore>(([home, away], score) => [home + score[0], away + score[1]], [0, 0]);

/** Returns the sets that count: all of a walkover and the rest of a match that was given up go to the opponent. */
function setsThatCount({ state, winner, sets }: Omit<EndedResult, "home" | "away">, rules: ScoreRules, sport: SportRules): SetScore[] {
  if (winner === null) return state === "walkover" ? [] : [...sets];
  if (!rules.timed) return state === "finished" ? [...sets] : completeSets(rules, state === "walkover" ? [] : sets, winner);
  if (state === "walkover") return [pair(winner, sport.forfeit)];
  const total = sum(sets);
  const isAhead = total[winner] > total[winner === 0 ? 1 : 0];
  return state === "finished" || isAhead ? [...sets] : [pair(winner, sport.conceded)];
}

/** Sums up sets: sets won by each, and all points. */
function figuresOf(sets: readonly SetScore[], rules: ScoreRules, sport: SportRules): Pick<CountedMatch, "sets" | "points"> {
  const winnerOf = ([home, away]: SetScore): SetScore => [home > away ? 1 : 0, away > home ? 1 : 0];
  const isTieBreak = (at: number): boolean => sport.tieBreakAsGame && rules.deciding !== null && at === rules.bestOf - 1;
  return {
    sets: rules.timed ? [0, 0] : sum(sets.map(winnerOf)),
    points: sum(sets.map((set, at) => (isTieBreak(at) ? winnerOf(set) : set))),
  };
}

/** Counts a match. */
export function countMatch(match: EndedResult, rules: ScoreRules, sport: SportRules): CountedMatch {
  const { home, away, winner, state } = match;
  const figures = figuresOf(setsThatCount(match, rules, sport), rules, sport);
  return {
    home,
    away,
    winner,
    walkover: state === "walkover" || (state === "retired" && sport.retiredAsWalkover),
    narrow: !rules.timed && figures.sets[0] + figures.sets[1] === rules.bestOf && Math.abs(figures.sets[0] - figures.sets[1]) === 1,
    ...figures,
  };
}

/**
 * Counts a tie by its rubbers. Of a tie that was given up the opponent wins the rubbers that are missing.
 * @param all every rubber is played, decided or not
 */
export function countTie(
  tie: Omit<EndedResult, "sets">,
  rubbers: readonly RubberResult[],
  rules: ScoreRules,
  sport: SportRules,
  all: boolean,
): CountedMatch {
  const { winner, state } = tie;
  const need = all ? rubbers.length : Math.floor(rubbers.length / 2) + 1;
  const won: [number, number] = [0, 0];
  const counted: { sets: SetScore; points: SetScore }[] = [];
  const add = (rubber: Omit<EndedResult, "home" | "away">): void => {
    if (rubber.winner !== null) won[rubber.winner]++;
    counted.push(figuresOf(setsThatCount(rubber, rules, sport), rules, sport));
  };
  const isPlayed = (rubber: RubberResult): rubber is RubberResult & { state: EndedResult["state"] } => rubber.state !== "open";
  if (state !== "walkover") for (const rubber of rubbers.filter(isPlayed)) add(rubber);
  if (winner !== null && state !== "finished")
    for (const { sets } of state === "walkover" ? rubbers : rubbers.filter((rubber) => !isPlayed(rubber)))
      if (all ? counted.length < rubbers.length : won[winner] < need)
        add(state === "walkover" ? { state: "walkover", winner, sets: [] } : { state: "retired", winner, sets });
  return {
    home: tie.home,
    away: tie.away,
    winner,
    walkover: state === "walkover" || (state === "retired" && sport.retiredAsWalkover),
    narrow: Math.abs(won[0] - won[1]) === 1 && won[0] + won[1] === rubbers.length,
    rubbers: won,
    sets: sum(counted.map(({ sets }) => sets)),
    points: sum(counted.map(({ points }) => points)),
  };
}

/** Returns the entrants whose results in a group are annulled. @param left entrants that have left the event */
export function annulledIn(
  matches: readonly Pick<EndedResult, "home" | "away" | "state" | "winner">[],
  left: ReadonlySet<string>,
  leaving: Leaving,
): ReadonlySet<string> {
  if (leaving === "keep") return new Set();
  if (leaving === "annul") return left;
  const incomplete = matches.filter(({ state }) => state !== "finished");
  // A side that wins against somebody who has left anyway has completed its match.
  const losers = incomplete.flatMap(({ home, away, winner }) => (winner === null ? [home, away] : [winner === 0 ? away : home]));
  return new Set([...left, ...losers]);
}

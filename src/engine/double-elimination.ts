/**
 * Double elimination: whoever loses once plays on in the losers' bracket, whoever loses twice is out; both brackets' winners meet in the
 * grand final, which is played again where the one who never lost loses it. Pure.
 */
import { matchesOf, meet, roundsOf } from "./bracket";
import type { DrawnStage, Slot } from "./drawn";

/**
 * Positions where losers of the second winners' round, the third, and so on enter the losers' bracket, by the number of winners' rounds:
 * the loser of match i plays at place i XOR the number. Found by a search over all such numbers (for the larger brackets, with the best
 * candidates of each step): no other puts the first possible rematch later, and none of those equally late has fewer rematches between
 * equals.
 */
const CROSSINGS: Readonly<Record<number, readonly number[]>> = {
  2: [0],
  3: [1, 0],
  4: [2, 0, 0],
  5: [2, 2, 0, 0],
  6: [8, 6, 1, 1, 0],
  7: [8, 8, 6, 0, 1, 0],
  8: [4, 4, 8, 6, 1, 1, 0],
  9: [4, 4, 4, 8, 6, 1, 1, 0],
};

/** Losers of a winners' round in the order in which they come into the losers' bracket. @param rounds of the winners' bracket */
function crossed<T>(losers: readonly T[], round: number, rounds: number): T[] {
  const by = CROSSINGS[rounds]?.[round - 2] ?? 0;
  return losers.flatMap((_, i) => losers[i ^ by] ?? []);
}

type Rounds = ReturnType<typeof roundsOf>;

/**
 * A bracket of those who lost: losers of the first round meet each other, those of each later round meet its winners.
 * @param fed rounds of the bracket above whose losers come into it
 */
export function feedBracket(winners: Rounds, fed: number, prefix: string, stage: number): Rounds {
  const losers: Rounds = [];
  const add = (homes: readonly Slot[], aways: readonly Slot[]): Slot[] => {
    const round = losers.length + 1;
    losers.push(homes.map((home, i) => meet(home, aways[i] ?? { kind: "bye" }, { key: `${prefix}-${round}-${i + 1}`, stage, round })));
    return losers.at(-1)?.map(({ winner }) => winner) ?? [];
  };
  const halved = (slots: readonly Slot[]): Slot[] =>
    add(
      slots.filter((_, i) => i % 2 === 0),
      slots.filter((_, i) => i % 2 === 1),
    );
  let left = winners[0]?.map(({ loser }) => loser) ?? [];
  for (const [i, round] of winners.slice(0, fed).entries()) {
    if (i === 0) continue;
    left = add(
      halved(left),
      crossed(
        round.map(({ loser }) => loser),
        i + 1,
        winners.length,
      ),
    );
  }
  while (left.length > 1) left = halved(left);
  return losers;
}

/** Stages of a double elimination; keys begin with "W", "L" and "F". @param lines of the winners' bracket, byes included */
export function doubleElimination(lines: readonly Slot[], reset: boolean): DrawnStage[] {
  const winners = roundsOf(lines, 1, "W");
  const losers = feedBracket(winners, winners.length, "L", 2);
  const last = losers.at(-1)?.[0]?.winner ?? winners[0]?.[0]?.loser ?? { kind: "bye" };
  const best = winners.at(-1)?.[0]?.winner ?? { kind: "bye" };
  const grand = meet(best, last, { key: "F-1-1", stage: 3, round: 1 });
  const again = reset ? meet(grand.winner, grand.loser, { key: "F-2-1", stage: 3, round: 2 }) : undefined;
  const stage = (kind: DrawnStage["kind"], of: readonly (readonly ReturnType<typeof meet>[])[], at: readonly Slot[] = []): DrawnStage => ({
    kind,
    groups: [],
    lines: at,
    matches: matchesOf(of),
  });
  return [stage("knockout", winners, lines), stage("losers", losers), stage("final", [[grand], again ? [again] : []])].filter(
    ({ matches }) => matches.length > 0,
  );
}

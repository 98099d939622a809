/**
 * Double elimination: whoever loses once plays on in the losers' bracket, whoever loses twice is out; both brackets' winners meet in the
 * grand final, which is played again where the one who never lost loses it. Pure.
 */
import { matchesOf, meet, roundsOf } from "./bracket";
import type { DrawnStage, Slot } from "./drawn";

/**
 * The order in which losers of a winners' round come into the losers' bracket: turned round, or halves swapped, by turns, so that those who
 * have met meet again as late as can be.
 */
function crossed<T>(losers: readonly T[], round: number): T[] {
  const half = losers.length / 2;
  if (round % 2 === 0) return [...losers].reverse();
  return losers.length < 2 ? [...losers] : [...losers.slice(half), ...losers.slice(0, half)];
}

/** Stages of a double elimination; keys begin with "W", "L" and "F". @param lines of the winners' bracket, byes included */
export function doubleElimination(lines: readonly Slot[], reset: boolean): DrawnStage[] {
  const winners = roundsOf(lines, 1, "W");
  const losers: ReturnType<typeof meet>[][] = [];
  const add = (homes: readonly Slot[], aways: readonly Slot[]): Slot[] => {
    const round = losers.length + 1;
    losers.push(homes.map((home, i) => meet(home, aways[i] ?? { kind: "bye" }, { key: `L-${round}-${i + 1}`, stage: 2, round })));
    return losers.at(-1)?.map(({ winner }) => winner) ?? [];
  };
  const halved = (slots: readonly Slot[]): Slot[] =>
    add(
      slots.filter((_, i) => i % 2 === 0),
      slots.filter((_, i) => i % 2 === 1),
    );
  let left = winners[0]?.map(({ loser }) => loser) ?? [];
  for (const [i, round] of winners.entries()) {
    if (i === 0) continue;
    left = add(
      halved(left),
      crossed(
        round.map(({ loser }) => loser),
        i + 1,
      ),
    );
  }
  const best = winners.at(-1)?.[0]?.winner ?? { kind: "bye" };
  const grand = meet(best, left[0] ?? { kind: "bye" }, { key: "F-1-1", stage: 3, round: 1 });
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

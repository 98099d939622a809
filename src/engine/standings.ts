/** Tables of groups with ordered tie-breaks; each row says which rule set it below the one above. Pure. */
import { lots } from "./random";
import type { SetScore, Side } from "./scoring";

/**
 * Rules that decide ties. Buchholz is the sum of the opponents' scores, "buchholzCut" without the lowest; Sonneborn-Berger the sum of the scores
 * of those that were beaten and half of those drawn with (FIDE Handbook C.07, Tie-Break Regulations). "tied…": only matches among those still equal; "headToHeadOfTwo": only where two are equal.
 */
export const TIE_RULES = [
  "points",
  "wins",
  "buchholz",
  "buchholzCut",
  "sonnebornBerger",
  "headToHead",
  "headToHeadOfTwo",
  "tiedWins",
  "rubberDifference",
  "setDifference",
  "pointDifference",
  "pointsFor",
  "setRatio",
  "pointRatio",
  "tiedRubberRatio",
  "tiedSetRatio",
  "tiedPointRatio",
  "tiedPointDifference",
  "tiedPointsFor",
  "lot",
] as const;
export type TieRule = (typeof TIE_RULES)[number];

/** A match that counts. */
export interface CountedMatch {
  readonly home: string;
  readonly away: string;
  /** Null: a draw, or a walkover that both have lost. */
  readonly winner: Side | null;
  /** True if the loser did not play: another number of points applies. */
  readonly walkover: boolean;
  /** Decided by the last set of all, or by the last rubber. */
  readonly narrow?: boolean;
  /** Rubbers won by each, of a team tie. */
  readonly rubbers?: SetScore;
  /** Sets won by each. */
  readonly sets: SetScore;
  /** Points of all sets. */
  readonly points: SetScore;
}
export interface TablePoints {
  readonly win: number;
  readonly draw: number;
  readonly loss: number;
  /** Points for the loser of a walkover. */
  readonly abandoned: number;
  /** Points for a match that the very last set decided; undefined: the same as for any other. */
  readonly narrowWin?: number | undefined;
  readonly narrowLoss?: number | undefined;
}
export interface TableRow {
  readonly id: string;
  readonly place: number;
  readonly played: number;
  readonly won: number;
  readonly drawn: number;
  readonly lost: number;
  readonly abandoned: number;
  readonly points: number;
  readonly rubbersFor: number;
  readonly rubbersAgainst: number;
  readonly setsFor: number;
  readonly setsAgainst: number;
  readonly pointsFor: number;
  readonly pointsAgainst: number;
  /** Rounds of a Swiss system without an opponent; each counts as won. */
  readonly byes: number;
  readonly buchholz: number;
  readonly buchholzCut: number;
  readonly sonnebornBerger: number;
  /** Rule that ranked it below the row above; null for the top row, where nothing was played, and for entries that left. */
  readonly decidedBy: TieRule | null;
  /** It has left the event: behind all that stay, whatever it won. */
  readonly hasLeft: boolean;
}

type Figures = { -readonly [K in keyof Omit<TableRow, "id" | "place" | "decidedBy" | "hasLeft">]: number };
const none = (): Figures => ({
  played: 0,
  won: 0,
  drawn: 0,
  lost: 0,
  abandoned: 0,
  points: 0,
  rubbersFor: 0,
  rubbersAgainst: 0,
  setsFor: 0,
  setsAgainst: 0,
  pointsFor: 0,
  pointsAgainst: 0,
  byes: 0,
  buchholz: 0,
  buchholzCut: 0,
  sonnebornBerger: 0,
});

function figuresOf(ids: readonly string[], matches: readonly CountedMatch[], by: TablePoints): ReadonlyMap<string, Figures> {
  const table = new Map(ids.map((id) => [id, none()]));
  for (const { home, away, winner, walkover, narrow, rubbers = [0, 0], sets, points } of matches) {
    for (const side of [0, 1] as const) {
      const row = table.get(side === 0 ? home : away);
      if (!row) continue;
      const other = side === 0 ? 1 : 0;
      row.played++;
      row.rubbersFor += rubbers[side];
      row.rubbersAgainst += rubbers[other];
      row.setsFor += sets[side];
      row.setsAgainst += sets[other];
      row.pointsFor += points[side];
      row.pointsAgainst += points[other];
      if (winner === side) {
        row.won++;
        row.points += (narrow ? by.narrowWin : undefined) ?? by.win;
      } else if (winner === null && !walkover) {
        row.drawn++;
        row.points += by.draw;
      } else {
        row.lost++;
        if (walkover) row.abandoned++;
        row.points += walkover ? by.abandoned : ((narrow ? by.narrowLoss : undefined) ?? by.loss);
      }
    }
  }
  return table;
}

/**
 * Adds the byes of a Swiss system, and the scores of the opponents. A round without an opponent counts as one won against somebody with the
 * entrant's own score (FIDE Handbook C.07, unplayed rounds).
 * @param isByPoints the score is the points of the table, else the matches won
 */
function addOpponents(
  table: ReadonlyMap<string, Figures>,
  matches: readonly CountedMatch[],
  by: TablePoints,
  byes: ReadonlyMap<string, number>,
  isByPoints: boolean,
): void {
  for (const [id, row] of table) {
    row.byes = byes.get(id) ?? 0;
    row.won += row.byes;
    row.points += row.byes * by.win;
  }
  const scoreOf = (id: string): number => {
    const row = table.get(id);
    return row === undefined ? 0 : isByPoints ? row.points : row.won + row.drawn / 2;
  };
  for (const [id, row] of table) {
    const own = matches.filter(({ home, away }) => home === id || away === id);
    const met = own.map((match) => {
      const side = match.home === id ? 0 : 1;
      const won = match.winner === side ? 1 : match.winner === null && !match.walkover ? 0.5 : 0;
      return { score: scoreOf(side === 0 ? match.away : match.home), won };
    });
    met.push(...Array.from({ length: row.byes }, () => ({ score: scoreOf(id), won: 1 })));
    row.buchholz = met.reduce((sum, { score }) => sum + score, 0);
    row.buchholzCut = row.buchholz - (met.length > 1 ? Math.min(...met.map(({ score }) => score)) : 0);
    row.sonnebornBerger = met.reduce((sum, { score, won }) => sum + score * won, 0);
  }
}

const ratio = (won: number, lost: number): number => (won + lost === 0 ? 0 : lost === 0 ? Number.POSITIVE_INFINITY : won / lost);
/** Figure that each rule compares; more is better. */
const MEASURES: Readonly<Record<Exclude<TieRule, "lot">, (row: Figures) => number>> = {
  points: (row) => row.points,
  wins: (row) => row.won,
  buchholz: (row) => row.buchholz,
  buchholzCut: (row) => row.buchholzCut,
  sonnebornBerger: (row) => row.sonnebornBerger,
  tiedWins: (row) => row.won,
  headToHead: (row) => row.points,
  headToHeadOfTwo: (row) => row.points,
  rubberDifference: (row) => row.rubbersFor - row.rubbersAgainst,
  setDifference: (row) => row.setsFor - row.setsAgainst,
  pointDifference: (row) => row.pointsFor - row.pointsAgainst,
  pointsFor: (row) => row.pointsFor,
  setRatio: (row) => ratio(row.setsFor, row.setsAgainst),
  pointRatio: (row) => ratio(row.pointsFor, row.pointsAgainst),
  tiedRubberRatio: (row) => ratio(row.rubbersFor, row.rubbersAgainst),
  tiedSetRatio: (row) => ratio(row.setsFor, row.setsAgainst),
  tiedPointRatio: (row) => ratio(row.pointsFor, row.pointsAgainst),
  tiedPointDifference: (row) => row.pointsFor - row.pointsAgainst,
  tiedPointsFor: (row) => row.pointsFor,
};
/** Rules that count all matches of the group; the others those among the tied. */
export const OVERALL_RULES: ReadonlySet<TieRule> = new Set<TieRule>([
  "points",
  "wins",
  "buchholz",
  "buchholzCut",
  "sonnebornBerger",
  "rubberDifference",
  "setDifference",
  "pointDifference",
  "pointsFor",
  "setRatio",
  "pointRatio",
]);

/** Order of a Swiss table: the score, then the opponents', then what else the game compares; an order that names Buchholz itself stays. */
export const swissOrder = (rules: readonly TieRule[]): TieRule[] =>
  rules.includes("buchholz") || rules.includes("buchholzCut")
    ? [...rules]
    : [
        rules[0] === "points" ? "points" : "wins",
        "buchholzCut",
        "buchholz",
        "sonnebornBerger",
        ...rules.filter((rule) => rule !== "points" && rule !== "wins"),
      ];

/**
 * The table of a group.
 * @param rules compared in this order; a smaller tie that a rule leaves is compared from the first rule again; at the end the lot decides
 * @param seed text that the lot is drawn from
 * @param left entrants that have left: they are behind everybody who has not
 * @param annulled entrants whose matches do not count for anybody
 * @param byes rounds of a Swiss system without an opponent; they count as won
 */
export function standings(
  ids: readonly string[],
  played: readonly CountedMatch[],
  rules: readonly TieRule[],
  by: TablePoints,
  seed: string,
  left: ReadonlySet<string> = new Set(),
  annulled: ReadonlySet<string> = new Set(),
  byes?: ReadonlyMap<string, number>,
): TableRow[] {
  const matches = played.filter(({ home, away }) => !annulled.has(home) && !annulled.has(away));
  const all = figuresOf(ids, matches, by);
  if (byes) addOpponents(all, matches, by, byes, rules[0] === "points");
  const drawn = lots(seed).shuffled([...ids].sort());
  const figure = (id: string): Figures => all.get(id) ?? none();
  const among = (tied: readonly string[]): ReadonlyMap<string, Figures> =>
    figuresOf(
      tied,
      matches.filter(({ home, away }) => tied.includes(home) && tied.includes(away)),
      by,
    );
  const valueOf = (rule: TieRule, tied: readonly string[]): ((id: string) => number) => {
    if (rule === "lot") return (id) => -drawn.indexOf(id);
    if (rule === "headToHeadOfTwo" && tied.length > 2) return () => 0;
    const table = OVERALL_RULES.has(rule) ? all : among(tied);
    return (id) => MEASURES[rule](table.get(id) ?? none());
  };
  const order: readonly TieRule[] = [...new Set<TieRule>([...rules.filter((rule) => rule !== "lot"), "lot"])];
  /** Ids in order, each with what put it below the one before it. */
  function split(tied: readonly string[], from: number): { id: string; by: TieRule | null }[] {
    if (tied.length < 2) return tied.map((id) => ({ id, by: null }));
    const rule = order[from];
    if (rule === undefined) return tied.map((id) => ({ id, by: null }));
    const value = valueOf(rule, tied);
    const values = [...new Set(tied.map(value))].sort((a, b) => b - a);
    if (values.length === 1) return split(tied, from + 1);
    return values.flatMap((one, i) => {
      const same = tied.filter((id) => value(id) === one);
      const rows = split(same, 0);
      return rows.map((row, at) => (at === 0 && i > 0 ? { ...row, by: rule } : row));
    });
  }
  const sorted = [...ids].sort();
  const rows = [false, true].flatMap((hasLeft) =>
    split(
      sorted.filter((id) => left.has(id) === hasLeft),
      0,
    ).map((row) => ({ ...row, hasLeft })),
  );
  return rows.map(({ id, by: rule, hasLeft }, i) => ({
    id,
    place: i + 1,
    ...figure(id),
    decidedBy: matches.length > 0 && !hasLeft ? rule : null,
    hasLeft,
  }));
}

/** Team ties: several rubbers between two teams, each with players of its own; who wins most of them wins the tie. Pure. */
import type { Side, Standing } from "./scoring";

const DISCIPLINES = ["MS", "WS", "MD", "WD", "XD"] as const;
type Discipline = (typeof DISCIPLINES)[number];

/** Somebody who may play in a rubber. */
interface TiePlayer {
  readonly id: string;
  readonly sex: "male" | "female";
}

/** "MD2" → "MD". */
const disciplineOf = (rubber: string): Discipline => DISCIPLINES.find((each) => rubber.startsWith(each)) ?? "MS";

/** Men and women that a rubber is played by, of each side. */
export function sidesOf(rubber: string): { readonly male: number; readonly female: number } {
  const discipline = disciplineOf(rubber);
  if (discipline === "XD") return { male: 1, female: 1 };
  const count = discipline.endsWith("D") ? 2 : 1;
  return discipline.startsWith("M") ? { male: count, female: 0 } : { male: 0, female: count };
}

/** Rubbers that one player may play in a tie, each of another discipline (BWF Thomas and Uber Cup regulations). */
export const MOST_RUBBERS = 2;

/** Fault in a line-up: too many or the wrong players in a rubber, or somebody in too many or in two of one discipline. */
interface LineupFault {
  readonly why: "players" | "often" | "discipline";
  readonly rubber: string;
  readonly player?: string;
}

/**
 * Checks one team's line-up of a whole tie.
 * @param rubbers players of each rubber; an empty one is not filled in yet
 */
export function lineupFault(
  rubbers: readonly { readonly rubber: string; readonly players: readonly TiePlayer[] }[],
): LineupFault | undefined {
  const played = new Map<string, Discipline[]>();
  for (const { rubber, players } of rubbers) {
    const { male, female } = sidesOf(rubber);
    const has = (sex: TiePlayer["sex"]): number => players.filter((player) => player.sex === sex).length;
    if (players.length > 0 && (has("male") !== male || has("female") !== female)) return { why: "players", rubber };
    for (const { id } of players) {
      const before = played.get(id) ?? [];
      if (before.includes(disciplineOf(rubber))) return { why: "discipline", rubber, player: id };
      if (before.length >= MOST_RUBBERS) return { why: "often", rubber, player: id };
      played.set(id, [...before, disciplineOf(rubber)]);
    }
  }
  return undefined;
}

/**
 * Computes the standing of a tie: rubbers won, and its winner. @param winners of its rubbers, undefined while open; @param stop it ends
 * once decided
 */
export function tieStanding(winners: readonly (Side | undefined)[], stop: boolean): Standing {
  const won = ([0, 1] as const).map((side) => winners.filter((winner) => winner === side).length);
  const [home = 0, away = 0] = won;
  const need = Math.floor(winners.length / 2) + 1;
  const decided = home >= need ? 0 : away >= need ? 1 : undefined;
  const over = decided !== undefined && (stop || home + away === winners.length);
  return { won: [home, away], winner: over ? decided : undefined, over };
}

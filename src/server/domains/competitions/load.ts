/** Matches as boards, brackets and screens show them. */
import { sql } from "kysely";
import type { Match, MatchSide } from "../../../contract/matches";
import type { Label } from "../../../contract/resource/label";
import type { Ctx } from "../../http/context";
import { AppError } from "../../http/error";
import { placeLabel } from "../../kernel/placeWords";

/** Which matches: of an event, a game, an entry, or one. */
export interface Which {
  readonly eventId?: string;
  readonly gameId?: string;
  readonly teamId?: string;
  readonly id?: string;
  /** With the rubbers of ties, or those of one tie only. */
  readonly rubbers?: true | { readonly of: string };
}

/** Brackets of double elimination, by the first letter of their keys. */
const BRACKETS: Readonly<Record<string, Label>> = {
  W: { zh: "胜者组", en: "winners " },
  L: { zh: "败者组", en: "losers " },
  F: { zh: "总决赛", en: "grand final " },
};

/** "winner:1-2-3", "place:1/2" in words. */
export function fromWords(ctx: Ctx, from: string): string {
  const [kind = "", of = ""] = from.split(":");
  const zh = ctx.language === "zh";
  if (kind === "place") {
    const [group, place] = of.split("/").map(Number);
    return zh ? `${groupName(group ?? 1)} 组第 ${place}` : `No. ${place} of group ${groupName(group ?? 1)}`;
  }
  if (kind !== "winner" && kind !== "loser") return "";
  const [bracket = "", round, number] = of.split("-");
  const inside = BRACKETS[bracket] ?? { zh: "", en: "" };
  const match = zh ? `${inside.zh}第 ${round} 轮第 ${number} 场` : `${inside.en}round ${round} match ${number}`;
  return kind === "winner" ? (zh ? `${match}胜者` : `Winner of ${match}`) : zh ? `${match}负者` : `Loser of ${match}`;
}

/** 1 → A. */
export const groupName = (group: number): string => (group <= 26 ? String.fromCodePoint(64 + group) : String(group));

/** Who of a side's team plays a rubber. */
const playersOf = (side: "home_id" | "away_id") =>
  sql<string>`coalesce((select string_agg(m.name, '/' order by bp.position) from battle_player bp
    join game_team_member m on m.venue_id = bp.venue_id and m.id = bp.member_id
    where bp.venue_id = b.venue_id and bp.battle_id = b.id and b.tie_id is not null and m.team_id = ${sql.ref(`b.${side}`)}), '')`;

/** Matches in the order of play: by time, then round. */
export async function loadMatches(ctx: Ctx, which: Which): Promise<Match[]> {
  let query = ctx.db
    .selectFrom("battle as b")
    .innerJoin("game_event as e", (join) => join.onRef("e.venue_id", "=", "b.venue_id").onRef("e.id", "=", "b.event_id"))
    .leftJoin("game_team as h", (join) => join.onRef("h.venue_id", "=", "b.venue_id").onRef("h.id", "=", "b.home_id"))
    .leftJoin("game_team as a", (join) => join.onRef("a.venue_id", "=", "b.venue_id").onRef("a.id", "=", "b.away_id"))
    .leftJoin("battle as tie", (join) => join.onRef("tie.venue_id", "=", "b.venue_id").onRef("tie.id", "=", "b.tie_id"))
    .leftJoin("place as p", (join) =>
      join.onRef("p.venue_id", "=", "b.venue_id").on("p.id", "=", sql<string>`coalesce(b.court_id, tie.court_id)`),
    )
    .leftJoin("referee as r", (join) => join.onRef("r.venue_id", "=", "b.venue_id").onRef("r.id", "=", "b.referee_id"))
    .where("b.venue_id", "=", ctx.venue.id)
    .selectAll("b")
    .select([
      "e.title as event",
      "h.name as homeName",
      "h.club as homeClub",
      "h.seed as homeSeed",
      "a.name as awayName",
      "a.club as awayClub",
      "a.seed as awaySeed",
      "p.name as courtName",
      "r.name as refereeName",
      "p.id as courtId",
      sql<Date | null>`coalesce(b.starts_at, tie.starts_at)`.as("begins"),
      sql<number[][]>`coalesce((select json_agg(json_build_array(i.home, i.away) order by x.sequence, i.number) from inning i
        join battle x on x.venue_id = i.venue_id and x.id = i.battle_id
        where x.venue_id = b.venue_id and (x.id = b.id or x.tie_id = b.id)), '[]')`.as("innings"),
      sql<boolean>`exists (select from battle x where x.venue_id = b.venue_id and x.tie_id = b.id)`.as("isTie"),
      playersOf("home_id").as("homePlayers"),
      playersOf("away_id").as("awayPlayers"),
    ])
    .orderBy(sql`coalesce(b.starts_at, tie.starts_at) nulls last`)
    .orderBy("b.stage")
    .orderBy("b.round")
    .orderBy("b.sequence")
    .orderBy("b.id");
  if (which.rubbers === undefined && which.id === undefined) query = query.where("b.tie_id", "is", null);
  if (which.rubbers !== undefined && which.rubbers !== true) query = query.where("b.tie_id", "=", which.rubbers.of);
  if (which.eventId !== undefined) query = query.where("b.event_id", "=", which.eventId);
  if (which.gameId !== undefined) query = query.where("e.game_id", "=", which.gameId);
  if (which.id !== undefined) query = query.where("b.id", "=", which.id);
  const { teamId } = which;
  if (teamId !== undefined) query = query.where((eb) => eb.or([eb("b.home_id", "=", teamId), eb("b.away_id", "=", teamId)]));
  const side = (
    id: string | null,
    name: string | null,
    club: string | null,
    seed: number | null,
    from: string,
    players: string,
  ): MatchSide => ({
    id,
    name: name ?? "",
    club: club ?? "",
    seed,
    from: fromWords(ctx, from),
    players,
  });
  return (await query.execute()).map((row) => ({
    id: row.id,
    eventId: row.event_id,
    event: row.event,
    key: row.key,
    stage: row.stage,
    group: row.group_no,
    round: row.round,
    third: row.third,
    state: row.state as Match["state"],
    tieId: row.tie_id,
    rubber: row.rubber ?? "",
    sequence: row.sequence,
    isTie: row.isTie,
    won: [row.home_sets, row.away_sets],
    home: side(row.home_id, row.homeName, row.homeClub, row.homeSeed, row.home_from, row.homePlayers),
    away: side(row.away_id, row.awayName, row.awayClub, row.awaySeed, row.away_from, row.awayPlayers),
    sets: row.innings,
    winner: row.winner,
    court: row.courtId === null ? null : { id: row.courtId, name: placeLabel(row.courtName ?? "", ctx.language) },
    startsAt: row.begins?.toISOString() ?? null,
    minutes: row.minutes,
    pinned: row.pinned,
    referee: row.refereeName ?? "",
    reason: row.reason,
    version: row.version,
  }));
}

/** One match. @throws AppError `missing` */
export async function loadMatch(ctx: Ctx, id: string): Promise<Match> {
  const [match] = await loadMatches(ctx, { id });
  if (!match) throw new AppError("missing", { what: ctx.language === "zh" ? "对阵" : "Match" });
  return match;
}

/** Tells the screens of the venue that matches moved. */
export function announceMatches(ctx: Ctx): void {
  ctx.emit({ type: "changed", data: { resource: "matches" } });
  ctx.emit({ type: "changed", data: { resource: "battles" } });
}

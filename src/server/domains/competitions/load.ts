/** Matches as boards, brackets and screens show them. */
import { sql } from "kysely";
import type { Match, MatchSide } from "../../../contract/competitions/match";
import type { Ctx } from "../../http/context";
import { type NameRule, publicEntry, publicPlayers } from "../../../contract/core/public-names";
import { groupLetter, roundLabel } from "../../../contract/competitions/rounds";
import { AppError } from "../../http/error";
import { placeLabel } from "../../kernel/place-words";

/** A selection of matches: those of an event, a game or an entry, or one. */
interface Which {
  readonly eventId?: string;
  readonly gameId?: string;
  readonly teamId?: string;
  readonly id?: string;
  /** With the rubbers of ties, or those of one tie only. */
  readonly rubbers?: true | { readonly of: string };
  /** For people who may not know more than the public: names are masked where the game's are not public. */
  readonly isPublic?: boolean;
}

/** Rounds of the bracket whose keys begin so. */
type Rounds = (bracket: string) => number;

/** "winner:1-2-3", "place:1/2", "best:3/1", "pair:2/1" in words. */
export function fromWords(ctx: Ctx, from: string, rounds: Rounds = () => 1): string {
  const [kind = "", of = ""] = from.split(":");
  const zh = ctx.language === "zh";
  if (kind === "place") {
    const [group, place] = of.split("/").map(Number);
    const letter = groupLetter(group ?? 1);
    return zh ? `${letter} 组第 ${place}` : `No. ${place} of group ${letter}`;
  }
  if (kind === "pair") {
    const before = Number(of.split("/")[0]) - 1;
    return zh ? `第 ${before} 轮后配对` : `Paired after round ${before}`;
  }
  if (kind === "best") {
    const place = Number(of.split("/")[0]);
    return zh ? `成绩较好的小组第 ${place}` : place === 2 ? "One of the best seconds" : "One of the best thirds";
  }
  if (kind !== "winner" && kind !== "loser" && kind !== "first") return "";
  const [bracket = "", round, number] = of.replace(/\/[01]$/, "").split("-");
  const section = /^Q(\d+)$/.exec(bracket)?.[1];
  if (section !== undefined && kind === "winner" && Number(round) === rounds(bracket))
    return zh ? `资格赛 ${section} 区出线` : `Qualifier ${section}`;
  const label = roundLabel({ key: of, group: null, third: false, round: Number(round) }, rounds(bracket));
  const match = `${label[ctx.language]}${Number(round) < rounds(bracket) ? ` ${number}` : ""}`;
  if (kind === "first") return zh ? `首场负者（${match}）` : `Loses its first match, ${match}`;
  return kind === "winner" ? (zh ? `${match} 胜者` : `Winner, ${match}`) : zh ? `${match} 负者` : `Loser, ${match}`;
}

/** Counts the rounds of brackets among the matches of one event. */
export const roundsIn =
  (all: readonly Pick<Match, "key" | "round" | "third">[]): Rounds =>
  (bracket) =>
    Math.max(1, ...all.filter(({ key, third }) => !third && key.startsWith(`${bracket}-`)).map(({ round }) => round));

/** Counts the rounds of the brackets of events. */
export async function roundsOf(ctx: Ctx, eventIds: readonly string[]): Promise<(eventId: string) => Rounds> {
  const bracket = sql<string>`split_part(key, '-', 1)`;
  const rows = await ctx.db
    .selectFrom("battle")
    .where("venue_id", "=", ctx.venue.id)
    .where("event_id", "in", [...eventIds, ""])
    .where("third", "=", false)
    .select(["event_id", bracket.as("bracket"), (eb) => eb.fn.max("round").as("rounds")])
    .groupBy(["event_id", bracket])
    .execute();
  const known = new Map(rows.map((row) => [`${row.event_id} ${row.bracket}`, row.rounds]));
  return (eventId) => (of) => known.get(`${eventId} ${of}`) ?? 1;
}

/** Players of a side's team in a rubber. */
const playersOf = (side: "home_id" | "away_id") =>
  sql<string>`coalesce((select string_agg(m.name, '/' order by bp.position) from battle_player bp
    join game_team_member m on m.venue_id = bp.venue_id and m.id = bp.member_id
    where bp.venue_id = b.venue_id and bp.battle_id = b.id and b.tie_id is not null and m.team_id = ${sql.ref(`b.${side}`)}), '')`;

/** Matches in the order of play: by time, then round. */
export async function loadMatches(ctx: Ctx, which: Which): Promise<Match[]> {
  let query = ctx.db
    .selectFrom("battle as b")
    .innerJoin("game_event as e", (join) => join.onRef("e.venue_id", "=", "b.venue_id").onRef("e.id", "=", "b.event_id"))
    .innerJoin("game as g", (join) => join.onRef("g.venue_id", "=", "e.venue_id").onRef("g.id", "=", "e.game_id"))
    .innerJoin("game_event_setting as es", (join) => join.onRef("es.venue_id", "=", "e.venue_id").onRef("es.event_id", "=", "e.id"))
    .leftJoin("game_team as h", (join) => join.onRef("h.venue_id", "=", "b.venue_id").onRef("h.id", "=", "b.home_id"))
    .leftJoin("game_team as a", (join) => join.onRef("a.venue_id", "=", "b.venue_id").onRef("a.id", "=", "b.away_id"))
    .leftJoin("battle as tie", (join) => join.onRef("tie.venue_id", "=", "b.venue_id").onRef("tie.id", "=", "b.tie_id"))
    .leftJoin("place as p", (join) =>
      join.onRef("p.venue_id", "=", "b.venue_id").on("p.id", "=", sql<string>`coalesce(b.court_id, tie.court_id)`),
    )
    .leftJoin("battle_call as c", (join) => join.onRef("c.venue_id", "=", "b.venue_id").onRef("c.battle_id", "=", "b.id"))
    .innerJoin("game_setting as gs", (join) => join.onRef("gs.venue_id", "=", "g.venue_id").onRef("gs.game_id", "=", "g.id"))
    .leftJoin("score_claim as cl", (join) => join.onRef("cl.venue_id", "=", "b.venue_id").onRef("cl.battle_id", "=", "b.id"))
    .leftJoin("referee as r", (join) => join.onRef("r.venue_id", "=", "b.venue_id").onRef("r.id", "=", "b.referee_id"))
    .where("b.venue_id", "=", ctx.venue.id)
    .selectAll("b")
    .select([
      "e.title as event",
      "e.kind",
      "g.privacy",
      "es.counting",
      "es.inning_quantity as most",
      "h.name as homeName",
      "h.club as homeClub",
      "h.seed as homeSeed",
      "a.name as awayName",
      "a.club as awayClub",
      "a.seed as awaySeed",
      "p.name as courtName",
      "r.name as refereeName",
      "c.called_at",
      "c.calls",
      "c.on_court_at",
      "c.late",
      "gs.call_minutes",
      "es.players_score",
      "cl.side as claimSide",
      "cl.sets as claimSets",
      "cl.is_disputed as isDisputed",
      "p.id as courtId",
      sql<Date | null>`coalesce(b.starts_at, tie.starts_at)`.as("begins"),
      sql<number[][]>`coalesce((select json_agg(json_build_array(i.home, i.away) order by x.sequence, i.number) from inning i
        join battle x on x.venue_id = i.venue_id and x.id = i.battle_id
        where x.venue_id = b.venue_id and (x.id = b.id or x.tie_id = b.id)), '[]')`.as("innings"),
      sql<string[]>`coalesce((select json_agg(i.run order by i.number) from inning i
        where i.venue_id = b.venue_id and i.battle_id = b.id), '[]')`.as("runs"),
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
  const rows = await query.execute();
  const rounds = await roundsOf(ctx, [...new Set(rows.map((row) => row.event_id))]);
  const side = (
    id: string | null,
    name: string | null,
    club: string | null,
    seed: number | null,
    from: string,
    players: string,
    row: NameRule & { readonly event_id: string },
  ): MatchSide => {
    const words = fromWords(ctx, from, rounds(row.event_id));
    const publicSide = { name: publicEntry(name ?? "", row), players: publicPlayers(players, row) };
    return {
      id,
      ...(which.isPublic ? publicSide : { name: name ?? "", players }),
      club: club ?? "",
      seed,
      from: words,
      source: from,
      publicName: publicSide.players === "" ? publicSide.name || words : `${publicSide.players} · ${publicSide.name}`,
    };
  };
  return rows.map((row) => ({
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
    periods: row.counting === "timed" ? row.most : 0,
    won: [row.home_sets, row.away_sets],
    home: side(row.home_id, row.homeName, row.homeClub, row.homeSeed, row.home_from, row.homePlayers, row),
    away: side(row.away_id, row.awayName, row.awayClub, row.awaySeed, row.away_from, row.awayPlayers, row),
    sets: row.innings,
    runs: row.runs,
    winner: row.winner,
    court: row.courtId === null ? null : { id: row.courtId, name: placeLabel(row.courtName ?? "", ctx.language) },
    startsAt: row.begins?.toISOString() ?? null,
    minutes: row.minutes,
    begunAt: row.begun_at?.toISOString() ?? null,
    endedAt: row.ended_at?.toISOString() ?? null,
    pinned: row.pinned,
    referee: row.refereeName ?? "",
    reason: row.reason,
    version: row.version,
    call:
      row.called_at !== null && row.state === "ready"
        ? {
            at: row.called_at.toISOString(),
            comeBy: new Date(row.called_at.getTime() + row.call_minutes * 60_000).toISOString(),
            calls: row.calls ?? 1,
            isOnCourt: row.on_court_at !== null,
            late: (row.late ?? "") as "",
          }
        : null,
    playersScore: row.players_score,
    claim:
      row.claimSide !== null && row.claimSets !== null
        ? { side: row.claimSide === "home" ? "home" : "away", sets: row.claimSets, isDisputed: row.isDisputed ?? false }
        : null,
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

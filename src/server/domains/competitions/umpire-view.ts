/** The umpire's view of a match: its sides, rules, marks and score. */
import { roundLabel } from "../../../contract/competitions/rounds";
import { isPlayable } from "../../../contract/competitions/match";
import { type UmpireMark, type UmpireView } from "../../../contract/competitions/umpire";
import type { Sport } from "../../../engine/sports";
import { type UmpireSetup } from "../../../engine/umpire";
import type { Ctx } from "../../http/context";
import { battleOf } from "./battle-row";
import { loadMatch, roundsOf } from "./load";
import { rulesOfMatch } from "./score";

/** Marks of a match, in their order. */
export async function marksOf(ctx: Ctx, battleId: string): Promise<UmpireMark[]> {
  const rows = await ctx.db
    .selectFrom("umpire_mark")
    .selectAll()
    .where("venue_id", "=", ctx.venue.id)
    .where("battle_id", "=", battleId)
    .orderBy("number")
    .execute();
  return rows.map(({ kind, side, marked_at, points, sets }) => ({
    kind: kind as UmpireMark["kind"],
    side: side === null ? null : side === 0 ? 0 : 1,
    at: marked_at.toISOString(),
    ...(points === null ? {} : { points }),
    ...(sets === null ? {} : { sets }),
  }));
}

export async function setupOf(ctx: Ctx, battleId: string): Promise<UmpireSetup & { readonly players: ReadonlyMap<string, string[]> }> {
  const battle = await battleOf(ctx, battleId);
  const { kind, sport } = await ctx.db
    .selectFrom("game_event as e")
    .innerJoin("game_setting as s", (join) => join.onRef("s.venue_id", "=", "e.venue_id").onRef("s.game_id", "=", "e.game_id"))
    .where("e.venue_id", "=", ctx.venue.id)
    .where("e.id", "=", battle.event_id)
    .select(["e.kind", "s.sport"])
    .executeTakeFirstOrThrow();
  let query = ctx.db
    .selectFrom("game_team_member as m")
    .where("m.venue_id", "=", ctx.venue.id)
    .where("m.team_id", "in", [battle.home_id ?? "", battle.away_id ?? ""])
    .select(["m.team_id", "m.name"])
    .orderBy("m.created_at")
    .orderBy("m.id");
  if (kind === "team")
    query = query.where((eb) =>
      eb(
        "m.id",
        "in",
        eb
          .selectFrom("battle_player as p")
          .where("p.venue_id", "=", ctx.venue.id)
          .where("p.battle_id", "=", battleId)
          .select("p.member_id"),
      ),
    );
  const members = await query.execute();
  const players = new Map(
    [battle.home_id, battle.away_id].map((id) => [id ?? "", members.filter(({ team_id }) => team_id === id).map(({ name }) => name)]),
  );
  const isDoubles = kind !== "singles" && [...players.values()].every(({ length }) => length === 2);
  return { rules: await rulesOfMatch(ctx, battle), sport: sport as Sport, isDoubles, players };
}

interface Access {
  readonly battle_id: string;
  readonly version: number;
  readonly ended_at: Date | null;
}

/** Returns the tablet's view of its match. @param hasOtherMarks the tablet has sent other marks than those that are stored */
export async function viewOf(ctx: Ctx, access: Access, hasOtherMarks = false): Promise<UmpireView> {
  const battleId = access.battle_id;
  const [match, { rules, sport, isDoubles, players }, marks] = await Promise.all([
    loadMatch(ctx, battleId),
    setupOf(ctx, battleId),
    marksOf(ctx, battleId),
  ]);
  const [game, rounds] = await Promise.all([
    ctx.db
      .selectFrom("game_event as e")
      .innerJoin("game as g", (join) => join.onRef("g.venue_id", "=", "e.venue_id").onRef("g.id", "=", "e.game_id"))
      .where("e.venue_id", "=", ctx.venue.id)
      .where("e.id", "=", match.eventId)
      .select("g.short_title")
      .executeTakeFirstOrThrow(),
    roundsOf(ctx, [match.eventId]),
  ]);
  const last = rounds(match.eventId)(match.key.split("-")[0] ?? "");
  const isEnded = access.ended_at !== null || !isPlayable(match);
  const side = ({ id, name, club, seed }: (typeof match)["home"]) => ({
    name,
    club,
    seed,
    players: isDoubles ? (players.get(id ?? "") ?? []) : [],
  });
  return {
    matchId: match.id,
    game: game.short_title,
    event: match.event,
    round: roundLabel(match, last)[ctx.language],
    court: match.court?.name ?? "",
    referee: match.referee,
    state: match.state,
    begunAt: match.begunAt,
    home: side(match.home),
    away: side(match.away),
    rules,
    sport,
    isDoubles,
    marks,
    sets: match.sets,
    version: match.version,
    isConflict: !isEnded && (hasOtherMarks || match.version !== access.version),
    isEnded,
  };
}

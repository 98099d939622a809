/** Matches of a game to score, and those of one entry. */
import type { Output, Parsed } from "../../../contract/core/call";
import type { matches } from "../../../contract/competitions/matches";
import type { Ctx } from "../../http/context";
import { loadMatches } from "./load";
import { orderOfPlayOf } from "./schedule-data";
import { scoreRules, settingsOf } from "./settings";

const ORDER = ["running", "suspended", "ready", "waiting", "finished", "retired", "walkover", "dropped"];

/** Matches of a game, rubbers too: those that run first, then by time. */
async function boardOf(ctx: Ctx, gameId: string, isPublic: boolean): Promise<Pick<Output<typeof matches.hall>, "game" | "matches">> {
  const game = await ctx.db
    .selectFrom("game")
    .select("short_title")
    .where("venue_id", "=", ctx.venue.id)
    .where("id", "=", gameId)
    .executeTakeFirst();
  const all = await loadMatches(ctx, { gameId, rubbers: true, isPublic });
  return { game: game?.short_title ?? "", matches: [...all].sort((a, b) => ORDER.indexOf(a.state) - ORDER.indexOf(b.state)) };
}

/** Matches of a game to score. */
export async function scoreBoard(ctx: Ctx, { gameId }: Parsed<typeof matches.board>): Promise<Output<typeof matches.board>> {
  const board = await boardOf(ctx, gameId, false);
  const events = [...new Set(board.matches.map(({ eventId }) => eventId))];
  const game = await ctx.db
    .selectFrom("game_setting")
    .select(["score_unit", "sport"])
    .where("venue_id", "=", ctx.venue.id)
    .where("game_id", "=", gameId)
    .executeTakeFirst();
  const rules = events.map(async (eventId) => {
    const row = await settingsOf(ctx, eventId);
    const unit = (game?.score_unit ?? "point") as "point";
    const sport = (game?.sport ?? "other") as "other";
    return { eventId, ...scoreRules(row), periodMinutes: row.period_minutes, unit, sport, allRubbers: row.all_rubbers };
  });
  return { ...board, rules: await Promise.all(rules) };
}

/** Matches of a game for the hall. */
export async function hallBoard(ctx: Ctx, { gameId }: Parsed<typeof matches.hall>): Promise<Output<typeof matches.hall>> {
  return { ...(await boardOf(ctx, gameId, true)), orderOfPlay: await orderOfPlayOf(ctx, gameId) };
}

export async function teamSchedule(ctx: Ctx, { teamId }: Parsed<typeof matches.ofTeam>): Promise<Output<typeof matches.ofTeam>> {
  const team = await ctx.db
    .selectFrom("game_team as t")
    .innerJoin("game_event as e", (join) => join.onRef("e.venue_id", "=", "t.venue_id").onRef("e.id", "=", "t.event_id"))
    .select(["t.name", "e.title"])
    .where("t.venue_id", "=", ctx.venue.id)
    .where("t.id", "=", teamId)
    .executeTakeFirst();
  return { team: team?.name ?? "", event: team?.title ?? "", matches: await loadMatches(ctx, { teamId }) };
}

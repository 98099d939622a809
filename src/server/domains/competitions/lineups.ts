/** Line-ups: who of an entry plays in a match, and in each rubber of a tie. */
import type { Parsed } from "../../../contract/core/call";
import { RUBBERS } from "../../../contract/competitions/game-events";
import type { Lineup, matches } from "../../../contract/competitions/matches";
import { lineupFault, MOST_RUBBERS } from "../../../engine/ties";
import type { Ctx } from "../../http/context";
import { AppError } from "../../http/error";
import { refuse } from "../../resource/refuse";
import { announceMatches, loadMatch, loadMatches } from "./load";

/** Players of both sides of a match. */
export async function lineup(ctx: Ctx, { id }: Parsed<typeof matches.lineup>): Promise<Lineup> {
  const match = await loadMatch(ctx, id);
  const rubbers = match.isTie ? await loadMatches(ctx, { rubbers: { of: id } }) : [];
  const [members, chosen] = await Promise.all([
    ctx.db
      .selectFrom("game_team_member")
      .select(["id", "team_id", "name", "sex", "captain", "shirt"])
      .where("venue_id", "=", ctx.venue.id)
      .where("team_id", "in", [match.home.id ?? "", match.away.id ?? ""])
      .orderBy("captain", "desc")
      .orderBy("created_at")
      .orderBy("id")
      .execute(),
    ctx.db
      .selectFrom("battle_player")
      .select(["battle_id", "member_id"])
      .where("venue_id", "=", ctx.venue.id)
      .where("battle_id", "in", [id, ...rubbers.map((rubber) => rubber.id)])
      .orderBy("position")
      .execute(),
  ]);
  const plays = new Set(chosen.filter(({ battle_id }) => battle_id === id).map(({ member_id }) => member_id));
  const of = (team: string | null) =>
    members
      .filter(({ team_id }) => team_id === team)
      .map((member) => ({
        id: member.id,
        name: member.name,
        sex: member.sex ?? "",
        captain: member.captain,
        shirt: member.shirt,
        plays: plays.has(member.id),
      }));
  const [home, away] = [of(match.home.id), of(match.away.id)];
  const inRubber = (rubber: string, side: readonly { id: string }[]): string[] =>
    chosen
      .filter(({ battle_id, member_id }) => battle_id === rubber && side.some((player) => player.id === member_id))
      .map((row) => row.member_id);
  const inOrder = [...rubbers].sort((a, b) => a.sequence - b.sequence);
  return {
    match,
    home,
    away,
    rubbers: inOrder.map((rubber) => ({ match: rubber, home: inRubber(rubber.id, home), away: inRubber(rubber.id, away) })),
  };
}

async function storeLineup(ctx: Ctx, battleId: string, memberIds: readonly string[]): Promise<void> {
  if (memberIds.length > 0)
    await ctx.db
      .insertInto("battle_player")
      .values([...new Set(memberIds)].map((member_id, i) => ({ venue_id: ctx.venue.id, battle_id: battleId, member_id, position: i + 1 })))
      .execute();
}

/** So that two who save at once come one after the other. */
const lockMatch = (ctx: Ctx, id: string): Promise<unknown> =>
  ctx.db.selectFrom("battle").select("id").where("venue_id", "=", ctx.venue.id).where("id", "=", id).forUpdate().executeTakeFirst();

/** @throws AppError `refused` once the match has begun, or for players of another entry */
export async function saveLineup(ctx: Ctx, { id, memberIds }: Parsed<typeof matches.saveLineup>): Promise<Lineup> {
  await lockMatch(ctx, id);
  const { match, home, away } = await lineup(ctx, { id });
  if (match.state !== "waiting" && match.state !== "ready")
    throw refuse(ctx, { zh: "对阵已经开始，出场名单没有改动", en: "The match has begun; its line-up stays" });
  const known = new Set([...home, ...away].map((player) => player.id));
  if (memberIds.some((member) => !known.has(member)))
    throw refuse(ctx, { zh: "名单里有不属于双方的队员，没有保存", en: "Somebody plays for neither side; nothing was saved" });
  await ctx.db.deleteFrom("battle_player").where("venue_id", "=", ctx.venue.id).where("battle_id", "=", id).execute();
  await storeLineup(ctx, id, memberIds);
  announceMatches(ctx);
  return lineup(ctx, { id });
}

/**
 * Saves the players of one team in each rubber.
 * @throws AppError `refused` for players of the wrong number or sex, in too many rubbers, of another team; once a changed rubber has begun
 */
export async function saveTie(ctx: Ctx, { id, side, rubbers }: Parsed<typeof matches.saveTie>): Promise<Lineup> {
  await lockMatch(ctx, id);
  const now = await lineup(ctx, { id });
  const team = now[side];
  const notSaved = "，没有保存";
  const named = (rubber: string): string => RUBBERS[rubber]?.[ctx.language] ?? rubber;
  const chosen = now.rubbers.map(({ match, ...of }) => ({
    match,
    before: of[side],
    after: rubbers.find(({ rubber }) => rubber === match.rubber)?.memberIds ?? of[side],
  }));
  if (chosen.length === 0) throw new AppError("missing", { what: ctx.language === "zh" ? "团体赛" : "Tie" });
  for (const { match, before, after } of chosen)
    if (before.join() !== after.join() && match.state !== "waiting" && match.state !== "ready")
      throw refuse(
        ctx,
        { zh: `{rubber}已经开始，名单不能再改${notSaved}`, en: "{rubber} has begun; nothing was saved" },
        { rubber: named(match.rubber) },
      );
  const players = chosen.map(({ match, after }) => ({
    rubber: match.rubber,
    players: after.map((member) => {
      const player = team.find((each) => each.id === member);
      if (!player)
        throw refuse(ctx, { zh: "名单里有不属于该队的队员，没有保存", en: "Somebody does not play for the team; nothing was saved" });
      return { id: member, sex: player.sex === "female" ? ("female" as const) : ("male" as const) };
    }),
  }));
  const fault = lineupFault(players);
  if (fault) {
    const player = team.find((each) => each.id === fault.player)?.name ?? "";
    const words = {
      players: { zh: `{rubber}的人数或性别不对${notSaved}`, en: "{rubber}: wrong number or sex of players; nothing was saved" },
      often: { zh: `{player} 最多打 {most} 盘${notSaved}`, en: "{player} plays {most} rubbers at most; nothing was saved" },
      discipline: {
        zh: `{player} 不能打两盘同类比赛（{rubber}）${notSaved}`,
        en: "{player} can’t play two of one kind ({rubber}); nothing was saved",
      },
    }[fault.why];
    throw refuse(ctx, words, { rubber: named(fault.rubber), player, most: MOST_RUBBERS });
  }
  for (const { match, before, after } of chosen) {
    if (before.join() === after.join()) continue;
    await ctx.db
      .deleteFrom("battle_player")
      .where("venue_id", "=", ctx.venue.id)
      .where("battle_id", "=", match.id)
      .where("member_id", "in", [...team.map((player) => player.id), ""])
      .execute();
    await storeLineup(ctx, match.id, after);
  }
  announceMatches(ctx);
  return lineup(ctx, { id });
}

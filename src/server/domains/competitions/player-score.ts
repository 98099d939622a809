/** Players score their match: a side enters the result with its PIN, the other confirms or disputes it, and the desk decides what is disputed. */
import type { Output, Parsed } from "../../../contract/core/call";
import { isPlayable } from "../../../contract/competitions/match";
import type { umpire } from "../../../contract/competitions/umpire";
import { faultOf, type ScoreRules, type SetScore, standingOf } from "../../../engine/scoring";
import type { Ctx } from "../../http/context";
import { auditLine } from "../../kernel/audit-line";
import { addMessage } from "../../kernel/messages";
import { hashOf, newSecret } from "../../kernel/tokens";
import { refuse } from "../../resource/refuse";
import { battleOf, setBattle } from "./battle-row";
import { announceMatches, loadMatch, loadMatches } from "./load";
import { lockMatch, newPin, pinHash } from "./pins";
import { finishing, lockingBattle, refuseFault, rulesOfMatch, scoring, starting } from "./score";

export type MatchSideName = "home" | "away";
/** Maximum number of results that players may enter for a match; then the desk enters it. */
const MOST_ENTRIES = 20;

const pinKey = (id: string, side: MatchSideName): string => `${id} ${side}`;

/**
 * Issues a PIN to each side. Phones that had the match before lose it.
 * @throws AppError `refused` where the event does not let players score, for a tie, or a match that can't be played
 */
export async function issueToPlayers(
  ctx: Ctx,
  { id }: Parsed<typeof umpire.issueToPlayers>,
): Promise<Output<typeof umpire.issueToPlayers>> {
  await lockMatch(ctx, id);
  const match = await loadMatch(ctx, id);
  if (!match.playersScore)
    throw refuse(ctx, {
      zh: "该项目没有打开“选手自行记分”，没有发 PIN；请在项目设置里打开",
      en: "Players don’t score in this event; no PIN was issued. Switch it on in the event’s settings",
    });
  if (match.isTie)
    throw refuse(ctx, { zh: "团体赛按盘计分，请为各盘发 PIN", en: "A tie is scored by its rubbers: issue PINs for each of those" });
  if (!isPlayable(match))
    throw refuse(ctx, { zh: "对阵双方未定或已打完，没有发 PIN", en: "The sides are open or the match is over; no PIN was issued" });
  const home = newPin();
  let away = newPin();
  while (away === home) away = newPin();
  for (const [side, pin] of [["home", home] as const, ["away", away] as const]) {
    const access = { pin_hash: pinHash(pinKey(id, side), pin), token_hash: null, issued_at: ctx.now, ended_at: null };
    await ctx.db
      .insertInto("player_access")
      .values({ venue_id: ctx.venue.id, battle_id: id, side, ...access })
      .onConflict((conflict) => conflict.columns(["venue_id", "battle_id", "side"]).doUpdateSet(access))
      .execute();
  }
  return { home, away };
}

/** Opens a match for the side of a PIN. @returns the phone's token; undefined for a wrong PIN */
export async function openSide(ctx: Ctx, id: string, pin: string): Promise<string | undefined> {
  const token = newSecret();
  for (const side of ["home", "away"] as const) {
    const opened = await ctx.db
      .updateTable("player_access")
      .set({ token_hash: hashOf(token) })
      .where("venue_id", "=", ctx.venue.id)
      .where("battle_id", "=", id)
      .where("side", "=", side)
      .where("pin_hash", "=", pinHash(pinKey(id, side), pin))
      .where("ended_at", "is", null)
      .returning("side")
      .executeTakeFirst();
    if (opened) return token;
  }
  return undefined;
}

/** The side of a phone's token in a match; undefined for a token that another phone or PIN has replaced, or of another match. */
export async function sideOf(
  ctx: Ctx,
  id: string,
  token: string,
): Promise<{ readonly side: MatchSideName; readonly isEnded: boolean } | undefined> {
  if (token === "") return undefined;
  const row = await ctx.db
    .selectFrom("player_access")
    .select(["side", "ended_at"])
    .where("venue_id", "=", ctx.venue.id)
    .where("battle_id", "=", id)
    .where("token_hash", "=", hashOf(token))
    .executeTakeFirst();
  return row && { side: row.side, isEnded: row.ended_at !== null };
}

/** Returns the match as its players see it, with its rules. */
export async function playersMatch(ctx: Ctx, id: string) {
  const [match] = await loadMatches(ctx, { id, isPublic: true });
  const claim = await claimOf(ctx, id);
  return match && { match, rules: await rulesOfMatch(ctx, await battleOf(ctx, id)), claim };
}

const claimOf = (ctx: Ctx, id: string) =>
  ctx.db.selectFrom("score_claim").selectAll().where("venue_id", "=", ctx.venue.id).where("battle_id", "=", id).executeTakeFirst();

/** Locks a match that the side of a token may score now. @throws AppError `refused` */
async function lockAsSide(ctx: Ctx, id: string, token: string): Promise<{ side: MatchSideName; rules: ScoreRules; version: number }> {
  await lockMatch(ctx, id);
  const access = await sideOf(ctx, id, token);
  const match = await loadMatch(ctx, id);
  if (!access || access.isEnded || !match.playersScore || !isPlayable(match))
    throw refuse(ctx, {
      zh: "这场已结束，或 PIN 已更换，没有保存；请问记录台",
      en: "The match is over or has a new PIN; nothing was saved. Ask the desk",
    });
  if (match.state === "suspended")
    throw refuse(ctx, { zh: "记录台已中断这一场，没有保存", en: "The desk has suspended the match; nothing was saved" });
  return { side: access.side, rules: await rulesOfMatch(ctx, await battleOf(ctx, id)), version: match.version };
}

/** Enters the result of a side. It counts once the other has confirmed it. @throws AppError `refused` */
export async function enterResult(ctx: Ctx, id: string, token: string, sets: readonly SetScore[]): Promise<void> {
  const { side, rules, version } = await lockAsSide(ctx, id, token);
  refuseFault(ctx, faultOf(rules, sets));
  if (!standingOf(rules, sets).over)
    throw refuse(ctx, { zh: "还没有分出胜负，没有保存；请填完所有局", en: "Nobody has won by then; nothing was saved. Enter all sets" });
  const before = await claimOf(ctx, id);
  if (before?.is_disputed)
    throw refuse(ctx, { zh: "比分有异议，由记录台决定，没有保存", en: "The result is disputed and the desk decides; nothing was saved" });
  if (before && before.side !== side)
    throw refuse(ctx, {
      zh: "对方刚录入了赛果，没有保存；请先确认或提出异议",
      en: "The other side has just entered a result; yours was not saved. Confirm theirs or dispute it",
    });
  if (before && before.entries >= MOST_ENTRIES)
    throw refuse(ctx, { zh: "改的次数太多，没有保存；请到记录台", en: "It was changed too often; nothing was saved. Go to the desk" });
  const entered = {
    side,
    sets: JSON.stringify(sets),
    version,
    entries: (before?.entries ?? 0) + 1,
    is_disputed: false,
    entered_at: ctx.now,
  };
  await ctx.db
    .insertInto("score_claim")
    .values({ venue_id: ctx.venue.id, battle_id: id, ...entered })
    .onConflict((conflict) => conflict.columns(["venue_id", "battle_id"]).doUpdateSet(entered))
    .execute();
  announceMatches(ctx);
}

/** Returns the claim of the other side that a person has seen. @throws AppError `refused` where it is another by now */
async function claimAgainst(ctx: Ctx, id: string, side: MatchSideName, entries: number) {
  const claim = await claimOf(ctx, id);
  if (!claim || claim.side === side || claim.is_disputed || claim.entries !== entries)
    throw refuse(ctx, {
      zh: "对方的赛果已有变动，没有保存；请看最新的再确认",
      en: "The other side’s result has changed; nothing was saved. Look at it again",
    });
  return claim;
}

/** Confirms the other side's result, which ends the match. @param entries number of the entry that was seen @throws AppError `refused` */
export async function confirmResult(ctx: Ctx, id: string, token: string, entries: number): Promise<void> {
  await lockingBattle(ctx, "finish", id);
  const { side } = await lockAsSide(ctx, id, token);
  const { sets, version } = await claimAgainst(ctx, id, side, entries);
  const { state } = await battleOf(ctx, id);
  if (state === "ready") {
    await starting(ctx, id);
    await setBattle(ctx, id, { state: "running" });
  }
  await scoring(ctx, id, { sets: sets.map(([home = 0, away = 0]): SetScore => [home, away]), runs: [], version });
  await finishing(ctx, id);
  await auditLine(ctx, { object: "battle", id, after: { entered_by: side === "home" ? "away" : "home", confirmed_by: side } });
}

/** Disputes the other side's result: the desk decides. @throws AppError `refused` */
export async function disputeResult(ctx: Ctx, id: string, token: string, entries: number): Promise<void> {
  const { side } = await lockAsSide(ctx, id, token);
  await claimAgainst(ctx, id, side, entries);
  await ctx.db
    .updateTable("score_claim")
    .set({ is_disputed: true })
    .where("venue_id", "=", ctx.venue.id)
    .where("battle_id", "=", id)
    .execute();
  const { home, away, event } = await loadMatch(ctx, id);
  await addMessage(ctx, {
    kind: "system",
    title: (language) => (language === "zh" ? `比分有异议：${home.name} – ${away.name}` : `Disputed result: ${home.name} – ${away.name}`),
    text: (language) =>
      language === "zh"
        ? `${event}：双方对自行录入的赛果意见不一，请记录台决定`
        : `${event}: the sides disagree on the result that they entered. The desk decides`,
    resource: "battles",
    resourceId: id,
  });
  announceMatches(ctx);
}

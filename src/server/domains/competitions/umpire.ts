/** The umpire's tablet: a PIN and token of one match, and its marks, from which the score follows. */
import type { Output, Parsed } from "../../../contract/core/call";
import { isPlayable, type Match, PLAYABLE_STATES } from "../../../contract/competitions/match";
import { MOST_MARKS, type umpire, type UmpireMark, type UmpireView } from "../../../contract/competitions/umpire";
import { hasSameStart, umpireState } from "../../../engine/umpire";
import type { Ctx, PersonCtx } from "../../http/context";
import { AppError } from "../../http/error";
import { hashOf, newSecret } from "../../kernel/tokens";
import { refuse } from "../../resource/refuse";
import { battleOf, setBattle } from "./battle-row";
import { announceMatches, loadMatch } from "./load";
import { finishing, givingUp, lockingBattle, savePlayed, starting } from "./score";
import { countPinTry, lockMatch, newPin, pinHash } from "./pins";
import { marksOf, setupOf, viewOf } from "./umpire-view";

/** Marks that a tablet may have before the match starts. */
const BEFORE_START: readonly UmpireMark["kind"][] = ["ends", "undo"];
const ENDING: readonly UmpireMark["kind"][] = ["finish", "retire"];

/** The operator of what a tablet does, in the log. */
const operatorOf = ({ language }: PersonCtx<null>) => ({ id: "", name: { zh: "裁判平板", en: "Umpire’s tablet" }[language] });

/**
 * Issues a PIN. The tablet that had the match before loses it.
 * @throws AppError `refused` for a tie, or a match that can't be played
 */
export async function issuePin(ctx: Ctx, { id }: Parsed<typeof umpire.issue>): Promise<Output<typeof umpire.issue>> {
  await lockMatch(ctx, id);
  const match = await loadMatch(ctx, id);
  if (match.isTie)
    throw refuse(ctx, { zh: "团体赛按盘计分，请为各盘发 PIN", en: "A tie is scored by its rubbers: issue a PIN for each of those" });
  if (!isPlayable(match))
    throw refuse(ctx, { zh: "对阵双方未定或已打完，没有发 PIN", en: "The sides are open or the match is over; no PIN was issued" });
  await alignMarks(ctx, match);
  const pin = newPin();
  const access = { pin_hash: pinHash(id, pin), token_hash: null, issued_at: ctx.now, version: match.version, ended_at: null };
  await ctx.db
    .insertInto("umpire_access")
    .values({ venue_id: ctx.venue.id, battle_id: id, ...access })
    .onConflict((conflict) => conflict.columns(["venue_id", "battle_id"]).doUpdateSet(access))
    .execute();
  return { pin };
}

/** Aligns the marks of a match with the score that the office has, so that a tablet continues from there. */
async function alignMarks(ctx: Ctx, { id, state, sets }: Match): Promise<void> {
  const access = await ctx.db
    .selectFrom("umpire_access")
    .select("ended_at")
    .where("venue_id", "=", ctx.venue.id)
    .where("battle_id", "=", id)
    .executeTakeFirst();
  const isStale = state === "ready" || (access !== undefined && access.ended_at !== null);
  if (isStale) await ctx.db.deleteFrom("umpire_mark").where("venue_id", "=", ctx.venue.id).where("battle_id", "=", id).execute();
  const before = await marksOf(ctx, id);
  const known = umpireState(await setupOf(ctx, id), before);
  const at = ctx.now.toISOString();
  const newMarks: UmpireMark[] = [];
  if (state !== "ready" && !known.hasStarted) newMarks.push({ kind: "start", side: 0, at });
  if (JSON.stringify(known.played.sets) !== JSON.stringify(sets))
    newMarks.push({ kind: "score", side: null, at, sets: sets.map(([home = 0, away = 0]) => [home, away]) });
  await addMarks(ctx, id, before.length, newMarks);
}

async function addMarks(ctx: Ctx, battleId: string, from: number, marks: readonly UmpireMark[]): Promise<void> {
  if (marks.length === 0) return;
  await ctx.db
    .insertInto("umpire_mark")
    .values(
      marks.map((mark, i) => ({
        venue_id: ctx.venue.id,
        battle_id: battleId,
        number: from + i,
        kind: mark.kind,
        side: mark.side,
        points: mark.points ?? null,
        sets: mark.sets === undefined ? null : JSON.stringify(mark.sets),
        marked_at: new Date(mark.at),
        received_at: ctx.now,
      })),
    )
    .execute();
}

/**
 * Opens a match on a tablet.
 * @throws AppError `refused` for a wrong PIN, `slowDown` after too many
 */
export async function openUmpire(
  ctx: PersonCtx<null>,
  { venueId, matchId, courtId, pin }: Parsed<typeof umpire.open>,
): Promise<Output<typeof umpire.open>> {
  const target = `umpire ${venueId} ${matchId === undefined ? `court ${courtId ?? ""}` : `match ${matchId}`}`;
  const addressKey = await countPinTry(ctx.db, target, ctx.address, ctx.now);
  const token = newSecret();
  const view = await ctx.changeAt(venueId, operatorOf(ctx), async (at) => {
    const open = at.db
      .selectFrom("umpire_access as u")
      .innerJoin("battle as b", (join) => join.onRef("b.venue_id", "=", "u.venue_id").onRef("b.id", "=", "u.battle_id"))
      .leftJoin("battle as tie", (join) => join.onRef("tie.venue_id", "=", "b.venue_id").onRef("tie.id", "=", "b.tie_id"))
      .where("u.venue_id", "=", at.venue.id)
      .where("u.ended_at", "is", null)
      .where("b.state", "in", PLAYABLE_STATES)
      .select(["u.battle_id", "u.pin_hash"]);
    const found =
      matchId !== undefined
        ? await open.where("u.battle_id", "=", matchId).execute()
        : await open.where((eb) => eb(eb.fn.coalesce("b.court_id", "tie.court_id"), "=", courtId ?? "")).execute();
    const access = found.find(({ battle_id, pin_hash }) => pin_hash === pinHash(battle_id, pin));
    if (!access) return undefined;
    // A new PIN, or the end of the match, may have been committed meanwhile.
    const opened = await at.db
      .updateTable("umpire_access")
      .set({ token_hash: hashOf(token) })
      .where("venue_id", "=", at.venue.id)
      .where("battle_id", "=", access.battle_id)
      .where("pin_hash", "=", access.pin_hash)
      .where("ended_at", "is", null)
      .returningAll()
      .executeTakeFirst();
    return opened && viewOf(at, opened);
  });
  if (view) {
    await ctx.db.deleteFrom("guess").where("key", "=", addressKey).execute();
    return { token, view };
  }
  const text = {
    zh: "PIN 不对，或该场已结束；请向编排记录台要新的 PIN",
    en: "The PIN is wrong, or its match is over. Ask the desk for a new one",
  };
  throw new AppError("refused", { text: text[ctx.language] });
}

/** The access of a token. @throws AppError `refused` for a token that another tablet or PIN has replaced */
async function accessOf(ctx: Ctx, token: string, lock: boolean) {
  let query = ctx.db.selectFrom("umpire_access").selectAll().where("venue_id", "=", ctx.venue.id).where("token_hash", "=", hashOf(token));
  if (lock) query = query.forUpdate();
  const access = await query.executeTakeFirst();
  if (!access)
    throw refuse(ctx, {
      zh: "这场已在另一台平板打开，或 PIN 已更换；这里未发送的记分仍保留，请重新输入 PIN",
      en: "Another tablet has opened the match, or it has a new PIN. What is unsent stays here; enter the PIN again",
    });
  return access;
}

export const umpireView = (ctx: PersonCtx<null>, { venueId, token }: Parsed<typeof umpire.view>): Promise<UmpireView> =>
  ctx.readAt(venueId, operatorOf(ctx), async (at) => viewOf(at, await accessOf(at, token, false)));

/** Saves marks of a tablet and what follows from them: the start, the score, the result. */
export const sendMarks = (ctx: PersonCtx<null>, { venueId, token, ...input }: Parsed<typeof umpire.send>): Promise<UmpireView> =>
  ctx.changeAt(venueId, operatorOf(ctx), (at) => saveMarks(at, token, input));

/** @throws AppError `refused` for marks out of order, too many, or none that the match can have */
async function saveMarks(
  ctx: Ctx,
  token: string,
  { from, marks, version }: Pick<Parsed<typeof umpire.send>, "from" | "marks" | "version">,
): Promise<UmpireView> {
  const { battle_id: id } = await accessOf(ctx, token, false);
  // In the order in which the office locks, then the access. Points between start and result lock the match only.
  if (await concernsEvent(ctx, id, marks)) await lockingBattle(ctx, "finish", id);
  await lockMatch(ctx, id);
  const access = await accessOf(ctx, token, true);
  const battle = await battleOf(ctx, id);
  if (access.ended_at !== null || !isPlayable(battle)) return viewOf(ctx, access);
  const before = await marksOf(ctx, id);
  if (from > before.length)
    throw refuse(ctx, {
      zh: "中间有记分还没有收到，没有保存；平板会从缺的那一分重新发送",
      en: "Marks before these have not arrived; nothing was saved. The tablet sends them again from there",
    });
  if (!hasSameStart(before.slice(from), marks)) return viewOf(ctx, access, true);
  const newMarks = marks.slice(before.length - from);
  if (newMarks.length === 0) return viewOf(ctx, access);
  const isResolved = version === battle.version && newMarks.some(({ kind }) => kind === "score");
  if (battle.version !== access.version && !isResolved) return viewOf(ctx, access);
  if (before.length + newMarks.length > MOST_MARKS)
    throw refuse(ctx, {
      zh: "一场的记录太多，没有保存；请在记录台计分",
      en: "The match has too many marks; nothing was saved. Score it at the desk",
    });
  if (battle.state === "suspended")
    throw refuse(ctx, {
      zh: "记录台已中断这一场，没有保存；继续比赛后会自动发送",
      en: "The desk has suspended the match; what is unsent follows once it resumes",
    });
  await addMarks(ctx, id, before.length, newMarks);
  await applyMarks(ctx, id, [...before, ...newMarks]);
  const after = await battleOf(ctx, id);
  const saved = await ctx.db
    .updateTable("umpire_access")
    .set({ version: after.version })
    .where("venue_id", "=", ctx.venue.id)
    .where("battle_id", "=", id)
    .returningAll()
    .executeTakeFirstOrThrow();
  announceMatches(ctx);
  return viewOf(ctx, saved);
}

/** True if marks start the match or end it, by which the event, its other matches and a tie change too. */
async function concernsEvent(ctx: Ctx, id: string, marks: readonly UmpireMark[]): Promise<boolean> {
  const { state } = await battleOf(ctx, id);
  if (state === "ready" || marks.some(({ kind }) => ENDING.includes(kind))) return true;
  const ending = await ctx.db
    .selectFrom("umpire_mark")
    .select("number")
    .where("venue_id", "=", ctx.venue.id)
    .where("battle_id", "=", id)
    .where("kind", "in", ENDING)
    .limit(1)
    .executeTakeFirst();
  return ending !== undefined;
}

async function applyMarks(ctx: Ctx, id: string, marks: readonly UmpireMark[]): Promise<void> {
  const setup = await setupOf(ctx, id);
  const { played, hasStarted, isOver, isFinished, retired } = umpireState(setup, marks);
  const battle = await battleOf(ctx, id);
  if (battle.state === "ready") {
    if (marks.every(({ kind }) => BEFORE_START.includes(kind))) return;
    if (!hasStarted) throw refuse(ctx, { zh: "先标记开始，再计分；没有保存", en: "Mark the start, then score; nothing was saved" });
    await starting(ctx, id);
    await setBattle(ctx, id, { state: "running" });
  }
  const match = await loadMatch(ctx, id);
  if (JSON.stringify([match.sets, match.runs]) !== JSON.stringify([played.sets, played.runs]))
    await setBattle(ctx, id, await savePlayed(ctx, id, played));
  if (retired !== null) {
    const reason = { zh: "裁判记退赛", en: "Recorded by the umpire" }[ctx.language];
    await givingUp(ctx, id, retired === 0 ? "home" : "away", "retired", reason);
  } else if (isFinished && isOver) await finishing(ctx, id);
}

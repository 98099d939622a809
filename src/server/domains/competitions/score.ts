/** Matches being played: scores, results and what follows from them. */
import {
  faultOf,
  type Played,
  type ScoreFault,
  runFits,
  type ScoreRules,
  type SetScore,
  type Side,
  standingOf,
} from "../../../engine/scoring";
import { isUnderWay } from "../../../contract/competitions/match";
import { sidesOf } from "../../../engine/ties";
import type { Ctx } from "../../http/context";
import { refuse } from "../../resource/refuse";
import { type Battle, battleOf, setBattle } from "./battle-row";
import { isPublished } from "./draw";
import { eventOf } from "./event-of";
import { setEvent } from "./event-state";
import { endMatch } from "./forfeits";
import { announceMatches } from "./load";
import { textResult } from "./match-texts";
import { refuseRefereePlaying } from "./officials";
import { scoreRules, settingsOf } from "./settings";
import { recountTie, rubbersOf, standingOfTie } from "./ties";
import { endUmpire } from "./umpire-access";

/** Returns the scoring rules of a match: a draw is possible only in a group. */
export async function rulesOfMatch(ctx: Ctx, { event_id, group_no }: Pick<Battle, "event_id" | "group_no">): Promise<ScoreRules> {
  const { draws, ...rules } = scoreRules(await settingsOf(ctx, event_id));
  return { ...rules, mayDraw: draws && group_no !== null };
}

export async function setsOf(ctx: Ctx, id: string): Promise<SetScore[]> {
  const rows = await ctx.db
    .selectFrom("inning")
    .select(["home", "away"])
    .where("venue_id", "=", ctx.venue.id)
    .where("battle_id", "=", id)
    .orderBy("number")
    .execute();
  return rows.map(({ home, away }) => [home, away]);
}

/** A match is played while its game runs and its draw is published. @throws AppError `refused` */
async function refuseUnplayable(ctx: Ctx, eventId: string): Promise<void> {
  const event = await eventOf(ctx, eventId, true);
  if (event.gameStatus !== "running") throw refuse(ctx, { zh: "赛事没有在进行中，先开赛", en: "The game does not run: start it first" });
  if (!(await isPublished(ctx, eventId)))
    throw refuse(ctx, { zh: "抽签还没有公布，先公布再比赛", en: "The draw is not published: publish it, then play" });
  if (event.state === "drawn") await setEvent(ctx, eventId, "running");
}

/** Moves by which other matches, the event or entries change too, or that depend on other matches. */
const FAR = ["start", "unstart", "finish", "walkover", "retire", "correct", "amend", "assign"];

/**
 * Before a match moves: its event and game, then the tie of a rubber, and only then the match. Results are so confirmed one after the other:
 * each must see the last, or a group's last two would leave the knockout empty, and two rubbers lose one of the tie's scores.
 */
export async function lockingBattle(ctx: Ctx, on: string, id: string): Promise<void> {
  if (!FAR.includes(on)) return;
  const battle = await ctx.db
    .selectFrom("battle")
    .select(["event_id", "tie_id"])
    .where("venue_id", "=", ctx.venue.id)
    .where("id", "=", id)
    .executeTakeFirst();
  if (!battle) return;
  // A referee is put on while no match of the game is moved.
  if (on === "assign") {
    const game = ctx.db.selectFrom("game_event").select("game_id").where("venue_id", "=", ctx.venue.id).where("id", "=", battle.event_id);
    await ctx.db.selectFrom("game").select("id").where("venue_id", "=", ctx.venue.id).where("id", "=", game).forUpdate().execute();
    return;
  }
  await eventOf(ctx, battle.event_id, true);
  if (battle.tie_id === null) return;
  const tie = ctx.db.selectFrom("battle").select("id").where("venue_id", "=", ctx.venue.id).where("id", "=", battle.tie_id);
  await tie.forUpdate().execute();
}

/** @throws AppError `refused` */
export async function starting(ctx: Ctx, id: string): Promise<void> {
  const battle = await battleOf(ctx, id);
  await refuseUnplayable(ctx, battle.event_id);
  await refuseRefereePlaying(ctx, battle);
  if (battle.tie_id !== null) await startingRubber(ctx, battle);
  await setBattle(ctx, id, { begun_at: ctx.now });
  announceMatches(ctx);
}

const isTie = async (ctx: Ctx, id: string): Promise<boolean> => (await rubbersOf(ctx, id)).length > 0;

/** A rubber takes its players, and its tie begins with it. @throws AppError `refused` */
async function startingRubber(ctx: Ctx, rubber: Battle): Promise<void> {
  const tie = await battleOf(ctx, rubber.tie_id ?? "");
  if (tie.state !== "ready" && tie.state !== "running")
    throw refuse(ctx, { zh: "这场团体赛没有在进行，不能开始这一盘", en: "The tie is not on; the rubber can’t start" });
  const { male, female } = sidesOf(rubber.rubber ?? "");
  const { count } = await ctx.db
    .selectFrom("battle_player")
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .where("venue_id", "=", ctx.venue.id)
    .where("battle_id", "=", rubber.id)
    .executeTakeFirstOrThrow();
  if (count < (male + female) * 2)
    throw refuse(ctx, { zh: "这一盘的出场队员没有排满，先排出场名单", en: "Its players are not all named: make the line-up first" });
  if (tie.state === "ready") await setBattle(ctx, tie.id, { state: "running", begun_at: ctx.now });
}

/** @param sum of a timed match: its score, before that of each period */
export function scoreText(sets: readonly SetScore[], sum: SetScore | undefined): string {
  const each = sets.map(([home, away]) => `${home}–${away}`).join(" ");
  return sum && sets.length > 0 ? `${sum.join("–")} (${each})` : each;
}

/** @throws AppError `refused` for what cannot be a score */
export function refuseFault(ctx: Ctx, fault: ScoreFault | undefined): void {
  if (!fault) return;
  const { zh, en } = {
    impossible: { zh: "不可能的比分", en: "such a score can’t be" },
    open: { zh: "还没有打完", en: "it is not over" },
    tooMany: { zh: "胜负已分，不再有这一局", en: "the match was over before it" },
  }[fault.why];
  throw refuse(ctx, { zh: `第 {set} 局：${zh}，没有保存`, en: `Set {set}: ${en}; nothing was saved` }, { set: fault.set });
}

/** @throws AppError `refused` where somebody else has scored since */
export function refuseStale(ctx: Ctx, battle: Battle, version: number | undefined): void {
  if (version !== undefined && version !== battle.version)
    throw refuse(ctx, {
      zh: "比分刚被别人改过，没有保存；请看最新比分再改",
      en: "Somebody else has just scored; nothing was saved. Look at the score and change it again",
    });
}

/** Writes sets over those before. A run that its set can't have is not kept. */
export async function saveSets(ctx: Ctx, id: string, sets: readonly SetScore[], runs: readonly string[]): Promise<void> {
  await ctx.db.deleteFrom("inning").where("venue_id", "=", ctx.venue.id).where("battle_id", "=", id).execute();
  if (sets.length === 0) return;
  await ctx.db
    .insertInto("inning")
    .values(
      sets.map((set, i) => {
        const run = runs[i] ?? "";
        return { venue_id: ctx.venue.id, battle_id: id, number: i + 1, home: set[0], away: set[1], run: runFits(run, set) ? run : "" };
      }),
    )
    .execute();
}

/**
 * Writes the present sets of a match. A run that its set can't have is not saved.
 * @param version the version that the person saw; another one means that somebody else has scored meanwhile
 * @throws AppError `refused` for an impossible score
 */
export async function scoring(
  ctx: Ctx,
  id: string,
  played: Played & { readonly version?: number | undefined },
): Promise<{ score: string }> {
  const { score, ...values } = await savePlayed(ctx, id, played);
  await setBattle(ctx, id, values);
  return { score };
}

/**
 * Writes the present sets of a match and returns the columns of the match that follow from them. A second update of the row in one transaction
 * would check its event's key again, and so wait for whoever has the event locked.
 */
export async function savePlayed(
  ctx: Ctx,
  id: string,
  { sets, runs, version }: Played & { readonly version?: number | undefined },
): Promise<Pick<Battle, "version" | "home_sets" | "away_sets"> & { score: string }> {
  const battle = await battleOf(ctx, id);
  if (await isTie(ctx, id)) throw refuse(ctx, { zh: "团体赛按盘计分，请在各盘计分", en: "A tie is scored by its rubbers: score those" });
  refuseStale(ctx, battle, version);
  const rules = await rulesOfMatch(ctx, battle);
  refuseFault(ctx, faultOf(rules, sets));
  await saveSets(ctx, id, sets, runs);
  const [home_sets, away_sets] = standingOf(rules, sets).won;
  announceMatches(ctx);
  return { version: battle.version + 1, home_sets, away_sets, score: scoreText(sets, rules.timed ? [home_sets, away_sets] : undefined) };
}

/** Confirms a result that the score says. The state has not moved yet. @throws AppError `refused` while nobody has won */
export async function finishing(ctx: Ctx, id: string): Promise<void> {
  const battle = await battleOf(ctx, id);
  await refuseUnplayable(ctx, battle.event_id);
  const { winner, over } = (await isTie(ctx, id))
    ? await standingOfTie(ctx, battle)
    : standingOf(await rulesOfMatch(ctx, battle), await setsOf(ctx, id));
  if (!over) throw refuse(ctx, { zh: "还没有分出胜负，不能确认赛果", en: "Nobody has won yet; there is no result to confirm" });
  await end(ctx, battle, winner ?? null, "finished", "");
}

/** @param side who does not play, or stops playing */
export async function givingUp(
  ctx: Ctx,
  id: string,
  side: "home" | "away" | null,
  state: "walkover" | "retired",
  reason: string,
): Promise<void> {
  const battle = await battleOf(ctx, id);
  await refuseUnplayable(ctx, battle.event_id);
  await end(ctx, battle, side === "home" ? 1 : 0, state, reason);
}

async function end(ctx: Ctx, battle: Battle, winner: Side | null, state: string, reason: string): Promise<void> {
  const rubbers = await rubbersOf(ctx, battle.id);
  if (rubbers.some(isUnderWay))
    throw refuse(ctx, { zh: "还有一盘没有打完，先确认那一盘的赛果", en: "A rubber is not over: confirm its result first" });
  if (battle.tie_id === null) {
    await endMatch(ctx, battle, winner, state, reason);
    await textResult(ctx, battle.id, scoreText(await setsOf(ctx, battle.id), undefined));
  } else {
    await setBattle(ctx, battle.id, { winner, state, reason, ended_at: ctx.now, version: battle.version + 1 });
    await endUmpire(ctx, battle.id);
    await recountTie(ctx, battle.tie_id);
  }
  announceMatches(ctx);
}

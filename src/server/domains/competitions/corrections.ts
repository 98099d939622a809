/** Results that are opened again: what follows from them is taken back, as long as it has no score. */
import type { Output, Parsed } from "../../../contract/core/call";
import { isOpen, isUnderWay } from "../../../contract/competitions/match";
import type { matches } from "../../../contract/competitions/matches";
import { faultOf, type SetScore, standingOf } from "../../../engine/scoring";
import type { Ctx } from "../../http/context";
import { refuse } from "../../resource/refuse";
import { type Battle, battleOf, setBattle } from "./battle-row";
import { eventOf } from "./event-of";
import { setEvent } from "./event-state";
import { settleForfeits } from "./forfeits";
import { announceMatches, loadMatch } from "./load";
import { advancingFrom, fill, followingFrom, waitingFor } from "./pass-on";
import { recount } from "./results";
import { refuseFault, refuseStale, rulesOfMatch, saveSets, scoreText } from "./score";
import { recountTie, rubbersOf } from "./ties";
import { endUmpire } from "./umpire-access";

interface Change {
  readonly battle: Battle;
  readonly what: "emptied" | "unstarted" | "walkoverUndone";
}
interface Consequences {
  /** Matches that lose a side, each before those that follow from it. */
  readonly changes: readonly Change[];
  /** Keys of the places that sides of these come from. */
  readonly from: readonly string[];
  readonly blockedBy: Battle | undefined;
}

async function hasScore(ctx: Ctx, { id }: Battle): Promise<boolean> {
  const rubbers = await rubbersOf(ctx, id);
  const sets = await ctx.db
    .selectFrom("inning")
    .select("number")
    .where("venue_id", "=", ctx.venue.id)
    .where("battle_id", "in", [id, ...rubbers.map((rubber) => rubber.id)])
    .limit(1)
    .executeTakeFirst();
  return sets !== undefined || rubbers.some((rubber) => !isOpen(rubber) && rubber.state !== "dropped");
}

/** Finds what opening a result again changes. */
export async function consequencesOf(ctx: Ctx, battle: Battle): Promise<Consequences> {
  const changes: Change[] = [];
  const from: string[] = [];
  const queue = [battle];
  for (const match of queue) {
    const sources = await followingFrom(ctx, match);
    from.push(...sources);
    for (const next of await waitingFor(ctx, battle.event_id, sources)) {
      if (changes.some((change) => change.battle.id === next.id)) continue;
      if (isOpen(next) || next.state === "dropped") {
        if (next.home_id !== null || next.away_id !== null || next.state === "dropped") changes.push({ battle: next, what: "emptied" });
        // A match of nobody has sent nobody on, but matches after it may have ended for that.
        if (next.state === "dropped") queue.push(next);
      } else if (await hasScore(ctx, next)) return { changes, from, blockedBy: next };
      else if (next.state === "walkover") {
        if (next.begun_at !== null) return { changes, from, blockedBy: next };
        changes.push({ battle: next, what: "walkoverUndone" });
        queue.push(next);
      } else if (isUnderWay(next)) changes.push({ battle: next, what: "unstarted" });
      else return { changes, from, blockedBy: next };
    }
  }
  return { changes, from, blockedBy: undefined };
}

export async function correction(ctx: Ctx, { id }: Parsed<typeof matches.correction>): Promise<Output<typeof matches.correction>> {
  const { tieId } = await loadMatch(ctx, id);
  if (tieId !== null) return { changes: [], blockedBy: null };
  const { changes, blockedBy } = await consequencesOf(ctx, await battleOf(ctx, id));
  return {
    changes: await Promise.all(changes.map(async ({ battle, what }) => ({ match: await loadMatch(ctx, battle.id), what }))),
    blockedBy: blockedBy ? await loadMatch(ctx, blockedBy.id) : null,
  };
}

async function refuseNotRunning(ctx: Ctx, battle: Battle) {
  const event = await eventOf(ctx, battle.event_id, true);
  if (event.gameStatus !== "running")
    throw refuse(ctx, { zh: "赛事没有在进行中，赛果不能再改", en: "The game does not run; results stay" });
  return event;
}

/**
 * Opens a result again: who advanced by it is taken back, and so are starts without a score and walkovers that came of it.
 * @throws AppError `refused` once a match that follows has a score
 */
export async function correcting(ctx: Ctx, id: string, reason: string): Promise<{ reason: string }> {
  const battle = await battleOf(ctx, id);
  const event = await refuseNotRunning(ctx, battle);
  if (battle.tie_id !== null) return correctingRubber(ctx, battle, reason);
  if (battle.home_id === null || battle.away_id === null)
    throw refuse(ctx, { zh: "这场没有对手，赛果不能更正", en: "The match had no opponent; the result stays" });
  const { from, blockedBy } = await consequencesOf(ctx, battle);
  if (blockedBy) {
    const { home, away } = await loadMatch(ctx, blockedBy.id);
    throw refuse(
      ctx,
      {
        zh: "后面的对阵已有比分：{match}。赛果没有改；胜方不变时可以“更正比分”，否则先更正后面的对阵",
        en: "A following match has a score: {match}. The result stays. Where the winner stays, amend the score; else correct that match first",
      },
      { match: `${home.name || home.from} – ${away.name || away.from}` },
    );
  }
  await setBattle(ctx, id, { winner: null, state: "running", reason, ended_at: null, version: battle.version + 1 });
  await fill(ctx, battle.event_id, new Map(from.map((each) => [each, null])));
  if ((await rubbersOf(ctx, id)).length > 0) await recountTie(ctx, id);
  if (event.state === "finished") await setEvent(ctx, battle.event_id, "running");
  await recount(ctx, battle.event_id);
  announceMatches(ctx);
  return { reason };
}

/** @throws AppError `refused` once the tie's own result is confirmed */
async function correctingRubber(ctx: Ctx, rubber: Battle, reason: string): Promise<{ reason: string }> {
  const tie = await battleOf(ctx, rubber.tie_id ?? "");
  if (tie.winner !== null)
    throw refuse(ctx, {
      zh: "团体赛果已确认；先更正团体赛果，再改这一盘",
      en: "The tie’s result is confirmed: correct it first, then the rubber",
    });
  await setBattle(ctx, rubber.id, { winner: null, state: "running", reason, ended_at: null, version: rubber.version + 1 });
  await recountTie(ctx, tie.id);
  announceMatches(ctx);
  return { reason };
}

/**
 * Takes a start back. The state has not moved yet.
 * @throws AppError `refused` once there is a score
 */
export async function unstarting(ctx: Ctx, id: string): Promise<{ reason: string }> {
  const battle = await battleOf(ctx, id);
  await refuseNotRunning(ctx, battle);
  if (await hasScore(ctx, battle))
    throw refuse(ctx, { zh: "已有比分，不能撤销开始；先把比分清空", en: "There is a score: take it back first, then undo the start" });
  await setBattle(ctx, id, { begun_at: null, version: battle.version + 1 });
  await endUmpire(ctx, id);
  announceMatches(ctx);
  return { reason: "" };
}

/**
 * Writes another score of a match that is over; the winner stays, and so does whoever advanced.
 * @throws AppError `refused` where another side would win, or others would go through from its group into matches that have begun
 */
export async function amending(
  ctx: Ctx,
  id: string,
  { sets, reason, version }: { readonly sets: readonly SetScore[]; readonly reason: string; readonly version?: number | undefined },
): Promise<{ score: string; reason: string }> {
  const battle = await battleOf(ctx, id);
  await refuseNotRunning(ctx, battle);
  refuseStale(ctx, battle, version);
  if ((await rubbersOf(ctx, id)).length > 0)
    throw refuse(ctx, { zh: "团体赛按盘计分，请在各盘更正", en: "A tie is scored by its rubbers: amend those" });
  const rules = await rulesOfMatch(ctx, battle);
  refuseFault(ctx, faultOf(rules, sets));
  const { winner, over, won } = standingOf(rules, sets);
  if (!over || (winner ?? null) !== battle.winner)
    throw refuse(ctx, {
      zh: "更正比分不能改变胜负，没有保存；胜方不同请用“更正赛果”",
      en: "Amending keeps the winner; nothing was saved. For another winner, correct the result",
    });
  const before = await throughOf(ctx, battle);
  const [home_sets, away_sets] = won;
  await saveSets(ctx, id, sets, []);
  await setBattle(ctx, id, { version: battle.version + 1, home_sets, away_sets, reason });
  if (battle.group_no !== null && (await throughOf(ctx, battle)) !== before) {
    const { changes, blockedBy } = await consequencesOf(ctx, battle);
    if (blockedBy ?? changes.some(({ what }) => what !== "emptied"))
      throw refuse(ctx, {
        zh: "更正后小组名次会变，而后面的对阵已经开始，没有保存",
        en: "Places of the group would change, and matches that follow have begun; nothing was saved",
      });
    await fill(ctx, battle.event_id, await advancingFrom(ctx, battle));
  }
  if (battle.tie_id !== null) await recountTie(ctx, battle.tie_id);
  await settleForfeits(ctx, battle.event_id);
  announceMatches(ctx);
  return { score: scoreText(sets, rules.timed ? won : undefined), reason };
}

/** Entries that go through from a group, as the next matches are filled by it. */
const throughOf = async (ctx: Ctx, battle: Battle): Promise<string> =>
  battle.group_no === null ? "" : JSON.stringify([...(await advancingFrom(ctx, battle))]);

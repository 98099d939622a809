/** Matches put, delayed or taken off by hand. */
import type { Output, Parsed } from "../../../contract/core/call";
import { isOpen, isOver, isUnderWay, type Match } from "../../../contract/competitions/match";
import type { matches } from "../../../contract/competitions/matches";
import { type Clash, clashes } from "../../../engine/schedule";
import { replan } from "../../../engine/replan";
import type { Ctx } from "../../http/context";
import { refuse } from "../../resource/refuse";
import { announceMatches, loadMatch, loadMatches } from "./load";
import { officialsOf, refuseBusyReferees } from "./officials";
import { announceMoves, moveMatches } from "./plans";
import { MINUTE_MS, minuteOf, gameOf, courtsOf, hoursOf, playables, placedOf, standing, gameIdOf, refuseOver } from "./schedule-data";

/**
 * A match that has begun takes longer, one that has not begins later; as few others as can be are moved for it.
 * @throws AppError `refused` where it is over or has no time
 */
export async function delayMatch(ctx: Ctx, { id, minutes }: Parsed<typeof matches.delay>): Promise<Output<typeof matches.delay>> {
  const gameId = await gameIdOf(ctx, await loadMatch(ctx, id));
  refuseOver(ctx, (await gameOf(ctx, gameId, true)).status);
  const all = standing(await loadMatches(ctx, { gameId }));
  const late = all.find((match) => match.id === id);
  if (!late || late.startsAt === null || isOver(late))
    throw refuse(ctx, { zh: "这场没有排时间或已打完，赛程没有改动", en: "The match has no time or is over; the schedule stays" });
  const begun = (match: Match): boolean => isUnderWay(match) || isOver(match);
  const startsAt = begun(late) ? new Date(late.startsAt) : new Date(new Date(late.startsAt).getTime() + minutes * MINUTE_MS);
  // Another may begin there at this very time: it is moved below.
  await ctx.db
    .updateTable("battle")
    .set({ minutes: late.minutes + (begun(late) ? minutes : 0), court_id: null, starts_at: null, pinned: late.pinned || !begun(late) })
    .where("venue_id", "=", ctx.venue.id)
    .where("id", "=", id)
    .execute();
  const now = all.map((match) =>
    match.id === id ? { ...match, minutes: match.minutes + (begun(late) ? minutes : 0), startsAt: startsAt.toISOString() } : match,
  );
  const fixed = new Set(now.filter((match) => begun(match) || match.pinned || match.id === id).map((match) => match.id));
  const timed = now.filter((match) => match.startsAt !== null);
  const { of, engaged } = await officialsOf(ctx, gameId);
  const hours = hoursOf(ctx, await courtsOf(ctx, gameId));
  const done = replan(await playables(ctx, timed, of), hours, placedOf(timed), fixed, minuteOf(ctx.now), engaged);
  await moveMatches(
    ctx,
    placedOf(timed).filter((one) => one.id !== id),
    done.placed,
    done.left,
  );
  await announceMoves(ctx, [{ id, start: minuteOf(late.startsAt) }]);
  announceMatches(ctx);
  return { moved: done.moved.length, left: done.left.length, open: timed.length - fixed.size };
}

const CLASH: Readonly<Record<Exclude<Clash["why"], "rest">, { zh: string; en: string }>> = {
  court: { zh: "该场地这时已有对阵：{other}", en: "The court has a match then: {other}" },
  player: { zh: "有选手这时在打另一场：{other}", en: "Somebody plays elsewhere then: {other}" },
  order: { zh: "要等前一轮打完并休息：{other}", en: "It follows from a match that is not over and rested by then: {other}" },
  hours: { zh: "该场地这时没有为赛事占用", en: "The court is not taken for the game then" },
};

/** Puts a match by hand, or takes it off; it is then pinned. Too little rest is marked, not refused. @throws AppError `refused` */
export async function placeMatch(ctx: Ctx, { id, courtId, startsAt }: Parsed<typeof matches.place>): Promise<Match> {
  const match = await loadMatch(ctx, id);
  const gameId = await gameIdOf(ctx, match);
  refuseOver(ctx, (await gameOf(ctx, gameId, true)).status);
  if (!isOpen(match)) throw refuse(ctx, { zh: "对阵已经开始，没有移动", en: "The match has begun; it was not moved" });
  const at = courtId === null || startsAt === null ? null : { court: courtId, start: minuteOf(startsAt) };
  if (at) {
    const all = standing(await loadMatches(ctx, { gameId: gameId }));
    const placed = [...placedOf(all).filter((one) => one.id !== id), { id, ...at }];
    const found = clashes(await playables(ctx, all), hoursOf(ctx, await courtsOf(ctx, gameId)), placed);
    const hit = found.find((clash) => clash.why !== "rest" && (clash.id === id || clash.with === id));
    if (hit && hit.why !== "rest") {
      const other = all.find((each) => each.id === (hit.id === id ? hit.with : hit.id));
      const name = other ? `${other.home.name || other.home.from} – ${other.away.name || other.away.from}` : "";
      const { zh, en } = CLASH[hit.why];
      throw refuse(ctx, { zh: `${zh}。没有移动`, en: `${en}. It was not moved` }, { other: name });
    }
    await refuseBusyReferees(ctx, match, at.start * MINUTE_MS);
  }
  await ctx.db
    .updateTable("battle")
    .set({ court_id: at?.court ?? null, starts_at: at ? new Date(at.start * MINUTE_MS) : null, pinned: at !== null })
    .where("venue_id", "=", ctx.venue.id)
    .where("id", "=", id)
    .execute();
  if (match.startsAt !== null) await announceMoves(ctx, [{ id, start: minuteOf(match.startsAt) }]);
  announceMatches(ctx);
  return loadMatch(ctx, id);
}

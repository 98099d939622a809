/** Planning a game: loading what a plan is made from, and saving it. */
import { sql } from "kysely";
import { isOpen, type Match } from "../../../contract/competitions/match";
import { type CourtHours, type Placed, type Plan, planSpread } from "../../../engine/schedule";
import type { Ctx } from "../../http/context";
import { refuse } from "../../resource/refuse";
import { announceMatches, loadMatches } from "./load";
import { textMoved } from "./match-texts";
import { officialsOf } from "./officials";
import type { PlanTask } from "./plan-thread";
import { MINUTE_MS, minuteOf, gameOf, courtsOf, hoursOf, playables, placedOf, standing, refuseOver } from "./schedule-data";

/** Input of a plan, and the state of matches, courts and referees that it holds for. */
interface PlanBasis {
  readonly task: PlanTask;
  readonly basis: string;
}

const isMovable = (match: Match): boolean => isOpen(match) && !match.pinned;
const fixedOf = (all: readonly Match[], anew: boolean): Placed[] => placedOf(all.filter((match) => !(anew && isMovable(match))));
/** Everything by which a plan made before may be wrong now: matches, court hours, and who is put on or needed elsewhere. */
const basisOf = (
  ctx: Ctx,
  all: readonly Match[],
  hours: readonly CourtHours[],
  { of, engaged }: Awaited<ReturnType<typeof officialsOf>>,
): string =>
  JSON.stringify([
    all.map(({ id, state, court, startsAt, minutes, pinned, home, away }) => [
      id,
      state,
      court?.id,
      startsAt,
      minutes,
      pinned,
      home.id,
      away.id,
    ]),
    hours,
    [...of],
    // A match that takes longer than planned needs its referee until now, which alone is no change.
    engaged.map(({ who, start, end }) => [who, start, end * MINUTE_MS < ctx.now.getTime() + MINUTE_MS ? "now" : end]),
  ]);

/** Loads what a plan is made from. @throws AppError `refused` where no courts are taken, or the game is over */
export async function loadPlan(ctx: Ctx, gameId: string, anew: boolean): Promise<PlanBasis> {
  const game = await gameOf(ctx, gameId);
  refuseOver(ctx, game.status);
  const courts = await courtsOf(ctx, gameId);
  if (courts.length === 0)
    throw refuse(ctx, {
      zh: "还没有占用场地；先在“赛事用场”占场，再排赛程",
      en: "No courts are taken: take some under Game courts, then plan",
    });
  const all = standing(await loadMatches(ctx, { gameId }));
  if (all.length === 0) throw refuse(ctx, { zh: "还没有对阵；先抽签再排赛程", en: "There are no matches yet: draw the events first" });
  const officials = await officialsOf(ctx, gameId, false);
  const hours = hoursOf(ctx, courts);
  const task = {
    matches: await playables(ctx, all, officials.of),
    hours,
    fixed: fixedOf(all, anew),
    from: minuteOf(ctx.now),
    engaged: officials.engaged,
  };
  return { task, basis: basisOf(ctx, all, hours, officials) };
}

/** Saves a plan. @throws AppError `refused` where matches, courts or referees have changed since it was made */
export async function savePlan(
  ctx: Ctx,
  gameId: string,
  anew: boolean,
  basis: string,
  { placed, left }: Plan,
): Promise<{ placed: number; moved: number; left: number }> {
  refuseOver(ctx, (await gameOf(ctx, gameId, true)).status);
  const officials = await officialsOf(ctx, gameId);
  const all = standing(await loadMatches(ctx, { gameId }));
  if (basisOf(ctx, all, hoursOf(ctx, await courtsOf(ctx, gameId)), officials) !== basis)
    throw refuse(ctx, {
      zh: "排赛期间比赛、场地或裁判有变动，没有保存；请再排一次",
      en: "Matches, courts or referees have changed while it was planned; nothing was saved. Plan again",
    });
  const movedMatches = await moveMatches(ctx, placedOf(all), placed, left);
  announceMatches(ctx);
  return { placed: placed.length - fixedOf(all, anew).length, moved: movedMatches, left: left.length };
}

/** Loads, plans and saves in one change, for whoever waits for it: demonstration data and tests. */
export async function planNow(ctx: Ctx, gameId: string, anew = false): Promise<{ placed: number; moved: number; left: number }> {
  const { task, basis } = await loadPlan(ctx, gameId, anew);
  const { matches: played, hours, fixed, from, engaged } = task;
  return savePlan(ctx, gameId, anew, basis, planSpread(played, hours, fixed, from, engaged));
}

/** Texts the players of matches that have another time now. @param moved with the start before */
export async function announceMoves(ctx: Ctx, moved: readonly Pick<Placed, "id" | "start">[]): Promise<void> {
  if (moved.length === 0) return;
  const events = await ctx.db
    .selectFrom("battle")
    .select("event_id")
    .distinct()
    .where("venue_id", "=", ctx.venue.id)
    .where(
      "id",
      "in",
      moved.map(({ id }) => id),
    )
    .orderBy("event_id")
    .execute();
  await textMoved(
    ctx,
    events.map(({ event_id }) => event_id),
    new Map(moved.map(({ id, start }) => [id, start])),
  );
}

/** Writes new places over old ones. Gives how many have another place than before. */
export async function moveMatches(ctx: Ctx, old: readonly Placed[], placed: readonly Placed[], left: readonly string[]): Promise<number> {
  const before = new Map(old.map((one) => [one.id, one]));
  const changed = placed.filter((one) => {
    const was = before.get(one.id);
    return was?.court !== one.court || was.start !== one.start;
  });
  const cleared = left.filter((id) => before.has(id));
  if (changed.length + cleared.length > 0)
    await ctx.db
      .updateTable("battle")
      .set({ court_id: null, starts_at: null })
      .where("venue_id", "=", ctx.venue.id)
      .where("id", "in", [...changed.map(({ id }) => id), ...cleared])
      .execute();
  const ids = changed.map(({ id }) => id);
  const places = changed.map(({ court }) => court);
  const starts = changed.map(({ start }) => new Date(start * MINUTE_MS));
  if (changed.length > 0)
    await sql`UPDATE battle SET court_id = v.court, starts_at = v.start
      FROM unnest(${ids}::text[], ${places}::text[], ${starts}::timestamptz[]) AS v (id, court, start)
      WHERE battle.venue_id = ${ctx.venue.id} AND battle.id = v.id`.execute(ctx.db);
  const movedMatches = changed.filter(({ id }) => before.has(id));
  await announceMoves(
    ctx,
    movedMatches.map(({ id }) => ({ id, start: before.get(id)?.start ?? 0 })),
  );
  return movedMatches.length;
}

/** Schedules: matches on the courts that are taken for the game. */
import { sql } from "kysely";
import type { Output, Parsed } from "../../../contract/core/call";
import { isOpen, isOver, isUnderWay, type Match } from "../../../contract/competitions/match";
import type { matches } from "../../../contract/competitions/matches";
import type { ScheduleView } from "../../../contract/competitions/order-of-play";
import { instant } from "../../../contract/core/time";
import {
  type Clash,
  clashes,
  type CourtHours,
  type Placed,
  type Plan,
  planSpread,
  type Playable,
  shortestRest,
  withPossible,
} from "../../../engine/schedule";
import { replan } from "../../../engine/replan";
import { matchesBefore, readSource } from "../../../engine/slots";
import { type Ctx, today } from "../../http/context";
import { AppError } from "../../http/error";
import { refuse } from "../../resource/refuse";
import { groupBy } from "../../kernel/group-by";
import { placeLabel } from "../../kernel/place-words";
import { announceMatches, loadMatch, loadMatches } from "./load";
import { officialsOf, refereeClashes, refuseBusyReferees } from "./officials";
import type { PlanTask } from "./plan-thread";

const MINUTE_MS = 60_000;
export const minuteOf = (at: Date | string): number => Math.round(new Date(at).getTime() / MINUTE_MS);

export async function gameOf(ctx: Ctx, id: string, lock = false) {
  let query = ctx.db.selectFrom("game").select(["id", "short_title", "status"]).where("venue_id", "=", ctx.venue.id).where("id", "=", id);
  if (lock) query = query.forUpdate();
  const game = await query.executeTakeFirst();
  if (!game) throw new AppError("missing", { what: ctx.language === "zh" ? "赛事" : "Game" });
  return game;
}

/** Courts taken for a game, run by run. */
export async function courtsOf(ctx: Ctx, gameId: string) {
  return ctx.db
    .selectFrom("booking_order as o")
    .innerJoin("booking_line as l", (join) => join.onRef("l.venue_id", "=", "o.venue_id").onRef("l.order_id", "=", "o.id"))
    .innerJoin("place as p", (join) => join.onRef("p.venue_id", "=", "l.venue_id").onRef("p.id", "=", "l.place_id"))
    .innerJoin("hall as h", (join) => join.onRef("h.venue_id", "=", "p.venue_id").onRef("h.id", "=", "p.hall_id"))
    .where("o.venue_id", "=", ctx.venue.id)
    .where("o.game_id", "=", gameId)
    .where("l.status", "=", "active")
    .select(["p.id", "p.name", "h.name as hall", "l.day", "l.start_minute", "l.end_minute"])
    .orderBy("l.day")
    .orderBy("h.position")
    .orderBy("p.position")
    .orderBy("l.start_minute")
    .execute();
}
type Courts = Awaited<ReturnType<typeof courtsOf>>;

/** Hours of courts in minutes since 1970; runs that touch are one. */
export function hoursOf(ctx: Ctx, courts: Courts): CourtHours[] {
  const hours: CourtHours[] = [];
  for (const { id, day, start_minute, end_minute } of courts) {
    const start = minuteOf(instant(day, start_minute, ctx.venue.zone));
    const end = minuteOf(instant(day, end_minute, ctx.venue.zone));
    const last = hours.findIndex((each) => each.court === id && each.end === start);
    if (last >= 0) hours[last] = { court: id, start: hours[last]?.start ?? start, end };
    else hours.push({ court: id, start, end });
  }
  return hours;
}

/** A match that runs takes as long as it has taken, once that is more than planned. */
const minutesOf = (ctx: Ctx, match: Match): number =>
  match.startsAt !== null && isUnderWay(match) ? Math.max(match.minutes, minuteOf(ctx.now) - minuteOf(match.startsAt)) : match.minutes;

/**
 * Matches as the engine places them. People are distinguished by mobile, so that nobody plays in two events at once.
 * @param officials referees, by match
 */
export async function playables(
  ctx: Ctx,
  all: readonly Match[],
  officials: ReadonlyMap<string, readonly string[]> = new Map(),
): Promise<Playable[]> {
  const teams = [...new Set(all.flatMap(({ home, away }) => [home.id, away.id]).filter((id) => id !== null))];
  const members = await ctx.db
    .selectFrom("game_team_member")
    .select(["id", "team_id", "phone"])
    .where("venue_id", "=", ctx.venue.id)
    .where("team_id", "in", [...teams, ""])
    .execute();
  const battles = await ctx.db
    .selectFrom("battle")
    .select(["id", "event_id", "key", "group_no", "home_from", "away_from", "rest"])
    .where("venue_id", "=", ctx.venue.id)
    .where("id", "in", all.map(({ id }) => id).concat(""))
    .execute();
  const rows = new Map(battles.map((row) => [row.id, row]));
  const drawn = groupBy(
    battles.map(({ group_no: group, ...row }) => ({ ...row, group })),
    ({ event_id }) => event_id,
  );
  const people = new Map(
    teams.map((team) => [team, members.filter(({ team_id }) => team_id === team).map(({ id, phone }) => (phone === "" ? id : phone))]),
  );
  const played = all.map((match): Playable => {
    const row = rows.get(match.id);
    const after = [row?.home_from ?? "", row?.away_from ?? ""].flatMap((from) => {
      const slot = readSource(from);
      return slot ? matchesBefore(slot, drawn.get(match.eventId) ?? []).map(({ id }) => id) : [];
    });
    return {
      id: match.id,
      players: [...new Set([match.home.id, match.away.id].flatMap((id) => (id === null ? [] : [id, ...(people.get(id) ?? [])])))],
      after: [...new Set(after)],
      minutes: minutesOf(ctx, match),
      rest: row?.rest ?? 0,
      officials: officials.get(match.id) ?? [],
      event: match.eventId,
    };
  });
  return withPossible(played, new Set(all.filter(isOver).map(({ id }) => id)));
}

const placedOf = (all: readonly Match[]): Placed[] =>
  all.flatMap(({ id, court, startsAt }) => (court && startsAt !== null ? [{ id, court: court.id, start: minuteOf(startsAt) }] : []));
/** Those on the board: what was over without a time is no match to place. */
const standing = (all: readonly Match[]): Match[] => all.filter((match) => !isOver(match) || match.startsAt !== null);

/** Returns the order of play of a game: fixed times, or the queue. */
export async function orderOfPlayOf(ctx: Ctx, gameId: string): Promise<"fixed" | "queue"> {
  const settings = await ctx.db
    .selectFrom("game_setting")
    .select("order_of_play")
    .where("venue_id", "=", ctx.venue.id)
    .where("game_id", "=", gameId)
    .executeTakeFirst();
  return settings?.order_of_play === "queue" ? "queue" : "fixed";
}

/** Courts and matches of a day; without one, today or the next that has courts. */
export async function scheduleView(ctx: Ctx, input: Parsed<typeof matches.schedule>): Promise<ScheduleView> {
  const [game, courts, all] = await Promise.all([
    gameOf(ctx, input.gameId),
    courtsOf(ctx, input.gameId),
    loadMatches(ctx, { gameId: input.gameId }),
  ]);
  const days = [...new Set(courts.map(({ day }) => day))];
  const day = input.day ?? days.find((each) => each >= today(ctx)) ?? days.at(-1) ?? today(ctx);
  const board = standing(all);
  const played = await playables(ctx, board);
  const found = clashes(played, hoursOf(ctx, courts), placedOf(board));
  const start = instant(day, 0, ctx.venue.zone).getTime();
  const ofDay = courts.filter((court) => court.day === day);
  const ids = [...new Set(ofDay.map(({ id }) => id))];
  const onDay = (at: string | null): boolean =>
    at === null || (new Date(at).getTime() >= start && new Date(at).getTime() < start + 1_440 * MINUTE_MS);
  const shown = board.filter(({ startsAt }) => onDay(startsAt));
  const names = new Map((await personNames(ctx, found)).map(({ id, name }) => [id, name]));
  return {
    gameId: game.id,
    game: game.short_title,
    status: game.status as "draft",
    orderOfPlay: await orderOfPlayOf(ctx, game.id),
    days,
    day,
    courts: ids.map((id) => {
      const runs = ofDay.filter((court) => court.id === id);
      return {
        id,
        name: placeLabel(runs[0]?.name ?? "", ctx.language),
        hall: runs[0]?.hall ?? "",
        hours: hoursOf(ctx, runs).map((hours) => ({
          start: new Date(hours.start * MINUTE_MS).toISOString(),
          end: new Date(hours.end * MINUTE_MS).toISOString(),
        })),
      };
    }),
    matches: shown,
    clashes: [
      ...found.map((clash) => ({
        id: clash.id,
        with: clash.with,
        why: clash.why,
        player: clash.player === undefined ? "" : (names.get(clash.player) ?? ""),
      })),
      ...(await refereeClashes(ctx, game.id)),
    ],
    unplaced: board.filter(({ startsAt }) => startsAt === null).length,
    rest: shortestRest(played, placedOf(shown)),
  };
}

/** Names of the people of clashes: identified by mobile, by id, or an entry. */
async function personNames(ctx: Ctx, found: readonly Clash[]): Promise<{ id: string; name: string }[]> {
  const keys = [...new Set(found.flatMap(({ player }) => player ?? []))];
  if (keys.length === 0) return [];
  const [members, teams] = await Promise.all([
    ctx.db
      .selectFrom("game_team_member")
      .select(["id", "name", "phone"])
      .where("venue_id", "=", ctx.venue.id)
      .where((eb) => eb.or([eb("id", "in", keys), eb("phone", "in", keys)]))
      .execute(),
    ctx.db.selectFrom("game_team").select(["id", "name"]).where("venue_id", "=", ctx.venue.id).where("id", "in", keys).execute(),
  ]);
  return [
    ...members.flatMap(({ id, name, phone }) => [
      { id, name },
      { id: phone, name },
    ]),
    ...teams,
  ];
}

export function refuseOver(ctx: Ctx, status: string): void {
  if (["finished", "settled", "cancelled"].includes(status))
    throw refuse(ctx, { zh: "赛事已结束，赛程没有改动", en: "The game is over; its schedule stays" });
}

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
  const moved = await moveMatches(ctx, placedOf(all), placed, left);
  announceMatches(ctx);
  return { placed: placed.length - fixedOf(all, anew).length, moved, left: left.length };
}

/** Loads, plans and saves in one change, for whoever waits for it: demonstration data and tests. */
export async function planNow(ctx: Ctx, gameId: string, anew = false): Promise<{ placed: number; moved: number; left: number }> {
  const { task, basis } = await loadPlan(ctx, gameId, anew);
  const { matches: played, hours, fixed, from, engaged } = task;
  return savePlan(ctx, gameId, anew, basis, planSpread(played, hours, fixed, from, engaged));
}

/** Writes new places over old ones. Gives how many have another place than before. */
async function moveMatches(ctx: Ctx, old: readonly Placed[], placed: readonly Placed[], left: readonly string[]): Promise<number> {
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
  return changed.filter(({ id }) => before.has(id)).length;
}

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
  announceMatches(ctx);
  return { moved: done.moved.length, left: done.left.length, open: timed.length - fixed.size };
}

export async function gameIdOf(ctx: Ctx, match: Match): Promise<string> {
  const event = await ctx.db
    .selectFrom("game_event")
    .select("game_id")
    .where("venue_id", "=", ctx.venue.id)
    .where("id", "=", match.eventId)
    .executeTakeFirstOrThrow();
  return event.game_id;
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
  announceMatches(ctx);
  return loadMatch(ctx, id);
}

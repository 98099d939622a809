/** Matches of a game on the courts that are taken for it, as the engine places them. */
import { isOver, isUnderWay, type Match } from "../../../contract/competitions/match";
import { instant } from "../../../contract/core/time";
import { type CourtHours, type Placed, type Playable, withPossible } from "../../../engine/schedule";
import { matchesBefore, readSource } from "../../../engine/slots";
import type { Ctx } from "../../http/context";
import { AppError } from "../../http/error";
import { refuse } from "../../resource/refuse";
import { groupBy } from "../../kernel/group-by";

export const MINUTE_MS = 60_000;
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

/** Matches with a court and a time, as the engine reads them. */
export const placedOf = (all: readonly Match[]): Placed[] =>
  all.flatMap(({ id, court, startsAt }) => (court && startsAt !== null ? [{ id, court: court.id, start: minuteOf(startsAt) }] : []));
/** Those on the board: what was over without a time is no match to place. */
export const standing = (all: readonly Match[]): Match[] => all.filter((match) => !isOver(match) || match.startsAt !== null);

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

/** Id of the game of a match. */
export async function gameIdOf(ctx: Ctx, match: Match): Promise<string> {
  const event = await ctx.db
    .selectFrom("game_event")
    .select("game_id")
    .where("venue_id", "=", ctx.venue.id)
    .where("id", "=", match.eventId)
    .executeTakeFirstOrThrow();
  return event.game_id;
}

/** @throws AppError `refused` once the game is over */
export function refuseOver(ctx: Ctx, status: string): void {
  if (["finished", "settled", "cancelled"].includes(status))
    throw refuse(ctx, { zh: "赛事已结束，赛程没有改动", en: "The game is over; its schedule stays" });
}

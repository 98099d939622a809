/** The schedule of a game, day by day. */
import type { Parsed } from "../../../contract/core/call";
import type { matches } from "../../../contract/competitions/matches";
import type { ScheduleView } from "../../../contract/competitions/order-of-play";
import { instant } from "../../../contract/core/time";
import { type Clash, clashes, shortestRest } from "../../../engine/schedule";
import { type Ctx, today } from "../../http/context";
import { placeLabel } from "../../kernel/place-words";
import { loadMatches } from "./load";
import { refereeClashes } from "./officials";
import { MINUTE_MS, gameOf, courtsOf, hoursOf, playables, placedOf, standing, orderOfPlayOf } from "./schedule-data";

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
  const onThatDay = board.filter(({ startsAt }) => onDay(startsAt));
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
    matches: onThatDay,
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
    rest: shortestRest(played, placedOf(onThatDay)),
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

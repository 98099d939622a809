/** The demo's games: courts taken for days ahead, around what is booked there already. */
import { gameCourtDesk } from "../../contract/gameCourts/game-courts";
import { addDays, dayOf, weekday } from "../../contract/core/time";
import { loadPlaces } from "../kernel/places";
import { plan } from "../domains/gameCourts/plan";
import { reserveCourts } from "../domains/gameCourts/reserve";
import type { Ctx } from "../http/context";
import { entered } from "./act";
import type { DemoVenue } from "./venues";

const h = (hours: number): number => hours * 60;
const SATURDAY = 6;
const GAMES: Readonly<
  Record<string, readonly { title: string; contact: string; courts: number; weeks: number; start: number; end: number }[]>
> = {
  badminton: [{ title: "浦东新区少儿羽毛球公开赛", contact: "顾裁判长", courts: 4, weeks: 2, start: h(8), end: h(12) }],
  basketball: [{ title: "企业篮球联赛", contact: "赵领队", courts: 1, weeks: 2, start: h(9), end: h(12) }],
};

/** Takes the courts of the venue's games on Saturdays to come, but for those that somebody has. */
export async function makeGames(ctx: Ctx, demo: DemoVenue): Promise<void> {
  const today = dayOf(ctx.now, ctx.venue.zone);
  const saturday = addDays(today, ((SATURDAY - weekday(today) + 7) % 7) + 7);
  for (const { title, contact, courts, weeks, start, end } of GAMES[demo.mainTag] ?? []) {
    const places = (await loadPlaces(ctx)).filter((place) => place.unitIds.length === 1).slice(-courts);
    const days = Array.from({ length: weeks }, (_, week) => addDays(saturday, week * 7));
    const request = { placeIds: places.map((place) => place.id), days, start, end };
    const { courtDays, count } = await plan(ctx, entered(gameCourtDesk.plan, request));
    if (count === 0) continue;
    const skip = courtDays.filter((one) => one.problem !== null).map(({ day, placeId }) => ({ day, placeId }));
    await reserveCourts(ctx, entered(gameCourtDesk.take, { ...request, skip, title, contact }));
  }
}

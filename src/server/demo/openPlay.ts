/** The demo's open plays: one that runs, one that waits for heads, and a draft, on courts that are still free. */
import { openPlay } from "../../contract/openPlay";
import { yuan } from "../../contract/money";
import { addDays, dayOf } from "../../contract/time";
import { takeIfFree } from "../domains/booking/take-cells";
import { releaseCells } from "../domains/booking/release-cells";
import { loadPlaces, type PlaceInfo } from "../domains/booking/places";
import { join } from "../domains/openPlay/join";
import { create } from "../domains/openPlay/plan";
import type { Ctx } from "../http/context";
import { entered } from "./act";
import type { DemoVenue } from "./venues";

const h = (hours: number): number => hours * 60;
const PLAYS = [
  { title: "周末双打局", ahead: 1, start: h(20), heads: [2, 1, 2, 1], minimum: 4, open: true },
  { title: "新手友好局", ahead: 2, start: h(14), heads: [1, 1], minimum: 4, open: true },
  { title: "高手挑战局", ahead: 3, start: h(19), heads: [], minimum: 6, open: false },
] as const;
const PRICE = 4_500;

/** Makes them at the badminton venue, through the same services as the desk. */
export async function makeOpenPlays(ctx: Ctx, demo: DemoVenue): Promise<void> {
  if (demo.mainTag !== "badminton") return;
  const today = dayOf(ctx.now, ctx.venue.zone);
  const places = await loadPlaces(ctx);
  const guests = await ctx.db.selectFrom("member").select(["id", "name"]).where("venue_id", "=", ctx.venue.id).where("state", "=", "active").orderBy("id").limit(8).execute(); // prettier-ignore
  for (const { title, ahead, start, heads, minimum, open } of PLAYS) {
    const day = addDays(today, ahead);
    const place = await freePlace(ctx, places, day, start);
    if (!place) continue;
    const terms = { title, placeIds: [place.id], day, start, end: start + h(2), capacity: 8, minimum, price: yuan(PRICE), open };
    const { id } = await create(ctx, entered(openPlay.create, terms));
    for (const [i, count] of heads.entries()) {
      const payments = [{ type: i % 2 === 0 ? ("WeChat" as const) : ("Alipay" as const), amount: yuan(PRICE * count) }];
      const guest = guests[i];
      await join(ctx, entered(openPlay.join, { id, heads: count, payments, ...(guest ? { memberId: guest.id } : { name: "散客" }) }));
    }
  }
}

/** A place that nobody has for these two hours. */
async function freePlace(ctx: Ctx, places: readonly PlaceInfo[], day: string, start: number): Promise<PlaceInfo | undefined> {
  for (const place of places) {
    const holderId = ctx.newId();
    if (!(await takeIfFree(ctx, { place, day, start, end: start + h(2), holderId }))) continue;
    await releaseCells(ctx, [holderId]);
    return place;
  }
  return undefined;
}

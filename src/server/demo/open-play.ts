/**
 * The demo's open plays: one of today where some came already, one that runs, one that waits for people to join, and a draft, on courts
 * that are still free.
 */
import { openPlay } from "../../contract/openPlay/open-play";
import { fen, yuan } from "../../contract/core/money";
import { addDays, dayOf, instant } from "../../contract/core/time";
import { reserveIfFree } from "../kernel/occupancy/reserve";
import { releaseCells } from "../kernel/occupancy/release";
import { loadPlaces, type PlaceInfo } from "../kernel/places";
import { checkIn } from "../domains/openPlay/check-in";
import { join } from "../domains/openPlay/join";
import { create } from "../domains/openPlay/plan";
import type { Ctx } from "../http/context";
import { entered } from "./act";
import type { DemoVenue } from "./venues";

const h = (hours: number): number => hours * 60;
const PLAYS = [
  { title: "今晚友谊局", ahead: 0, start: h(20), attendees: [2, 3, 1], minimum: 4, open: true },
  { title: "周末双打局", ahead: 1, start: h(20), attendees: [2, 1, 2, 1], minimum: 4, open: true },
  { title: "新手友好局", ahead: 2, start: h(14), attendees: [1, 1], minimum: 4, open: true },
  { title: "高手挑战局", ahead: 3, start: h(19), attendees: [], minimum: 6, open: false },
] as const;
const PRICE = 4_500;

/** Makes them at the badminton venue, through the same services as the desk. */
export async function makeOpenPlays(ctx: Ctx, demo: DemoVenue): Promise<void> {
  if (demo.mainTag !== "badminton") return;
  const today = dayOf(ctx.now, ctx.venue.zone);
  const places = await loadPlaces(ctx);
  const guests = await ctx.db
    .selectFrom("member")
    .select(["id", "card_type_id"])
    .where("venue_id", "=", ctx.venue.id)
    .where("state", "=", "active")
    .orderBy("id")
    .limit(8)
    .execute();
  const types = await ctx.db
    .selectFrom("card_type")
    .select("id")
    .where("venue_id", "=", ctx.venue.id)
    .where("place_percent", "<", 100)
    .orderBy("place_percent", "desc")
    .orderBy("id")
    .limit(2)
    .execute();
  const levels = types.map(({ id }, i) => ({ cardTypeId: id, price: yuan(PRICE - 400 - 300 * i) }));
  for (const { title, ahead, start, attendees, minimum, open } of PLAYS) {
    const day = addDays(today, ahead);
    const place = await freePlace(ctx, places, day, start);
    if (!place || instant(day, start, ctx.venue.zone) <= ctx.now) continue;
    const ground = { placeIds: [place.id], day, start, end: start + h(2), deadlineHours: ahead === 0 ? 0 : 2 };
    const terms = { title, ...ground, capacity: 8, minimum, price: yuan(PRICE), levels, open };
    const { id } = await create(ctx, entered(openPlay.create, terms));
    const came: string[] = [];
    for (const [i, count] of attendees.entries()) {
      const guest = guests[i];
      const price = levels.find((level) => level.cardTypeId === guest?.card_type_id)?.price;
      const amount = yuan((price === undefined ? PRICE : fen(price)) * count);
      const payments = [{ type: i % 2 === 0 ? ("WeChat" as const) : ("Alipay" as const), amount }];
      const who = guest ? { memberId: guest.id } : { name: "散客" };
      const ticket = await join(ctx, entered(openPlay.join, { id, attendees: count, payments, ...who }));
      if (ahead === 0 && i === 0) came.push(ticket.id);
    }
    for (const ticketId of came) await checkIn(ctx, { id: ticketId, entered: 1 });
  }
}

/** A place that nobody has for these two hours. */
export async function freePlace(ctx: Ctx, places: readonly PlaceInfo[], day: string, start: number): Promise<PlaceInfo | undefined> {
  for (const place of places) {
    const holderId = ctx.newId();
    if (!(await reserveIfFree(ctx, { place, day, start, end: start + h(2), holderId }))) continue;
    await releaseCells(ctx, [holderId]);
    return place;
  }
  return undefined;
}

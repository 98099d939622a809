/**
 * One day of trade at a venue, minute by minute: people book, arrive, cancel, buy, recharge and swim; the clock finishes what is over.
 * Everything goes through the services; the day ends early at `now`.
 */
import { dayOf, wall, weekday } from "../../contract/core/time";
import { bookingJobs } from "../domains/booking/jobs";
import { planStock } from "./stock";
import type { Ctx, Operator } from "../http/context";
import { at, type Told, oclock } from "./act";
import { changeBookings } from "./changes";
import { type Desk, openSessions, sessionsOf } from "./desk";
import { DAILY } from "./fixed";
import { people } from "./people";
import { closeShift, startShift } from "./shifts";
import { random, type Random } from "./random";
import { type DemoVenue, POOL_SESSIONS } from "./venues";
import {
  type Day,
  type Task,
  planArrivals,
  planBooking,
  planCardSale,
  planEvent,
  planOpenEnds,
  planRecharge,
  planRestock,
  planSale,
  planSwim,
} from "./trade";

const DESKS: readonly Operator[] = [
  { id: "3", name: "陈晓" },
  { id: "2", name: "周凯" },
];
/** The desks open before anybody comes. */
const OPENING = oclock(6);
const SWIM_DESK: Operator = { id: "4", name: "何静" };

/**
 * Makes the trade of `day` up to `now`.
 * @param desk what the desk knows; kept in step
 * @param tick called with each moment, so that ids are made in its order
 */
export async function simulateDay(ctx: Ctx, demo: DemoVenue, desk: Desk, day: string, now: Date, tick: (at: Date) => void): Promise<void> {
  const r = random("day", ctx.venue.id, day);
  if (demo.mainTag === "swimming") await openSessions(ctx, day, POOL_SESSIONS);
  desk.sessions = await sessionsOf(ctx, day);
  const until = dayOf(now, ctx.venue.zone) === day ? wall(now, ctx.venue.zone).minute : 1_440;
  const tasks: { minute: number; order: number; task: Task; moves: boolean }[] = [];
  const self: Day = {
    ctx,
    r,
    desk,
    day,
    until,
    walkIns: people(random("walkIns", ctx.venue.id, day), 20),
    plan: (minute, task, moves = false) => {
      if (minute < until) tasks.push({ minute, order: tasks.length, task, moves });
    },
  };
  const lively = weekday(day) > 5 ? 1.35 : 1;
  await planArrivals(self);
  times(demo.pace.orders * lively, r, () => planBooking(self));
  times(demo.pace.recharges * lively, r, () => planRecharge(self));
  times(demo.pace.sales * lively, r, () => planSale(self));
  times(demo.pace.cards, r, () => planCardSale(self));
  times(demo.pace.sessions * lively, r, () => planSwim(self));
  if (demo.mainTag === "badminton" && weekday(day) === 6) planEvent(self);
  if (r.chance(0.5)) planRestock(self);
  planStock(self);
  if (until < 1_440) planOpenEnds(self);

  const session: Told = { person: "" };
  const crew = demo.mainTag === "swimming" ? [SWIM_DESK] : DESKS;
  if (until > OPENING) for (const person of crew) await startShift(at(ctx, { day, minute: OPENING, person, moves: true }, session, tick));
  for (;;) {
    tasks.sort((a, b) => a.minute - b.minute || a.order - b.order);
    const next = tasks.shift();
    if (!next) break;
    const person = crew[Math.floor(next.minute / 60) % crew.length] ?? SWIM_DESK;
    await next.task(at(ctx, { day, minute: next.minute, person, moves: next.moves }, session, tick));
  }
  const late = at(ctx, { day, minute: Math.min(until - 1, 1_390), person: crew[0] ?? SWIM_DESK, moves: true }, session, tick);
  if (until > 60) await changeBookings(late, desk, day, now);
  if (until === 1_440)
    for (const [i, person] of crew.entries())
      await closeShift(at(ctx, { day, minute: 1_395 + i, person, moves: true }, session, tick), r, crew[(i + 1) % crew.length]?.name ?? "");
  const closing = at(ctx, { day, minute: Math.min(until, 1_435), person: { id: "", name: "system" }, moves: true }, session, tick);
  for (const job of [...bookingJobs, ...DAILY]) await job.run(closing);
}

function times(count: number, r: Random, plan: () => void): void {
  const whole = Math.floor(count * (0.85 + 0.3 * r.next()) + r.next());
  for (let i = 0; i < whole; i++) plan();
}

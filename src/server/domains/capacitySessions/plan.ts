/** Sessions as they are made in bulk, changed, and put on sale. */
import type { Output, Parsed } from "../../../contract/core/call";
import { hallBooking, next } from "../../../contract/core/states";
import {
  type HallSession,
  type PlannedSessions,
  SESSION_TERM_DAYS,
  type capacitySessions,
} from "../../../contract/capacitySessions/capacity-sessions";
import { addDays, clock, daysBetween, instant, weekday } from "../../../contract/core/time";
import type { Ctx } from "../../http/context";
import { AppError, badField } from "../../http/error";
import { closedDays } from "../../kernel/holidays";
import { changed, lockSession, moveSession, refuseClosed, stateNow, wrongStateError } from "./session";
import { many, one } from "./view";
import { word } from "./words";

/** Most sessions that one plan makes. */
const MOST = 1_000;
type Plan = Parsed<typeof capacitySessions.preview>;
type Fate = "fresh" | "exist" | "past" | "closed";
interface Planned {
  readonly day: string;
  readonly start: number;
  readonly end: number;
  readonly fate: Fate;
}

/**
 * Returns the sessions that a plan would create. Creates nothing.
 * @throws AppError `badInput`, `missing` (a hall that sells by capacity), `sessionsOverlap`, `sessionsTooMany`
 */
export async function preview(ctx: Ctx, input: Plan): Promise<PlannedSessions> {
  await capacityHall(ctx, input.hallId, false);
  return counted(await planned(ctx, input));
}

/**
 * Makes what a plan says. Two people who plan the same hall wait for each other, so nothing is made twice; and so does
 * who closes a day, on which nothing is made.
 * @throws AppError as `preview`
 */
export async function plan(ctx: Ctx, input: Plan): Promise<PlannedSessions> {
  await capacityHall(ctx, input.hallId, true);
  const all = await planned(ctx, input);
  const fresh = all.filter((session) => session.fate === "fresh");
  if (fresh.length > 0) {
    await ctx.db
      .insertInto("hall_booking")
      .values(
        fresh.map(({ day, start, end }) => ({
          venue_id: ctx.venue.id,
          id: ctx.newId(),
          hall_id: input.hallId,
          name: input.name,
          day,
          start_minute: start,
          end_minute: end,
          starts_at: instant(day, start, ctx.venue.zone),
          ends_at: instant(day, end, ctx.venue.zone),
          price: input.price,
          max_place: input.maxPlace,
          left_place: input.maxPlace,
          status: input.onShelf ? "on_shelf" : "draft",
        })),
      )
      .execute();
    for (const day of new Set(fresh.map((session) => session.day))) changed(ctx, day);
  }
  return counted(all);
}

async function capacityHall(ctx: Ctx, id: string, lock: boolean): Promise<void> {
  const query = ctx.db
    .selectFrom("hall")
    .select("id")
    .where("venue_id", "=", ctx.venue.id)
    .where("id", "=", id)
    .where("sells", "=", "capacity");
  const hall = await (lock ? query.forUpdate() : query).executeTakeFirst();
  if (!hall) throw new AppError("missing", { what: word("hall", ctx.language) });
}

/** Each time of each chosen day: new, there already (or in the way of one that is), past, or on a day on which the venue is closed. */
async function planned(ctx: Ctx, input: Plan): Promise<Planned[]> {
  const span = daysBetween(input.from, input.to);
  if (span < 0 || span >= SESSION_TERM_DAYS) throw badField("to", "withinDays", { n: SESSION_TERM_DAYS - 1 });
  const slots = inOrder(input.slots);
  const days = Array.from({ length: span + 1 }, (_, i) => addDays(input.from, i)).filter((day) => input.weekdays.includes(weekday(day)));
  if (days.length * slots.length > MOST) throw new AppError("sessionsTooMany", { max: MOST }, { max: MOST });
  const there = await ctx.db
    .selectFrom("hall_booking")
    .select(["day", "start_minute as start", "end_minute as end"])
    .where("venue_id", "=", ctx.venue.id)
    .where("hall_id", "=", input.hallId)
    .where("day", ">=", input.from)
    .where("day", "<=", input.to)
    .where("status", "<>", "cancelled")
    .execute();
  const byDay = byDayOf(there);
  const shut = await closedDays(ctx, days);
  return days.flatMap((day) =>
    slots.map(({ start, end }): Planned => {
      const isOccupied = byDay.get(day)?.some((session) => session.start < end && start < session.end) ?? false;
      const past = instant(day, start, ctx.venue.zone) <= ctx.now;
      return { day, start, end, fate: isOccupied ? "exist" : past ? "past" : shut.has(day) ? "closed" : "fresh" };
    }),
  );
}

function byDayOf<T extends { readonly day: string }>(all: readonly T[]): Map<string, T[]> {
  const days = new Map<string, T[]>();
  for (const one of all) days.set(one.day, [...(days.get(one.day) ?? []), one]);
  return days;
}

/** The times of a day, by time. @throws AppError `badInput`, `sessionsOverlap` */
function inOrder(slots: Plan["slots"]): Plan["slots"] {
  const sorted = slots.toSorted((a, b) => a.start - b.start);
  for (const [i, slot] of sorted.entries()) {
    if (slot.end <= slot.start) throw badField(`slots.${slots.indexOf(slot)}.end`, "after");
    const before = sorted[i - 1];
    if (before && before.end > slot.start) {
      const say = (of: { start: number; end: number }): string => `${clock(of.start)}–${clock(of.end)}`;
      throw new AppError("sessionsOverlap", { a: say(before), b: say(slot) });
    }
  }
  return sorted;
}

function counted(all: readonly Planned[]): PlannedSessions {
  const of = (some: readonly Planned[], fate: Fate): number => some.filter((session) => session.fate === fate).length;
  const figures = (some: readonly Planned[]) => ({
    fresh: of(some, "fresh"),
    exist: of(some, "exist"),
    past: of(some, "past"),
    closed: of(some, "closed"),
  });
  const days = byDayOf(all);
  return { ...figures(all), days: [...days].map(([day, some]) => ({ day, ...figures(some) })) };
}

/**
 * Changes name, price and number of places of a session that is not over. What is sold keeps its price.
 * @throws AppError `missing`, `wrongState`, `sessionSold`
 */
export async function modify(ctx: Ctx, input: Parsed<typeof capacitySessions.modify>): Promise<HallSession> {
  const row = await lockSession(ctx, input.id);
  const state = stateNow(ctx, row);
  if (state === "finished" || state === "cancelled") throw wrongStateError(ctx, state, "modify");
  const soldPlaces = row.max_place - row.left_place;
  if (input.maxPlace < soldPlaces) throw new AppError("sessionSold", { sold: soldPlaces }, { sold: soldPlaces });
  await ctx.db
    .updateTable("hall_booking")
    .set({ name: input.name, price: input.price, max_place: input.maxPlace, left_place: input.maxPlace - soldPlaces })
    .where("venue_id", "=", ctx.venue.id)
    .where("id", "=", row.id)
    .execute();
  changed(ctx, row.day);
  return one(ctx, row.id);
}

/**
 * Puts sessions on sale or takes them off, all or none; those that are so already stay so.
 * @throws AppError `missing`, `wrongState`, `slotPast` for a draft whose time is over, `slotClosed` to sell on a closed day
 */
export async function setOnSale(ctx: Ctx, input: Parsed<typeof capacitySessions.shelve>): Promise<Output<typeof capacitySessions.shelve>> {
  const action = input.onShelf ? "shelve" : "unshelve";
  const ids = [...new Set(input.ids)].sort();
  for (const id of ids) {
    const row = await lockSession(ctx, id);
    const state = stateNow(ctx, row);
    if (state === (input.onShelf ? "on_shelf" : "off_shelf")) continue;
    if (next(hallBooking, state, action) !== undefined && row.ends_at <= ctx.now) {
      throw new AppError("slotPast", { time: `${row.day} ${clock(row.start_minute)}` });
    }
    if (input.onShelf) await refuseClosed(ctx, row);
    await moveSession(ctx, row, action);
  }
  return { content: await many(ctx, ids) };
}

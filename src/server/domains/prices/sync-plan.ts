/**
 * What a sync would write for places and days, without writing it.
 *
 * Prices are worked out live from rules, so there is no list of slots that would have to be made before anything can be booked. What a
 * sync gives is what the rules cannot: prices that stay. A synced day is a plan's prices written down for one place and one day
 * (`synced_day`, its prices in a `price_sheet` shared by all days of equal prices). It goes before the live plans, whatever their
 * priority, until it is synced again; temporary prices still go before it. So a published week stays as published while somebody works
 * on next season's plan, and one plan can be put over certain days without a second plan for them.
 *
 * A slot is new where nothing was synced, re-priced where something else was, the same where nothing changes. A slot that is sold keeps
 * what it has: nobody sees another price on the grid than was paid. Days, hours and weekdays are the venue's; a holiday takes the prices
 * of the weekday that it is priced as. Running it twice changes nothing the second time.
 */
import { createHash } from "node:crypto";
import { GRANULE } from "../../../contract/core/time";
import type { Ctx } from "../../http/context";
import { hoursOf, loadPlaces, type PlaceInfo } from "../../kernel/places";
import { pricedAs } from "../../kernel/price/price";
import { type Consumer, onDay, type PlanRule, type PriceRules, type SheetPrices, syncedKey } from "../../kernel/price/rules";
import { loadRules } from "../../kernel/price/tariff";

export type SlotOutcome = "added" | "repriced" | "kept" | "same";
/** A slot that the plan prices, and what becomes of it; walk-in prices in fen, `from` null where nothing was synced. */
interface SlotPlan {
  readonly start: number;
  readonly end: number;
  readonly outcome: SlotOutcome;
  readonly from: number | null;
  readonly to: number;
}
/** A place and a day: its slots, and the sheet that it would have. */
export interface DayPlan {
  readonly place: PlaceInfo;
  readonly day: string;
  readonly slots: readonly SlotPlan[];
  readonly sheet: { readonly id: string; readonly prices: SheetPrices };
  /** True if the sheet differs from the present one. */
  readonly changed: boolean;
}

const HALVES = 48;
const CLASSES: readonly Consumer[] = ["walkIn", "member", "group"];
type Plan = PlanRule & { readonly programId: string };

/** Plans of the days of places that the plan is for, in the order of `days` and of the grid. Four queries, whatever their number. */
export async function planDays(ctx: Ctx, plan: Plan, placeIds: readonly string[], days: readonly string[]): Promise<DayPlan[]> {
  const [first, last] = [days[0], days.at(-1)];
  if (first === undefined || last === undefined || placeIds.length === 0) return [];
  const places = await loadPlaces(ctx, { ids: placeIds });
  const [rules, soldSlots] = [await loadRules(ctx, places, first, last), await soldHalves(ctx, placeIds, first, last)];
  return days.flatMap((day) =>
    places.flatMap((place) => {
      const ofProgram = rules.get(place.programId);
      if (!ofProgram || place.programId !== plan.programId || !onDay(plan, place.id, day)) return [];
      return [planDay(plan, place, day, ofProgram, soldSlots.get(syncedKey(place.id, day)) ?? new Set())];
    }),
  );
}

function planDay(plan: Plan, place: PlaceInfo, day: string, rules: PriceRules, sold: ReadonlySet<number>): DayPlan {
  const before = rules.synced.get(syncedKey(place.id, day));
  const row = pricedAs(rules, day) - 1;
  const targetHalf = (half: number): Half => ({
    walkIn: plan.matrix.walkIn[row]?.[half] ?? null,
    member: plan.matrix.member?.[row]?.[half] ?? null,
    group: plan.matrix.group?.[row]?.[half] ?? null,
    peak: plan.matrix.peak?.[row]?.[half] ?? false,
  });
  const standing = (half: number): Half => halfOf(before?.prices, half);
  // Half hours that are no slot: outside opening hours, or of a slot that the plan does not price as a whole.
  const halves = Array.from({ length: HALVES }, (_, half) =>
    targetHalf(half).walkIn === null || sold.has(half) ? standing(half) : targetHalf(half),
  );
  const slots: SlotPlan[] = [];
  const { open, close } = hoursOf(place, day);
  for (let start = open; start + place.slotMinutes <= close; start += place.slotMinutes) {
    const mine = Array.from({ length: place.slotMinutes / GRANULE }, (_, i) => start / GRANULE + i);
    const to = sumOf(mine.map((half) => targetHalf(half).walkIn));
    if (to === null) {
      for (const half of mine) halves[half] = standing(half);
      continue;
    }
    const from = sumOf(mine.map((half) => standing(half).walkIn));
    const differs = mine.some((half) => CLASSES.some((name) => targetHalf(half)[name] !== standing(half)[name]));
    const outcome = !differs ? "same" : mine.some((half) => sold.has(half)) ? "kept" : from === null ? "added" : "repriced";
    for (const half of mine) halves[half] = outcome === "kept" ? standing(half) : targetHalf(half);
    slots.push({ start, end: start + place.slotMinutes, outcome, from, to });
  }
  const prices = toSheet(halves);
  const id = createHash("sha256").update(JSON.stringify(prices)).digest("hex").slice(0, 32);
  return { place, day, slots, sheet: { id, prices }, changed: id !== before?.sheetId };
}

interface Half {
  readonly walkIn: number | null;
  readonly member: number | null;
  readonly group: number | null;
  readonly peak: boolean;
}
const halfOf = (sheet: SheetPrices | undefined, half: number): Half => ({
  walkIn: sheet?.walkIn[half] ?? null,
  member: sheet?.member?.[half] ?? null,
  group: sheet?.group?.[half] ?? null,
  peak: sheet?.peak?.[half] ?? false,
});

function toSheet(halves: readonly Half[]): SheetPrices {
  const of = (name: Consumer): (number | null)[] => halves.map((half) => half[name]);
  const some = (name: "member" | "group") => (halves.some((half) => half[name] !== null) ? { [name]: of(name) } : {});
  return { walkIn: of("walkIn"), ...some("member"), ...some("group"), peak: halves.map((half) => half.peak) };
}

const sumOf = (prices: readonly (number | null)[]): number | null =>
  prices.reduce<number | null>((total, price) => (total === null || price === null ? null : total + price), 0);

/** Half hours of places and days that bookings occupy, by `syncedKey`. */
export async function soldHalves(ctx: Ctx, placeIds: readonly string[], from: string, to: string): Promise<Map<string, Set<number>>> {
  const lines = await ctx.db
    .selectFrom("booking_line as l")
    .innerJoin("booking_order as o", (join) => join.onRef("o.venue_id", "=", "l.venue_id").onRef("o.id", "=", "l.order_id"))
    .select(["l.place_id", "l.day", "l.start_minute", "l.end_minute"])
    .where("l.venue_id", "=", ctx.venue.id)
    .where("l.day", ">=", from)
    .where("l.day", "<=", to)
    .where("l.place_id", "in", [...placeIds])
    .where("l.status", "=", "active")
    .where("o.order_status", "not in", ["cancelled", "expired"])
    .where((eb) => eb.or([eb("o.order_status", "<>", "held"), eb("o.hold_until", ">", ctx.now)]))
    .execute();
  const soldSlots = new Map<string, Set<number>>();
  for (const { place_id, day, start_minute, end_minute } of lines) {
    const key = syncedKey(place_id, day);
    const halves = soldSlots.get(key) ?? new Set();
    soldSlots.set(key, halves);
    for (let minute = start_minute; minute < end_minute; minute += GRANULE) halves.add(minute / GRANULE);
  }
  return soldSlots;
}

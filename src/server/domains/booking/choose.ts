/** What a person chose in the grid, checked and priced: places, hours, days, and who books. */
import { type Fen, yuan } from "../../../contract/money";
import { addDays, clock, instant } from "../../../contract/time";
import { type Ctx, today } from "../../http/context";
import { AppError } from "../../http/error";
import type { Allowed } from "./card-type";
import { refuseInactive } from "../members/active";
import { bundlesOver, fittingBundle } from "./bundles";
import { mergeRuns, type Run, granules } from "./cells";
import { hoursOf, isOpen, loadPlaces, type PlaceInfo, placeLabel } from "./places";
import { type Priced, priceOrder } from "./price";
import type { Consumer } from "./price-rules";
import { loadRules, readAhead } from "./tariff";
import { word } from "./words";

/** A run of one place that may be taken, as far as the clock and the opening hours are concerned. */
export interface Chosen {
  readonly place: PlaceInfo;
  readonly start: number;
  readonly end: number;
}
/** A chosen run with its price. */
export interface ChosenLine extends Chosen {
  readonly priced: Priced;
  /** The package card that covers it, and the uses it takes. */
  readonly card?: { readonly holdingId: string; readonly uses: number };
}

/** A member who may book. */
export interface MemberInfo {
  readonly id: string;
  readonly name: string;
  readonly phone: string;
  readonly cardTypeId: string;
  readonly cardTypeName: string;
  readonly placePercent: number;
  /** When members of the card type may book and play. */
  readonly allows?: Allowed;
}

/** `20:00–21:00`. */
export const span = (start: number, end: number): string => `${clock(start)}–${clock(end)}`;

/**
 * Checks runs of one day; those of one place that touch become one. Several places of one order may not share ground.
 * @throws AppError `missing`, `slotPast`, `slotTooFar`, `slotClosed`, `slotGrain`, `linkedChosen`
 */
export async function chooseRuns(ctx: Ctx, day: string, runs: readonly Run[]): Promise<Chosen[]> {
  const merged = mergeRuns(runs);
  const places = await loadPlaces(ctx, { ids: merged.map((run) => run.placeId) });
  const byId = new Map(places.map((place) => [place.id, place]));
  const chosen = merged.map((run): Chosen => {
    const place = byId.get(run.placeId);
    if (!place) throw new AppError("missing", { what: word("place", ctx.language) });
    return { place, start: run.start, end: run.end };
  });
  for (const run of chosen) checkTime(ctx, day, run);
  refuseLinked(ctx, chosen);
  const order = new Map(places.map((place, i) => [place.id, i]));
  return chosen.sort((a, b) => (order.get(a.place.id) ?? 0) - (order.get(b.place.id) ?? 0) || a.start - b.start);
}

/**
 * Checks a run against slots, opening hours, clock and horizon. A slot that runs may be taken until its end.
 * @throws AppError `slotGrain`, `slotClosed`, `slotPast`, `slotTooFar`
 */
export function checkTime(ctx: Ctx, day: string, { place, start, end }: Chosen): void {
  const named = { place: placeLabel(place.name, ctx.language), time: span(start, end) };
  const { open } = hoursOf(place, day);
  const slot = place.slotMinutes;
  if (start < end && ((start - open) % slot !== 0 || (end - start) % slot !== 0))
    throw new AppError("slotGrain", { ...named, minutes: slot });
  if (start >= end || !isOpen(place, day, start, end) || granules(day, start, end, ctx.venue.zone) === null)
    throw new AppError("slotClosed", named);
  if (instant(day, start + slot, ctx.venue.zone) <= ctx.now) throw new AppError("slotPast", { time: `${day} ${span(start, end)}` });
  const days = place.daysAhead ?? ctx.venue.days_ahead;
  if (day > addDays(today(ctx), days)) throw new AppError("slotTooFar", { days });
}

/**
 * Refuses runs of one day that share ground with each other.
 * @throws AppError `linkedChosen`
 */
export function refuseLinked(ctx: Ctx, chosen: readonly Chosen[]): void {
  for (const [i, a] of chosen.entries()) {
    for (const b of chosen.slice(i + 1)) {
      if (a.start >= b.end || b.start >= a.end || !a.place.unitIds.some((unit) => b.place.unitIds.includes(unit))) continue;
      const time = span(Math.max(a.start, b.start), Math.min(a.end, b.end));
      throw new AppError("linkedChosen", { a: placeLabel(a.place.name, ctx.language), b: placeLabel(b.place.name, ctx.language), time });
    }
  }
}

/**
 * A member who may book.
 * @throws AppError `missing`, `memberState`
 */
export async function bookingMember(ctx: Ctx, id: string): Promise<MemberInfo> {
  const row = await ctx.db
    .selectFrom("member as m")
    .innerJoin("card_type as t", (join) => join.onRef("t.venue_id", "=", "m.venue_id").onRef("t.id", "=", "m.card_type_id"))
    .select(["m.id", "m.name", "m.phone", "m.state", "t.id as cardTypeId", "t.name as cardTypeName", "t.place_percent as placePercent"])
    .select(["t.days_ahead as daysAhead", "t.weekdays", "t.start_minute as startMinute", "t.end_minute as endMinute"])
    .where("m.venue_id", "=", ctx.venue.id)
    .where("m.id", "=", id)
    .executeTakeFirst();
  if (!row) throw new AppError("missing", { what: word("member", ctx.language) });
  refuseInactive(ctx, row);
  const { daysAhead, weekdays, startMinute, endMinute, ...member } = row;
  return { ...member, allows: { daysAhead, weekdays, startMinute, endMinute } };
}

/**
 * The member who books; null for a walk-in or a group.
 * @throws AppError `missing`, `memberState`, `groupMember`
 */
export async function bookerOf(
  ctx: Ctx,
  { memberId, asGroup }: { readonly memberId?: string | undefined; readonly asGroup: boolean },
): Promise<MemberInfo | null> {
  if (memberId === undefined) return null;
  if (asGroup) throw new AppError("groupMember");
  return bookingMember(ctx, memberId);
}

/** What else the price of a choice hangs on. */
export interface PriceOptions {
  /** Discount by hand on the whole, fen. */
  readonly manual?: { readonly amount: Fen; readonly reason: string } | null;
  /** How many play, where a price is per head; 1 when left out. */
  readonly heads?: number | undefined;
  /** Whether the booker is a group. */
  readonly asGroup?: boolean;
}

/** Reads what pricing these places on a day will ask for, together with whatever else is asked. */
export async function readPrices(ctx: Ctx, day: string, places: readonly Pick<PlaceInfo, "id">[]): Promise<void> {
  await Promise.all([readAhead(ctx, places, day, day), bundlesOver(ctx, places)]);
}

/**
 * Prices chosen runs for a member, a group or a walk-in; at the price of the bundle that they make up, where that is the cheaper.
 * @throws AppError `noPrice`, `slotClosed` on a day on which the venue is closed, `discountTooBig`
 */
export async function priceChosen(
  ctx: Ctx,
  day: string,
  chosen: readonly Chosen[],
  member: MemberInfo | null,
  { manual = null, heads, asGroup = false }: PriceOptions = {},
): Promise<ChosenLine[]> {
  const places = chosen.map((run) => run.place);
  const [rules, sold] = await Promise.all([loadRules(ctx, places, day, day), bundlesOver(ctx, places)]);
  const inputs = chosen.map(({ place, start, end }) => {
    const ofProgram = rules.get(place.programId);
    if (!ofProgram) throw new Error(`no rules of program ${place.programId}`);
    if (ofProgram.holidays.get(day)?.kind === "closed")
      throw new AppError("slotClosed", { place: placeLabel(place.name, ctx.language), time: `${day} ${span(start, end)}` });
    return {
      rules: ofProgram,
      placeId: place.id,
      day,
      start,
      end,
      heads,
      consumer: consumerOf(member, asGroup),
      card: member && { id: member.cardTypeId, name: member.cardTypeName, percent: member.placePercent },
    };
  });
  const single = withPrices(ctx, chosen, priceOrder(inputs, null));
  const bundle = fittingBundle(sold, day, chosen, sumOf(single).total);
  const before = bundle ? withPrices(ctx, chosen, priceOrder(inputs, null, { bundle })) : single;
  if (manual === null || manual.amount === 0) return before;
  const total = sumOf(before).total;
  if (manual.amount > total) throw new AppError("discountTooBig", { discount: yuan(manual.amount), total: yuan(total) });
  return withPrices(ctx, chosen, priceOrder(inputs, manual, { bundle: bundle ?? null }));
}

/** Whose prices hold. */
export const consumerOf = (member: MemberInfo | null, asGroup: boolean): Consumer => (member ? "member" : asGroup ? "group" : "walkIn");

function withPrices(ctx: Ctx, chosen: readonly Chosen[], prices: readonly (Priced | null)[]): ChosenLine[] {
  return chosen.map((run, i) => {
    const priced = prices[i];
    if (!priced) throw new AppError("noPrice", { place: placeLabel(run.place.name, ctx.language), time: span(run.start, run.end) });
    return { ...run, priced };
  });
}

/** Sums of lines, fen. */
export function sumOf(lines: readonly ChosenLine[]): { list: Fen; discount: Fen; total: Fen } {
  const list = lines.reduce((sum, line) => sum + line.priced.list, 0);
  const discount = lines.reduce((sum, line) => sum + line.priced.discount, 0);
  return { list, discount, total: list - discount };
}

/** Runs of places that a person chose, checked against slots, opening hours, clock and horizon. */
import { addDays, instant, span } from "../../../contract/core/time";
import { type Ctx, today } from "../../http/context";
import { AppError } from "../../http/error";
import { mergeRuns, type Run, granules } from "./cells";
import { hoursOf, isOpen, loadPlaces, type PlaceInfo } from "../places";
import { placeLabel } from "../place-words";
import { word } from "../words";

/** A run of one place that may be taken, as far as the clock and the opening hours are concerned. */
export interface Chosen {
  readonly place: PlaceInfo;
  readonly start: number;
  readonly end: number;
}
/**
 * Checks runs of one day; those of one place that touch become one. Several places of one order may not overlap.
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
 * Refuses runs of one day that overlap each other.
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

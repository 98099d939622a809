/** The nearest free places and times beside one that is taken. */
import { instant } from "../../../contract/core/time";
import type { SlotRun } from "../../../contract/booking/booking";
import type { Ctx } from "../../http/context";
import { granules } from "./cells";
import type { Chosen } from "./choose";
import { hoursOf, isOpen, loadPlaces, type PlaceInfo } from "../places";

/** Another run that could be had. */
interface Alternative extends SlotRun {
  readonly day: string;
  readonly placeName: string;
}
const MOST_BESIDE = 3;
const MOST_LATER = 2;

/**
 * Free runs of the same length: the same time on places of the same hall, nearest first, then the same place at its next times.
 * @param holderId whose cells do not count: those that the refused claim itself has just taken
 */
export async function alternativesTo(ctx: Ctx, day: string, wanted: Chosen, holderId: string): Promise<Alternative[]> {
  const { zone } = ctx.venue;
  const hall = await loadPlaces(ctx, { hallId: wanted.place.hallId });
  const { open, close } = hoursOf(wanted.place, day);
  const occupied = await occupiedCells(ctx, hall, holderId, instant(day, open, zone), instant(day, close, zone));
  const slot = wanted.place.slotMinutes;
  const free = (place: PlaceInfo, start: number): Alternative[] => {
    const end = start + wanted.end - wanted.start;
    if (!isOpen(place, day, start, end) || instant(day, start + slot, zone) <= ctx.now) return [];
    const times = granules(day, start, end, zone);
    if (times === null || place.unitIds.some((unit) => times.some((at) => occupied.has(`${unit} ${at.getTime()}`)))) return [];
    return [{ day, placeId: place.id, placeName: place.name, start, end }];
  };
  const own = hall.findIndex((place) => place.id === wanted.place.id);
  const beside = hall
    .map((place, i) => ({ place, away: Math.abs(i - own) }))
    .filter(({ place }) => place.id !== wanted.place.id)
    .sort((a, b) => a.away - b.away)
    .flatMap(({ place }) => free(place, wanted.start));
  const later: Alternative[] = [];
  for (let start = wanted.start + slot; start < close && later.length < MOST_LATER; start += slot) later.push(...free(wanted.place, start));
  return [...beside.slice(0, MOST_BESIDE), ...later];
}

async function occupiedCells(ctx: Ctx, places: readonly PlaceInfo[], holderId: string, from: Date, to: Date): Promise<Set<string>> {
  const rows = await ctx.db
    .selectFrom("occupancy")
    .select(["unit_id", "slot_start"])
    .where("venue_id", "=", ctx.venue.id)
    .where("unit_id", "in", [...new Set(places.flatMap((place) => place.unitIds))])
    .where("slot_start", ">=", from)
    .where("slot_start", "<", to)
    .where("holder_id", "<>", holderId)
    .execute();
  return new Set(rows.map((row) => `${row.unit_id} ${row.slot_start.getTime()}`));
}

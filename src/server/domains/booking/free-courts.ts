/** The courts of a sport on a day as everybody may see them: free with their list price, or taken, and nothing of who took them. */
import { type Fen } from "../../../contract/core/money";
import { addDays, GRANULE, instant, wall } from "../../../contract/core/time";
import type { CourtTable } from "../../../public-site/courts";
import { type Ctx, today } from "../../http/context";
import { hoursOf, isOpen, loadPlaces, type PlaceInfo } from "../../kernel/places";
import { placeLabel } from "../../kernel/place-words";
import { halfHour } from "../../kernel/price/price";
import type { PriceRules } from "../../kernel/price/rules";
import { loadRules } from "../../kernel/price/tariff";

/**
 * The table of a sport's courts; the first sport where none is named.
 * @returns null where there is no such sport, or the day is not one that customers book
 */
export async function readFreeCourts(ctx: Ctx, wanted: { readonly programId?: string; readonly day?: string }): Promise<CourtTable | null> {
  const all = await loadPlaces(ctx);
  const programs = [...new Map(all.map(({ programId, programName }) => [programId, programName]))].map(([id, name]) => ({ id, name }));
  const programId = wanted.programId ?? programs[0]?.id ?? "";
  const first = today(ctx);
  const places = all.filter((place) => place.programId === programId);
  if (places.length === 0 && wanted.programId !== undefined) return null;
  const venueDays = ctx.venue.online_days_ahead;
  const daysAhead = Math.min(venueDays, places[0]?.daysAhead ?? ctx.venue.days_ahead);
  const days = Array.from({ length: daysAhead + 1 }, (_, i) => addDays(first, i));
  const day = wanted.day ?? first;
  if (day < first || day > addDays(first, venueDays)) return null;
  // Another sport's table may have led here from a day that this one does not sell yet.
  if (!days.includes(day)) return readFreeCourts(ctx, { programId, day: addDays(first, daysAhead) });
  const [rules, taken] = await Promise.all([loadRules(ctx, places, day, day), readTaken(ctx, places, day)]);
  const ofProgram = rules.get(programId);
  const isClosed = ofProgram?.holidays.get(day)?.kind === "closed";
  const now = wall(ctx.now, ctx.venue.zone);
  const hasHalls = new Set(places.map(({ hallId }) => hallId)).size > 1;
  const columns = places.map((place) => ({
    place,
    slots: ofProgram && !isClosed ? slotsOf(place, day, ofProgram) : new Map<number, Slot>(),
  }));
  const starts = [...new Set(columns.flatMap(({ slots }) => [...slots.keys()]))].sort((a, b) => a - b);
  // A slot that runs may be booked until its end, as at the desk.
  const isOver = (start: number, place: PlaceInfo): boolean => day === now.day && start + place.slotMinutes <= now.minute;
  return {
    programs,
    programId,
    days,
    day,
    asOf: now.minute,
    courts: places.map(({ name, hallName }) => ({ hall: hasHalls ? hallName : null, name: placeLabel(name, ctx.language) })),
    rows: starts
      .filter((start) => columns.some(({ place }) => !isOver(start, place)))
      .map((start) => ({
        start,
        cells: columns.map(({ place, slots }) => {
          const slot = slots.get(start);
          if (!slot || isOver(start, place)) return null;
          const isFree = slot.price !== null && !halvesOf(place, start).some((key) => taken.has(key));
          return { value: `${place.id}~${start}`, end: start + place.slotMinutes, price: slot.price ?? 0, isPeak: slot.isPeak, isFree };
        }),
      })),
  };
}

interface Slot {
  /** Null: not for sale online. */
  readonly price: Fen | null;
  readonly isPeak: boolean;
}

/** The slots of a place on a day by their start, with the list price; those priced by the head are the desk's. */
function slotsOf(place: PlaceInfo, day: string, rules: PriceRules): Map<number, Slot> {
  const { open, close } = hoursOf(place, day);
  const slots = new Map<number, Slot>();
  for (let start = open; start + place.slotMinutes <= close; start += place.slotMinutes) {
    if (!isOpen(place, day, start, start + place.slotMinutes)) continue;
    let price: Fen | null = 0;
    let isPeak = false;
    for (let minute = start; minute < start + place.slotMinutes; minute += GRANULE) {
      const half = halfHour(rules, { placeId: place.id, day, minute, consumer: "walkIn", cardTypeId: null });
      price = price === null || half === null || half.unit === "head" ? null : price + half.price;
      isPeak ||= half?.peak ?? false;
    }
    slots.set(start, { price, isPeak });
  }
  return slots;
}

const keyOf = (unit: string, minute: number): string => `${unit} ${minute}`;
const halvesOf = ({ unitIds, slotMinutes }: PlaceInfo, start: number): string[] =>
  unitIds.flatMap((unit) => Array.from({ length: slotMinutes / GRANULE }, (_, i) => keyOf(unit, start + i * GRANULE)));

async function readTaken(ctx: Ctx, places: readonly PlaceInfo[], day: string): Promise<ReadonlySet<string>> {
  const { zone } = ctx.venue;
  const rows = await ctx.db
    .selectFrom("occupancy")
    .select(["unit_id", "slot_start"])
    .where("venue_id", "=", ctx.venue.id)
    .where("unit_id", "in", [...new Set(places.flatMap((place) => place.unitIds)), ""])
    .where("slot_start", ">=", instant(day, 0, zone))
    .where("slot_start", "<", instant(addDays(day, 1), 0, zone))
    .execute();
  return new Set(rows.map(({ unit_id, slot_start }) => keyOf(unit_id, wall(slot_start, zone).minute)));
}

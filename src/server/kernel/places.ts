/** Halls and their places, as everything that uses them reads them: what there is, and when it is open. */
import { GRANULE, weekday } from "../../contract/core/time";
import { type Ctx, memoizePerService } from "../http/context";
import { sql } from "kysely";
import { halfKey } from "./utilisation";

/** A time of the week at which a hall is closed within its opening hours; no weekday: every day. Minutes from midnight. */
export interface ClosedTime {
  readonly weekdays: readonly number[];
  readonly start: number;
  readonly end: number;
}

/** A bookable place with what its hall and program say about it. */
export interface PlaceInfo {
  readonly id: string;
  readonly name: string;
  readonly unitIds: readonly string[];
  readonly hallId: string;
  readonly hallName: string;
  readonly programId: string;
  readonly programName: string;
  readonly sport: string;
  readonly slotMinutes: number;
  /** Minutes from midnight, Monday first. */
  readonly open: readonly number[];
  readonly close: readonly number[];
  readonly closed: readonly ClosedTime[];
  /** Offered; one that is switched off has only a past. */
  readonly active: boolean;
  /** Fen per half hour. */
  readonly defaultPrice: number | null;
  /** Rules of booking of the program; null: the venue's. */
  readonly daysAhead: number | null;
  readonly holdMinutes: number | null;
  readonly freeCancelHours: number | null;
  readonly lateCancelPercent: number | null;
}

interface Only {
  readonly hallId?: string | undefined;
  readonly programId?: string | undefined;
  readonly ids?: readonly string[];
  /** This place and those that overlap it. */
  readonly around?: string | undefined;
  /** With those that are switched off. */
  readonly all?: boolean;
}

/** Places of the halls that are booked place by place, in the order of the grid; those on offer unless `all` are wanted. */
export const loadPlaces = (ctx: Ctx, only: Only = {}): Promise<PlaceInfo[]> => readPlaces(ctx, only);

const readPlaces = memoizePerService(async (ctx: Ctx, only: Only): Promise<PlaceInfo[]> => {
  if (only.ids?.length === 0) return [];
  let query = ctx.db
    .selectFrom("place as p")
    .innerJoin("hall as h", (join) => join.onRef("h.venue_id", "=", "p.venue_id").onRef("h.id", "=", "p.hall_id"))
    .innerJoin("program as g", (join) => join.onRef("g.venue_id", "=", "h.venue_id").onRef("g.id", "=", "h.program_id"))
    .where("p.venue_id", "=", ctx.venue.id)
    .where("h.sells", "=", "places")
    .select([
      "p.id",
      "p.name",
      "p.unit_ids as unitIds",
      "h.id as hallId",
      "h.name as hallName",
      "g.id as programId",
      "g.name as programName",
      "g.sport",
      "g.slot_minutes as slotMinutes",
      "h.open_minutes as open",
      "h.close_minutes as close",
      "h.closed_times as closed",
      "p.active",
      "g.default_price as defaultPrice",
      "g.days_ahead as daysAhead",
      "g.hold_minutes as holdMinutes",
      "g.free_cancel_hours as freeCancelHours",
      "g.late_cancel_percent as lateCancelPercent",
    ]);
  if (!only.all) query = query.where("p.active", "=", true);
  if (only.hallId !== undefined) query = query.where("h.id", "=", only.hallId);
  if (only.programId !== undefined) query = query.where("h.program_id", "=", only.programId);
  if (only.ids !== undefined) query = query.where("p.id", "in", [...only.ids]);
  if (only.around !== undefined) {
    query = query.where(
      sql<boolean>`p.unit_ids && (SELECT a.unit_ids FROM place a WHERE a.venue_id = ${ctx.venue.id} AND a.id = ${only.around})`,
    );
  }
  return query.orderBy("h.position").orderBy("h.id").orderBy("p.position").orderBy("p.id").execute();
});

/** Opening of a place's hall on a day, minutes from midnight. */
export function hoursOf(place: Pick<PlaceInfo, "open" | "close">, day: string): { open: number; close: number } {
  const at = weekday(day) - 1;
  return { open: place.open[at] ?? 0, close: place.close[at] ?? 0 };
}

/** Stretches of a day at which a place's hall is closed within its opening hours. */
export function closedOf(place: Pick<PlaceInfo, "closed">, day: string): readonly ClosedTime[] {
  const of = weekday(day);
  return place.closed.filter(({ weekdays }) => weekdays.length === 0 || weekdays.includes(of));
}
const overlapsClosing = (times: readonly ClosedTime[], start: number, end: number): boolean =>
  times.some((time) => start < time.end && time.start < end);

/** True if a place's hall is open during all of a stretch. */
export function isOpen(place: Pick<PlaceInfo, "open" | "close" | "closed">, day: string, start: number, end: number): boolean {
  const { open, close } = hoursOf(place, day);
  return start >= open && end <= close && !overlapsClosing(closedOf(place, day), start, end);
}

const NONE: ReadonlySet<string> = new Set();

/**
 * The half hours of a day at which each unit may be used, by their minutes: units, not places, or linked courts would count twice. The one
 * measure of how much time to sell a day has.
 * @param places in whose halls the units lie
 * @param shut whether the venue is closed that day
 * @param locked half hours that are locked or closed (`lockedHalves`): they are not on sale
 */
export function openUnits(
  places: readonly Pick<PlaceInfo, "unitIds" | "open" | "close" | "closed">[],
  day: string,
  shut: boolean,
  locked: ReadonlySet<string> = NONE,
): ReadonlyMap<string, readonly number[]> {
  if (shut) return new Map();
  return new Map(
    places.flatMap((place) => {
      const { open, close } = hoursOf(place, day);
      const closed = closedOf(place, day);
      const minutes: number[] = [];
      for (let at = open; at + GRANULE <= close; at += GRANULE) if (!overlapsClosing(closed, at, at + GRANULE)) minutes.push(at);
      return place.unitIds.map(
        (unit) => [unit, locked.size === 0 ? minutes : minutes.filter((at) => !locked.has(halfKey(day, unit, at)))] as const,
      );
    }),
  );
}

/** Unit-slots of half an hour that may be used on a day. */
export const openSlots = (places: readonly PlaceInfo[], day: string, shut: boolean, locked?: ReadonlySet<string>): number =>
  [...openUnits(places, day, shut, locked).values()].reduce((sum, minutes) => sum + minutes.length, 0);

/**
 * Time. Instants travel as ISO 8601 with offset; days as `YYYY-MM-DD` in the venue's zone; times of a day as minutes from midnight.
 * Days, slots and reports are cut in the venue's zone, also where clocks change.
 */
import { z } from "#zod";
import { isDay } from "./typed/day";
import { wholeNumber } from "./numbers";

/** Default zone of a venue. */
export const DEFAULT_ZONE = "Asia/Shanghai";
/** Smallest bookable piece of time, in minutes: the granule of the occupancy key. */
export const GRANULE = 30;

export const MINUTE = 60_000;
export const DAY_MINUTES = 1_440;

/** Asks a zone's rules without building a formatter, which costs a slow till 50 ms. Newer browsers have it. */
declare const Temporal:
  | { Instant: { fromEpochMilliseconds(at: number): { toZonedDateTimeISO(zone: string): { offsetNanoseconds: number } } } }
  | undefined;

const formats = new Map<string, Intl.DateTimeFormat>();
function format(zone: string): Intl.DateTimeFormat {
  let found = formats.get(zone);
  if (!found) {
    found = new Intl.DateTimeFormat("en-CA", {
      timeZone: zone,
      hourCycle: "h23",
      year: "numeric",
      month: "2-digit",
      day: "2-digit",
      hour: "2-digit",
      minute: "2-digit",
      second: "2-digit",
    });
    formats.set(zone, found);
  }
  return found;
}

/** Clocks change on quarters of an hour, so one look at the zone's rules serves a whole quarter. */
const QUARTER = 900_000;
const MOST_KEPT = 20_000;
const offsets = new Map<string, Map<number, number>>();

/** Milliseconds by which a zone's clocks are ahead of UTC at an instant. Kept, because the rules are slow to ask. */
function offsetAt(at: number, zone: string): number {
  let zoneOffsets = offsets.get(zone);
  if (!zoneOffsets) offsets.set(zone, (zoneOffsets = new Map()));
  const quarter = Math.floor(at / QUARTER);
  const known = zoneOffsets.get(quarter);
  if (known !== undefined) return known;
  const offset = computeOffset(quarter * QUARTER, zone);
  if (zoneOffsets.size >= MOST_KEPT) zoneOffsets.clear();
  zoneOffsets.set(quarter, offset);
  return offset;
}

function computeOffset(at: number, zone: string): number {
  if (typeof Temporal !== "undefined") return Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(zone).offsetNanoseconds / 1e6;
  const parts: Record<string, string> = {};
  for (const part of format(zone).formatToParts(at)) parts[part.type] = part.value;
  return Date.parse(`${parts.year}-${parts.month}-${parts.day}T${parts.hour}:${parts.minute}:${parts.second}Z`) - at;
}

/** Wall clock of an instant in a zone: `{ day: "2026-11-21", minute: 0…1439 }`. */
export function wall(at: Date | number, zone: string): { day: string; minute: number } {
  const instantMs = Number(at);
  const local = new Date(instantMs + offsetAt(instantMs, zone));
  return { day: local.toISOString().slice(0, 10), minute: local.getUTCHours() * 60 + local.getUTCMinutes() };
}

/** The day that an instant falls on in a zone. */
export const dayOf = (at: Date | number, zone: string): string => wall(at, zone).day;

const wholeMinutes = (ms: number): number => Math.floor(ms / MINUTE) * MINUTE;

/**
 * The instant of a wall-clock time. `minute` may pass 1440 (it runs into the next day). A time that a clock change skips falls
 * forward; one that it repeats is the first.
 */
export function instant(day: string, minute: number, zone: string): Date {
  const asUtc = Date.parse(`${day}T00:00:00Z`) + minute * MINUTE;
  const offset = (at: number): number => wholeMinutes(at + offsetAt(at, zone)) - wholeMinutes(at);
  const early = asUtc - offset(asUtc - DAY_MINUTES * MINUTE);
  const late = asUtc - offset(asUtc + DAY_MINUTES * MINUTE);
  for (const guess of [early, late]) if (guess + offset(guess) === asUtc) return new Date(guess);
  return new Date(early);
}

/** Day arithmetic on `YYYY-MM-DD`. */
export function addDays(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);
}

/** The same day of the month, `months` later, or that month's last day: `addMonths("2026-01-31", 1)` → `"2026-02-28"`. */
export function addMonths(day: string, months: number): string {
  const [year = 0, month = 1, date = 1] = day.split("-").map(Number);
  const last = new Date(Date.UTC(year, month + months, 0)).getUTCDate();
  return new Date(Date.UTC(year, month - 1 + months, Math.min(date, last))).toISOString().slice(0, 10);
}

/** Whole days from `a` to `b`. */
export const daysBetween = (a: string, b: string): number =>
  Math.round((Date.parse(`${b}T00:00:00Z`) - Date.parse(`${a}T00:00:00Z`)) / 86_400_000);

/** Weekday of a day, 1 = Monday … 7 = Sunday. */
export const weekday = (day: string): number => ((new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7) + 1;

/** `1170` → `"19:30"`. */
export const clock = (minute: number): string =>
  `${String(Math.floor(minute / 60)).padStart(2, "0")}:${String(minute % 60).padStart(2, "0")}`;

/** Returns an instant as it reads in a zone: "2026-11-28 02:15". */
export function formatInstant(at: Date, zone: string): string {
  const { day, minute } = wall(at, zone);
  return `${day} ${clock(minute)}`;
}

/** Wire schema of an instant in an answer. */
export const Instant = z.iso.datetime({ offset: true }).describe("instant, ISO 8601 with offset");
/** Wire schema of a day. */
export const Day = z
  .string()
  .regex(/^\d{4}-\d{2}-\d{2}$/, { error: (issue) => (issue.input === "" ? "required" : "day") })
  .refine(isDay, { params: { rule: "day" }, message: "day" })
  .describe("day in the venue's zone, YYYY-MM-DD");
/** Wire schema of a time of day: minutes from midnight. */
export const MinuteOfDay = wholeNumber(0, DAY_MINUTES).describe("minutes from midnight, venue's zone");
export const HalfHour = wholeNumber(0, DAY_MINUTES)
  .pipe(z.number().multipleOf(GRANULE))
  .describe("minutes from midnight, on the half hour");

/** `20:00–21:00`. */
export const span = (start: number, end: number): string => `${clock(start)}–${clock(end)}`;

/** Halls and their places, and the venue's calendar. */
import { addFault, withRule } from "../core/between";
import { z } from "#zod";
import { ById, Done, get, Id, postJson, Reason, resource } from "../core/call";
import { DayKind, Sport } from "../core/enums";
import { type HALL_SELLS, halls as rows } from "./halls";
import { wholeNumber } from "../core/numbers";
import { PlanEffect, Unpaid } from "../prices/price-plans";
import { callsOf } from "../core/resource/calls";
import { Day, DAY_MINUTES, HalfHour, Instant, MinuteOfDay } from "../core/time";

/** Icons of a place on the map. */
export const PLACE_ICONS = ["court", "half", "hoop", "net", "table", "goal", "lane", "star"] as const;
export const PlaceIcon = z.enum(PLACE_ICONS);
export type PlaceIcon = z.infer<typeof PlaceIcon>;

const Sells = z.enum(["places", "capacity"] satisfies (keyof typeof HALL_SELLS)[]);

/** Largest map. */
export const MOST_ROWS = 20;
export const MOST_COLUMNS = 30;
const MOST_PLACES = 200;

const Week = z.array(HalfHour).length(7);

/** A time within the opening hours at which a hall is closed, every week. No weekday: every day. */
export const ClosedTime = z.object({
  weekdays: z.array(z.number().int().min(1).max(7)),
  start: MinuteOfDay,
  end: z.number().int().min(0).max(DAY_MINUTES),
});
const ClosedTimeIn = withRule(
  z.object({ weekdays: z.array(wholeNumber(1, 7)).max(7).default([]), start: HalfHour, end: HalfHour }),
  ({ start, end }, issues) => {
    if (end <= start) addFault(issues, ["end"], "after");
  },
);

/** A place on the map, in the order of the booking grid. */
const MapPlace = z.object({
  id: Id,
  name: z.string(),
  /** From 1. Of a place made of others, the spot of the first of them. */
  row: z.number().int(),
  column: z.number().int(),
  icon: PlaceIcon.nullable(),
  on: z.boolean(),
  /** Places that it is made of; none: it has a unit of its own. */
  parts: z.array(Id),
  /** Was ever booked or locked: can be switched off, not deleted. */
  used: z.boolean(),
});
type MapPlace = z.infer<typeof MapPlace>;

/** A hall whole: what its row says, and what its form changes. */
export const HallDetail = z.object({
  id: Id,
  createdAt: Instant,
  name: z.string(),
  icon: z.string(),
  programId: Id,
  programName: z.string().nullable(),
  sport: Sport,
  sells: Sells,
  mapSize: z.string(),
  maxRow: z.number().int(),
  maxColumn: z.number().int(),
  /** Number of the first place. */
  placeStart: z.number().int(),
  position: z.number().int(),
  /** Places that are offered, those that are switched off, those made of others: a full court of two halves. */
  places: z.number().int(),
  off: z.number().int(),
  linked: z.number().int(),
  hours: z.string(),
  ownHours: z.boolean(),
  /** Minutes from midnight, Monday first; closed where both are equal. */
  open: z.array(z.number().int()),
  close: z.array(z.number().int()),
  closed: z.array(ClosedTime),
  closedTimes: z.array(z.string()),
  placeIcon: PlaceIcon.nullable(),
  vrUrl: z.string(),
  /** Counts the saves. */
  version: z.number().int(),
  changedBy: z.string(),
  changedAt: Instant.nullable(),
  map: z.array(MapPlace),
});
export type HallDetail = z.infer<typeof HallDetail>;

/** A place's name within one save: its id, or a name of its own for a new one. */
const Key = Id;
const PlaceDraft = z.object({
  key: Key,
  name: z.string().trim().min(1).max(20),
  row: wholeNumber(1, MOST_ROWS),
  column: wholeNumber(1, MOST_COLUMNS),
  icon: PlaceIcon.nullable().default(null),
  on: z.boolean().default(true),
  parts: z.array(Key).max(20).default([]).describe("keys of the places that it is made of; none: ground of its own"),
});
export type PlaceDraft = z.output<typeof PlaceDraft>;

/** Form data of a hall and all its places. Omitted places are deleted, if they were never booked. */
export const HallDraft = withRule(
  z.object({
    name: z.string().trim().min(1).max(40),
    programId: Id,
    sells: Sells.default("places"),
    maxRow: wholeNumber(1, MOST_ROWS),
    maxColumn: wholeNumber(1, MOST_COLUMNS),
    placeStart: wholeNumber(0, 999).default(1),
    position: wholeNumber(0, 999).default(0),
    ownHours: z.boolean().default(false).describe("false: the hours of its program"),
    open: Week.optional(),
    close: Week.optional(),
    closed: z.array(ClosedTimeIn).max(20).default([]),
    placeIcon: PlaceIcon.nullable().default(null),
    vrUrl: z.union([z.url({ protocol: /^https?$/ }).max(300), z.literal("")]).default(""),
    places: z.array(PlaceDraft).max(MOST_PLACES).default([]),
  }),
  (draft, issues) => {
    const refuse = (path: (string | number)[], rule: string): void => addFault(issues, path, rule);
    if (draft.ownHours && (draft.open === undefined || draft.close === undefined)) refuse(["open"], "required");
    const early = (draft.close ?? []).findIndex((minute, day) => minute < (draft.open?.[day] ?? 0));
    if (early >= 0) refuse(["close", early], "notBefore");
    const known = new Map(draft.places.map((place) => [place.key, place]));
    if (known.size < draft.places.length) refuse(["places"], "other");
    for (const [i, place] of draft.places.entries()) {
      if (place.row > draft.maxRow) refuse(["places", i, "row"], "other");
      if (place.column > draft.maxColumn) refuse(["places", i, "column"], "other");
      // A place is made of at least two others, and of none that is made of it.
      if (place.parts.length === 1 || leafKeys(known, place.key) === null) refuse(["places", i, "parts"], "other");
    }
  },
);

/**
 * The places with units of their own that a place is made of in the end: itself, where it is made of none.
 * @returns null where a part is not known, or a place is made of itself
 */
export function leafKeys(
  places: ReadonlyMap<string, { readonly parts: readonly string[] }>,
  key: string,
  above: readonly string[] = [],
): string[] | null {
  const place = places.get(key);
  if (!place || above.includes(key)) return null;
  if (place.parts.length === 0) return [key];
  const found = place.parts.map((part) => leafKeys(places, part, [...above, key]));
  return found.includes(null) ? null : [...new Set(found.flatMap((keys) => keys ?? []))];
}

const base = "/api/manage/venue/hall";
export const halls = resource({
  ...callsOf(rows),
  view: get(`${base}/view`, {
    summary: "One hall with its map of places",
    code: ["venue_form", "place_set_list"],
    input: ById,
    output: HallDetail,
  }),
  create: postJson(`${base}/create`, { summary: "Add a hall with its places", code: "hall_modify", input: HallDraft, output: HallDetail }),
  modify: postJson(`${base}/modify`, {
    summary: "Change a hall and its places in one save; refused where somebody saved since `version`",
    code: "hall_modify",
    input: HallDraft.safeExtend({ id: Id, version: z.int() }),
    output: HallDetail,
  }),
  delete: postJson(`${base}/delete`, {
    summary: "Delete a hall that was never booked",
    code: "hall_modify",
    input: ById,
    output: Done,
  }),
});

/** A day that is not what its weekday says. */
export const CalendarDay = z.object({
  day: Day,
  name: z.string(),
  kind: DayKind,
  /** The weekday as which it is priced, 1 = Monday. */
  pricedAs: z.number().int(),
  /** Set by the venue, other than the public calendar says. */
  own: z.boolean(),
  reason: z.string(),
  operator: z.string(),
});
export type CalendarDay = z.infer<typeof CalendarDay>;

/** A year of the venue's calendar. */
export const CalendarYear = z.object({
  year: z.number().int(),
  days: z.array(CalendarDay),
  /** Public days that the venue took out. */
  dropped: z.array(z.object({ day: Day, name: z.string(), reason: z.string(), operator: z.string() })),
  /** True if the public calendar of the year is already published. */
  published: z.boolean(),
});
export type CalendarYear = z.infer<typeof CalendarYear>;

const Year = wholeNumber(2000, 2100);
/** New kind of a day; kind null: the default of its weekday. */
const DayChange = z.object({
  day: Day,
  kind: DayKind.nullable(),
  name: z.string().trim().max(20).default(""),
  pricedAs: wholeNumber(1, 7).optional().describe("1 = Monday … 7 = Sunday"),
});

const calendarBase = "/api/manage/venue/calendar";
export const calendar = resource({
  view: get(`${calendarBase}/view`, {
    summary: "A year of the venue's calendar",
    code: ["venue_calendar", "venue_booking"],
    input: z.object({ year: Year }),
    output: CalendarYear,
  }),
  preview: postJson(`${calendarBase}/preview`, {
    summary: "Unpaid bookings that a change of a day makes dearer or cheaper",
    effect: false,
    code: "venue_calendar",
    input: DayChange,
    output: PlanEffect,
  }),
  modify: postJson(`${calendarBase}/modify`, {
    summary: "Add, change or take out a day",
    code: "calendar_modify",
    input: withRule(DayChange.extend({ reason: Reason, unpaid: Unpaid }), ({ kind, name }, issues) => {
      if (kind !== null && name === "") addFault(issues, ["name"], "required");
    }),
    output: CalendarYear,
  }),
  reset: postJson(`${calendarBase}/reset`, {
    summary: "Give a year back to the public calendar, from today on",
    code: "calendar_modify",
    input: z.object({ year: Year }),
    output: CalendarYear,
  }),
});

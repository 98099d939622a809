/** Sports programs: what a venue sells by time, and the rules of booking it (spec §2 /venue-place, product booking "Prices"). */
import { z } from "zod";
import { ById, Done, download, get, Id, PageQuery, pageOf, postJson, resource, SearchText, Words, XLSX } from "./call";
import { Sport } from "./enums";
import { PriceIn, Yuan } from "./money";
import { whole } from "./numbers";
import { DAY_MINUTES, GRANULE } from "./time";

/** Opening or closing times, minutes from midnight, Monday first. */
const Week = z
  .array(whole(0, DAY_MINUTES).pipe(z.number().multipleOf(GRANULE)).describe("minutes from midnight, on the half hour"))
  .length(7);
/** Fee of a late cancellation, percent of what was paid. */
const Percent = z.number().min(0).max(100).multipleOf(0.01);

/** A program. Booking rules that are null are the venue's. */
export const Program = z.object({
  id: Id,
  name: z.string(),
  sport: Sport,
  /** Length of a slot, minutes: 30 or 60. */
  slotMinutes: z.number().int(),
  /** Opening hours by weekday, minutes from midnight, Monday first; closed where both are equal. Halls may have their own. */
  open: z.array(z.number().int()),
  close: z.array(z.number().int()),
  /** The widest hours by weekday at which any of its halls sells: its own, and those of halls that have others. What a price plan covers. */
  widestOpen: z.array(z.number().int()),
  widestClose: z.array(z.number().int()),
  /** Days ahead that may be booked. */
  daysAhead: z.number().int().nullable(),
  /** Minutes that an unpaid hold lives. */
  holdMinutes: z.number().int().nullable(),
  /** Free cancellation until this many hours before the start, and the fee in percent of what was paid after that. */
  freeCancelHours: z.number().int().nullable(),
  lateCancelPercent: z.number().nullable(),
  /** Price of half an hour where no plan says anything; null: not for sale without a plan. */
  defaultPrice: Yuan.nullable(),
  /** What uses it. A program that is used cannot be deleted. */
  halls: z.number().int(),
  places: z.number().int(),
  plans: z.number().int(),
});
export type Program = z.infer<typeof Program>;

export const ProgramFilter = z.object({ q: SearchText.optional().describe("part of the name"), sport: Words.optional() });

/** What the form says. */
export const ProgramDraft = z
  .object({
    name: z.string().trim().min(1).max(40),
    sport: Sport,
    slotMinutes: z.union([z.literal(30), z.literal(60)]).default(30),
    open: Week,
    close: Week,
    daysAhead: whole(1, 365).nullable().default(null),
    holdMinutes: whole(1, 240).nullable().default(null),
    freeCancelHours: whole(0, 720).nullable().default(null),
    lateCancelPercent: Percent.nullable().default(null),
    defaultPrice: PriceIn.nullable().default(null),
  })
  .superRefine(({ open, close }, issues) => {
    const early = close.findIndex((minute, day) => minute < (open[day] ?? 0));
    if (early < 0) return;
    issues.addIssue({ code: "custom", path: ["close", early], params: { rule: "notBefore" }, message: "notBefore" });
  });

const base = "/api/manage/venue/program";
export const programs = resource({
  list: get(`${base}/list`, {
    summary: "Sports programs, a page",
    code: [
      "program_list",
      "place_price_plan_list",
      "place_booking_form",
      "promotion_discount_set",
      "temporary_booking_price",
      "venue_form",
      "venue_booking",
    ],
    input: ProgramFilter.extend(PageQuery.shape),
    output: pageOf(Program),
  }),
  view: get(`${base}/view`, { summary: "One sports program", code: "program_list", input: ById, output: Program }),
  create: postJson(`${base}/create`, {
    summary: "Add a sports program",
    code: "sports_program_modify",
    input: ProgramDraft,
    output: Program,
  }),
  modify: postJson(`${base}/modify`, {
    summary: "Change a sports program; halls without hours of their own follow its hours",
    code: "sports_program_modify",
    input: ProgramDraft.safeExtend({ id: Id }),
    output: Program,
  }),
  delete: postJson(`${base}/delete`, {
    summary: "Delete a sports program that nothing uses",
    code: "sports_program_modify",
    input: ById,
    output: Done,
  }),
  excel: download(`${base}/excelExport`, {
    summary: "Sports programs of the filter as an Excel file",
    code: "sports_program_export",
    input: ProgramFilter,
    file: XLSX,
  }),
});

/** Temporary prices, and what rules of price have in common (spec §7 "Open endpoints", product booking "Prices"). */
import { z } from "zod";
import { ById, Done, download, get, Id, PageQuery, pageOf, postJson, Reason, resource, SearchText, Words, XLSX } from "./call";
import { PriceIn, Yuan } from "./money";
import { whole } from "./numbers";
import { RuleState, Unpaid } from "./pricePlans";
import { Day, DAY_MINUTES, GRANULE, Instant, MinuteOfDay } from "./time";

const HalfHour = whole(0, DAY_MINUTES).pipe(z.number().multipleOf(GRANULE)).describe("minutes from midnight, on the half hour");

/**
 * Fields of a rule that stands on some days and hours. No weekday: every day; no place: all of the program; no card type: everyone.
 * Days run from first to last; hours are minutes from midnight, the end not included.
 */
export const RuleWindow = {
  placeIds: z.array(Id).max(200).default([]),
  cardTypeId: Id.nullable().default(null),
  from: Day,
  to: Day,
  weekdays: z.array(whole(1, 7)).max(7).default([]).describe("1 = Monday … 7 = Sunday; none: every day"),
  start: HalfHour.default(0),
  end: HalfHour.default(DAY_MINUTES),
};

/** Refuses a window that ends before it begins. */
export function checkWindow(
  { from, to, start, end }: { from: string; to: string; start: number; end: number },
  issues: z.RefinementCtx,
): void {
  if (to < from) issues.addIssue({ code: "custom", path: ["to"], params: { rule: "notBefore" }, message: "notBefore" });
  if (end <= start) issues.addIssue({ code: "custom", path: ["end"], params: { rule: "after" }, message: "after" });
}

/** A temporary price: for one member level, some days and hours. */
export const TemporaryPrice = z.object({
  id: Id,
  name: z.string(),
  /** Card type that it is for; null: everyone. */
  cardTypeId: Id.nullable(),
  cardTypeName: z.string(),
  programId: Id,
  programName: z.string(),
  placeIds: z.array(Id),
  from: Day,
  to: Day,
  /** 1 = Monday … 7 = Sunday; none: every day. */
  weekdays: z.array(z.number().int().min(1).max(7)),
  start: MinuteOfDay,
  end: MinuteOfDay,
  /** Price of half an hour: of the place, or of each head. */
  price: Yuan,
  unit: z.enum(["place", "head"]),
  reason: z.string(),
});
export type TemporaryPrice = z.infer<typeof TemporaryPrice>;

export const pricing = resource({
  temporaryByLevel: get("/api/open/temporary-booking/get-temporary-booking-set-by-level", {
    summary: "Temporary prices by member level",
    code: ["temporary_booking_price", "venue_booking"],
    input: z.object({ venueId: Id, cardTypeId: Id.optional(), day: Day.optional() }),
    output: z.object({ content: z.array(TemporaryPrice) }),
  }),
});

/** A temporary price as a row. Of several that match, one for a card type goes before one for everyone, then the newer. */
export const TemporaryPriceRow = TemporaryPrice.extend({
  placeNames: z.string(),
  state: RuleState,
  operator: z.string(),
  createdAt: Instant,
});
export type TemporaryPriceRow = z.infer<typeof TemporaryPriceRow>;

export const TemporaryPriceFilter = z.object({
  q: SearchText.optional().describe("part of name or reason"),
  programId: Words.optional(),
  cardTypeId: Words.optional(),
  state: Words.optional(),
});

export const TemporaryPriceDraft = z
  .object({
    name: z.string().trim().min(1).max(40),
    programId: Id,
    ...RuleWindow,
    price: PriceIn,
    unit: z.enum(["place", "head"]).default("place"),
    reason: Reason,
  })
  .superRefine(checkWindow);

const base = "/api/manage/venue/temporary-booking-price";
const modify = "temporary_price_modify";
export const temporaryPrices = resource({
  list: get(`${base}/list`, {
    summary: "Temporary prices, a page",
    code: "temporary_booking_price",
    input: TemporaryPriceFilter.extend(PageQuery.shape),
    output: pageOf(TemporaryPriceRow),
  }),
  view: get(`${base}/view`, {
    summary: "One temporary price",
    code: "temporary_booking_price",
    input: ById,
    output: TemporaryPriceRow,
  }),
  overlaps: postJson(`${base}/overlaps`, {
    summary: "Temporary prices that meet this one in some half hour: a warning, no refusal",
    effect: false,
    code: modify,
    input: TemporaryPriceDraft.safeExtend({ id: Id.optional().describe("the one that is changed") }),
    output: z.object({ content: z.array(TemporaryPriceRow) }),
  }),
  create: postJson(`${base}/create`, {
    summary: "Add a temporary price",
    code: modify,
    input: TemporaryPriceDraft.safeExtend({ unpaid: Unpaid }),
    output: TemporaryPriceRow,
  }),
  modify: postJson(`${base}/modify`, {
    summary: "Change a temporary price",
    code: modify,
    input: TemporaryPriceDraft.safeExtend({ id: Id, unpaid: Unpaid }),
    output: TemporaryPriceRow,
  }),
  delete: postJson(`${base}/delete`, {
    summary: "Delete a temporary price",
    code: modify,
    input: ById.extend({ unpaid: Unpaid }),
    output: Done,
  }),
  excel: download(`${base}/excelExport`, {
    summary: "Temporary prices of the filter as an Excel file",
    code: "temporary_price_export",
    input: TemporaryPriceFilter,
    file: XLSX,
  }),
});

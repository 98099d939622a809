/** Price plans: what a half hour costs by weekday, hour and class of customer, for a season. */
import { addFault, withRule } from "../core/between";
import { z } from "#zod";
import { ById, Done, download, get, Id, PageQuery, pageOf, postJson, resource, SearchText, Words, XLSX } from "../core/call";
import { PriceIn, Yuan } from "../core/money";
import { wholeNumber } from "../core/numbers";
import { labelled } from "../core/resource/label";
import { Day, Instant, MinuteOfDay } from "../core/time";

/** Half hours of a day. */
const HALVES = 48;
const week = <T extends z.ZodType>(cell: T) => z.array(z.array(cell).length(HALVES)).length(7);
/** Prices of half hours: Monday first × 48 half hours from midnight; null: the plan says nothing. */
const Prices = week(Yuan.nullable());
const PricesIn = week(PriceIn.nullable());

/** The matrix by class of customer. A class that is null, or says nothing at a half hour, pays as a walk-in. */
export const PlanPrices = z.object({ walkIn: Prices, member: Prices.nullable(), group: Prices.nullable() });
export type PlanPrices = z.infer<typeof PlanPrices>;
const PlanPricesIn = z.object({
  walkIn: PricesIn.refine((rows) => rows.some((row) => row.some((price) => price !== null)), {
    params: { rule: "required" },
    message: "required",
  }),
  member: PricesIn.nullable().default(null),
  group: PricesIn.nullable().default(null),
});

/** Current state of a price rule: derived from its days and its switch, without transitions. */
export const ruleLife = labelled(
  { table: { current: {}, upcoming: {}, ended: {}, off: {} }, states: ["current", "upcoming", "ended", "off"] },
  {
    current: ["生效中", "In force", "success"],
    upcoming: ["未开始", "Upcoming", "waiting"],
    ended: ["已结束", "Over", "neutral"],
    off: ["停用", "Off", "neutral"],
  },
);
/** A view of a list of rules for each part of their life. */
const viewOf = (name: "current" | "upcoming" | "ended") => ({ label: ruleLife.labels[name], filters: { state: name } });
export const ruleViews = { current: viewOf("current"), upcoming: viewOf("upcoming"), ended: viewOf("ended") };

/** A plan as a row. */
export const PricePlan = z.object({
  id: Id,
  name: z.string(),
  programId: Id,
  programName: z.string(),
  /** If several plans match, the highest priority counts. */
  priority: z.number().int(),
  /** First and last day. */
  from: Day,
  to: Day,
  /** Places that it is for; empty: all of the program. */
  placeIds: z.array(Id),
  placeNames: z.string(),
  on: z.boolean(),
  state: z.enum(ruleLife.states),
  /** Lowest and highest walk-in price of a half hour. */
  lowest: Yuan,
  highest: Yuan,
});
export type PricePlan = z.infer<typeof PricePlan>;

/** A plan whole. */
export const PricePlanDetail = PricePlan.extend({
  prices: PlanPrices,
  /** Monday first × 48: half hours that count as evening or weekend, for shading. */
  peak: week(z.boolean()),
});
export type PricePlanDetail = z.infer<typeof PricePlanDetail>;

export const PricePlanFilter = z.object({
  q: SearchText.optional().describe("part of the name"),
  programId: Words.optional(),
  state: Words.optional(),
});

/** Handling of unpaid bookings whose price the change would raise or lower. Paid ones are never re-priced. */
export const Unpaid = z.enum(["leave", "reprice"]).default("leave");

/** Form data of a price plan. */
export const PricePlanDraft = withRule(
  z.object({
    name: z.string().trim().min(1).max(40),
    programId: Id,
    priority: wholeNumber(0, 999).default(0),
    from: Day,
    to: Day,
    placeIds: z.array(Id).max(200).default([]),
    on: z.boolean().default(true),
    prices: PlanPricesIn,
    peak: week(z.boolean()).optional(),
  }),
  ({ from, to }, issues) => {
    if (to < from) addFault(issues, ["to"], "notBefore");
  },
);

/** A booking that a change of prices touches. */
export const TouchedOrder = z.object({
  orderId: Id,
  orderNo: z.string(),
  name: z.string(),
  day: Day,
  start: MinuteOfDay,
  end: MinuteOfDay,
  places: z.string(),
  status: z.enum(["held", "reserved"]),
  holdUntil: Instant.nullable(),
  from: Yuan,
  to: Yuan,
  /** To − from: above zero where it becomes dearer. */
  difference: Yuan,
});
export type TouchedOrder = z.infer<typeof TouchedOrder>;

/** Effect of a change on unpaid bookings; lists the first 200, sums cover all. */
export const PlanEffect = z.object({
  orders: z.array(TouchedOrder),
  count: z.number().int(),
  from: Yuan,
  to: Yuan,
  difference: Yuan,
  /** Paid bookings in the same days and places: they keep their price. */
  paidKept: z.number().int(),
});
export type PlanEffect = z.infer<typeof PlanEffect>;

const base = "/api/manage/venue/place-price-plan";
const modify = "price_plan_modify";
export const pricePlans = resource({
  list: get(`${base}/list`, {
    summary: "Price plans, a page",
    code: ["place_price_plan_list", "place_booking_form"],
    input: PricePlanFilter.extend(PageQuery.shape),
    output: pageOf(PricePlan),
  }),
  view: get(`${base}/view`, { summary: "One price plan", code: "place_price_plan_list", input: ById, output: PricePlanDetail }),
  preview: postJson(`${base}/preview`, {
    summary: "Unpaid bookings that a plan, as it would be saved, makes dearer or cheaper",
    effect: false,
    code: modify,
    input: PricePlanDraft.safeExtend({ id: Id.optional().describe("the plan that is changed; left out: a new one") }),
    output: PlanEffect,
  }),
  deletePreview: postJson(`${base}/delete-preview`, {
    summary: "Unpaid bookings that become dearer or cheaper without a plan",
    effect: false,
    code: modify,
    input: ById,
    output: PlanEffect,
  }),
  create: postJson(`${base}/create`, {
    summary: "Add a price plan",
    code: modify,
    input: PricePlanDraft.safeExtend({ unpaid: Unpaid }),
    output: PricePlanDetail,
  }),
  modify: postJson(`${base}/modify`, {
    summary: "Change a price plan",
    code: modify,
    input: PricePlanDraft.safeExtend({ id: Id, unpaid: Unpaid }),
    output: PricePlanDetail,
  }),
  copy: postJson(`${base}/copy`, {
    summary: "Copy a price plan; the copy is switched off",
    code: modify,
    input: ById.extend({ name: z.string().trim().min(1).max(40) }),
    output: PricePlanDetail,
  }),
  delete: postJson(`${base}/delete`, {
    summary: "Delete a price plan",
    code: modify,
    input: ById.extend({ unpaid: Unpaid }),
    output: Done,
  }),
  excel: download(`${base}/excelExport`, {
    summary: "Price plans of the filter as an Excel file",
    code: "price_plan_export",
    input: PricePlanFilter,
    file: XLSX,
  }),
});

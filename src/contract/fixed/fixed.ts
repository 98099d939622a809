/** Fixed bookings: the same places every week for a term, by contract. */
import { z } from "#zod";
import { OrderChange, OrderPayment, PaymentIn, PriceTrace } from "../booking/booking-order";
import {
  ById,
  download,
  get,
  Id,
  MobileOrNone,
  PageQuery,
  pageOf,
  postJson,
  Reason,
  resource,
  SearchText,
  Words,
  XLSX,
} from "../core/call";
import { PaymentTypeOut } from "../core/enums";
import { Yuan, YuanIn } from "../core/money";
import { FixedState, OccurrenceState } from "../core/states";
import { Day, Instant, MinuteOfDay } from "../core/time";

/**
 * Payment modes: each use deducts times from a package card, or its price from the purses, when it is over; the whole term is paid at its
 * start; or the customer pays monthly for the uses.
 */
export const PAY_MODES = ["card", "purse", "term", "monthly"] as const;
export const PayMode = z.enum(PAY_MODES);
export type PayMode = z.infer<typeof PayMode>;
export const PRICE_BASES = ["tariff", "agreed"] as const;
/** Which occurrences an edit is for. */
export const SCOPES = ["one", "later", "all"] as const;
export const Scope = z.enum(SCOPES);
export type Scope = z.infer<typeof Scope>;

const Weekdays = z.array(z.int().min(1).max(7)).min(1).max(7).describe("1 = Monday … 7 = Sunday");

/** Fields that define the series: place, time, length. */
const Pattern = {
  placeIds: z.array(Id).min(1).max(8),
  weekdays: Weekdays,
  /** Every week, every other week … */
  everyWeeks: z.int().min(1).max(8).default(1),
  start: MinuteOfDay,
  end: MinuteOfDay,
  from: Day,
  to: Day,
  skipHolidays: z.boolean().default(true),
  /** Days left out (EXDATE). */
  except: z.array(Day).max(100).default([]),
};
/** Price of an occurrence. */
const Price = {
  priceBasis: z.enum(PRICE_BASES).default("tariff"),
  /** Agreed for one place and one time; with the basis "agreed". */
  unitPrice: YuanIn.optional(),
  payMode: PayMode,
  /** The card of the pay mode "card", and how many times an occurrence takes off it. */
  holdingId: Id.optional(),
  timesPerUse: z.int().min(1).max(20).default(1),
};
export const FixedTerms = z.object({
  memberId: Id.optional(),
  name: z.string().trim().max(40).optional(),
  phone: MobileOrNone.optional(),
  /** The customer is a group: by tariff, the plan's group prices hold. A member has a card instead. */
  asGroup: z.boolean().default(false),
  ...Pattern,
  ...Price,
  remark: z.string().trim().max(200).default(""),
});

/** Choice for an unavailable occurrence: another place, or none (`swapTo` null: skipped). */
export const Choice = z.object({ day: Day, placeId: Id, swapTo: Id.nullable() });
export type Choice = z.infer<typeof Choice>;
const Choices = z.array(Choice).max(800).default([]);
const Payments = z.array(PaymentIn).max(8);
/** Total cost of all occurrences in the plan that the person saw; a different sum is rejected instead of booked. */
const ExpectedTotal = YuanIn.optional();

/** An occurrence before it is booked. */
export const PlannedOccurrence = z.object({
  day: Day,
  placeId: Id,
  placeName: z.string(),
  /** The place of the pattern, where another one was chosen. */
  swappedFrom: z.string().nullable(),
  start: MinuteOfDay,
  end: MinuteOfDay,
  /** Name of a holiday or make-up workday. */
  holiday: z.string().nullable(),
  price: Yuan,
  trace: PriceTrace,
  /** Left out by choice. */
  skipped: z.boolean(),
  /** Why it cannot be had as it stands. */
  problem: z.enum(["taken", "closed", "past", "noPrice"]).nullable(),
  /** Current occupant of the place, and since when. */
  holder: z.object({ name: z.string(), at: Instant, orderId: Id.nullable() }).nullable(),
  /** Places of the same hall that are free then. */
  free: z.array(z.object({ placeId: Id, placeName: z.string() })),
});
export type PlannedOccurrence = z.infer<typeof PlannedOccurrence>;
/** A series before it is booked: what it would be, day by day, and its conflicts. */
export const FixedPlan = z.object({
  from: Day,
  to: Day,
  occurrences: z.array(PlannedOccurrence),
  /** Days of the pattern that fall on holidays and are left out. */
  holidays: z.array(z.object({ day: Day, name: z.string() })),
  /** To be booked: neither skipped nor in conflict. */
  count: z.number().int(),
  conflicts: z.number().int(),
  total: Yuan,
  /** To be paid when it is booked: a prepaid term, less what is prepaid already. */
  due: Yuan,
});
export type FixedPlan = z.infer<typeof FixedPlan>;

/** A contract as a row. */
export const Fixed = z.object({
  id: Id,
  no: z.string(),
  memberId: Id.nullable(),
  name: z.string(),
  phone: z.string(),
  program: z.string(),
  /** "3 号, 4 号". */
  places: z.string(),
  weekdays: Weekdays,
  everyWeeks: z.number().int(),
  start: MinuteOfDay,
  end: MinuteOfDay,
  from: Day,
  to: Day,
  priceBasis: z.enum(PRICE_BASES),
  payMode: PayMode,
  asGroup: z.boolean(),
  /** Lowest and highest price of an occurrence; equal where there is one price. */
  unitPrice: Yuan,
  unitPriceTo: Yuan,
  /** Occurrences: used and left make the total. */
  total: z.number().int(),
  used: z.number().int(),
  left: z.number().int(),
  paid: Yuan,
  /** Value of what was used. */
  usedValue: Yuan,
  /** Used − paid: above zero it is owed, below zero it is left of what was prepaid. */
  owed: Yuan,
  state: FixedState,
  /** Ends within the days of first refusal, and is not renewed. */
  renewalDue: z.boolean(),
  nextDay: Day.nullable(),
  operator: z.string(),
  createdAt: Instant,
});
export type Fixed = z.infer<typeof Fixed>;

/** An occurrence of a contract. */
export const Occurrence = z.object({
  id: Id,
  orderId: Id,
  orderNo: z.string(),
  day: Day,
  placeId: Id,
  placeName: z.string(),
  start: MinuteOfDay,
  end: MinuteOfDay,
  holiday: z.string().nullable(),
  price: Yuan,
  state: OccurrenceState,
  /** Did not come; an occurrence is settled either way. */
  missed: z.boolean(),
  note: z.string(),
  /** True if it is still ahead, so that it can be released or moved. */
  open: z.boolean(),
});
export type Occurrence = z.infer<typeof Occurrence>;

export const FixedDetail = Fixed.extend({
  placeIds: z.array(Id),
  skipHolidays: z.boolean(),
  except: z.array(Day),
  holdingId: Id.nullable(),
  holdingName: z.string().nullable(),
  holdingLeft: z.number().int().nullable(),
  timesPerUse: z.number().int(),
  agreedPrice: Yuan.nullable(),
  /** The recurrence as RFC 5545 writes it. */
  rule: z.string(),
  remark: z.string(),
  occurrences: z.array(Occurrence),
  payments: z.array(OrderPayment),
  changes: z.array(OrderChange),
  /** Slots kept for the renewal: how many occurrences, until when. */
  hold: z.object({ count: z.number().int(), until: Day }).nullable(),
});
export type FixedDetail = z.infer<typeof FixedDetail>;

/** Refund for terminating a contract now, and the reason. */
export const EndPreview = z.object({
  id: Id,
  paid: Yuan,
  used: Yuan,
  usedCount: z.number().int(),
  /** Occurrences that would be given up. */
  openCount: z.number().int(),
  owed: Yuan,
  unused: Yuan,
  fee: Yuan,
  refund: Yuan,
  back: z.array(z.object({ paymentId: Id, type: PaymentTypeOut, paid: Yuan, refund: Yuan })),
});
export type EndPreview = z.infer<typeof EndPreview>;

export const FixedFilter = z.object({
  q: SearchText.optional().describe("contract number, name, phone"),
  state: Words.optional(),
  payMode: Words.optional(),
  weekday: Words.optional(),
  renewal: z.enum(["due"]).optional(),
  owing: z.enum(["yes"]).optional(),
});
export const FixedSums = z.object({
  count: z.number().int(),
  total: z.number().int(),
  used: z.number().int(),
  left: z.number().int(),
  paid: Yuan,
  usedValue: Yuan,
  /** Sum of what is owed; what others have prepaid does not lessen it. */
  owed: Yuan,
});

const OfOccurrence = { id: Id, occurrenceId: Id, scope: Scope.default("one") };
const base = "/api/manage/venue/regular";
export const fixed = resource({
  list: get(`${base}/list`, {
    summary: "Fixed bookings, a page",
    code: "regular_list",
    input: FixedFilter.extend(PageQuery.shape),
    output: pageOf(Fixed),
  }),
  sums: get(`${base}/sums`, { summary: "Sums over the filter", code: "regular_list", input: FixedFilter, output: FixedSums }),
  excel: download(`${base}/excelExport`, {
    summary: "Fixed bookings of the filter as an Excel file",
    code: "fixed_export",
    input: FixedFilter,
    file: XLSX,
  }),
  view: get(`${base}/view`, {
    summary: "One contract whole: occurrences, payments, log",
    code: "regular_list",
    input: ById,
    output: FixedDetail,
  }),
  preview: postJson(`${base}/preview`, {
    summary: "Every occurrence that terms would make, with prices, holidays and conflicts; nothing is taken",
    effect: false,
    code: "fixed_create",
    input: FixedTerms.extend({ choices: Choices }),
    output: FixedPlan,
  }),
  plan: postJson(`${base}/plan`, {
    summary: "What activating, resuming or renewing a contract would book; nothing is taken",
    effect: false,
    code: "fixed_modify",
    input: ById.extend({ act: z.enum(["activate", "resume", "renew"]), to: Day.optional(), choices: Choices }),
    output: FixedPlan,
  }),
  create: postJson(`${base}/create`, {
    summary: "Make a contract: as a draft, or booked at once, all occurrences or none",
    code: "fixed_create",
    input: FixedTerms.extend({
      activate: z.boolean().default(false),
      choices: Choices,
      payments: Payments.default([]),
      expectedTotal: ExpectedTotal,
    }),
    output: FixedDetail,
  }),
  modify: postJson(`${base}/modify`, {
    summary: "Change the terms of a draft",
    code: "fixed_modify",
    input: FixedTerms.extend({ id: Id }),
    output: FixedDetail,
  }),
  activate: postJson(`${base}/activate`, {
    summary: "Book a draft, all occurrences or none",
    code: "fixed_modify",
    input: ById.extend({ choices: Choices, payments: Payments.default([]), expectedTotal: ExpectedTotal }),
    output: FixedDetail,
  }),
  pause: postJson(`${base}/pause`, {
    summary: "Pause: what lies ahead is given free",
    code: "fixed_modify",
    input: ById.extend({ reason: Reason }),
    output: FixedDetail,
  }),
  resume: postJson(`${base}/resume`, {
    summary: "Resume: what the pause gave free and still lies ahead is booked again, all or none",
    code: "fixed_modify",
    input: ById.extend({ choices: Choices, expectedTotal: ExpectedTotal }),
    output: FixedDetail,
  }),
  renew: postJson(`${base}/renew`, {
    summary: "Renew for another term on the same pattern",
    code: "fixed_modify",
    input: ById.extend({ to: Day, choices: Choices, payments: Payments.default([]), expectedTotal: ExpectedTotal }),
    output: FixedDetail,
  }),
  decline: postJson(`${base}/decline`, {
    summary: "The customer does not renew: the ground kept for it is given free",
    code: "fixed_modify",
    input: ById,
    output: FixedDetail,
  }),
  leave: postJson(`${base}/leave`, {
    summary: "Leave of absence: frees the place; the money stays as credit, or the term grows by one",
    code: "fixed_modify",
    input: z.object({ ...OfOccurrence, make: z.enum(["credit", "extend"]).default("credit"), reason: Reason }),
    output: FixedDetail,
  }),
  move: postJson(`${base}/move`, {
    summary: "Move occurrences to another place or time; one may also go to another day",
    code: "fixed_modify",
    input: z.object({ ...OfOccurrence, placeId: Id, day: Day.optional(), start: MinuteOfDay, end: MinuteOfDay }),
    output: FixedDetail,
  }),
  cancel: postJson(`${base}/cancel`, {
    summary: "Cancel occurrences: they leave the contract",
    code: "fixed_modify",
    input: z.object({ ...OfOccurrence, reason: Reason }),
    output: FixedDetail,
  }),
  pay: postJson(`${base}/pay`, {
    summary: "Take money for a contract: what is owed first, the rest is prepaid",
    code: "fixed_pay",
    input: ById.extend({ payments: Payments.min(1) }),
    output: FixedDetail,
  }),
  endPreview: get(`${base}/end-preview`, {
    summary: "What ending a contract would give back, and why",
    code: "fixed_end",
    input: ById.extend({ fee: YuanIn.optional() }),
    output: EndPreview,
  }),
  end: postJson(`${base}/end`, {
    summary: "End a contract: frees what lies ahead, gives back what is unused of the prepaid money",
    code: "fixed_end",
    input: ById.extend({ reason: Reason, fee: YuanIn.default(0) }),
    output: FixedDetail,
  }),
});

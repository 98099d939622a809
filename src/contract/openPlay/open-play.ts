/** Open play 拼场: a court slot sold by the head, run when enough people joined by a deadline. */
import { z } from "#zod";
import { PaymentIn } from "../booking/booking";
import { ExpectedRefund, RefundBack } from "../booking/booking-order";
import {
  ById,
  download,
  Flag,
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
import { ColourStyle, PaymentTypeOut } from "../core/enums";
import { PriceIn, Yuan, YuanIn } from "../core/money";
import { wholeNumber } from "../core/numbers";
import { OpenPlayState, OpenPlayTicketState } from "../core/states";
import { Day, Instant, MinuteOfDay } from "../core/time";

export const MOST_HEADS = 200;
/** People that join at once. */
export const MOST_JOINED = 50;

/** One open play as a row. */
export const OpenPlay = z.object({
  id: Id,
  no: z.string(),
  title: z.string(),
  program: z.string(),
  /** "3 号, 4 号". */
  places: z.string(),
  day: Day,
  start: MinuteOfDay,
  end: MinuteOfDay,
  capacity: z.number().int(),
  /** Attendees that joined and did not leave. */
  attendees: z.number().int(),
  /** Attendees that it needs to take place. */
  minimum: z.number().int(),
  /** For one person. */
  price: Yuan,
  deadlineHours: z.number().int(),
  /** Below the minimum then, everybody gets their money back. */
  deadline: Instant,
  /** Payments for it, less refunds. */
  income: Yuan,
  state: OpenPlayState,
  operator: z.string(),
  createdAt: Instant,
});
export type OpenPlay = z.infer<typeof OpenPlay>;

/** Somebody who joined, alone or with others. */
export const OpenPlayTicket = z.object({
  id: Id,
  no: z.string(),
  at: Instant,
  name: z.string(),
  phone: z.string(),
  memberId: Id.nullable(),
  attendees: z.number().int(),
  /** Attendees that came in, and those that had not when it was over. */
  entered: z.number().int(),
  absent: z.number().int(),
  /** The card level whose price it was; null: the price for everybody. */
  level: z.object({ name: z.string(), colour: ColourStyle }).nullable(),
  /** For one person. */
  price: Yuan,
  total: Yuan,
  paid: Yuan,
  refunded: Yuan,
  /** Kept because they left late, or did not come. */
  fee: Yuan,
  /** Cash that the clock gave back and that waits at the desk. */
  owed: Yuan,
  payTypes: z.array(PaymentTypeOut),
  state: OpenPlayTicketState,
  reason: z.string(),
  operator: z.string(),
});
export type OpenPlayTicket = z.infer<typeof OpenPlayTicket>;

/** Price per person that a member of a card level pays, for themselves and their guests. */
export const LevelPrice = z.object({ cardTypeId: Id, name: z.string(), colour: ColourStyle, price: Yuan });

export const OpenPlayDetail = OpenPlay.extend({
  levels: z.array(LevelPrice),
  placeIds: z.array(Id),
  remark: z.string(),
  /** Why it was cancelled. */
  reason: z.string(),
  orderId: Id.nullable(),
  tickets: z.array(OpenPlayTicket),
});
export type OpenPlayDetail = z.infer<typeof OpenPlayDetail>;

/** Refund for leaving now, and the reason. */
export const LeavePreview = z.object({
  id: Id,
  paid: Yuan,
  feePercent: z.number(),
  hoursBefore: z.number(),
  freeHours: z.number().int(),
  fee: Yuan,
  refund: Yuan,
  back: RefundBack,
});

/** Refund for cancelling: everything, to its source. */
export const OpenPlayCancelling = z.object({
  id: Id,
  tickets: z.number().int(),
  attendees: z.number().int(),
  refund: Yuan,
  byType: z.array(z.object({ type: PaymentTypeOut, amount: Yuan })),
});

/** Description, place and time, and the conditions to run. */
const Terms = z.object({
  title: z.string().trim().min(1).max(40),
  placeIds: z.array(Id).min(1).max(8),
  day: Day,
  start: MinuteOfDay,
  end: MinuteOfDay,
  capacity: wholeNumber(1, MOST_HEADS),
  minimum: wholeNumber(1, MOST_HEADS),
  /** For everybody whose card level has no price of its own. */
  price: PriceIn,
  levels: z
    .array(z.object({ cardTypeId: Id, price: PriceIn }))
    .max(40)
    .default([])
    .describe("prices of a head by card level"),
  /** The minimum must have joined this many hours before it begins. */
  deadlineHours: wholeNumber(0, 72).default(2),
  remark: z.string().trim().max(200).default(""),
});

export const OpenPlayFilter = z.object({
  q: SearchText.optional().describe("number, title"),
  day: Day.optional(),
  state: Words.optional(),
});
const Sums = z.object({ count: z.number().int(), attendees: z.number().int(), capacity: z.number().int(), income: Yuan });

const base = "/api/manage/venue/open-play";
export const openPlay = resource({
  list: get(`${base}/list`, {
    summary: "Open plays, a page",
    code: "open_play",
    input: OpenPlayFilter.extend(PageQuery.shape),
    output: pageOf(OpenPlay),
  }),
  sums: get(`${base}/sums`, { summary: "Sums over the filter", code: "open_play", input: OpenPlayFilter, output: Sums }),
  excel: download(`${base}/excelExport`, {
    summary: "Open plays of the filter as an Excel file",
    code: "open_play_export",
    input: OpenPlayFilter,
    file: XLSX,
  }),
  roster: download(`${base}/roster`, {
    summary: "Who joined one open play, as an Excel file",
    code: "open_play_export",
    input: ById,
    file: XLSX,
  }),
  view: get(`${base}/view`, { summary: "One open play with who joined", code: "open_play", input: ById, output: OpenPlayDetail }),
  create: postJson(`${base}/create`, {
    summary: "Make an open play: as a draft, or open at once, which takes its ground",
    code: "open_play_manage",
    input: Terms.extend({ open: z.boolean().default(false) }),
    output: OpenPlayDetail,
  }),
  modify: postJson(`${base}/modify`, {
    summary: "Change an open play; once it is open its ground and its deadline stay",
    code: "open_play_manage",
    input: Terms.extend({ id: Id }),
    output: OpenPlayDetail,
  }),
  open: postJson(`${base}/open`, {
    summary: "Open a draft: takes its ground, and people may join",
    code: "open_play_manage",
    input: ById,
    output: OpenPlayDetail,
  }),
  cancelPreview: get(`${base}/cancel-preview`, {
    summary: "What cancelling an open play gives back, method by method",
    code: "open_play_manage",
    input: ById,
    output: OpenPlayCancelling,
  }),
  cancel: postJson(`${base}/cancel`, {
    summary: "Cancel an open play: everybody gets everything back, the ground is free",
    code: "open_play_manage",
    input: ById.extend({
      reason: Reason,
      /** Amount that the person saw; rejected if the sum has changed since. */
      expectedRefund: YuanIn.optional(),
    }),
    output: OpenPlayDetail,
  }),
  join: postJson(`${base}/join`, {
    summary: "Join attendees and take their money; with enough attendees it is confirmed",
    code: "open_play_join",
    input: z.object({
      id: Id,
      attendees: z.int().min(1).max(MOST_JOINED).default(1),
      memberId: Id.optional(),
      name: z.string().trim().max(40).optional(),
      phone: MobileOrNone.optional(),
      payments: z.array(PaymentIn).max(8).default([]),
      /** Price per head that the desk showed; refused when it is another one by now. */
      expectedPrice: PriceIn.optional(),
    }),
    output: OpenPlayTicket,
  }),
  checkIn: postJson(`${base}/check-in`, {
    summary: "Say how many attendees of an entry came; 0 takes it back",
    code: "open_play_join",
    input: ById.extend({ entered: wholeNumber(0, MOST_JOINED) }),
    output: OpenPlayTicket,
  }),
  leavePreview: get(`${base}/leave-preview`, {
    summary: "What leaving gives back now, and why",
    code: "open_play_join",
    input: ById.extend({ waiveFee: Flag.optional() }),
    output: LeavePreview,
  }),
  leave: postJson(`${base}/leave`, {
    summary: "Leave: the attendees are free again, money goes back by the policy",
    code: "open_play_join",
    input: ById.extend({ reason: Reason, waiveFee: z.boolean().default(false), expectedRefund: ExpectedRefund }),
    output: OpenPlayTicket,
  }),
  payOut: postJson(`${base}/pay-out`, {
    summary: "Pay out the cash of an open play that did not come about",
    code: "open_play_join",
    input: ById,
    output: OpenPlayTicket,
  }),
});

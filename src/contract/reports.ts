/** Day and period reports (spec §7 "Account logs and reports" and "Open endpoints", product finance). Each names its basis. */
import { z } from "zod";
import { get, Id, PageQuery, pageOf, resource, SearchText } from "./call";
import { PaymentTypeOut } from "./enums";
import { Yuan } from "./money";
import { PayStatus } from "./states";
import { Day, MinuteOfDay } from "./time";

/** Takings: money received. Earned: income by the day it is earned. */
export const Basis = z.enum(["takings", "earned"]);
const ByMethod = z.array(z.object({ type: PaymentTypeOut, amount: Yuan }));
const Period = z.object({ from: Day, to: Day });
const OpenPeriod = Period.extend({ venueId: Id });

/** A block of the period report: places, members, cards, products, … with the figure of the compared periods. */
export const ReportStream = z.object({
  stream: z.enum([
    "place",
    "session",
    "recharge",
    "card",
    "product",
    "ticket",
    "coach",
    "activity",
    "groupon",
    "competition",
    "fee",
    "other",
  ]),
  count: z.number().int(),
  amount: Yuan,
  discount: Yuan,
  refunded: Yuan,
  net: Yuan,
  byMethod: ByMethod,
});
export const ComprehensiveReport = z.object({
  from: Day,
  to: Day,
  basis: Basis,
  zone: z.string(),
  streams: z.array(ReportStream),
  byMethod: ByMethod,
  net: Yuan,
  compared: z.object({ yesterday: Yuan, lastWeek: Yuan, monthToDate: Yuan }),
  members: z.object({ new: z.number().int(), recharge: Yuan, spent: Yuan, principal: Yuan, gift: Yuan }),
  cards: z.object({ sold: z.number().int(), soldAmount: Yuan, used: z.number().int(), usedAmount: Yuan }),
  utilisation: z.object({ booked: z.number().int(), slots: z.number().int(), percent: z.number().int() }),
  days: z.array(z.object({ day: Day, net: Yuan })),
});
export type ComprehensiveReport = z.infer<typeof ComprehensiveReport>;

/** Other income and costs of a period, by category. */
export const ExpenseReport = z.object({
  from: Day,
  to: Day,
  rows: z.array(z.object({ day: Day, category: z.string(), income: Yuan, expense: Yuan, count: z.number().int() })),
  sums: z.object({ income: Yuan, expense: Yuan, net: Yuan }),
});

/** A day of the page report. */
export const DayReport = z.object({
  day: Day,
  orders: z.number().int(),
  places: Yuan,
  sessions: Yuan,
  recharge: Yuan,
  cards: Yuan,
  products: Yuan,
  activities: Yuan,
  competitions: Yuan,
  other: Yuan,
  refunded: Yuan,
  net: Yuan,
  byMethod: ByMethod,
});
/** A sold slot with who paid it. */
export const SoldPlace = z.object({
  orderId: Id,
  no: z.string(),
  day: Day,
  start: MinuteOfDay,
  end: MinuteOfDay,
  hallName: z.string(),
  placeName: z.string(),
  name: z.string(),
  phone: z.string(),
  list: Yuan,
  discount: Yuan,
  total: Yuan,
  payTypes: z.array(PaymentTypeOut),
  payStatus: PayStatus,
});
/** Activities and group-buy goods, day by day. */
export const MarketingDay = z.object({
  day: Day,
  signedUp: z.number().int(),
  sold: z.number().int(),
  soldAmount: Yuan,
  redeemed: z.number().int(),
  redeemedAmount: Yuan,
  refunded: z.number().int(),
  refundedAmount: Yuan,
});

const order = "/api/manage/venue/bookingPlace-order";
export const reports = resource({
  expense: get(`${order}/venue-expense-report`, {
    summary: "Other income and costs of a period, by category",
    code: ["daily_report", "manual_bookkeeping_list"],
    input: Period,
    output: ExpenseReport,
  }),
  comprehensive: get(`${order}/comprehensive-report-new`, {
    summary: "The period report of the venue, on one basis",
    code: ["complex", "daily_report"],
    input: Period.extend({ basis: Basis.default("takings") }),
    output: ComprehensiveReport,
  }),
  comprehensiveOld: get(`${order}/comprehensive-report`, {
    summary: "The period report in its former shape: takings only",
    code: "complex_old",
    input: Period,
    output: ComprehensiveReport,
  }),
  page: get("/api/open/venue/get-page-report", {
    summary: "The day reports of a period",
    code: ["daily_page_report_list", "daily_report"],
    input: OpenPeriod,
    output: z.object({ content: z.array(DayReport) }),
  }),
  pageByParam: get("/api/open/venue/get-page-report-by-param", {
    summary: "The day reports of a period on one basis, grouped",
    code: ["daily_page_report_list", "daily_report"],
    input: OpenPeriod.extend({ basis: Basis.default("takings"), group: z.enum(["day", "week", "month"]).default("day") }),
    output: z.object({ content: z.array(DayReport) }),
  }),
  soldPlaces: get("/api/open/venue/get-page-report-by-booking-place-info", {
    summary: "Sold slots with who paid them, a page",
    code: ["booking_place_info", "space_statistics_log"],
    input: OpenPeriod.extend({ q: SearchText.optional(), hallId: Id.optional() }).extend(PageQuery.shape),
    output: pageOf(SoldPlace),
  }),
  marketingDays: get("/api/open/venue/get-venue-activity-and-groupon-goods-every-day-report", {
    summary: "Activities and group-buy goods, day by day",
    code: "every_day_report",
    input: OpenPeriod,
    output: z.object({ content: z.array(MarketingDay) }),
  }),
});

/** Day and period reports (spec §7 "Account logs and reports" and "Open endpoints", product finance). Each names its basis. */
import { z } from "zod";
import { get, Id, PageQuery, pageOf, resource, SearchText } from "./call";
import { PaymentTypeOut } from "./enums";
import { Yuan } from "./money";
import { PayStatus } from "./states";
import { Day, MinuteOfDay } from "./time";

const Period = z.object({ from: Day, to: Day });
const OpenPeriod = Period.extend({ venueId: Id });

/** Other income and costs of a period, by category. */
export const ExpenseReport = z.object({
  from: Day,
  to: Day,
  rows: z.array(z.object({ day: Day, category: z.string(), income: Yuan, expense: Yuan, count: z.number().int() })),
  sums: z.object({ income: Yuan, expense: Yuan, net: Yuan }),
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
const order = "/api/manage/venue/bookingPlace-order";
export const reports = resource({
  expense: get(`${order}/venue-expense-report`, {
    summary: "Other income and costs of a period, by category",
    code: ["daily_report", "manual_bookkeeping_list"],
    input: Period,
    output: ExpenseReport,
  }),
  soldPlaces: get("/api/open/venue/get-page-report-by-booking-place-info", {
    summary: "Sold slots with who paid them, a page",
    code: ["booking_place_info", "space_statistics_log"],
    input: OpenPeriod.extend({ q: SearchText.optional(), hallId: Id.optional() }).extend(PageQuery.shape),
    output: pageOf(SoldPlace),
  }),
});

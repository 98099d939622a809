/** Account logs and the day's figures. */
import { limitFileDays } from "../core/file-days";
import { z } from "#zod";
import { accountLogs } from "./account-logs";
import { download, get, Id, PageQuery, pageOf, resource, SearchText, Words, XLSX } from "../core/call";
import { OrderSource, PaymentTypeOut } from "../core/enums";
import { Yuan } from "../core/money";
import { rowSchema } from "../core/resource/schemas";
import { OrderStatus, PayStatus } from "../core/states";
import { Day, Instant, MinuteOfDay } from "../core/time";

export const AccountSums = z.object({ count: z.number().int(), in: Yuan, out: Yuan, net: Yuan });

/** A movement of the venue's own money: one posting on a tender account. */
export const VenueLog = z.object({
  id: Id,
  at: Instant,
  no: z.string(),
  documentKind: z.string(),
  documentId: Id,
  operation: z.string(),
  account: z.string(),
  in: Yuan,
  out: Yuan,
  operator: z.string(),
  reason: z.string(),
});
export type VenueLog = z.infer<typeof VenueLog>;
export const VenueLogFilter = z.object({
  q: SearchText.optional(),
  from: Day.optional(),
  to: Day.optional(),
  account: Words.optional(),
  /** Businesses; only documents of customers have one. */
  stream: Words.optional(),
  /** Only what came in, or what went out. */
  flow: z.enum(["in", "out"]).optional(),
});

/** A figure with what it is compared to, both yuan. */
const Figure = z.object({ value: Yuan, compared: Yuan });
/** The dashboard of a venue on a day. Two bases: takings = money received; earned = income by the day it is earned. */
export const Dashboard = z.object({
  day: Day,
  now: Instant,
  zone: z.string(),
  /** Null for a person without `venue_account_log`, `settlement` and `booking_place_order_list`; `earned` and `trend` likewise. */
  takings: Figure.extend({ recharge: Yuan, byMethod: z.array(z.object({ type: PaymentTypeOut, amount: Yuan })) }).nullable(),
  /** `goal`: what is to be earned on the day; null without daily goals and budgets. */
  earned: Figure.extend({ goal: Yuan.nullable() }).nullable(),
  utilisation: z.object({ percent: z.number().int(), booked: z.number().int(), slots: z.number().int(), freeTonight: z.number().int() }),
  arrivals: z.object({ arrived: z.number().int(), expected: z.number().int(), noShow: z.number().int(), inside: z.number().int() }),
  heat: z.object({
    hours: z.array(z.number().int()),
    rows: z.array(z.object({ placeId: Id, name: z.string(), percent: z.array(z.number().int().nullable()) })),
  }),
  upcoming: z.array(
    z.object({
      orderId: Id,
      no: z.string(),
      day: Day,
      start: MinuteOfDay,
      name: z.string(),
      places: z.string(),
      source: OrderSource,
      kind: z.string(),
      orderStatus: OrderStatus,
      payStatus: PayStatus,
      total: Yuan,
      due: Yuan,
      holdUntil: Instant.nullable(),
    }),
  ),
  trend: z.array(z.object({ day: Day, takings: Yuan, earned: Yuan })),
  lowStock: z.array(z.object({ productId: Id, name: z.string(), left: z.number().int(), limit: z.number().int(), unit: z.string() })),
  lowStockCount: z.number().int(),
  expiringCards: z.array(
    z.object({ holdingId: Id, memberId: Id, memberName: z.string(), name: z.string(), left: z.number().int().nullable(), expiresOn: Day }),
  ),
  expiringCardCount: z.number().int(),
});
export type Dashboard = z.infer<typeof Dashboard>;

const venueLog = "/api/manage/venue/venue-account-log";
export const finance = resource({
  memberLog: get(`${accountLogs.path}/get-log-list`, {
    summary: "Movements of one member's purses",
    code: ["venue_user_account_log", "venue_user_list"],
    input: z.object({ memberId: Id }).extend(PageQuery.shape),
    output: pageOf(rowSchema(accountLogs)),
  }),
  venueLog: get(`${venueLog}/list`, {
    summary: "Movements of the venue's tenders, a page",
    code: "venue_account_log",
    input: VenueLogFilter.extend(PageQuery.shape),
    output: pageOf(VenueLog),
  }),
  venueLogSums: get(`${venueLog}/sums`, {
    summary: "Sums of the venue's tenders over the filter",
    code: "venue_account_log",
    input: VenueLogFilter,
    output: AccountSums,
  }),
  venueLogExcel: download(`${venueLog}/excelExport`, {
    summary: "Tender movements as an Excel file",
    code: "venue_account_log_export",
    input: limitFileDays(VenueLogFilter, ["from", "to"]),
    file: XLSX,
  }),
  venueAccountExcel: download(`${venueLog}/excel-export-account`, {
    summary: "Totals per tender account as an Excel file",
    code: "venue_account_log_export",
    input: limitFileDays(VenueLogFilter, ["from", "to"]),
    file: XLSX,
  }),
  dashboard: get("/api/manage/venue/dashboard/view", {
    summary: "Today at the venue; each figure only with the permission of its screen",
    input: z.object({ day: Day.optional() }),
    output: Dashboard,
  }),
});

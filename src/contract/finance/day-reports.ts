/** The day and the period of the venue, on both bases: what was received and what was earned, business by business. */
import { z } from "#zod";
import { download, get, Id, resource, XLSX } from "../core/call";
import { Yuan } from "../core/money";
import { choice, money, number, text } from "../core/resource/fields";
import type { Label } from "../core/resource/label";
import { defineReport, type ReportQuery } from "../core/resource/report";
import { textOf } from "../core/resource/text";
import { address, type Days, daysOf, entriesOf, EVER, openedOf, tendersOf } from "../core/rows-behind";
import { courtsOf } from "./court-use";
import type { LogKind } from "./account-logs";
import { Day, Instant } from "../core/time";
import { LABELS } from "../core/resource/labels";
import { REPORT_TITLES, SCREENS } from "../core/pages";

/** Sources of a venue's money. */
export const STREAMS = {
  place: { zh: "订场", en: "Places" },
  session: { zh: "场次与约球", en: "Sessions and open play" },
  recharge: { zh: "会员充值", en: "Recharges" },
  card: { zh: "次卡", en: "Package cards" },
  product: { zh: "商品与租借", en: "Goods and rentals" },
  ticket: { zh: "门票", en: "Tickets" },
  coach: { zh: "教练课", en: "Coaching" },
  activity: { zh: "活动", en: "Activities" },
  groupon: { zh: "团购", en: "Group-buys" },
  competition: { zh: "赛事", en: "Competitions" },
  fee: { zh: "手续费", en: "Fees" },
  other: { zh: "其他", en: "Other" },
} as const satisfies Readonly<Record<string, Label>>;
export type Stream = keyof typeof STREAMS;
export const StreamName = z.enum(Object.keys(STREAMS) as [Stream, ...Stream[]]);

/** Accounts that money comes into, by their names. */
export const METHODS = {
  "tender.cash": { zh: "现金", en: "Cash" },
  "tender.wechat": { zh: "微信", en: "WeChat" },
  "tender.alipay": { zh: "支付宝", en: "Alipay" },
  "tender.bank_card": { zh: "银行卡", en: "Bank card" },
  "tender.online": { zh: "线上支付", en: "Online" },
  "tender.transfer": { zh: "转账", en: "Transfer" },
  "tender.other": { zh: "其他", en: "Other" },
} as const satisfies Readonly<Record<string, Label>>;
export type Method = keyof typeof METHODS;
/** Amount that members put on credit, less its refunds, as an account beside the receiving accounts. */
export const ON_CREDIT = "receivable.member";
export const CREDIT_LABEL: Label = { zh: "会员挂账", en: "Put on credit" };

/** A figure of the day with what it is compared to; all yuan. On a running day yesterday and last week stand as of the same time. */
const Compared = z.object({ today: Yuan, yesterday: Yuan, lastWeek: Yuan, month: Yuan });
const Line = Compared.extend({ key: z.string(), count: z.number().int() });
/** A count of the day: sessions, hours, people, cards. */
const Count = z.object({
  key: z.enum(["sessions", "soldHours", "openHours", "newMembers", "cardsSold", "cardUses"]),
  today: z.number(),
  yesterday: z.number(),
  lastWeek: z.number(),
  month: z.number(),
});
/** A transaction that was booked on a day, or corrects it, after the day was closed. */
const DayCorrection = z.object({
  /** Id of the transaction. */
  id: Id,
  at: Instant,
  no: z.string(),
  documentKind: z.string(),
  operation: z.string(),
  operator: z.string(),
  takings: Yuan,
  earned: Yuan,
  /** The day itself, or where that is locked the first open day. */
  bookedOn: Day,
});

/** The day of a venue. Of a closed day the figures are those of its closing. */
export const DayPage = z.object({
  day: Day,
  now: Instant,
  /** The day still runs: comparisons stop at the same time of day. */
  running: z.boolean(),
  takings: Compared,
  earned: Compared,
  /** Received, by business; then what went back, below zero. They add up to the takings. */
  received: z.array(Line.extend({ key: z.union([StreamName, z.literal("refund")]) })),
  /** Takings by account. */
  methods: z.array(Line),
  /** Income less discounts, by business. */
  income: z.array(Line.extend({ key: StreamName })),
  counts: z.array(Count),
  /** Balances of the purses at the end of the day. */
  purses: z.object({ principal: Yuan, gift: Yuan, spent: Yuan }),
  /** Amount that members bought on credit, less its refunds: part of no takings until it is paid. */
  onCredit: Yuan,
  /** Earned by courts, by the hour of their start. */
  hours: z.array(z.object({ hour: z.number().int(), started: Yuan, booked: Yuan, lastWeek: Yuan })),
  /** When the day was closed, and what was corrected since; null as long as it is open. */
  closed: z
    .object({
      at: Instant,
      /** By how much the day's figures changed since; what is booked on another day is not in it. */
      takings: Yuan,
      earned: Yuan,
      /** The latest first, the first hundred. */
      documents: z.array(DayCorrection),
      count: z.number().int(),
    })
    .nullable(),
});
export type DayPage = z.infer<typeof DayPage>;

/** Labels of the counts and the purses of a day. */
export const DAY_COUNTS: Readonly<Record<DayPage["counts"][number]["key"], Label>> = {
  sessions: { zh: "场次", en: "Sessions" },
  soldHours: { zh: "已售小时", en: "Hours sold" },
  openHours: { zh: "可售小时", en: "Hours on sale" },
  newMembers: { zh: "新会员", en: "New members" },
  cardsSold: { zh: "售出次卡", en: "Cards sold" },
  cardUses: { zh: "次卡核销次数", en: "Card uses" },
};
export const DAY_PURSES = {
  spent: { zh: "会员余额消费", en: "Spent from purses" },
  onCredit: { zh: "挂账（扣除退回）", en: "Put on credit, less returns" },
  principal: { zh: "日末本金余额", en: "Principal at the end" },
  gift: { zh: "日末赠送余额", en: "Gift at the end" },
} as const satisfies Readonly<Record<string, Label>>;

/** Movements of purses that are spending, less what came back. */
export const SPENT_KINDS = ["booking", "sale", "packageCard", "roaming", "debt", "refund"] as const satisfies readonly LogKind[];
const pursesOf = ({ from, to }: Days, by: Readonly<Record<string, string>>): string =>
  address("/finance/venue-user-account-log", { from, to, ...by });

/** Addresses of the rows behind figures of the day, for some days; what purses hold at their end is all that moved until then. */
export const DAY_ROWS = {
  sessions: (days: Days) => courtsOf(days, "sessions"),
  soldHours: (days: Days) => courtsOf(days, "soldHours"),
  openHours: (days: Days) => courtsOf(days, "openHours"),
  newMembers: (days: Days) => openedOf(days, "member"),
  cardsSold: (days: Days) => openedOf(days, "package"),
  cardUses: ({ from, to }: Days) => address("/card/venue-user-package-card-log", { kind: "use", createdAtFrom: from, createdAtTo: to }),
  spent: (days: Days) => pursesOf(days, { kind: SPENT_KINDS.join(",") }),
  principal: ({ to }: Days) => pursesOf({ from: EVER, to }, { purse: "principal" }),
  gift: ({ to }: Days) => pursesOf({ from: EVER, to }, { purse: "gift" }),
  onCredit: (days: Days) => tendersOf(days, { account: ON_CREDIT }),
} as const satisfies Readonly<Record<string, (days: Days) => string>>;

const OneDay = z.object({ venueId: Id, day: Day });
export const dayReport = resource({
  page: get("/api/open/venue/get-page-report", {
    summary: "The day of a venue on both bases, against yesterday, last week and the month to date",
    code: ["daily_report", "daily_page_report_list"],
    input: OneDay,
    output: DayPage,
  }),
  excel: download("/api/open/venue/get-page-report-excel", {
    summary: "The day of a venue as an Excel file",
    code: "daily_report_export",
    input: OneDay,
    file: XLSX,
  }),
});

const NOTE = {
  zh: "流水按收款时间，不含余额支付；收益按服务发生日，不含充值",
  en: "Takings by the time received, without what purses pay; earned by the day of service, without recharges",
};

/** Columns of a day: which businesses are in each. */
export const DAY_COLUMNS: Readonly<Record<string, readonly Stream[]>> = {
  place: ["place"],
  session: ["session"],
  recharge: ["recharge"],
  card: ["card"],
  product: ["product"],
  activity: ["activity", "groupon"],
  competition: ["competition"],
  other: ["ticket", "coach", "fee", "other"],
};
const ALL_STREAMS = Object.keys(STREAMS).join(",");
/** Measures on the earned basis; all others are takings. */
const EARNED = new Set(["list", "discount", "earned"]);
/**
 * Returns the flow of the tender movements behind a measure: all movements for the takings, outflow for the refunds, inflow for everything
 * else.
 */
const flowOf = (measure: string): string | undefined => (measure === "takings" ? undefined : measure === "refunded" ? "out" : "in");
const chosen = ({ filter }: ReportQuery): string | undefined => textOf(filter["stream"]) || undefined;
/** The rows behind a figure: of what is earned the entries, of takings the movements of the tenders. */
const rowsBehind = (days: { from: string; to: string }, measure: string, stream: string | undefined): string =>
  EARNED.has(measure)
    ? entriesOf(days, { stream: stream ?? ALL_STREAMS })
    : tendersOf(days, { stream: stream ?? DAY_COLUMNS[measure]?.join(",") ?? ALL_STREAMS, flow: flowOf(measure) });

/** Days of the venue in a row. */
export const dayReports = defineReport({
  name: "dayReports",
  title: REPORT_TITLES.dayReports,
  path: "/api/open/venue/get-page-report-by-param",
  codes: { page: SCREENS.dayReports, export: "daily_page_report_export" },
  period: "days",
  opens: "month",
  groups: { day: { zh: "日期", en: "Day" }, week: { zh: "周", en: "Week" }, month: { zh: "月份", en: "Month" } },
  columns: {
    name: text({ zh: "日期", en: "Day" }),
    payments: number({ zh: "收款笔数", en: "Payments", sum: true }),
    place: money({ zh: "订场", en: "Places", sum: true }),
    session: money({ zh: "场次", en: "Sessions", sum: true }),
    recharge: money({ zh: "充值", en: "Recharges", sum: true }),
    card: money({ zh: "次卡", en: "Cards", sum: true }),
    product: money({ zh: "商品", en: "Goods", sum: true }),
    activity: money({ zh: "活动与团购", en: "Activities", sum: true }),
    competition: money({ zh: "赛事", en: "Competitions", sum: true }),
    other: money({ zh: "其他", en: "Other", sum: true }),
    refunded: money({ zh: "退款", en: "Refunded", sum: true }),
    takings: money({ zh: "流水", en: "Takings", sum: true }),
    earned: money({ zh: "收益", en: "Earned", sum: true }),
  },
  basis: { zh: "流水与收益", en: "Takings and earned" },
  compares: true,
  tiles: ["takings", "earned", "refunded"],
  chart: { kind: "bar", y: ["takings", "earned"] },
  drill: (row, query, measure) => rowsBehind(daysOf(row.key, query.group, query), measure, undefined),
  drillTotal: (query, measure) => rowsBehind(query, measure, undefined),
  note: NOTE,
  help: {
    zh: "每天一行：各业务的收款减去退款等于流水；收益另列，不与流水相加。点数字打开组成它的流水或收益明细。",
    en: "One row a day: what each business received, less refunds, is the takings; earned is shown beside it and never added to it. A figure opens the movements or entries that it is made of.",
  },
});

const BOTH = {
  payments: number({ zh: "收款笔数", en: "Payments", sum: true }),
  received: money({ zh: "收款", en: "Received", sum: true }),
  refunded: money({ zh: "退款", en: "Refunded", sum: true }),
  takings: money({ zh: "流水", en: "Takings", sum: true }),
} as const;

/** A business, or a business and an account below it: "place", "place.tender.cash". */
function halves(key: string): readonly [string, string?] {
  const at = key.indexOf(".tender.");
  return at < 0 ? [key] : [key.slice(0, at), key.slice(at + 1)];
}

/** The period of the venue, business by business, on both bases side by side. */
export const complexReport = defineReport({
  name: "complexReport",
  title: REPORT_TITLES.complexReport,
  path: "/api/manage/venue/bookingPlace-order/comprehensive-report-new",
  excelPath: "/api/manage/venue/bookingPlace-order/comprehensive-report-new-excel",
  codes: { page: SCREENS.complexReport, export: "complex_export" },
  period: "days",
  opens: "month",
  groups: { stream: LABELS.stream, day: { zh: "日期", en: "Day" }, month: { zh: "月份", en: "Month" } },
  filters: { stream: choice({ ...LABELS.stream, choices: STREAMS }) },
  columns: {
    name: text({ zh: "业务", en: "Business" }),
    ...BOTH,
    list: money({ zh: "应收收入", en: "List income", sum: true }),
    discount: money({ zh: "优惠", en: "Discounts", sum: true }),
    earned: money({ zh: "收益", en: "Earned", sum: true }),
  },
  basis: { zh: "流水与收益", en: "Takings and earned" },
  compares: true,
  tiles: ["takings", "earned", "refunded", "discount"],
  chart: { kind: "bar", y: ["takings", "earned"] },
  drill: (row, query, measure) => {
    if (query.group !== "stream") return rowsBehind(daysOf(row.key, query.group, query), measure, chosen(query));
    const [stream, account] = halves(row.key);
    return account === undefined ? rowsBehind(query, measure, stream) : tendersOf(query, { stream, account, flow: flowOf(measure) });
  },
  drillTotal: (query, measure) => rowsBehind(query, measure, chosen(query)),
  note: NOTE,
  help: {
    zh: "一段时间的全部业务：左边是流水（收款、退款），右边是收益（原价收入减优惠）。按业务分组时，每项下面是各收款方式。会员用余额付的场地只在收益里，充值只在流水里，两边不相加。",
    en: "All business of a period: takings on the left (received, refunded), earned on the right (list income less discounts). Grouped by business, the methods stand below each. A court paid from a purse is in earned only, a recharge in takings only; the two are never added.",
  },
});

/** The former period report: takings only, by method. */
export const complexOld = defineReport({
  name: "complexOld",
  title: REPORT_TITLES.complexOld,
  path: "/api/manage/venue/bookingPlace-order/comprehensive-report",
  excelPath: "/api/manage/venue/bookingPlace-order/comprehensive-report-excel",
  codes: { page: SCREENS.complexOld, export: "complex_export" },
  period: "days",
  opens: "month",
  groups: { method: { zh: "收款方式", en: "Method" }, stream: LABELS.stream, day: { zh: "日期", en: "Day" } },
  columns: { name: text({ zh: "收款方式", en: "Method" }), ...BOTH },
  basis: { zh: "流水", en: "Takings" },
  compares: true,
  tiles: ["takings", "received", "refunded"],
  chart: { kind: "bar", y: ["takings"] },
  drill: (row, query, measure) => {
    const flow = flowOf(measure);
    if (query.group === "day") return tendersOf(daysOf(row.key, "day", query), { stream: ALL_STREAMS, flow });
    if (query.group === "stream") {
      const [stream, account] = halves(row.key);
      return tendersOf(query, { stream, account, flow });
    }
    // "tender.cash", and "tender.cash.place" below it.
    const [tender, method, stream] = row.key.split(".");
    return tendersOf(query, { account: `${tender}.${method}`, stream: stream ?? ALL_STREAMS, flow });
  },
  drillTotal: (query, measure) => tendersOf(query, { stream: ALL_STREAMS, flow: flowOf(measure) }),
  note: NOTE,
});

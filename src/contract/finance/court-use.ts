/** Court usage: sessions, hours, utilisation, income, by court and hour. */
import { defineResource } from "../core/resource/define";
import { choice, day, money, number, percent, reference, text } from "../core/resource/fields";
import { defineReport, IS_LATER, LATER, type ReportQuery } from "../core/resource/report";
import { HALLS, UNITS } from "../core/resource/targets";
import type { Label } from "../core/resource/label";
import { LABELS, WALK_IN } from "../core/resource/labels";
import { REPORT_TITLES, SCREENS } from "../core/pages";
import { address, type Days } from "../core/rows-behind";
import { clock } from "../core/time";

const two = (hour: number): string => String(hour).padStart(2, "0");
const HOURS = Object.fromEntries(
  Array.from({ length: 24 }, (_, hour): readonly [string, { zh: string; en: string }] => [
    two(hour),
    { zh: clock(hour * 60), en: clock(hour * 60) },
  ]),
);
/** By ISO weekday, 1–7. */
export const WEEKDAYS = {
  "1": { zh: "周一", en: "Monday" },
  "2": { zh: "周二", en: "Tuesday" },
  "3": { zh: "周三", en: "Wednesday" },
  "4": { zh: "周四", en: "Thursday" },
  "5": { zh: "周五", en: "Friday" },
  "6": { zh: "周六", en: "Saturday" },
  "7": { zh: "周日", en: "Sunday" },
} as const satisfies Readonly<Record<string, Label>>;

/** Court hours of bookings, hour by hour: the rows behind the report. */
export const courtHours = defineResource({
  name: "courtHours",
  one: { zh: "场地小时", en: "Court hour" },
  path: "/api/manage/venue/court-hour",
  codes: { page: SCREENS.courtHours, export: "space_statistics_export" },
  title: "no",
  period: { field: "day", until: "today" },
  mostDays: 366,
  time: { zh: "下单时间", en: "Booked" },
  sort: "day,desc",
  fields: {
    day: day({ zh: "开场日", en: "Day of play", required: true, readonly: true, filter: true, sort: true }),
    hour: choice({ zh: "时段", en: "Hour", required: true, readonly: true, filter: true, width: 76, phone: true, choices: HOURS }),
    court: reference({ zh: "场地", en: "Court", required: true, readonly: true, filter: true, width: 84, of: () => UNITS }),
    hall: reference({ zh: "场馆", en: "Hall", required: true, readonly: true, filter: true, width: 116, of: () => HALLS }),
    weekday: choice({ ...LABELS.weekday, required: true, readonly: true, filter: true, hidden: true, choices: WEEKDAYS }),
    no: text({ zh: "订单号", en: "Order", readonly: true, search: "prefix", width: 160 }),
    customer: text({ zh: "客户", en: "Customer", readonly: true, search: "part", width: 130, none: WALK_IN }),
    sessions: number({
      zh: "场次",
      en: "Sessions",
      required: true,
      readonly: true,
      sum: true,
      hint: { zh: "记在开场的那个小时", en: "Counted in the hour in which it starts" },
    }),
    soldHours: number({ zh: "已售小时", en: "Hours sold", required: true, computed: true, sum: true, decimals: 2 }),
    income: money({ zh: "收益", en: "Earned", required: true, readonly: true, sum: true }),
    later: choice({ ...LABELS.later, required: true, readonly: true, filter: true, hidden: true, choices: IS_LATER }),
  },
  hint: { zh: "每张有效订单占用的场地，每小时一行", en: "A row for each hour of each court that a standing order takes" },
  help: {
    zh: "订单的收益按占用的场地和小时分摊，各行相加等于订单的收益；全场的东半、西半各一行。场地使用统计的每个场次、已售小时和收益都由这里的行相加而成。",
    en: "What an order earns is shared out over the courts and hours that it takes; the rows add up to it. A full court has a row for each of its halves. Sessions, hours sold and income of the space statistics are sums of these rows.",
  },
});

/** When courts are on sale, hour by hour: the rows behind the hours on sale of the report. */
export const courtOpenings = defineResource({
  name: "courtOpenings",
  one: { zh: "可售时段", en: "Hour on sale" },
  path: "/api/manage/venue/court-opening",
  codes: { page: SCREENS.courtOpenings, export: "space_statistics_export" },
  title: "day",
  undated: true,
  period: { field: "day", until: "today" },
  mostDays: 366,
  // As a timetable is read: the hours of a court from morning to evening.
  sort: "day,asc",
  fields: {
    day: day({ zh: "日期", en: "Day", required: true, readonly: true, filter: true, sort: true, width: 116 }),
    hour: choice({ zh: "时段", en: "Hour", required: true, readonly: true, filter: true, width: 76, phone: true, choices: HOURS }),
    court: reference({ zh: "场地", en: "Court", required: true, readonly: true, filter: true, width: 100, phone: true, of: () => UNITS }),
    hall: reference({ zh: "场馆", en: "Hall", required: true, readonly: true, filter: true, of: () => HALLS }),
    weekday: choice({ ...LABELS.weekday, required: true, readonly: true, filter: true, choices: WEEKDAYS }),
    openHours: number({
      zh: "可售小时",
      en: "Hours on sale",
      required: true,
      computed: true,
      sum: true,
      decimals: 1,
      width: 96,
      phone: true,
    }),
  },
  hint: {
    zh: "开放的场地每天每小时一行，休馆日没有",
    en: "A row for each hour of each day at which a court is open; closed days have none",
  },
  help: {
    zh: "场地在开放时间内的每个小时一行，场馆内的休息时段、锁场停场的时间和休馆日除外，按现在的开放时间算；按场次售票的场馆按名额计。场地使用统计和日报的可售小时由这里的行相加而成。",
    en: "A row for each hour at which a court is open, without the breaks of its hall, locked and closed time and the days on which the venue is closed, by the opening times of now; halls that sell sessions count their places. Hours on sale of the space statistics and of the daily report are sums of these rows.",
  },
});

/** Converts the key of a report row to filters of the rows behind it. */
function cellOf(key: string, { from, to, group }: ReportQuery): Readonly<Record<string, string | undefined>> {
  const [first = "", second] = key.split(".");
  const days = { dayFrom: from, dayTo: to };
  if (key === LATER) return { ...days, later: "yes" };
  if (group === "day") return { dayFrom: first, dayTo: first, later: "no" };
  if (group === "hour") return { ...days, hour: first, hall: second, later: "no" };
  return { ...days, [group === "weekday" ? "weekday" : "court"]: first, hour: second, later: "no" };
}
/** The hours at which courts were on sale, or those that were taken of them. */
const hoursOf = (measure: string, wanted: Readonly<Record<string, string | undefined>>): string =>
  measure === "openHours"
    ? address("/finance/court-opening-list", { ...wanted, later: undefined })
    : address("/finance/court-hour-list", wanted);
/** The same for the days of another report. */
export const courtsOf = ({ from, to }: Days, measure: "openHours" | "soldHours" | "sessions"): string =>
  hoursOf(measure, { dayFrom: from, dayTo: to });

export const courtUse = defineReport({
  name: "courtUse",
  title: REPORT_TITLES.courtUse,
  path: "/api/manage/venue/space-statistics",
  codes: { page: SCREENS.courtUse, export: "space_statistics_export" },
  period: "days",
  opens: "month",
  groups: {
    place: { zh: "场地", en: "Court" },
    hour: { zh: "时段", en: "Hour" },
    weekday: LABELS.weekday,
    day: { zh: "日期", en: "Day" },
  },
  columns: {
    name: text({ zh: "场地", en: "Court" }),
    sessions: number({ zh: "场次", en: "Sessions", sum: true }),
    openHours: number({ zh: "可售小时", en: "Hours on sale", sum: true, decimals: 1 }),
    soldHours: number({ zh: "已售小时", en: "Hours sold", sum: true, decimals: 1 }),
    utilisation: percent({ zh: "使用率", en: "Utilisation" }),
    income: money({ zh: "收益", en: "Earned", sum: true }),
    perHour: money({ zh: "每可售小时收益", en: "Earned per hour on sale" }),
  },
  basis: { zh: "收益", en: "Earned" },
  compares: true,
  tiles: ["income", "utilisation", "perHour", "sessions"],
  chart: { kind: "heat", y: ["utilisation"] },
  folded: true,
  ratios: { utilisation: ["soldHours", "openHours"], perHour: ["income", "openHours"] },
  drill: (row, query, measure) => hoursOf(measure, cellOf(row.key, query)),
  drillTotal: ({ from, to }, measure) => hoursOf(measure, { dayFrom: from, dayTo: to }),
  note: {
    zh: "按开场日计，含余额支付，不含充值与手续费；全场占东半、西半各一份；已锁定期间的退改记在第一个未锁定的日子，单列为“锁定期更正”",
    en: "By day of play, purses included, without recharges and fees; a full court counts as each of its halves; what changes in a locked period is booked on the first open day, as later corrections",
  },
  help: {
    zh: "使用率 = 已售小时 ÷ 可售小时，首页、场馆列表和日报同一口径。可售小时是开放时间内的场地小时，锁场、停场和休馆日除外，按场次售票的场馆按名额计；已售小时是有效订单占用的部分，含已订未开场。收益按小时分摊，各行相加等于订场收益。点开一行看其下各小时或各馆。",
    en: "Utilisation is hours sold ÷ hours on sale, here as on the home page, the list of venues and the daily report. Hours on sale are court hours within opening times, without locked and closed time and closed days; sessions count their places; hours sold are what standing orders take, those to come included. Income is shared out over the hours played; rows add up to what places earned. Open a row for its hours or halls.",
  },
});

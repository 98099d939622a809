/** How courts are used: sessions, hours, utilisation, income, by court and hour. */
import { money, number, percent, text } from "./resource/fields";
import { defineReport } from "./resource/report";
import { LABELS } from "./resource/labels";
import { REPORT_TITLES, SCREENS } from "./pages";

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
  drill: (row, { group }) => (group === "day" ? `/finance/booking-place-info?from=${row.key}&to=${row.key}` : undefined),
  note: {
    zh: "按开场日计，含余额支付，不含充值与手续费；全场占东半、西半各一份",
    en: "By day of play, purses included, without recharges and fees; a full court counts as each of its halves",
  },
  help: {
    zh: "可售小时是开放时间内的场地小时，休馆日除外；已售小时是有效订单占用的部分，含已订未开场。收益按小时分摊，各行相加等于订场收益。点开一行看其下各小时或各馆。",
    en: "Hours on sale are court hours within opening times, closed days left out; hours sold are what standing orders take, those to come included. Income is shared out over the hours played; rows add up to what places earned. Open a row for its hours or halls.",
  },
});

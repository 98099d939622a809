/** The marketing day report: sign-ups, vouchers sold, redeemed, refunded; and what each of its figures is made of. */
import { choice, day, money, number, text } from "../core/resource/fields";
import { defineResource } from "../core/resource/define";
import { LABELS } from "../core/resource/labels";
import { defineReport } from "../core/resource/report";
import { REPORT_TITLES, SCREENS } from "../core/pages";
import { address } from "../core/rows-behind";

/** Figures of the report, each of rows of its own. */
export const MARKETING_FIGURES = {
  signedUp: { zh: "报名（人）", en: "Signed up" },
  signUpAmount: { zh: "报名金额", en: "Fees taken" },
  sold: { zh: "售券（张）", en: "Vouchers sold" },
  soldAmount: { zh: "售券金额", en: "Vouchers taken" },
  redeemed: { zh: "核销（次）", en: "Redeemed" },
  redeemedAmount: { zh: "核销收益", en: "Redeemed, earned" },
  refunded: { zh: "退款（笔）", en: "Refunds" },
  refundedAmount: { zh: "退款金额", en: "Refunded" },
} as const;
export const isMarketingAmount = (figure: string): boolean => figure.endsWith("Amount");

/** Daily results of activities and group-buys: the rows behind the report. */
export const marketingEntries = defineResource({
  name: "marketingEntries",
  one: { zh: "营销明细", en: "Marketing entry" },
  path: "/api/manage/venue/marketing-entry",
  codes: { page: SCREENS.marketingEntries, export: "every_day_report_export" },
  title: "no",
  period: "day",
  time: { zh: "时间", en: "Time" },
  sort: "createdAt,desc",
  fields: {
    day: day({ zh: "发生日", en: "Day", required: true, readonly: true, filter: true, sort: true }),
    kind: choice({ ...LABELS.kind, required: true, readonly: true, filter: true, choices: MARKETING_FIGURES }),
    no: text({ zh: "单号", en: "Document", readonly: true, search: "prefix", width: 170 }),
    customer: text({ zh: "客户", en: "Customer", readonly: true, search: "part" }),
    times: number({ zh: "数量", en: "Count", required: true, readonly: true, sum: true }),
    amount: money({ ...LABELS.amount, required: true, readonly: true, sum: true }),
    operator: text({ zh: "操作人", en: "Operator", readonly: true, search: "prefix" }),
  },
  hint: { zh: "报名、售券、核销和退款后，每一笔都在这里", en: "Each sign-up, voucher sold or redeemed and refund is here" },
  help: {
    zh: "营销日报的每个数字都由这里同一类型的行相加而成：人数和张数来自单据，金额来自账本分录，撤销的核销记负数。",
    en: "Each figure of the marketing daily report is the sum of the rows of its kind here: people and vouchers from the documents, amounts from the ledger; a redemption that was undone counts below zero.",
  },
});
const entriesBy = (kind: string, from: string, to: string): string =>
  address("/marketing/marketing-entry-list", { kind, dayFrom: from, dayTo: to });

export const marketingDays = defineReport({
  name: "marketingDays",
  title: REPORT_TITLES.marketingDays,
  path: "/api/open/venue/get-venue-activity-and-groupon-goods-every-day-report",
  excelPath: "/api/manage/venue/marketing-report/excelExport",
  codes: { page: SCREENS.marketingDays, export: "every_day_report_export" },
  period: "days",
  opens: "month",
  compares: true,
  basis: { zh: "按发生日", en: "By the day it happened" },
  columns: {
    day: day({ zh: "日期", en: "Day", required: true }),
    signedUp: number({ ...MARKETING_FIGURES.signedUp, required: true, sum: true }),
    signUpAmount: money({ ...MARKETING_FIGURES.signUpAmount, required: true, sum: true }),
    sold: number({ ...MARKETING_FIGURES.sold, required: true, sum: true }),
    soldAmount: money({ ...MARKETING_FIGURES.soldAmount, required: true, sum: true }),
    redeemed: number({ ...MARKETING_FIGURES.redeemed, required: true, sum: true }),
    redeemedAmount: money({ ...MARKETING_FIGURES.redeemedAmount, required: true, sum: true }),
    refunded: number({ ...MARKETING_FIGURES.refunded, required: true, sum: true }),
    refundedAmount: money({ ...MARKETING_FIGURES.refundedAmount, required: true, sum: true }),
  },
  tiles: ["signedUp", "soldAmount", "redeemedAmount", "refundedAmount"],
  chart: { kind: "bar", y: ["signUpAmount", "soldAmount", "redeemedAmount"] },
  drill: ({ key }, _query, measure) => entriesBy(measure, key, key),
  drillTotal: ({ from, to }, measure) => entriesBy(measure, from, to),
  note: {
    zh: "报名和售券按收款日；核销按核销日，已撤销的不计；退款按退款日。售券金额是预收，核销才是收益。",
    en: "Fees and vouchers by the day they were paid; redemptions by their day, those undone left out; refunds by theirs. Voucher money is held until it is redeemed.",
  },
});

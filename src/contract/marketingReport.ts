/** The marketing day report: sign-ups, vouchers sold, redeemed, refunded. */
import { day, money, number } from "./resource/fields";
import { defineReport } from "./resource/report";
import { REPORT_TITLES, SCREENS } from "./pages";

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
    signedUp: number({ zh: "报名（人）", en: "Signed up", required: true, sum: true }),
    signUpAmount: money({ zh: "报名金额", en: "Fees taken", required: true, sum: true }),
    sold: number({ zh: "售券（张）", en: "Vouchers sold", required: true, sum: true }),
    soldAmount: money({ zh: "售券金额", en: "Vouchers taken", required: true, sum: true }),
    redeemed: number({ zh: "核销（次）", en: "Redeemed", required: true, sum: true }),
    redeemedAmount: money({ zh: "核销收益", en: "Redeemed, earned", required: true, sum: true }),
    refunded: number({ zh: "退款（笔）", en: "Refunds", required: true, sum: true }),
    refundedAmount: money({ zh: "退款金额", en: "Refunded", required: true, sum: true }),
  },
  tiles: ["signedUp", "soldAmount", "redeemedAmount", "refundedAmount"],
  chart: { kind: "bar", y: ["signUpAmount", "soldAmount", "redeemedAmount"] },
  note: {
    zh: "报名和售券按收款日；核销按核销日，已撤销的不计；退款按退款日。售券金额是预收，核销才是收益。",
    en: "Fees and vouchers by the day they were paid; redemptions by their day, those undone left out; refunds by theirs. Voucher money is held until it is redeemed.",
  },
});

/** Output tax by month and rate. */
import { REPORT_TITLES, SCREENS } from "../core/pages";
import { money, text } from "../core/resource/fields";
import { defineReport } from "../core/resource/report";
import { daysOf, postingsOf } from "../core/rows-behind";

export const outputTax = defineReport({
  name: "outputTax",
  title: REPORT_TITLES.outputTax,
  path: "/api/manage/venue/statement/output-tax",
  codes: { page: SCREENS.outputTax, export: "account_statements_export" },
  period: "days",
  opens: "month",
  groups: { rate: { zh: "税率", en: "Rate" }, month: { zh: "月份", en: "Month" } },
  columns: {
    name: text({ zh: "税率", en: "Rate", width: 220 }),
    gross: money({ zh: "含税销售额", en: "Sales with tax", sum: true }),
    net: money({ zh: "不含税销售额", en: "Sales without tax", sum: true }),
    tax: money({ zh: "销项税", en: "Output tax", sum: true }),
  },
  basis: { zh: "账本", en: "Books" },
  tiles: ["tax", "net", "gross"],
  drill: (row, query, measure) => {
    if (measure !== "tax") return undefined;
    const [first = "", second] = row.key.split("/");
    // Months list the rates below them; rates list the services, whose postings are on one account.
    if (query.group === "month") return postingsOf(daysOf(first, "month", query), "tax.output", { rate: second });
    return second === undefined ? postingsOf(query, "tax.output", { rate: first }) : undefined;
  },
  drillTotal: (query, measure) => (measure === "tax" ? postingsOf(query, "tax.output") : undefined),
  note: {
    zh: "按入账日；退款和退货在退的那天减去。没有税率的销售列在“不征税”",
    en: "By the day posted; refunds and returns are taken off on their day. Sales without a rate stand as not taxed",
  },
  help: {
    zh: "从“储值开票规则”启用账本计税那天起的销项税，与账本“应交增值税（销项）”的发生额相同。按税率分组时下面是各类销售，按月分组时下面是各税率。缴税前请与会计核对。",
    en: "Output tax from the day on which the rule for stored value switched it on, equal to what was posted as output VAT. By rate with what was sold below, or by month with the rates below. Let the accountant check it before you file.",
  },
});

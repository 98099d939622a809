/** Ageing of receivables: debts of members and contracts, by age. */
import { REPORT_TITLES, SCREENS } from "../core/pages";
import { choice, day, money, text } from "../core/resource/fields";
import { defineReport } from "../core/resource/report";
import { EVER, postingsOf } from "../core/rows-behind";
import { ACCOUNT_NAMES } from "./accounts";

/** Accounts of the report, each with the page of its debtors. */
export const DEBTOR_PAGES = {
  "receivable.member": "/venueUser/venue-user-list/",
  "receivable.organization": "/book/regular-list/",
} as const;
export type DebtorAccount = keyof typeof DEBTOR_PAGES;
const DEBTORS = {
  "receivable.member": ACCOUNT_NAMES["receivable.member"],
  "receivable.organization": { zh: "应收固定场合同", en: "Owed by fixed contracts" },
} as const;

/** Age of a receivable, by days since it was posted. */
export const RECEIVABLE_AGES = {
  days30: { zh: "30 天内", en: "Up to 30 days" },
  days60: { zh: "31–60 天", en: "31–60 days" },
  days90: { zh: "61–90 天", en: "61–90 days" },
  older: { zh: "90 天以上", en: "Over 90 days" },
} as const;

export const receivablesAgeing = defineReport({
  name: "receivablesAgeing",
  title: REPORT_TITLES.receivablesAgeing,
  path: "/api/manage/venue/statement/receivables",
  codes: { page: SCREENS.receivablesAgeing, export: "account_statements_export" },
  period: "days",
  opens: "today",
  folded: true,
  groups: { debtor: { zh: "欠款人 → 单据", en: "Debtor → document" } },
  filters: { account: choice({ zh: "科目", en: "Account", choices: DEBTORS }) },
  columns: {
    name: text({ zh: "欠款人", en: "Debtor", width: 240 }),
    since: day({ zh: "最早", en: "Since" }),
    owed: money({ zh: "欠款", en: "Owed", sum: true }),
    days30: money({ ...RECEIVABLE_AGES.days30, sum: true }),
    days60: money({ ...RECEIVABLE_AGES.days60, sum: true }),
    days90: money({ ...RECEIVABLE_AGES.days90, sum: true }),
    older: money({ ...RECEIVABLE_AGES.older, sum: true }),
  },
  basis: { zh: "账本", en: "Books" },
  tiles: ["owed", "days30", "days90", "older"],
  drill: ({ key, level }, _query, measure) => {
    const [account = "", subject = ""] = key.split("/");
    return level === 0 && measure === "owed" ? `${DEBTOR_PAGES[account as DebtorAccount]}${subject}` : undefined;
  },
  drillTotal: ({ to, filter }, measure) => {
    const chosen = filter["account"];
    const accounts = Array.isArray(chosen) && chosen.length > 0 ? chosen : Object.keys(DEBTOR_PAGES);
    return measure === "owed" ? postingsOf({ from: EVER, to }, accounts.join(",")) : undefined;
  },
  note: {
    zh: "截至结束日期日终，按入账日计；付款和退款先抵最早的欠款",
    en: "At the end of the last day, by the day posted; payments and refunds settle what is owed longest",
  },
  help: {
    zh: "截至结束日期会员挂账和固定场合同欠多少、欠了多久；下面是当时还没付清的单据。之后的付款不影响过去的日期。合计与资产负债表的应收相同。",
    en: "What members on credit and fixed contracts owed at the end of the last day and for how long, with the documents that were not paid in full below. Later payments change no earlier day. The total is that of the balance sheet.",
  },
});

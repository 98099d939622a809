/** Payables: the statement of each supplier, and the ageing of what is owed. */
import { choice, day, money, text } from "../core/resource/fields";
import { defineReport } from "../core/resource/report";
import { REPORT_TITLES, SCREENS } from "../core/pages";
import { type Days, daysBehind, EVER, postingsOf } from "../core/rows-behind";

/** The supplier of a row, and the document below it. */
const partsOf = (key: string): readonly [supplier: string, document: string | undefined] => {
  const [supplier = "", document] = key.split("/");
  return [supplier, document];
};
const OWED = "payable.supplier";
const postings = (days: Days, supplier: string | undefined): string => postingsOf(days, OWED, { supplier });

export const supplierStatement = defineReport({
  name: "supplierStatement",
  title: REPORT_TITLES.supplierStatement,
  path: "/api/manage/venue/supplier-report/statement",
  codes: { page: SCREENS.supplierStatement, export: "stock_document_export" },
  period: "days",
  opens: "month",
  groups: { supplier: { zh: "供应商 → 单据", en: "Supplier → document" } },
  columns: {
    name: text({ zh: "供应商", en: "Supplier", width: 260 }),
    opening: money({ zh: "期初应付", en: "Owed before", sum: true }),
    received: money({ zh: "进货", en: "Received", sum: true }),
    returned: money({ zh: "退货", en: "Returned", sum: true }),
    paid: money({ zh: "付款", en: "Paid", sum: true }),
    closing: money({ zh: "期末应付", en: "Owed after", sum: true }),
  },
  basis: { zh: "账本", en: "Books" },
  tiles: ["opening", "received", "paid", "closing"],
  drill: ({ key, level }, query, measure) => {
    const [supplier] = partsOf(key);
    return level === 0 && (measure === "opening" || measure === "closing") ? postings(daysBehind(query, measure), supplier) : undefined;
  },
  drillTotal: (query, measure) =>
    measure === "opening" || measure === "closing" ? postings(daysBehind(query, measure), undefined) : undefined,
  note: {
    zh: "期初 + 进货 − 退货 − 付款 = 期末；作废的单据从其类别中扣除",
    en: "Owed before + received − returned − paid = owed after; voided documents are taken off their own kind",
  },
  help: {
    zh: "一段时间内与每个供应商的往来：进货、退货、付款逐张列在下面，可打印后与供应商对账。数字来自账本，期末应付与供应商列表一致。",
    en: "What happened with each supplier in a period, with each receipt, return and payment below: print it to agree with the supplier. Figures are from the books; what is owed after is that of the list of suppliers.",
  },
});

/** Age of a payable, by days since it was due. */
export const AGES = {
  notDue: { zh: "未到期", en: "Not due" },
  days30: { zh: "逾期 1–30 天", en: "1–30 days overdue" },
  days60: { zh: "逾期 31–60 天", en: "31–60 days overdue" },
  days90: { zh: "逾期 61–90 天", en: "61–90 days overdue" },
  older: { zh: "逾期 90 天以上", en: "Over 90 days overdue" },
} as const;

export const payablesAgeing = defineReport({
  name: "payablesAgeing",
  title: REPORT_TITLES.payablesAgeing,
  path: "/api/manage/venue/supplier-report/ageing",
  codes: { page: SCREENS.payablesAgeing, export: "stock_document_export" },
  period: "days",
  opens: "today",
  groups: { supplier: { zh: "供应商 → 进货单", en: "Supplier → receipt" } },
  filters: { age: choice({ zh: "账龄", en: "Age", choices: AGES }) },
  columns: {
    name: text({ zh: "供应商", en: "Supplier", width: 260 }),
    due: day({ zh: "到期日", en: "Due on" }),
    owed: money({ zh: "应付", en: "Owed", sum: true }),
    notDue: money({ ...AGES.notDue, sum: true }),
    days30: money({ ...AGES.days30, sum: true }),
    days60: money({ ...AGES.days60, sum: true }),
    days90: money({ ...AGES.days90, sum: true }),
    older: money({ ...AGES.older, sum: true }),
  },
  basis: { zh: "账本", en: "Books" },
  tiles: ["owed", "notDue", "days30", "older"],
  drill: ({ key }, { to }, measure) => {
    const [supplier, document] = partsOf(key);
    if (document !== undefined) return document === "" ? undefined : `/product/enter-stock-list/${document}`;
    return measure === "owed" ? postings({ from: EVER, to }, supplier) : undefined;
  },
  drillTotal: ({ to }, measure) => (measure === "owed" ? postings({ from: EVER, to }, undefined) : undefined),
  note: {
    zh: "截至结束日期日终；到期日 = 到货日期 + 供应商账期；付款和退货先抵最早到期的进货",
    en: "At the end of the last day. Due on the day delivered plus the supplier's term; payments and returns settle what is due first",
  },
  help: {
    zh: "截至结束日期欠每个供应商多少、哪些已逾期；下面是当时还没付清的进货单，点开可看单据。之后的付款不影响过去的日期。付款在供应商列表办理。",
    en: "What was owed to each supplier at the end of the last day and what was overdue, with the receipts that were not paid in full below; each opens its document. Later payments change no earlier day. Payments are made in the list of suppliers.",
  },
});

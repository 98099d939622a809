/** Invoices (发票): tax rates by what is sold, when stored value is invoiced, and requests against documents until they are issued or reversed. */
import { z } from "#zod";
import { download, resource, XLSX } from "../core/call";
import { readCreditCode } from "../core/typed/credit-code";
import { defineResource, targetOf } from "../core/resource/define";
import { bool, choice, day, money, reference, state, text } from "../core/resource/fields";
import type { Label } from "../core/resource/label";
import { LABELS } from "../core/resource/labels";
import { SCREENS } from "../core/pages";
import { invoice } from "../core/states";
import { productClasses } from "../stock/products";

/** Kinds of sales that tax rates distinguish. */
export const SERVICES = {
  place: { zh: "场地", en: "Places" },
  session: { zh: "场次与约球", en: "Sessions and open play" },
  goods: { zh: "商品", en: "Goods" },
  card: { zh: "次卡", en: "Package cards" },
  storedValue: { zh: "储值", en: "Stored value" },
  coach: { zh: "教练课", en: "Coaching" },
  activity: { zh: "活动", en: "Activities" },
  competition: { zh: "赛事", en: "Competitions" },
  groupon: { zh: "团购券", en: "Vouchers" },
  other: { zh: "其他", en: "Other" },
} as const satisfies Readonly<Record<string, Label>>;
export type Service = keyof typeof SERVICES;

/** Documents that can be invoiced, with the service that each sells. */
export const INVOICEABLE = {
  booking: "place",
  fixed: "place",
  session: "session",
  openPlay: "session",
  sale: "goods",
  card: "card",
  recharge: "storedValue",
  coachClass: "coach",
  activity: "activity",
  entry: "competition",
  voucher: "groupon",
  collection: "other",
  debt: "other",
  cardFee: "other",
} as const satisfies Readonly<Record<string, Service>>;
export type InvoiceableKind = keyof typeof INVOICEABLE;

/** Rates of VAT, percent; `exempt` and `none` have no tax. */
export const RATES = {
  "13": { zh: "13%", en: "13%" },
  "9": { zh: "9%", en: "9%" },
  "6": { zh: "6%", en: "6%" },
  "5": { zh: "5%", en: "5%" },
  "3": { zh: "3%", en: "3%" },
  "1": { zh: "1%", en: "1%" },
  "0": { zh: "0%", en: "0%" },
  exempt: { zh: "免税", en: "Exempt" },
  none: { zh: "不征税", en: "Not taxed" },
} as const satisfies Readonly<Record<string, Label>>;
export type Rate = keyof typeof RATES;
export const percentOfRate = (rate: Rate): number => Number(rate) || 0;

const AT = { recharge: { zh: "充值时", en: "At recharge" }, use: { zh: "消费时", en: "At use" } } as const;
const FROM = { zh: "生效日期", en: "In force from" } as const;

export const taxRates = defineResource({
  name: "taxRates",
  one: { zh: "税率", en: "Tax rate" },
  path: "/api/manage/venue/tax-rate",
  codes: { page: SCREENS.taxRates, modify: "tax_rate_modify" },
  title: "item",
  fields: {
    service: choice({ zh: "销售类别", en: "What is sold", required: true, filter: true, choices: SERVICES }),
    productClass: reference({
      zh: "商品分类",
      en: "Product class",
      filter: true,
      of: () => targetOf(productClasses),
      when: { service: ["goods"] },
      none: { zh: "其余商品", en: "All other goods" },
    }),
    rate: choice({ zh: "税率", en: "Rate", required: true, filter: true, choices: RATES }),
    item: text({ zh: "开票项目", en: "Item on the invoice", required: true, max: 60, search: "part" }),
    taxCode: text({
      zh: "税收分类编码",
      en: "Tax code",
      max: 19,
      hint: { zh: "19 位，可向会计索取", en: "19 digits; the accountant has it" },
    }),
    fromDay: day({ ...FROM, required: true, sort: true, initial: 0 }),
  },
  check: ({ taxCode }: { readonly taxCode: string }, issues) => {
    if (taxCode !== "" && !/^\d{19}$/.test(taxCode))
      issues.addIssue({ code: "custom", path: ["taxCode"], params: { rule: "format" }, message: "format" });
  },
  hint: { zh: "每类收入的税率和开票项目；开票前要填好", en: "Rate and item of each kind of income; needed before invoices" },
});

export const invoiceRules = defineResource({
  name: "invoiceRules",
  one: { zh: "储值开票规则", en: "Rule for stored value" },
  path: "/api/manage/venue/invoice-rule",
  codes: { page: SCREENS.invoiceRules, modify: "tax_rate_modify" },
  without: ["modify"],
  title: "fromDay",
  fields: {
    fromDay: day({ ...FROM, required: true, unique: true, sort: true, initial: 0 }),
    storedValue: choice({
      zh: "储值开票",
      en: "Stored value is invoiced",
      required: true,
      choices: AT,
    }),
    outputTax: bool({
      zh: "账本计销项税",
      en: "Output tax in the books",
      otherwise: false,
      hint: {
        zh: "从生效日起，销售和储值的分录带销项税，收入按不含税计；从明天或以后开始",
        en: "From this day on postings of sales and stored value carry output tax, and the profit is net of it; from tomorrow at the earliest",
      },
    }),
    gift: choice({ zh: "赠送余额计税", en: "Gift money is taxed", otherwise: "use", choices: AT, hidden: true }),
    operator: text({ zh: "操作人", en: "Operator", readonly: true }),
  },
  hint: {
    zh: "储值只开一次票：充值时或消费时。没有规则时是充值时",
    en: "Stored value is invoiced once: at recharge or at use. Without a rule: at recharge",
  },
  help: {
    zh: "储值、赠送余额按同一条规则开票和计税：充值时计税的，消费时不再计；消费时计税的，充值时不计。退款、退货和销户原样冲回销项税，分毫不差。应交的销项税在资产负债表里，按月按税率在“销项税”报表里。规则从生效日起管当天及以后的充值和余额付款，之前的仍按之前的规则。换规则不会让同一笔储值开两次票：会员储值开票的合计不超过其充值的实付金额。赠送余额不开票。",
    en: "Stored value is invoiced and taxed by the same rule: what is taxed at recharge is not taxed at use, and the other way round. Refunds, returns and closed accounts take output tax back to the fen. Output VAT payable is in the balance sheet, by month and rate in the report Output tax. A rule holds for recharges and payments by balance from its day on; earlier ones keep theirs. A change never has stored value invoiced twice: invoices on a member's stored value stay within what the member paid for it. Gift money is not invoiced.",
  },
});

/** Reason of a person who found that a service did nothing. */
const LOOKED_UP = text({
  ...LABELS.reason,
  required: true,
  long: true,
  max: 200,
  hint: { zh: "先在税务平台按申请单号查过", en: "Look the request up on the tax platform first" },
});

export const invoices = defineResource({
  name: "invoices",
  one: { zh: "发票", en: "Invoice" },
  path: "/api/manage/venue/invoice",
  codes: { page: SCREENS.invoices, modify: "invoice_modify", export: "invoice_export" },
  without: ["delete"],
  title: "no",
  page: "/trade/invoice-list/:id",
  period: "createdAt",
  fields: {
    no: text({ zh: "申请单号", en: "Request", readonly: true, search: "prefix", width: 160 }),
    state: state({ ...LABELS.state, machine: invoice, filter: true }),
    documentNo: text({
      zh: "业务单号",
      en: "Document",
      required: true,
      once: true,
      search: "prefix",
      max: 40,
      hint: { zh: "订单、零售单、充值单等的单号", en: "Number of a booking, sale, recharge …" },
    }),
    amount: money({
      zh: "开票金额",
      en: "Amount",
      once: true,
      sum: true,
      sort: true,
      hint: { zh: "含税；留空为全部可开金额", en: "With tax; empty: all that can be invoiced" },
    }),
    net: money({ zh: "不含税金额", en: "Net", readonly: true, sum: true, hidden: true }),
    tax: money({ zh: "税额", en: "Tax", readonly: true, sum: true }),
    kind: choice({
      zh: "票种",
      en: "Type",
      required: true,
      filter: true,
      choices: { general: { zh: "普通发票", en: "General" }, special: { zh: "专用发票", en: "Special (VAT)" } },
      hint: { zh: "专用发票只开给单位", en: "Special invoices are for companies only" },
    }),
    buyerKind: choice({
      zh: "购买方类型",
      en: "Buyer is",
      required: true,
      choices: { company: { zh: "单位", en: "A company" }, person: { zh: "个人", en: "A person" } },
    }),
    buyer: text({ zh: "发票抬头", en: "Buyer", required: true, search: "part", max: 100 }),
    taxNo: text({
      zh: "税号",
      en: "Tax number",
      max: 24,
      when: { buyerKind: ["company"] },
      hint: { zh: "18 位统一社会信用代码", en: "Unified social credit code, 18 signs" },
    }),
    email: text({ ...LABELS.email, max: 120, hidden: true }),
    excess: money({
      zh: "超开金额",
      en: "Above what was paid",
      computed: true,
      phone: false,
      hint: { zh: "之后有退款：未开的取消重开，已开的红冲", en: "Refunded since: request it anew, or reverse it once issued" },
    }),
    items: text({ zh: "开票项目", en: "Items", computed: true, hidden: true }),
    invoiceNo: text({ zh: "发票号码", en: "Invoice number", readonly: true, search: "prefix" }),
    issuedOn: day({ zh: "开票日期", en: "Issued", readonly: true, filter: true, sort: true }),
    redNo: text({ zh: "红字发票号码", en: "Red invoice", readonly: true, hidden: true }),
    reversedOn: day({ zh: "红冲日期", en: "Reversed", readonly: true, hidden: true }),
    problem: text({ zh: "处理说明", en: "What happened", readonly: true, hidden: true, long: true }),
    operator: text({ zh: "申请人", en: "Requested by", readonly: true, hidden: true }),
    remark: text({ ...LABELS.remark, hidden: true, long: true, max: 200 }),
  },
  check: (draft: { readonly buyerKind: string; readonly kind: string; readonly taxNo: string; readonly email: string }, issues) => {
    if (draft.kind === "special" && draft.buyerKind === "person")
      issues.addIssue({ code: "custom", path: ["kind"], params: { rule: "other" }, message: "other" });
    const number = readCreditCode(draft.taxNo);
    if (number.problem && (draft.buyerKind === "company" || draft.taxNo !== ""))
      issues.addIssue({ code: "custom", path: ["taxNo"], params: { rule: "typed", problem: number.problem }, message: "typed" });
    if (draft.email !== "" && !z.email().safeParse(draft.email).success)
      issues.addIssue({ code: "custom", path: ["email"], params: { rule: "format" }, message: "format" });
  },
  actions: {
    send: {
      label: { zh: "提交开票", en: "Send" },
      code: "invoice_issue",
      confirm: { zh: "由开票服务开具，结果会写回这里。", en: "The invoice service issues it and its answer appears here." },
    },
    issue: {
      label: { zh: "登记已开", en: "Mark as issued" },
      code: "invoice_issue",
      fields: {
        invoiceNo: text({ zh: "发票号码", en: "Invoice number", required: true, max: 40, fresh: true }),
        issuedOn: day({ zh: "开票日期", en: "Issued", required: true, fresh: true, initial: 0 }),
      },
    },
    markNotIssued: {
      label: { zh: "登记未开出", en: "Mark as not issued" },
      code: "invoice_issue",
      danger: true,
      fields: { reason: LOOKED_UP },
    },
    cancel: {
      label: { zh: "撤销申请", en: "Cancel" },
      code: "invoice_modify",
      danger: true,
      fields: { reason: text({ ...LABELS.reason, required: true, long: true, max: 200 }) },
    },
    sendReversal: {
      label: { zh: "提交红冲", en: "Send reversal" },
      code: "invoice_reverse",
      danger: true,
      confirm: { zh: "由开票服务开具红字发票。", en: "The invoice service issues the red invoice." },
    },
    reverse: {
      label: { zh: "登记红冲", en: "Mark as reversed" },
      code: "invoice_reverse",
      danger: true,
      fields: {
        redNo: text({ zh: "红字发票号码", en: "Red invoice", required: true, max: 40, fresh: true }),
        reversedOn: day({ zh: "红冲日期", en: "Reversed", required: true, fresh: true, initial: 0 }),
      },
    },
    markNotReversed: {
      label: { zh: "登记未红冲", en: "Mark as not reversed" },
      code: "invoice_reverse",
      danger: true,
      fields: { reason: LOOKED_UP },
    },
  },
  views: {
    toIssue: { label: { zh: "待开票", en: "To issue" }, filters: { state: "requested" } },
    issued: { label: { zh: "已开票", en: "Issued" }, filters: { state: "issued" } },
  },
  groups: [
    { title: { zh: "单据", en: "Document" }, fields: ["documentNo", "amount", "kind"] },
    { title: { zh: "购买方", en: "Buyer" }, fields: ["buyerKind", "buyer", "taxNo", "email"] },
  ],
  hint: { zh: "客人要发票时在这里申请，开具后登记号码", en: "Request an invoice for a customer here; note its number once it is issued" },
  help: {
    zh: "按单号申请：可开金额是已付减已退，不含赠送余额、消费券和次卡；已开的再开不了，红冲后可重开。储值按规则在充值时或消费时开一次。待开的可下载成电子税务局批量开票的表格，或由开票服务开具。开票后退款的单据会显示超开金额，需要红冲。",
    en: "Request by the document's number: what was paid less refunds can be invoiced, without gift money, coupons and package cards, and once; after a reversal it can be invoiced again. Stored value is invoiced at recharge or at use, by the rule. Requests can be downloaded as a sheet for the tax platform or issued by an invoice service. A document refunded afterwards shows what must be reversed.",
  },
});

export const invoiceFiles = resource({
  taxSheet: download("/api/manage/venue/invoice/tax-sheet", {
    summary: "Requests to be issued, as a sheet for the tax platform",
    code: "invoice_export",
    file: XLSX,
  }),
});

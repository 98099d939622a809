/** Screens of the vouchers for the accountant's program. */
import { declared } from "../../registry";

const contract = () => import("../../../contract/accounting/journal");

const taxes = () => import("../../../contract/accounting/invoices");

export const accountingScreens = [
  ...declared({
    name: "invoices",
    group: "trade",
    code: "invoice_list",
    title: { zh: "发票", en: "Invoices" },
    icon: "receipt",
    contract: taxes,
    list: "/trade/invoice-list",
    form: { path: "/trade/invoice-form", code: "invoice_modify", title: { zh: "申请发票", en: "Request an invoice" } },
    parts: () => import("./invoice-parts"),
  }),
  ...declared({
    name: "taxRates",
    group: "trade",
    code: "tax_rate_list",
    title: { zh: "税率", en: "Tax rates" },
    icon: "tag",
    contract: taxes,
    list: "/trade/tax-rate-list",
    form: { path: "/trade/tax-rate-form", code: "tax_rate_modify" },
  }),
  ...declared({
    name: "invoiceRules",
    group: "trade",
    code: "tax_rate_list",
    title: { zh: "储值开票规则", en: "Rules for stored value" },
    icon: "settings",
    contract: taxes,
    list: "/trade/invoice-rule-list",
    form: { path: "/trade/invoice-rule-form", code: "tax_rate_modify" },
  }),
  ...declared({
    name: "journalBatches",
    group: "trade",
    code: "journal_batch",
    title: { zh: "凭证导出", en: "Voucher export" },
    icon: "export",
    contract,
    list: "/trade/journal-batch-list",
    form: { path: "/trade/journal-batch-form", code: "journal_batch_modify", title: { zh: "导出凭证", en: "Export vouchers" } },
    parts: () => import("./batch-parts"),
  }),
  ...declared({
    name: "journalLines",
    group: "trade",
    code: "journal_batch",
    hidden: true,
    title: { zh: "凭证分录", en: "Voucher lines" },
    icon: "book",
    contract,
    list: "/trade/journal-line-list",
  }),
  ...declared({
    name: "accountCodes",
    group: "trade",
    code: "journal_batch",
    title: { zh: "科目对照", en: "Account codes" },
    icon: "swap",
    contract,
    list: "/trade/account-code-list",
    form: { path: "/trade/account-code-form", code: "account_code_modify" },
    parts: () => import("./code-parts"),
  }),
];

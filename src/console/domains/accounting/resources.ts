/** Screens of the vouchers for the accountant's program. */
import { declared } from "../../registry";

const contract = () => import("../../../contract/accounting/journal");

export const accountingScreens = [
  ...declared({
    name: "journalBatches",
    group: "trade",
    title: { zh: "凭证导出", en: "Voucher export" },
    icon: "export",
    contract,
    list: "/trade/journal-batch-list",
    form: { path: "/trade/journal-batch-form", code: "journal_batch_modify", title: { zh: "导出凭证", en: "Export vouchers" } },
    parts: () => import("./batchParts"),
  }),
  ...declared({
    name: "journalLines",
    group: "trade",
    hidden: true,
    title: { zh: "凭证分录", en: "Voucher lines" },
    icon: "book",
    contract,
    list: "/trade/journal-line-list",
  }),
  ...declared({
    name: "accountCodes",
    group: "trade",
    title: { zh: "科目对照", en: "Account codes" },
    icon: "swap",
    contract,
    list: "/trade/account-code-list",
    form: { path: "/trade/account-code-form", code: "account_code_modify" },
    parts: () => import("./codeParts"),
  }),
];

/** The books for the accountant's own program: which code each account has there, and the daily vouchers in numbered batches. */
import { z } from "#zod";
import { ById, download, get, postJson, resource, XLSX } from "../core/call";
import { defineResource, targetOf } from "../core/resource/define";
import { choice, day, labelsOf, money, number, reference, state, text } from "../core/resource/fields";
import type { Label } from "../core/resource/label";
import { LABELS } from "../core/resource/labels";
import { SCREENS } from "../core/pages";
import { journalBatch } from "../core/states";
import { ACCOUNT_NAMES } from "../finance/accounts";
import { manualEntries } from "../finance/books";

const CATEGORIES = labelsOf(manualEntries.fields.category);
/** Accounts whose entries by hand have codes by category. */
export const CATEGORY_ACCOUNTS = ["cost.other", "income.other"] as const;
const CODE = /^[0-9A-Za-z]+(?:[.\-_][0-9A-Za-z]+)*$/;
/** Pattern of text that a spreadsheet would interpret as a formula. */
const FORMULA = /^[=+\-@\t]/;

export const accountCodes = defineResource({
  name: "accountCodes",
  one: { zh: "科目对照", en: "Account code" },
  path: "/api/manage/venue/account-code",
  codes: {
    page: SCREENS.accountCodes,
    modify: "account_code_modify",
    export: "journal_batch_export",
    import: "account_code_modify",
  },
  title: "name",
  fields: {
    account: choice({ zh: "台账科目", en: "Ledger account", required: true, filter: true, choices: ACCOUNT_NAMES, width: 160 }),
    category: choice({
      zh: "记账类别",
      en: "Category",
      filter: true,
      choices: CATEGORIES,
      when: { account: CATEGORY_ACCOUNTS },
      none: { zh: "全部类别", en: "Any category" },
      hint: {
        zh: "手工记账的租金、人员等可各有科目；不选就是其余类别",
        en: "Rent, wages and others by hand may have codes of their own; none: all other categories",
      },
    }),
    code: text({ zh: "科目代码", en: "Account code", required: true, search: "prefix", sort: true, max: 40, width: 140 }),
    name: text({ zh: "科目名称", en: "Account name", required: true, search: "part", max: 60 }),
  },
  check: ({ code, name }: { readonly code: string; readonly name: string }, issues) => {
    const fault = (field: string): void =>
      issues.addIssue({ code: "custom", path: [field], params: { rule: "format" }, message: "format" });
    if (!CODE.test(code)) fault("code");
    if (FORMULA.test(name)) fault("name");
  },
  hint: {
    zh: "每个台账科目在财务软件里的代码和名称；导出凭证前都要填好",
    en: "Code and name of each ledger account in the accounting program; needed before vouchers are exported",
  },
  help: {
    zh: "代码和名称由会计提供，要与财务软件的科目表一致。“补全常用科目”按《小企业会计准则》给没有对照的科目填上建议代码，请会计核对。改动只影响以后的批次，已导出的批次不变。",
    en: "The accountant gives codes and names as the accounting program has them. “Fill in usual codes” suggests codes of the Chinese standard for small enterprises for accounts without one; let the accountant check them. Changes apply to later batches only; exported ones stay as they are.",
  },
});

export const journalBatches = defineResource({
  name: "journalBatches",
  one: { zh: "凭证批次", en: "Voucher batch" },
  path: "/api/manage/venue/journal-batch",
  codes: { page: SCREENS.journalBatches, modify: "journal_batch_modify", export: "journal_batch_export" },
  without: ["modify", "delete"],
  title: "no",
  page: "/trade/journal-batch-list/:id",
  fields: {
    no: text({ zh: "批次号", en: "Batch", readonly: true, search: "prefix", width: 160 }),
    state: state({ ...LABELS.state, machine: journalBatch, filter: true }),
    fromDay: day({
      zh: "起始日期",
      en: "First day",
      once: true,
      sort: true,
      hint: {
        zh: "只有第一批可选：从这天起导出；以后接着上一批",
        en: "Chosen for the first batch only: vouchers begin on this day; later batches follow the last one",
      },
    }),
    toDay: day({ zh: "截止日期", en: "Last day", required: true, once: true, filter: true, sort: true, initial: -1 }),
    vouchers: number({ zh: "凭证数", en: "Vouchers", readonly: true, sum: true }),
    lines: number({ zh: "分录数", en: "Lines", readonly: true, sum: true }),
    debit: money({ zh: "借方合计", en: "Debit", readonly: true, sum: true }),
    credit: money({ zh: "贷方合计", en: "Credit", readonly: true, sum: true }),
    operator: text({ zh: "制单人", en: "Made by", readonly: true }),
    remark: text({ ...LABELS.remark, hidden: true, long: true, max: 200 }),
    voidReason: text({ zh: "作废原因", en: "Reason of the void", readonly: true, hidden: true, long: true }),
  },
  actions: {
    void: {
      label: { zh: "作废", en: "Void" },
      code: "journal_batch_modify",
      danger: true,
      fields: {
        reason: text({
          ...LABELS.reason,
          required: true,
          long: true,
          max: 200,
          hint: {
            zh: "这批分录会进入下一批；财务软件里已导入的凭证请自行删除",
            en: "Its postings go into the next batch; delete its vouchers in the accounting program yourself",
          },
        }),
      },
    },
  },
  hint: {
    zh: "把账本按天汇总成记账凭证，分批导出给金蝶、用友或其他财务软件",
    en: "The books as daily vouchers, exported in batches for Kingdee, Yonyou or another accounting program",
  },
  help: {
    zh: "每天每类业务一张凭证，借贷相等，分录按科目汇总。每笔分录只导出一次：下一批只取上一批之后的。已导出的批次可随时重新下载，内容完全相同。有科目没有对照时不导出，并列出是哪些。",
    en: "A voucher for each day and business, debit equal to credit, lines added up by account. Each posting is exported once: the next batch takes only what came after the last. A batch can be downloaded again at any time and is the same to the byte. Accounts without a code stop the export and are named.",
  },
});

/** Lines of the vouchers of a batch, as they were exported. */
export const journalLines = defineResource({
  name: "journalLines",
  one: { zh: "凭证分录", en: "Voucher line" },
  path: "/api/manage/venue/journal-line",
  codes: { page: SCREENS.journalLines, export: "journal_batch_export" },
  title: "summary",
  period: "day",
  sort: "day,asc",
  fields: {
    batch: reference({
      ...journalBatches.fields.no.label,
      required: true,
      readonly: true,
      filter: true,
      of: () => targetOf(journalBatches),
    }),
    day: day({ zh: "凭证日期", en: "Voucher day", required: true, readonly: true, filter: true, sort: true }),
    voucherNo: number({ zh: "凭证号", en: "Voucher", required: true, readonly: true }),
    entry: number({ zh: "分录号", en: "Line", required: true, readonly: true }),
    summary: text({ zh: "摘要", en: "Summary", readonly: true, search: "part", width: 180 }),
    code: text({ ...accountCodes.fields.code.label, readonly: true, search: "prefix" }),
    name: text({ ...accountCodes.fields.name.label, readonly: true }),
    account: choice({ ...accountCodes.fields.account.label, required: true, readonly: true, filter: true, choices: ACCOUNT_NAMES }),
    debit: money({ zh: "借方", en: "Debit", required: true, readonly: true, sum: true }),
    credit: money({ zh: "贷方", en: "Credit", required: true, readonly: true, sum: true }),
  },
});

/** The file layouts of a batch. */
export const LAYOUTS = {
  kingdee: { zh: "金蝶标准凭证（Excel）", en: "Kingdee (Excel)" },
  yonyou: { zh: "用友凭证（文本）", en: "Yonyou (text)" },
  csv: { zh: "通用 CSV", en: "Plain CSV" },
} as const satisfies Readonly<Record<string, Label>>;
export type Layout = keyof typeof LAYOUTS;

const path = "/api/manage/venue/journal-batch";
const file = (layout: Layout, type: string) =>
  download(`${path}/${layout}`, {
    summary: `The vouchers of a batch: ${LAYOUTS[layout].en}`,
    code: "journal_batch_export",
    input: ById,
    file: type,
  });
export const journalFiles = resource({
  kingdee: file("kingdee", XLSX),
  yonyou: file("yonyou", "text/plain"),
  csv: file("csv", "text/csv"),
});

const Accounts = z.object({ content: z.array(z.object({ account: z.string() })) });
export const accountCodeDesk = resource({
  missing: get("/api/manage/venue/account-code/missing", {
    summary: "Accounts with postings and without a code",
    code: SCREENS.accountCodes,
    output: Accounts,
  }),
  fill: postJson("/api/manage/venue/account-code/fill", {
    summary: "Add suggested codes for accounts that have none",
    code: "account_code_modify",
    output: z.object({ added: z.number().int() }),
  }),
});

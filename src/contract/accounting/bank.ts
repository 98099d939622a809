/** Bank accounts: cash deposited into them, payouts of channels, and their statements held against the books. */
import { FIELDS } from "../core/fields";
import { SCREENS } from "../core/pages";
import { defineResource, targetOf } from "../core/resource/define";
import { choice, day, labelsOf, money, number, reference, state, text, uniqueName, words } from "../core/resource/fields";
import { LABELS } from "../core/resource/labels";
import { bankAccount, bankLine, bankMovement } from "../core/states";
import { ACCOUNT_NAMES } from "../finance/accounts";
import { manualEntries } from "../finance/books";

const LEDGER_ACCOUNTS = (({ "bank.basic": basic, "bank.general": general }) => ({ "bank.basic": basic, "bank.general": general }))(
  ACCOUNT_NAMES,
);
const PART_HINT = {
  zh: "期初余额中账上已记为这种收款的部分",
  en: "Part of the opening balance that the books already have as received this way",
};
const TEXT_MOST = 60;
/** Fewest digits by which an account is known, and the most that one has. */
const DIGITS = /^(?:\D*\d){4,30}\D*$/;

const OPENING_PARTS = ["openingWechat", "openingAlipay", "openingCard", "openingTransfer"] as const;
type OpeningDraft = { readonly number: string; readonly opening: number } & Readonly<Record<(typeof OPENING_PARTS)[number], number | null>>;

export const bankAccounts = defineResource({
  name: "bankAccounts",
  one: { zh: "银行账户", en: "Bank account" },
  path: "/api/manage/venue/bank-account",
  codes: {
    page: SCREENS.bankAccounts,
    read: [SCREENS.bankAccounts, SCREENS.bankLines],
    modify: "bank_account_modify",
    export: "bank_export",
  },
  without: ["delete"],
  title: "name",
  page: "/finance/bank-account-list/:id",
  fields: {
    name: uniqueName("pinyin", TEXT_MOST),
    state: state({ ...LABELS.state, machine: bankAccount, filter: true }),
    bank: text({ zh: "开户行", en: "Bank", required: true, search: "part", max: TEXT_MOST }),
    number: text({
      zh: "账号",
      en: "Account number",
      required: true,
      max: 40,
      hint: { zh: "只保存后四位", en: "Only the last four digits are stored" },
    }),
    ledgerAccount: choice({ zh: "台账科目", en: "Ledger account", required: true, once: true, choices: LEDGER_ACCOUNTS }),
    openingDay: day({
      zh: "启用日期",
      en: "Opening day",
      required: true,
      initial: 0,
      hint: {
        zh: "从这天起核对流水；期初是前一天日终的余额",
        en: "Lines are matched from this day on; the opening balance is that of the day before",
      },
    }),
    opening: money({ zh: "期初余额", en: "Opening balance", required: true, sum: true }),
    openingWechat: money({ zh: "其中已记微信", en: "Of which WeChat", hint: PART_HINT, hidden: true }),
    openingAlipay: money({ zh: "其中已记支付宝", en: "Of which Alipay", hint: PART_HINT, hidden: true }),
    openingCard: money({ zh: "其中已记银行卡", en: "Of which bank cards", hint: PART_HINT, hidden: true }),
    openingTransfer: money({ zh: "其中已记转账", en: "Of which transfers", hint: PART_HINT, hidden: true }),
    balance: money({
      zh: "账面余额",
      en: "Book balance",
      computed: true,
      required: true,
      sum: true,
      hint: { zh: "台账里这个账户的余额", en: "The balance of this account in the ledger" },
    }),
    statement: money({
      zh: "流水余额",
      en: "Statement balance",
      computed: true,
      required: true,
      sum: true,
      hint: { zh: "期初加上导入的全部流水", en: "The opening balance and all imported lines" },
    }),
    unmatched: money({ zh: "未核对金额", en: "Unmatched amount", computed: true, required: true, sum: true }),
    pending: money({
      zh: "在途",
      en: "In transit",
      computed: true,
      required: true,
      sum: true,
      hint: { zh: "已入账、流水里还没有的", en: "Posted and on no imported line yet" },
    }),
    bankBalance: money({
      zh: "银行余额",
      en: "Bank balance",
      computed: true,
      hidden: true,
      hint: {
        zh: "最后一笔流水上的余额；与流水余额不同，说明缺了流水",
        en: "The balance on the last line; where it differs from that of the statement, lines are missing",
      },
    }),
    waiting: number({ zh: "未核对笔数", en: "Unmatched lines", computed: true, required: true, sum: true }),
    mapping: words({ zh: "流水列名", en: "Headings of the statement", readonly: true, internal: true }),
    mappingSince: day({ zh: "列名起用日", en: "Headings since", readonly: true, internal: true, optional: true }),
    remark: text({ ...LABELS.remark, hidden: true, long: true, max: 200 }),
  },
  groups: [
    { title: { zh: "账户", en: "Account" }, fields: ["name", "bank", "number", "ledgerAccount"] },
    {
      title: { zh: "期初", en: "Opening" },
      fields: ["openingDay", "opening", "openingWechat", "openingAlipay", "openingCard", "openingTransfer"],
    },
  ],
  check: (draft: OpeningDraft, issues) => {
    if (!DIGITS.test(draft.number)) issues.addIssue({ code: "custom", path: ["number"], params: { rule: "format" }, message: "format" });
    // Beyond the opening balance a part would be money that the bank never had.
    let left = draft.opening;
    for (const part of OPENING_PARTS) {
      left -= draft[part] ?? 0;
      if (left < 0)
        return issues.addIssue({
          code: "custom",
          path: [part],
          params: { rule: "max", max: (left + (draft[part] ?? 0)) / 100 },
          message: "max",
        });
    }
  },
  actions: {
    close: {
      label: { zh: "停用", en: "Close" },
      code: "bank_account_modify",
      confirm: {
        zh: "停用后不能再存现、登记到账和导入流水；可重新启用。",
        en: "A closed account takes no deposits, payouts or statements. Its records are kept, and it can be reopened.",
      },
    },
    reopen: { label: { zh: "启用", en: "Reopen" }, code: "bank_account_modify" },
  },
  hint: { zh: "场馆的银行账户，账面余额与银行流水在这里对", en: "The venue's accounts at banks: books and statements are compared here" },
  help: {
    zh: "账面余额 = 期初 + 已核对和已记账的流水 + 在途；流水余额 = 期初 + 已核对和已记账的流水 + 未核对金额。两者之差就是在途与未核对，逐笔处理到一致。\n期初余额里账上早已记成微信、支付宝、银行卡或转账收款的部分，请分别填写，免得同一笔钱算两次；其余记入期初余额。改期初会冲销原来的一笔，重新入账。",
    en: "Book balance = opening + lines matched and booked + in transit. Statement balance = opening + lines matched and booked + unmatched amount. What they differ by is listed, line by line, until they agree.\nEnter the parts of the opening balance that the books already have as WeChat, Alipay, card or transfer money, so that no money counts twice; the rest is posted as an opening balance. Changing it reverses the posting and makes a new one.",
  },
});

const account = (more: { readonly width?: number } = {}) =>
  reference({ ...bankAccounts.one, required: true, filter: true, of: () => targetOf(bankAccounts), ...more });
const reversal = {
  label: { zh: "冲销", en: "Reverse" },
  code: "bank_modify",
  danger: true,
  fields: { reason: text({ ...LABELS.reason, required: true, long: true, max: 200 }) },
} as const;
const REVERSAL_REASON = text({ zh: "冲销原因", en: "Reason of the reversal", readonly: true, hidden: true, long: true });
const BOOKED_ON = day({ ...manualEntries.fields.bookedOn.label, readonly: true, required: true, hidden: true });
const ON_STATEMENT = choice({
  zh: "流水核对",
  en: "Statement",
  computed: true,
  required: true,
  choices: { yes: { zh: "已核对", en: "Matched" }, no: { zh: "未核对", en: "Not matched" } },
});
const OPERATOR = text({ ...manualEntries.fields.operator.label, readonly: true });

export const bankDeposits = defineResource({
  name: "bankDeposits",
  one: { zh: "存现单", en: "Cash deposit" },
  path: "/api/manage/venue/bank-deposit",
  codes: { page: SCREENS.bankDeposits, modify: "bank_modify", export: "bank_export" },
  without: ["modify", "delete"],
  title: "no",
  period: "day",
  page: "/finance/bank-deposit-list/:id",
  fields: {
    no: text({ zh: "单号", en: "Number", search: "prefix", readonly: true, width: 180 }),
    state: state({ ...LABELS.state, machine: bankMovement, filter: true }),
    account: account(),
    amount: money({ ...LABELS.amount, required: true, sum: true, sort: true, filter: true }),
    slipNo: text({ zh: "回单号", en: "Slip number", required: true, unique: true, search: "prefix", max: 40 }),
    day: day({ zh: "存款日期", en: "Deposited on", required: true, filter: true, sort: true, initial: 0 }),
    bookedOn: BOOKED_ON,
    onStatement: ON_STATEMENT,
    operator: OPERATOR,
    remark: text({ ...LABELS.remark, hidden: true, long: true, max: 200 }),
    reversalReason: REVERSAL_REASON,
  },
  actions: { reverse: reversal },
  hint: { zh: "把保险柜里的现金存进银行，凭回单登记", en: "Cash from the safe into the bank, by the slip" },
  help: {
    zh: "现金从保险柜转到银行账户。同一账户同一回单号只能登记一次。超过场馆设定的金额，或超过账上保险柜里的现金，需要另一人同意。登记错了用“冲销”，现金回到保险柜，再重新登记；已与银行流水核对的，先撤销核对。",
    en: "Moves cash from the safe to the bank account. A slip can be entered only once per account. An amount above the venue's limit, or above the cash that the books have in the safe, needs a second person. Reverse a wrong deposit, which returns the cash to the safe, and enter it again; undo its match with a statement line first.",
  },
});

const CHANNELS = {
  wechat: { zh: "微信", en: "WeChat" },
  alipay: { zh: "支付宝", en: "Alipay" },
  bank_card: { zh: "银行卡收单", en: "Card terminal" },
  online: { zh: "线上支付", en: "Online" },
} as const;
const BILLED = ["wechat", "alipay"];

export const bankPayouts = defineResource({
  name: "bankPayouts",
  one: { zh: "渠道到账", en: "Payout" },
  path: "/api/manage/venue/bank-payout",
  codes: { page: SCREENS.bankPayouts, modify: "bank_modify", export: "bank_export" },
  without: ["modify", "delete"],
  title: "no",
  period: "day",
  page: "/finance/bank-payout-list/:id",
  fields: {
    no: text({ zh: "单号", en: "Number", search: "prefix", readonly: true, width: 180 }),
    state: state({ ...LABELS.state, machine: bankMovement, filter: true }),
    channel: choice({ ...LABELS.channel, required: true, filter: true, choices: CHANNELS }),
    account: account(),
    day: day({ zh: "到账日期", en: "Paid out on", required: true, filter: true, sort: true, initial: 0 }),
    fromDay: day({
      zh: "账单从",
      en: "Bills from",
      when: { channel: BILLED },
      hint: {
        zh: "已完成对账的日子：金额按账单取，手续费已在对账时入账",
        en: "Days whose bills are finished: the amount is theirs, the fees are posted already",
      },
    }),
    toDay: day({ zh: "账单到", en: "Bills to", when: { channel: BILLED } }),
    gross: money({
      zh: "渠道账面金额",
      en: "Amount of the channel",
      sum: true,
      hint: { zh: "扣手续费前；按账单取时不填", en: "Before the fee; left empty where bills have it" },
    }),
    fee: money({ zh: "手续费", en: "Fee", sum: true, hint: { zh: "按账单取时不填", en: "Left empty where bills have it" } }),
    net: money({ zh: "到账金额", en: "Paid out", computed: true, required: true, sum: true }),
    bookedOn: BOOKED_ON,
    onStatement: ON_STATEMENT,
    operator: OPERATOR,
    remark: text({ ...LABELS.remark, hidden: true, long: true, max: 200 }),
    reversalReason: REVERSAL_REASON,
  },
  check: ({ fromDay, toDay }: { readonly fromDay: string | null; readonly toDay: string | null }, issues) => {
    if ((fromDay === null) !== (toDay === null))
      issues.addIssue({
        code: "custom",
        path: [fromDay === null ? "fromDay" : "toDay"],
        params: { rule: "required" },
        message: "required",
      });
    if (fromDay !== null && toDay !== null && toDay < fromDay)
      issues.addIssue({ code: "custom", path: ["toDay"], params: { rule: "notBefore" }, message: "notBefore" });
  },
  actions: { reverse: reversal },
  hint: {
    zh: "微信、支付宝等打到银行的钱：冲减渠道账户，手续费记费用",
    en: "What channels pay to the bank: clears their account, the fee is a cost",
  },
  help: {
    zh: "做过对账的日子填“账单从”和“账单到”，金额按账单净额取，每张账单只到账一次；没有账单的填渠道金额和手续费。手续费超过场馆设定的金额需要另一人同意。登记错了用“冲销”。",
    en: "For days that were reconciled enter the first and last bill: the amount is their net, and each bill is paid out once. Without bills enter the amount and the fee. A fee above the venue's limit needs a second person. Reverse a wrong one.",
  },
});

/** Ledger accounts that a statement line can be booked against. */
const BOOK_ACCOUNTS = (({ "cost.handling": handling, "income.other": income, "cost.other": cost, "tender.transfer": transfer }) => ({
  "cost.handling": handling,
  "income.other": income,
  "cost.other": cost,
  "tender.transfer": transfer,
}))(ACCOUNT_NAMES);

export const bankLines = defineResource({
  name: "bankLines",
  one: { zh: "银行流水", en: "Statement line" },
  path: "/api/manage/venue/bank-line",
  codes: { page: SCREENS.bankLines, modify: "bank_line_modify", export: "bank_export" },
  without: ["create", "modify", "delete"],
  title: "text",
  period: "day",
  sort: "day,desc",
  page: "/finance/bank-line-list/:id",
  undated: true,
  fields: {
    text: text({ ...LABELS.text, readonly: true, search: "part", width: 180 }),
    day: day({ zh: "日期", en: "Day", required: true, readonly: true, filter: true, sort: true, width: 100, phone: true }),
    amount: money({ ...LABELS.amount, required: true, readonly: true, sum: true, sort: true, filter: true }),
    state: state({ ...LABELS.state, machine: bankLine, filter: true }),
    account: reference({ ...bankAccounts.one, required: true, readonly: true, filter: true, of: () => targetOf(bankAccounts) }),
    party: text({ ...FIELDS.party, readonly: true, search: "part" }),
    documentNo: text({ zh: "单据", en: "Document", readonly: true, search: "prefix" }),
    balance: money({ zh: "银行余额", en: "Bank balance", readonly: true }),
    matchedBy: text({ zh: "核对人", en: "Matched by", readonly: true, hidden: true }),
    fileName: text({ zh: "文件", en: "File", readonly: true, hidden: true }),
  },
  actions: {
    match: {
      label: { zh: "核对", en: "Match" },
      code: "bank_line_modify",
      inRow: true,
      fields: { tx: text({ zh: "账上的一笔", en: "Movement", required: true, max: 64, fresh: true }) },
    },
    book: {
      label: { zh: "记账", en: "Book" },
      code: "bank_line_modify",
      inRow: true,
      fields: {
        against: choice({ zh: "科目", en: "Account", required: true, choices: BOOK_ACCOUNTS }),
        category: choice({
          ...manualEntries.fields.category.label,
          choices: labelsOf(manualEntries.fields.category),
          when: { against: ["income.other", "cost.other"] },
        }),
        note: text({ ...LABELS.remark, long: true, max: 200 }),
      },
    },
    removeImport: {
      label: { zh: "删除这次导入", en: "Remove this import" },
      code: "bank_line_modify",
      danger: true,
      removes: true,
      states: ["unmatched"],
      fields: { reason: text({ ...LABELS.reason, required: true, long: true, max: 200 }) },
    },
    release: {
      label: { zh: "撤销核对", en: "Undo match" },
      code: "bank_line_modify",
      fields: { reason: text({ ...LABELS.reason, required: true, long: true, max: 200 }) },
    },
  },
  views: { unmatched: { label: { zh: "未核对", en: "Not matched" }, filters: { state: "unmatched" } } },
  hint: {
    zh: "导入银行流水，逐笔与存现、到账和转账核对",
    en: "Import the bank's statement and match each line with deposits, payouts and transfers",
  },
  help: {
    zh: "选账户，导入银行导出的 CSV（GBK 或 UTF-8）。第一次要指出哪一列是日期、金额、对方和摘要，这个账户以后照用。同一笔流水只进一次，同一文件再导入不会重复。\n金额、日期都对得上且只有一笔的自动核对；其余用“核对”选账上的一笔，或用“记账”记手续费、利息等。与“转账”里的一笔核对，会把它转到这个银行账户。做错了用“撤销核对”，记过的账会冲销。导错了文件，用“删除这次导入”删去同一次导入的全部流水；其中有已核对的，先撤销核对。",
    en: "Choose the account and import the CSV that the bank exports (GBK or UTF-8). The first time, say which columns are the day, the amount, the counterparty and the text; the account keeps that. Each line enters once: importing a file again adds nothing.\nA line whose amount and day fit one movement only is matched by itself; match others with a movement of the books, or book fees, interest and the like. Matching with a transfer moves it to this bank account. Correct a mistake with “Undo match”: what was posted is reversed. “Remove this import” removes all lines of a wrong file; undo their matches first.",
  },
});

/** The accounts of the books as people call them, and the side of the statements on which each stands. */
import type { Label } from "../core/resource/label";
import { METHODS } from "./day-reports";

/** Asset accounts. */
const ASSETS = {
  ...METHODS,
  "cash.safe": { zh: "保险柜现金", en: "Safe" },
  "bank.basic": { zh: "银行基本户", en: "Bank: basic account" },
  "bank.general": { zh: "银行一般户", en: "Bank: other accounts" },
  "tax.prepaid": { zh: "储值已计销项税（未消费）", en: "Output tax of stored value not used" },
  "receivable.member": { zh: "应收会员挂账", en: "Owed by members" },
  "receivable.coupon": { zh: "应收消费券补贴", en: "Owed for sports coupons" },
  "receivable.platform": { zh: "应收平台与渠道", en: "Owed by platforms and channels" },
  "receivable.organization": { zh: "应收单位", en: "Owed by organizations" },
  "stock.main": { zh: "库存商品（总仓）", en: "Stock: main warehouse" },
  "stock.shop": { zh: "库存商品（门市）", en: "Stock: shop" },
  "clearing.venue": { zh: "场馆间往来", en: "Clearing between venues" },
} as const satisfies Readonly<Record<string, Label>>;

/** Revenue that is posted and will be earned on a later day: no account of a posting, but where statements put it until then. */
export const DEFERRED = "deferred";
/** Liability accounts, money and prepaid rights. */
const LIABILITIES = {
  "purse.principal": { zh: "会员储值本金", en: "Members' principal" },
  "purse.gift": { zh: "会员赠送余额", en: "Members' gift money" },
  "card.value": { zh: "次卡未用价值", en: "Package cards not used" },
  "voucher.value": { zh: "团购券未用价值", en: "Vouchers not used" },
  "prepaid.order": { zh: "预收订单款", en: "Prepaid orders" },
  deposit: { zh: "押金", en: "Deposits" },
  "payable.supplier": { zh: "应付供应商", en: "Owed to suppliers" },
  "payable.coach": { zh: "应付教练分成", en: "Owed to coaches" },
  "payable.competitor": { zh: "应付参赛者", en: "Owed to competitors" },
  "tax.output": { zh: "应交增值税（销项）", en: "Output VAT" },
  [DEFERRED]: { zh: "递延收入", en: "Deferred revenue" },
} as const satisfies Readonly<Record<string, Label>>;

const EQUITY = { opening: { zh: "期初余额", en: "Opening balances" } } as const satisfies Readonly<Record<string, Label>>;

const INCOME = {
  "income.place": { zh: "场地收入", en: "Income: places" },
  "income.session": { zh: "场次收入", en: "Income: sessions" },
  "income.product": { zh: "商品收入", en: "Income: goods" },
  "income.card_use": { zh: "次卡核销收入", en: "Income: card uses" },
  "income.card_breakage": { zh: "次卡到期收入", en: "Income: cards expired" },
  "income.ticket": { zh: "门票收入", en: "Income: tickets" },
  "income.coach": { zh: "教练课收入", en: "Income: coaching" },
  "income.activity": { zh: "活动收入", en: "Income: activities" },
  "income.groupon": { zh: "团购收入", en: "Income: group-buys" },
  "income.competition": { zh: "赛事收入", en: "Income: competitions" },
  "income.fee": { zh: "手续费收入", en: "Income: fees" },
  "income.other": { zh: "其他收入", en: "Income: other" },
} as const satisfies Readonly<Record<string, Label>>;
const DISCOUNTS = {
  "discount.member": { zh: "会员优惠", en: "Discount: member" },
  "discount.promotion": { zh: "促销优惠", en: "Discount: promotion" },
  "discount.manual": { zh: "手工优惠", en: "Discount: by hand" },
  "discount.bundle": { zh: "套餐优惠", en: "Discount: bundle" },
  "discount.coupon": { zh: "优惠券", en: "Discount: coupon" },
  "discount.rounding": { zh: "抹零", en: "Discount: rounding" },
} as const satisfies Readonly<Record<string, Label>>;
const TAXES = { "tax.sales": { zh: "收入中的销项税", en: "Output tax of sales" } } as const satisfies Readonly<Record<string, Label>>;
const COSTS = {
  "cost.gift": { zh: "充值赠送", en: "Cost: gifts" },
  "cost.goods": { zh: "商品成本", en: "Cost: goods" },
  "cost.handling": { zh: "渠道与银行手续费", en: "Cost: fees of channels and banks" },
  "cost.write_off": { zh: "报损与盘亏", en: "Cost: write-offs" },
  "cost.coach": { zh: "教练分成", en: "Cost: coaches" },
  "cost.other": { zh: "其他费用", en: "Cost: other" },
  over_short: { zh: "班次长短款", en: "Shifts over and short" },
} as const satisfies Readonly<Record<string, Label>>;
/** Accounts of the result: those of `RESULT_CLASSES`. */
export const ENTRY_ACCOUNTS = { ...INCOME, ...DISCOUNTS, ...TAXES, ...COSTS };

/** Each class of accounts, in the order of the statements. */
export const CLASSES = {
  asset: { label: { zh: "资产", en: "Assets" }, accounts: ASSETS },
  liability: { label: { zh: "负债", en: "Liabilities" }, accounts: LIABILITIES },
  equity: { label: { zh: "权益", en: "Equity" }, accounts: EQUITY },
  income: { label: { zh: "收入", en: "Income" }, accounts: INCOME },
  discount: { label: { zh: "优惠", en: "Discounts" }, accounts: DISCOUNTS },
  tax: { label: { zh: "销项税", en: "Output tax" }, accounts: TAXES },
  cost: { label: { zh: "成本费用", en: "Costs" }, accounts: COSTS },
} as const satisfies Readonly<Record<string, { readonly label: Label; readonly accounts: Readonly<Record<string, Label>> }>>;
export type AccountClass = keyof typeof CLASSES;
/** Classes whose accounts add up to the profit. */
export const RESULT_CLASSES = ["income", "discount", "tax", "cost"] as const satisfies readonly AccountClass[];

/** Returns the class of an account of the result. */
export const classOf = (account: string): (typeof RESULT_CLASSES)[number] | undefined =>
  RESULT_CLASSES.find((name) => account in CLASSES[name].accounts);

/** Every account by its name in the books. */
export const ACCOUNT_NAMES = { ...ASSETS, ...LIABILITIES, ...EQUITY, ...ENTRY_ACCOUNTS } as const satisfies Readonly<Record<string, Label>>;
export type AccountName = keyof typeof ACCOUNT_NAMES;

/** Returns the accounts of a class, as a filter of postings takes them. */
export const accountsOf = (...classes: readonly AccountClass[]): string =>
  classes.flatMap((name) => Object.keys(CLASSES[name].accounts)).join(",");

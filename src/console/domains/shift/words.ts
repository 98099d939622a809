/** Names of tenders, movements and documents on the page of shifts. */
import type { Counted, ShiftMoveKind } from "../../../contract/shift";
import type { Label } from "../../../contract/resource/label";
import type { IconName } from "../../ui/icons";

export const TENDERS: Readonly<Record<Counted, Label & { readonly icon: IconName; readonly hint: Label }>> = {
  cash: { zh: "现金", en: "Cash", icon: "cash", hint: { zh: "按面额点数", en: "by denomination" } },
  bank_card: { zh: "银行卡", en: "Bank card", icon: "card", hint: { zh: "终端结算单", en: "the terminal's slip" } },
  wechat: { zh: "微信", en: "WeChat", icon: "scan", hint: { zh: "商户后台的合计", en: "the merchant app's total" } },
  alipay: { zh: "支付宝", en: "Alipay", icon: "scan", hint: { zh: "商户后台的合计", en: "the merchant app's total" } },
  transfer: { zh: "转账", en: "Transfer", icon: "building", hint: { zh: "回单合计", en: "the slips' total" } },
  other: { zh: "其他", en: "Other", icon: "more", hint: { zh: "凭证合计", en: "the vouchers' total" } },
};

export const MOVE_KINDS: Readonly<Record<ShiftMoveKind, Label & { readonly hint: Label }>> = {
  draw: { zh: "存入零钱", en: "Draw change", hint: { zh: "从保险柜取零钱放进钱箱", en: "From the safe into the drawer" } },
  drop: { zh: "缴入保险柜", en: "Drop into the safe", hint: { zh: "从钱箱放进保险柜", en: "From the drawer into the safe" } },
  paidIn: { zh: "其他收入", en: "Paid in", hint: { zh: "不是销售的现金收入，记其他收入", en: "Cash that is no sale: other income" } },
  paidOut: {
    zh: "其他支出",
    en: "Paid out",
    hint: { zh: "用钱箱的现金付的费用，记其他支出", en: "Costs paid from the drawer: other costs" },
  },
};

const OPERATIONS: Readonly<Record<string, Label>> = {
  float: { zh: "开班，备用金", en: "Opened with a float" },
  ...MOVE_KINDS,
  "manual income": { zh: "手工记账收入", en: "Entry by hand, income" },
  "manual cost": { zh: "手工记账支出", en: "Entry by hand, cost" },
  "manual void": { zh: "手工记账作废", en: "Entry by hand voided" },
};
export const operationLabel = (kind: string): Label => OPERATIONS[kind] ?? { zh: kind, en: kind };

const DOCUMENTS: Readonly<Record<string, Label>> = {
  order: { zh: "订场", en: "Bookings" },
  fixed: { zh: "固定场", en: "Fixed bookings" },
  recharge: { zh: "会员充值", en: "Recharges" },
  card: { zh: "次卡销售", en: "Package cards" },
  sale: { zh: "商品", en: "Goods" },
  session: { zh: "场次", en: "Sessions" },
  openPlay: { zh: "拼场", en: "Open play" },
  collection: { zh: "扫码收款", en: "Collections by scan" },
  voucher: { zh: "团购券", en: "Vouchers" },
  entry: { zh: "赛事报名", en: "Entries" },
  deposit: { zh: "押金", en: "Deposits" },
};
export const documentLabel = (kind: string): Label => DOCUMENTS[kind] ?? { zh: "其他", en: "Other" };

/** Names of tenders, movements and documents on the page of shifts. */
import type { Counted, ShiftMoveKind } from "../../../contract/shift/shift";
import type { Label } from "../../../contract/core/resource/label";
import type { IconName } from "../../ui/icons";

export const TENDERS: Readonly<Record<Counted, Label & { readonly icon: IconName; readonly hint: Label }>> = {
  cash: { zh: "现金", en: "Cash", icon: "cash", hint: { zh: "按面额点数", en: "by denomination" } },
  bank_card: { zh: "银行卡", en: "Bank card", icon: "card", hint: { zh: "终端结算单", en: "the terminal's slip" } },
  wechat: { zh: "微信", en: "WeChat", icon: "scan", hint: { zh: "商户后台的合计", en: "the merchant app's total" } },
  alipay: { zh: "支付宝", en: "Alipay", icon: "scan", hint: { zh: "商户后台的合计", en: "the merchant app's total" } },
  transfer: { zh: "转账", en: "Transfer", icon: "building", hint: { zh: "回单合计", en: "the slips' total" } },
  other: { zh: "其他", en: "Other", icon: "more", hint: { zh: "凭证合计", en: "the vouchers' total" } },
};

export const MOVE_KINDS: Readonly<Record<ShiftMoveKind | "beyond", Label & { readonly hint: Label }>> = {
  draw: { zh: "存入零钱", en: "Draw change", hint: { zh: "从保险柜取零钱放进钱箱", en: "From the safe into the drawer" } },
  drop: { zh: "缴入保险柜", en: "Drop into the safe", hint: { zh: "从钱箱放进保险柜", en: "From the drawer into the safe" } },
  paidIn: { zh: "其他收入", en: "Paid in", hint: { zh: "不是销售的现金收入，记其他收入", en: "Cash that is no sale: other income" } },
  paidOut: {
    zh: "其他支出",
    en: "Paid out",
    hint: { zh: "用钱箱的现金付的费用，记其他支出", en: "Costs paid from the drawer: other costs" },
  },
  beyond: {
    zh: "申请超出付出",
    en: "Ask to pay out more",
    hint: {
      zh: "要付出的现金（退款、缴存、支出）超过钱箱应有时，由另一人批准；批准后按这个金额付出一次",
      en: "For cash out (a refund, a drop, a cost) beyond what the drawer should hold. A second person approves it; then exactly this amount can be paid out once",
    },
  },
};

const OPERATIONS: Readonly<Record<string, Label>> = {
  float: { zh: "开班，备用金", en: "Opened with a float" },
  ...MOVE_KINDS,
  reversal: { zh: "冲销", en: "Taken back" },
  closing: { zh: "销户付出", en: "Account closing" },
  "manual income": { zh: "手工记账收入", en: "Entry by hand, income" },
  "manual cost": { zh: "手工记账支出", en: "Entry by hand, cost" },
  "manual void": { zh: "手工记账作废", en: "Entry by hand voided" },
};
export const operationLabel = (kind: string): Label => OPERATIONS[kind] ?? { zh: kind, en: kind };

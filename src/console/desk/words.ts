/** Words that every screen with documents of money has. */
import type { Purse } from "../../contract/core/enums";
import type { Label } from "../../contract/core/resource/label";
import type { ApprovalAction } from "../../contract/sale/approvals";
import type { TKey } from "../i18n/keys";

export const PURSE: Record<Purse, TKey> = { principal: "finance.principal", gift: "finance.gift" };

/** Short names of the actions that a second person approves. */
export const APPROVED_ACTIONS = {
  returnGoods: { zh: "退货", en: "Return" },
  discount: { zh: "优惠", en: "Discount" },
  setPrice: { zh: "改价", en: "Price change" },
  waiveFee: { zh: "免手续费", en: "Fee waived" },
  closeAccount: { zh: "销户", en: "Account closed" },
  cashOut: { zh: "付出现金", en: "Cash paid out" },
  bankEntry: { zh: "银行业务", en: "Bank entry" },
} as const satisfies Record<ApprovalAction, Label>;

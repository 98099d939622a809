/** Words that every screen with documents of money has. */
import type { Purse } from "../../contract/core/enums";
import type { ApprovalAction } from "../../contract/sale/approvals";
import type { TKey } from "../i18n/keys";

export const PURSE: Record<Purse, TKey> = { principal: "finance.principal", gift: "finance.gift" };

/** Short names of the actions that a second person approves. */
export const APPROVED_ACTIONS = {
  returnGoods: "desk.words.return",
  discount: "desk.words.discount",
  setPrice: "desk.words.priceChange",
  waiveFee: "desk.words.feeWaived",
  closeAccount: "desk.words.accountClosed",
  cashOut: "desk.words.cashPaidOut",
  bankEntry: "desk.words.bankEntry",
} as const satisfies Record<ApprovalAction, TKey>;

/** Names of payment types, said once: a cashier tells apart who scans whom, and a card's chip from its stripe. */
import type { PaymentType } from "./enums";
import type { Label } from "./resource/label";

export const PAY_TYPE_LABELS = {
  Balance: { zh: "余额（本金）", en: "Balance (principal)" },
  Coupon: { zh: "余额（赠送）", en: "Balance (gift)" },
  Cash: { zh: "现金", en: "Cash" },
  scanCode: { zh: "扫付款码", en: "Scanned code" },
  WeChat: { zh: "微信收款码", en: "WeChat, our code" },
  Alipay: { zh: "支付宝收款码", en: "Alipay, our code" },
  BankCard: { zh: "银行卡", en: "Bank card" },
  Card: { zh: "磁条刷卡", en: "Card swipe" },
  online: { zh: "线上支付", en: "Online" },
  Transfer: { zh: "转账", en: "Transfer" },
  SportsExpertUserCoupon: { zh: "消费券", en: "Sports coupon" },
  RoamingCard: { zh: "异店储值卡", en: "Another venue's card" },
  Credit: { zh: "挂账", en: "On credit" },
  Other: { zh: "其他", en: "Other" },
} as const satisfies Readonly<Record<PaymentType, Label>>;

/** Labels of the channels through which a code is scanned. */
export const CHANNEL_LABELS = { wechat: { zh: "微信", en: "WeChat" }, alipay: { zh: "支付宝", en: "Alipay" } } as const;

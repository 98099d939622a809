/** Names of payment types, for declared fields. */
import type { PaymentType } from "./enums";
import type { Label } from "./resource/label";

export const PAY_TYPE_LABELS: Readonly<Record<PaymentType, Label>> = {
  Balance: { zh: "余额（本金）", en: "Balance (principal)" },
  Coupon: { zh: "余额（赠送）", en: "Balance (gift)" },
  Cash: { zh: "现金", en: "Cash" },
  WeChat: { zh: "微信", en: "WeChat" },
  Alipay: { zh: "支付宝", en: "Alipay" },
  scanCode: { zh: "扫码", en: "Scan" },
  BankCard: { zh: "银行卡", en: "Bank card" },
  Card: { zh: "刷卡", en: "Card (swipe)" },
  online: { zh: "线上支付", en: "Online" },
  Transfer: { zh: "转账", en: "Transfer" },
  SportsExpertUserCoupon: { zh: "消费券", en: "Coupon" },
  Other: { zh: "其他", en: "Other" },
};

/** Venue's own wording of a charge or a refund, in both languages. A row stores the name; a channel's text is stored unchanged. */
import type { Language } from "../../contract/core/enums";
import { speaker } from "../words";

const WORDS = {
  notDelivered: { zh: "付款没有送达，未扣款", en: "The charge did not arrive; nothing was taken" },
  timedOut: {
    zh: "顾客未在时限内完成付款，已撤销，不会扣款",
    en: "The customer did not pay in time; the charge was reversed and nothing is taken",
  },
  mismatch: { zh: "应答与订单不符", en: "The answer does not fit the charge" },
  badSignature: { zh: "应答签名不正确", en: "The answer is not signed as it should be" },
  unreadable: { zh: "应答无法读取", en: "The answer cannot be read" },
  tradeClosed: { zh: "交易已关闭", en: "The trade is closed" },
  noCertificate: { zh: "没有配置商户证书", en: "No merchant certificate is set up" },
  customerCancelled: { zh: "顾客已取消", en: "The customer cancelled" },
  cashShort: { zh: "少 {amount}，没有收款", en: "{amount} short; nothing was taken" },
  offlineDebt: { zh: "断网销售，余额不足的部分", en: "Sold without the network; the balance was short" },
  notEnough: { zh: "余额不足", en: "Not enough money" },
} as const satisfies Record<string, Record<Language, string>>;

type PaymentWord = keyof typeof WORDS;

/** A word in a language; what a channel said stays as it is. */
export const word = speaker(WORDS);
/** The name of a word, where it is put down to be said later. */
export const later = (name: PaymentWord): string => name;

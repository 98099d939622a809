/** Words of booking in refusals, logs and files, in both languages. */
import type { Language } from "../../../contract/core/enums";
import { ORDER_WORDS } from "../../kernel/order-words";
import { WORDS as SHARED } from "../../kernel/words";
import { speaker } from "../../words";

const WORDS = {
  packageCard: { zh: "次卡", en: "package card" },
  cashOwed: { zh: "{no} 有现金 {amount} 待退给客人", en: "{no}: {amount} in cash is to be paid back" },
  lateTaken: {
    zh: "{name} 的 {no} 占场到期后付款 {amount}，已重新占用场地",
    en: "{name} paid {amount} for {no} after its hold ran out; it holds its courts again",
  },
  latePaid: { zh: "已付", en: "paid in full" },
  lateRest: { zh: "还欠 {due}，保留到 {until}", en: "{due} still due, held until {until}" },
  lateReturned: {
    zh: "请告知 {name}：{no} 的扫码付款 {amount} 已原路退回",
    en: "Please tell {name}: the {amount} paid by scan for {no} went back",
  },
  "booking.create": { zh: "预订", en: "Booked" },
  "booking.pay": { zh: "收款", en: "Paid" },
  "booking.reserve": { zh: "转到场付款", en: "Kept, to be paid on arrival" },
  "booking.checkIn": { zh: "开场", en: "Check-in" },
  "booking.cancel": { zh: "取消", en: "Cancelled" },
  "booking.freePlace": { zh: "免费场", en: "Free place" },
  "booking.expire": { zh: "过期释放", en: "Expired" },
  "booking.finishGames": { zh: "结束", en: "Finished" },
  "booking.finish": { zh: "结束", en: "Finished" },
  "booking.miss": { zh: "未到场", en: "No-show" },
  "booking.payPart": { zh: "部分收款", en: "Paid in part" },
  "booking.payLate": { zh: "到期后付款", en: "Paid late" },
  "booking.move": { zh: "换场", en: "Moved" },
  "booking.extend": { zh: "续场", en: "Extended" },
  "booking.refundLines": { zh: "退场次", en: "Slots given up" },
  "sale.create": { zh: "加商品", en: "Goods added" },
  "sale.returns": { zh: "退商品", en: "Goods returned" },
  "booking.refundAmount": { zh: "部分退款", en: "Refunded in part" },
  "waitlist.offer": { zh: "候补保留", en: "Held for the waitlist" },
  "waitlist.accept": { zh: "接受候补", en: "Offer accepted" },
  "waitlist.withdraw": { zh: "退出候补", en: "Offer given up" },
  "closing.apply": { zh: "停场", en: "Closed" },
  changed: { zh: "变更", en: "Changed" },
  received: { zh: "收 {amount}", en: "received {amount}" },
  gaveBack: { zh: "退 {amount}", en: "gave back {amount}" },
  kept: { zh: "手续费 {amount}", en: "fee {amount}" },
  because: { zh: "原因：{reason}", en: "reason: {reason}" },
  ...ORDER_WORDS,
} as const satisfies Record<string, Record<Language, string>>;

/** A word in a language, also of those that domains share; unknown words stay as they are. `values` fill its marks. */
export const word = speaker({ ...SHARED, ...WORDS });

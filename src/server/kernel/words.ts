/** Words that several domains share: what is booked and by whom, states of orders and what is done to them, in both languages. */
import type { Language } from "../../contract/enums";
import { costsNothing, paysByContract } from "../../contract/states";
import { speaker } from "../words";

export const WORDS = {
  order: { zh: "预订单", en: "Booking" },
  place: { zh: "场地", en: "Place" },
  member: { zh: "会员", en: "Member" },
  lock: { zh: "锁场", en: "Lock" },
  walkIn: { zh: "散客", en: "walk-in" },
  held: { zh: "待付款", en: "held" },
  reserved: { zh: "到场付款", en: "reserved" },
  paid: { zh: "已付", en: "paid" },
  checked_in: { zh: "已开场", en: "checked in" },
  no_show: { zh: "未到场", en: "no-show" },
  finished: { zh: "已结束", en: "finished" },
  cancelled: { zh: "已取消", en: "cancelled" },
  expired: { zh: "已过期", en: "expired" },
  locked: { zh: "锁场中", en: "locked" },
  released: { zh: "已解锁", en: "released" },
  unpaid: { zh: "未付", en: "unpaid" },
  nothingToPay: { zh: "无需付款", en: "nothing to pay" },
  byContract: { zh: "合约结算", en: "by contract" },
  booked: { zh: "已预订", en: "booked" },
  part_paid: { zh: "部分付款", en: "part paid" },
  part_refunded: { zh: "部分退款", en: "part refunded" },
  refunded: { zh: "已退款", en: "refunded" },
  pay: { zh: "收款", en: "pay" },
  cancel: { zh: "取消", en: "cancel" },
  reserve: { zh: "转到场付款", en: "keep until paid on arrival" },
  checkIn: { zh: "开场", en: "check in" },
  undoCheckIn: { zh: "撤销开场", en: "undo check-in" },
  miss: { zh: "记为未到场", en: "mark as no-show" },
  finish: { zh: "结束", en: "finish" },
  expire: { zh: "过期", en: "expire" },
  move: { zh: "换场", en: "move" },
  extend: { zh: "续场", en: "extend" },
  retake: { zh: "重新占用", en: "take the courts again" },
  payPart: { zh: "部分收款", en: "take a part payment" },
  refundLines: { zh: "退场次", en: "give up slots" },
  refundAmount: { zh: "部分退款", en: "give back an amount" },
  addProducts: { zh: "加商品", en: "add goods" },
  hang: { zh: "挂单", en: "hang" },
  recall: { zh: "取单", en: "recall" },
  voidSale: { zh: "作废", en: "void" },
  open: { zh: "开单中", en: "open" },
  hung: { zh: "挂单中", en: "hung" },
  partly_returned: { zh: "部分退货", en: "partly returned" },
  void: { zh: "已作废", en: "void" },
  abandoned: { zh: "已放弃", en: "abandoned" },
  returnGoods: { zh: "退商品", en: "take goods back" },
  returned: { zh: "已退货", en: "returned" },
  waiting: { zh: "排队中", en: "waiting" },
  offered: { zh: "已通知有场", en: "offered" },
  accepted: { zh: "已接受", en: "accepted" },
  lapsed: { zh: "逾时未接受", en: "lapsed" },
  withdrawn: { zh: "已退出", en: "withdrawn" },
  entry: { zh: "候补", en: "Waitlist entry" },
  accept: { zh: "接受", en: "accept" },
  withdraw: { zh: "退出候补", en: "withdraw" },
  requeue: { zh: "重新排队", en: "queue again" },
  lapse: { zh: "作废", en: "lapse" },
  offer: { zh: "通知有场", en: "offer" },
  unlock: { zh: "解锁", en: "unlock" },
  active: { zh: "正常", en: "active" },
  frozen: { zh: "冻结", en: "frozen" },
  closing: { zh: "销户中", en: "closing" },
  closed: { zh: "已销户", en: "closed" },
} as const satisfies Record<string, Record<Language, string>>;

/** A word in a language; unknown words stay as they are. `values` fill its marks. */
export const word = speaker(WORDS);

/**
 * The words for an order's status and pay status: what a fixed contract will settle, or what costs nothing, is booked, not paid, and no debt
 * of the order's own.
 */
export function statusWords(row: { source: string; order_status: string; pay_status: string; total: number }): {
  order: string;
  pay: string;
} {
  const pays = { source: row.source, payStatus: row.pay_status, total: row.total };
  const pay = paysByContract(pays) ? "byContract" : costsNothing(pays) ? "nothingToPay" : undefined;
  if (pay === undefined) return { order: row.order_status, pay: row.pay_status };
  return { order: row.order_status === "paid" ? "booked" : row.order_status, pay };
}

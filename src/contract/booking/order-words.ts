/** Words of booking orders, which lists, panels and files say alike: where they came from, and their states by what they cost. */
import type { OrderSource } from "../core/enums";
import type { Label } from "../core/resource/label";
import { bookingOrder, costsNothing, type OrderStatus, paysByContract, type PayStatus } from "../core/states";

export const SOURCE_LABELS = {
  desk: { zh: "前台", en: "Desk" },
  online: { zh: "网上", en: "Online" },
  miniProgram: { zh: "小程序", en: "Mini-program" },
  fixed: { zh: "固定场", en: "Fixed" },
  groupBuy: { zh: "团购", en: "Group-buy" },
  competition: { zh: "赛事", en: "Competition" },
  import: { zh: "导入", en: "Import" },
} as const satisfies Readonly<Record<OrderSource, Label>>;

export const PAY_STATUS_LABELS = {
  unpaid: { zh: "未付", en: "Unpaid" },
  part_paid: { zh: "部分付款", en: "Part paid" },
  paid: { zh: "已付", en: "Paid" },
  part_refunded: { zh: "部分退", en: "Part refunded" },
  refunded: { zh: "已退款", en: "Refunded" },
} as const satisfies Readonly<Record<PayStatus, Label>>;

/** A paid order for which nobody paid. */
export const BOOKED = { zh: "已预订", en: "Booked" } as const;
export const NOTHING_TO_PAY = { zh: "无需付款", en: "Nothing to pay" } as const;
const BY_CONTRACT = { zh: "合约结算", en: "By contract" } as const;

interface Paid {
  readonly source: string;
  readonly orderStatus: OrderStatus;
  readonly payStatus: PayStatus;
  /** Yuan text, or fen. */
  readonly total: string | number;
}
/** Returns the label of an order's status; an order that a contract will settle, or that costs nothing, is booked, not paid. */
export const orderStatusLabel = (order: Paid): Label =>
  order.orderStatus === "paid" && (paysByContract(order) || costsNothing(order)) ? BOOKED : bookingOrder.labels[order.orderStatus];
/** Returns the label of an order's pay status; a contract settles its own orders. */
export const payStatusLabel = (order: Paid): Label =>
  paysByContract(order) ? BY_CONTRACT : costsNothing(order) ? NOTHING_TO_PAY : PAY_STATUS_LABELS[order.payStatus];

/** Words of payment types, states and sources; used by every screen that shows documents of money. */
import type { OrderSource, Purse } from "../../contract/enums";
import { costsNothing, type OrderStatus, paysByContract, type PayStatus } from "../../contract/states";
import type { TKey } from "../i18n/keys";

export const ORDER_STATUS: Record<OrderStatus, TKey> = {
  held: "finance.held",
  reserved: "finance.reserved",
  paid: "finance.orderPaid",
  checked_in: "finance.checkedIn",
  no_show: "finance.noShow",
  finished: "finance.finished",
  cancelled: "finance.cancelled",
  expired: "finance.expired",
};
export const PAY_STATUS: Record<PayStatus, TKey> = {
  unpaid: "finance.unpaid",
  part_paid: "finance.partPaid",
  paid: "finance.fullyPaid",
  part_refunded: "finance.partRefunded",
  refunded: "finance.fullyRefunded",
};
interface Paid {
  readonly source: OrderSource;
  readonly orderStatus: OrderStatus;
  readonly payStatus: PayStatus;
  readonly total: string;
}
/** The words of an order's status; what a contract will settle, or what costs nothing, is booked, not paid. */
export const orderStatusKey = (row: Paid): TKey =>
  row.orderStatus === "paid" && (paysByContract(row) || costsNothing(row)) ? "finance.booked" : ORDER_STATUS[row.orderStatus];
/** The words of an order's pay status; a contract's orders are settled by it. */
export const payStatusKey = (row: Paid): TKey =>
  paysByContract(row) ? "finance.byContract" : costsNothing(row) ? "finance.nothingToPay" : PAY_STATUS[row.payStatus];
export const SOURCE: Record<OrderSource, TKey> = {
  desk: "finance.sourceDesk",
  miniProgram: "finance.sourceMiniProgram",
  fixed: "finance.sourceFixed",
  groupBuy: "finance.sourceGroupBuy",
  competition: "finance.sourceCompetition",
  import: "finance.sourceImport",
};
export const PURSE: Record<Purse, TKey> = { principal: "finance.principal", gift: "finance.gift" };

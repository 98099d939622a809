/** Ways to refund part of an order in its state: some of its lines, or an amount. Pure. */
import type { BookingOrderDetail } from "../../../../contract/booking/booking";
import { fen } from "../../../../contract/core/money";
import { orderActions } from "../../../../contract/core/states";

export type RefundWay = "lines" | "amount";

/** The ways, the likelier first; none where the whole can only be cancelled. */
export function refundWays({ kind, orderStatus, lines, paid, refunded }: BookingOrderDetail): RefundWay[] {
  const allowed = orderActions(kind, orderStatus);
  const ways: RefundWay[] = [];
  if (allowed.includes("refundLines") && lines.filter((line) => line.status === "active").length > 1) ways.push("lines");
  if (allowed.includes("refundAmount") && fen(paid) > fen(refunded)) ways.push("amount");
  return ways;
}

/** Refunds of a closing beside the price of a paid line: part payments, and payments of the participants of open plays and classes. */
import { type Fen, share } from "../../../contract/core/money";
import { isPaid } from "../../kernel/orders";
import type { Hit } from "./hits";

/** Amount received so far for an unpaid order, fen, and the number of its lines. */
export interface Owing {
  readonly total: Fen;
  readonly left: Fen;
  readonly lines: number;
}

/** Says of orders that are not paid, with the first of their lines that goes, what of their part payment goes back. */
export function withPartPayments(hits: readonly Hit[], orders: ReadonlyMap<string, Owing>): Hit[] {
  const seen = new Set<string>();
  return hits.map((hit) => {
    const order = orders.get(hit.orderId);
    if (!order || isPaid(hit.state) || hit.to !== null || seen.has(hit.orderId)) return hit;
    seen.add(hit.orderId);
    const refunded = hits.filter((one) => one.orderId === hit.orderId && one.to === null);
    const rest = order.total - refunded.reduce((sum, one) => sum + one.price, 0);
    return { ...hit, worth: refunded.length === order.lines ? order.left : Math.max(0, order.left - rest) };
  });
}

/**
 * Says what goes back with open plays and classes. One of which a court is not moved is cancelled whole: none of its courts moves then, and
 * each has its part of what all participants get back.
 * @param refunds what cancelling gives back of each, fen, by the order that holds its courts
 */
export function withAttended(hits: readonly Hit[], refunds: ReadonlyMap<string, Fen>): Hit[] {
  const worths = new Map<string, Fen>();
  for (const [orderId, refund] of refunds) {
    const own = hits.filter((hit) => hit.orderId === orderId);
    if (own.every((hit) => hit.to !== null)) continue;
    const parts = share(
      refund,
      own.map(() => 1),
    );
    for (const [i, hit] of own.entries()) worths.set(hit.lineId, parts[i] ?? 0);
  }
  return hits.map((hit) => {
    const worth = worths.get(hit.lineId);
    return worth === undefined ? hit : { ...hit, to: null, worth };
  });
}

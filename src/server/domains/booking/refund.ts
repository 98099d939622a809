/** Money back from an order: what goes where, and its postings. */
import type { Fen } from "../../../contract/money";
import { type Ctx, today } from "../../http/context";
import { type Leg, post } from "../../ledger/post";
import { giveBack, refundParts } from "../../payment/take";
import type { OrderRow } from "./order";
import { mirrorOf } from "./postings";

/**
 * Undoes what an order posted, gives back all but `fee` to the purses and methods it came from in the shares in which they paid, and
 * keeps the fee as income of today (ledger.md "cancellation of that order, 20 % fee").
 * @param fee fen kept
 * @returns fen given back
 */
export async function settle(ctx: Ctx, order: OrderRow, fee: Fen, operation: string, reason: string): Promise<Fen> {
  const back = order.paid - order.refunded - fee;
  const parts = await refundParts(ctx, { kind: "order", id: order.id }, back);
  const { legs, shiftId } = await giveBack(ctx, parts, order.member_id);
  const kept: Leg = { account: "income.fee", amount: -fee, subject: order.program_id, earnedOn: today(ctx) };
  const all = [...(await mirrorOf(ctx, order.id)), ...legs, kept].filter((leg) => leg.amount !== 0);
  if (all.length > 0) await post(ctx, { document: { kind: "order", id: order.id, no: order.no }, operation, reason, shiftId, legs: all });
  return back;
}

/** Gives back everything that was paid. */
export const giveBackAll = (ctx: Ctx, order: OrderRow): Promise<Fen> => settle(ctx, order, 0, "cancellation", "");

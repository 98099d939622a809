/** Distributes the refunds and retained fees of an order over its lines. */
import { type Fen, share } from "../../../contract/core/money";
import type { Ctx } from "../../http/context";
import type { Line } from "../../kernel/order-lines";

/**
 * Writes to each line its part of what went back and of what was kept as a fee, in proportion to what it was worth.
 * @returns what went back of each line, fen
 */
export async function shareOverLines(ctx: Ctx, lines: readonly Line[], refund: Fen, fee: Fen): Promise<Fen[]> {
  const worth = lines.map((line) => line.price - line.refunded);
  const refunds = share(refund, worth);
  const fees = share(
    fee,
    worth.map((left, i) => left - (refunds[i] ?? 0)),
  );
  for (const [i, line] of lines.entries()) {
    if ((refunds[i] ?? 0) === 0 && (fees[i] ?? 0) === 0) continue;
    await ctx.db
      .updateTable("booking_line")
      .set({ refunded: line.refunded + (refunds[i] ?? 0), fee: fees[i] ?? 0 })
      .where("venue_id", "=", ctx.venue.id)
      .where("id", "=", line.id)
      .execute();
  }
  return refunds;
}

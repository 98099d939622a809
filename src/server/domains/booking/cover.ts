/** Package cards on an active unpaid order: which of its lines they cover, and covering them. */
import { type Fen, fen } from "../../../contract/core/money";
import type { Ctx } from "../../http/context";
import { type CardPayment, type Cover, coverWith, redeemUses, usesOf } from "./card-uses";
import { activeLines, type Line } from "../../kernel/order-lines";
import type { OrderRow } from "../../kernel/orders";
import { type Priced, toTrace } from "../../kernel/price/price";

/** The order's active lines at the price that they were booked at, after the last day on which they are played. */
export async function payable(ctx: Ctx, order: OrderRow): Promise<[day: string, lines: readonly PayableLine[]]> {
  const lines = await activeLines(ctx, order.id);
  const day = lines.reduce((last, line) => (line.day > last ? line.day : last), order.day);
  return [
    day,
    lines.map((line) => ({
      ...line,
      place: { programId: line.programId, slotMinutes: line.slotMinutes },
      priced: {
        list: line.list,
        discount: line.discount,
        price: line.price,
        steps: line.trace.steps.map((step) => ({ ...step, amount: fen(step.amount) })),
      },
    })),
  ];
}
/** An active line as cards may cover it. */
type PayableLine = Line & { readonly place: { readonly programId: string; readonly slotMinutes: number }; readonly priced: Priced };

/**
 * Returns the parts of an order that cards may cover: each line with its number of uses and its price, fen; `until` is the date until which
 * the cards must be valid.
 */
export async function coverable(ctx: Ctx, order: OrderRow) {
  const [until, lines] = await payable(ctx, order);
  return lines
    .filter((line) => line.priced.price > 0)
    .map((line) => {
      const { programId, day, start, end } = line;
      return { programId, day, start, end, until, uses: usesOf(line), amount: line.priced.price };
    });
}

type CoveredLine = PayableLine & { readonly card?: Cover };

/**
 * The lines of an unpaid order with those that the chosen cards cover, what that saves, and the order's total then; fen. Nothing moves.
 * Where a part is paid, they cover no more than is still due.
 * @throws AppError as `coverWith`
 */
export async function chooseCovered(
  ctx: Ctx,
  order: OrderRow,
  cards: readonly CardPayment[],
): Promise<{ lines: readonly CoveredLine[]; saved: Fen; total: Fen }> {
  const lines = await coverWith(ctx, order.member_id, ...(await payable(ctx, order)), cards, order.total - order.paid);
  const saved = lines.reduce((sum, line) => sum + line.price - line.priced.price, 0);
  return { lines, saved, total: order.total - saved };
}

/** Takes the uses for lines that cards cover, and writes what covers them. */
export async function cover(ctx: Ctx, lines: readonly CoveredLine[]): Promise<void> {
  const covered = lines.flatMap((line) => (line.card ? [{ ...line, card: line.card, holderId: line.id }] : []));
  await redeemUses(ctx, covered);
  for (const { id, priced, card } of covered) {
    await ctx.db
      .updateTable("booking_line")
      .set({
        discount: priced.discount,
        price: priced.price,
        trace: JSON.stringify(toTrace(priced)),
        holding_id: card.holdingId,
        uses: card.uses,
      })
      .where("venue_id", "=", ctx.venue.id)
      .where("id", "=", id)
      .execute();
  }
}

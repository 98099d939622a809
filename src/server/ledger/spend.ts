/** Purchase record on a member's row: total spending, and the last visit. */
import type { Ctx } from "../http/context";

/**
 * Adds `amount` fen (negative on refunds) to what the member has spent, and moves the last visit forward to `visitAt` if given.
 * Belongs in the transaction that moves the money.
 */
export function recordSpend(ctx: Ctx, memberId: string, amount: number, visitAt?: Date): void {
  const update = ctx.db
    .updateTable("member")
    .set((eb) => ({
      spent: eb("spent", "+", amount),
      ...(visitAt === undefined
        ? {}
        : { last_visit_at: eb.fn<Date>("greatest", [eb.fn.coalesce("last_visit_at", eb.val(visitAt)), eb.val(visitAt)]) }),
    }))
    .where("venue_id", "=", ctx.venue.id)
    .where("id", "=", memberId);
  ctx.write(update.execute());
}

/** Cash that leaves a drawer: never more than the drawer should hold, unless a second person approved that amount. */
import { sql } from "kysely";
import { type Fen, yuan } from "../../contract/core/money";
import type { Ctx } from "../http/context";
import { AppError } from "../http/error";

/** Returns the cash that the drawer of a shift should hold, fen. */
export async function cashIn(ctx: Ctx, shiftId: string): Promise<Fen> {
  const { rows } = await sql<{ amount: number }>`
    SELECT coalesce(sum(p.amount), 0)::bigint AS amount FROM ledger_tx t JOIN posting p ON p.venue_id = t.venue_id AND p.tx_id = t.id
    WHERE t.venue_id = ${ctx.venue.id} AND t.shift_id = ${shiftId} AND p.account = 'tender.cash' AND p.subject = ${shiftId}`.execute(
    ctx.db,
  );
  return rows[0]?.amount ?? 0;
}

/**
 * Rejects cash out of a drawer beyond what it should hold. An approved request for exactly this amount is used up instead. What the clock
 * refunds leaves no drawer of an open till.
 * @throws AppError `drawerShort`
 */
export async function requireCash(ctx: Ctx, shiftId: string, amount: Fen): Promise<void> {
  if (amount <= 0 || ctx.person.id === "") return;
  // One after the other: two refunds at once must not both find the same cash. Sales only add to it and need not wait.
  await sql`SELECT pg_advisory_xact_lock(hashtextextended(${`drawer ${ctx.venue.id} ${shiftId}`}, 0))`.execute(ctx.db);
  const held = await cashIn(ctx, shiftId);
  if (amount <= held) return;
  const approved = await ctx.db
    .updateTable("drawer_request")
    .set({ state: "used" })
    .where("venue_id", "=", ctx.venue.id)
    .where("id", "=", (eb) =>
      eb
        .selectFrom("drawer_request")
        .select("id")
        .where("venue_id", "=", ctx.venue.id)
        .where("shift_id", "=", shiftId)
        .where("state", "=", "approved")
        .where("amount", "=", amount)
        .orderBy("id")
        .limit(1),
    )
    .returning("id")
    .executeTakeFirst();
  if (!approved) throw drawerShort(ctx, amount, held);
}

/** The refusal of cash beyond the drawer. The count is blind, so only who may see a running shift's sums reads what the drawer holds. */
function drawerShort(ctx: Ctx, amount: Fen, held: Fen): AppError {
  const seen = ctx.codes.has("shift_report") ? { held: yuan(held) } : {};
  const has = "held" in seen ? ` ¥${seen.held}` : "";
  const text =
    ctx.language === "zh"
      ? `要付出的 ¥${yuan(amount)} 超过钱箱应有的现金${has}，没有付出。请先从保险柜存入零钱，或在“交班”页申请，由另一人批准`
      : `¥${yuan(amount)} is more than the cash that the drawer should hold${has && ` (${has.trim()})`}; nothing was paid out. Draw change from the safe first, or ask for approval by a second person on the page “Shift”`;
  return new AppError("drawerShort", { text }, { drawerShort: true, amount: yuan(amount), ...seen });
}

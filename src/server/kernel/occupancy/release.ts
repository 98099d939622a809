/** Giving cells back. */
import type { Ctx } from "../../http/context";

/** Frees every cell that these lines or locks hold. */
export async function releaseCells(ctx: Ctx, holderIds: readonly string[]): Promise<void> {
  if (holderIds.length === 0) return;
  await ctx.db
    .deleteFrom("occupancy")
    .where("venue_id", "=", ctx.venue.id)
    .where("holder_id", "in", [...holderIds])
    .execute();
}

/**
 * Ends the active lines of an order, all or those named, and frees their cells.
 * @param status what becomes of them; `missed` lines were active until they were over
 * @returns the days on which slots came free
 */
export async function releaseLines(
  ctx: Ctx,
  orderId: string,
  { lineIds, status = "released" }: { lineIds?: readonly string[]; status?: "released" | "dropped" | "missed" } = {},
): Promise<string[]> {
  let ending = ctx.db
    .updateTable("booking_line")
    .set({ status })
    .where("venue_id", "=", ctx.venue.id)
    .where("order_id", "=", orderId)
    .where("status", "=", "active");
  if (lineIds) ending = ending.where("id", "in", [...lineIds]);
  const lines = await ending.returning(["id", "day"]).execute();
  await releaseCells(
    ctx,
    lines.map((line) => line.id),
  );
  return [...new Set(lines.map((line) => line.day))];
}

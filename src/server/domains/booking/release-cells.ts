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

/** Marks the lines of an order as released and frees their cells. */
export async function releaseLines(ctx: Ctx, orderId: string): Promise<void> {
  const lines = await ctx.db
    .updateTable("booking_line")
    .set({ status: "released" })
    .where("venue_id", "=", ctx.venue.id)
    .where("order_id", "=", orderId)
    .where("status", "=", "active")
    .returning("id")
    .execute();
  await releaseCells(
    ctx,
    lines.map((line) => line.id),
  );
}

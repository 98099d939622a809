import type { Ctx } from "../../http/context";

/** Ends the access of a match's tablet: its PIN opens nothing any more. */
export async function endUmpire(ctx: Ctx, battleId: string): Promise<void> {
  await ctx.db
    .updateTable("umpire_access")
    .set({ ended_at: ctx.now })
    .where("venue_id", "=", ctx.venue.id)
    .where("battle_id", "=", battleId)
    .where("ended_at", "is", null)
    .execute();
}

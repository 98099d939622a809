import type { Ctx } from "../../http/context";
import { type Battle, setBattle } from "./battle-row";

/** Ends the access of a match's tablet and of its players: their PINs become invalid, and an entered result is discarded. */
export async function endUmpire(ctx: Ctx, battleId: string): Promise<void> {
  await ctx.db.deleteFrom("score_claim").where("venue_id", "=", ctx.venue.id).where("battle_id", "=", battleId).execute();
  await ctx.db
    .updateTable("player_access")
    .set({ ended_at: ctx.now })
    .where("venue_id", "=", ctx.venue.id)
    .where("battle_id", "=", battleId)
    .where("ended_at", "is", null)
    .execute();
  await ctx.db
    .updateTable("umpire_access")
    .set({ ended_at: ctx.now })
    .where("venue_id", "=", ctx.venue.id)
    .where("battle_id", "=", battleId)
    .where("ended_at", "is", null)
    .execute();
}

/** Sets the sides of a match. Where they differ, its tablet and whoever scores the match before must open it again. */
export async function setSides(
  ctx: Ctx,
  match: Battle,
  values: Pick<Battle, "home_id" | "away_id" | "state"> & Partial<Omit<Battle, "venue_id" | "id">>,
): Promise<{ readonly hasChanged: boolean }> {
  const hasChanged = values.home_id !== match.home_id || values.away_id !== match.away_id;
  await setBattle(ctx, match.id, { ...values, ...(hasChanged ? { version: (values.version ?? match.version) + 1 } : {}) });
  if (hasChanged) await endUmpire(ctx, match.id);
  return { hasChanged };
}

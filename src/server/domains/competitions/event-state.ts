import type { Ctx } from "../../http/context";
import { announceMatches } from "./load";

/** Moves an event, and tells the screens. */
export async function setEvent(ctx: Ctx, id: string, state: string): Promise<void> {
  await ctx.db.updateTable("game_event").set({ state }).where("venue_id", "=", ctx.venue.id).where("id", "=", id).execute();
  ctx.emit({ type: "changed", data: { resource: "gameEvents" } });
  announceMatches(ctx);
}

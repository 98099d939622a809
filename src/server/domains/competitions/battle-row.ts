import type { Ctx } from "../../http/context";

/** A match as it is kept. */
export async function battleOf(ctx: Ctx, id: string) {
  return ctx.db.selectFrom("battle").selectAll().where("venue_id", "=", ctx.venue.id).where("id", "=", id).executeTakeFirstOrThrow();
}
export type Battle = Awaited<ReturnType<typeof battleOf>>;

export const setBattle = (ctx: Ctx, id: string, values: Partial<Omit<Battle, "venue_id" | "id">>) =>
  ctx.db.updateTable("battle").set(values).where("venue_id", "=", ctx.venue.id).where("id", "=", id).execute();

/** Columns that an unplayed match releases. */
export const DROPPED = { state: "dropped", court_id: null, starts_at: null, pinned: false } as const;

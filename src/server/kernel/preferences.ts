/** Preferences of people at a venue. */
import type { Ctx } from "../http/context";

/** A person's preferences at the venue, by key. */
export async function preferencesOf(ctx: Ctx, personId: string): Promise<Record<string, string>> {
  const rows = await ctx.db
    .selectFrom("preference")
    .select(["key", "value"])
    .where("person_id", "=", personId)
    .where("venue_id", "=", ctx.venue.id)
    .orderBy("key")
    .execute();
  return Object.fromEntries(rows.map((row) => [row.key, row.value]));
}

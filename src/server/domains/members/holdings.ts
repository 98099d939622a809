/** What the member list says of package cards. */
import { sql } from "kysely";
import { type Ctx, today } from "../../http/context";

/** Cards that a member can use now: how many, and the one when it is the only one. */
export interface Cards {
  readonly count: number;
  readonly only: { readonly name: string; readonly left: number } | null;
}

const usable = (ctx: Ctx) =>
  ctx.db
    .selectFrom("holding as h")
    .where("h.venue_id", "=", ctx.venue.id)
    .where("h.state", "in", ["inactive", "active", "paused"])
    .where("h.expires_on", ">=", today(ctx));

/** Usable cards of these members; a member without any is not in the map. */
export async function cardsOf(ctx: Ctx, memberIds: readonly string[]): Promise<Map<string, Cards>> {
  if (memberIds.length === 0) return new Map();
  const rows = await usable(ctx)
    .where("h.member_id", "in", memberIds)
    .groupBy("h.member_id")
    .select([
      "h.member_id",
      sql<number>`count(*)`.as("count"),
      sql<string>`min(h.name)`.as("name"),
      sql<number>`sum(h.times + h.bonus_times - h.used)`.as("left"),
    ])
    .execute();
  return new Map(
    rows.map((row) => [row.member_id, { count: row.count, only: row.count === 1 ? { name: row.name, left: row.left } : null }]),
  );
}

/** Usable cards per member, as a subquery with `member_id` and `count`. */
export const cardCounts = (ctx: Ctx) =>
  usable(ctx)
    .groupBy("h.member_id")
    .select(["h.member_id", sql<number>`count(*)`.as("count")]);

/** Package cards in the member list. */
import { type ExpressionBuilder, sql } from "kysely";
import type { Tables } from "../../db/tables";
import { type Ctx, today } from "../../http/context";

/** A card that is paused can't be used until it is resumed. */
const USABLE = ["inactive", "active"] as const;

const usable = (ctx: Ctx) =>
  ctx.db
    .selectFrom("holding as h")
    .where("h.venue_id", "=", ctx.venue.id)
    .where("h.state", "in", [...USABLE])
    .where("h.expires_on", ">=", today(ctx));

/** Usable cards of the member `m` of the query around: how many, and name and uses left of the one where there is only one. */
export const cardsOf = (ctx: Ctx, around: ExpressionBuilder<Tables & { m: Tables["member"] }, "m">) =>
  around
    .selectFrom("holding as h")
    .where("h.venue_id", "=", ctx.venue.id)
    .where("h.state", "in", [...USABLE])
    .where("h.expires_on", ">=", today(ctx))
    .whereRef("h.member_id", "=", "m.id")
    .select([
      sql<number>`count(*)`.as("count"),
      sql<string | null>`min(h.name)`.as("name"),
      sql<
        number | null
      >`sum(CASE WHEN h.kind = 'period' THEN h.expires_on - ${today(ctx)}::date + 1 ELSE h.times + h.bonus_times - h.used END)`.as("left"),
    ]);

/** Usable cards per member, as a subquery with `member_id` and `count`. */
export const cardCounts = (ctx: Ctx) =>
  usable(ctx)
    .groupBy("h.member_id")
    .select(["h.member_id", sql<number>`count(*)`.as("count")]);

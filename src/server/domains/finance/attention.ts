/** Items for the desk's attention: goods that run low, cards that run out. */
import { sql } from "kysely";
import type { z } from "zod";
import type { Dashboard } from "../../../contract/finance/finance";
import type { Code } from "../../../contract/core/permissions";
import { addDays } from "../../../contract/core/time";
import type { Ctx } from "../../http/context";

type Attention = Pick<z.infer<typeof Dashboard>, "lowStock" | "lowStockCount" | "expiringCards" | "expiringCardCount">;
const SHOWN = 5;
/** Cards that end within these days, today included, are worth a call (members-and-cards "Warnings"). */
const CARD_DAYS = 7;
/** And cards with this few times left, however long they run. */
const CARD_TIMES = 3;

/** Low stock and expiring cards on a day, each only for those who may open its screen. */
export async function attention(ctx: Ctx, day: string): Promise<Attention> {
  const may = (...codes: Code[]): boolean => codes.some((code) => ctx.codes.has(code));
  const products = may("product_list", "sale_from2", "stock") ? await lowStock(ctx) : [];
  const cards = may("venue_user_package_card_list", "venue_user_list") ? await expiring(ctx, day) : [];
  return {
    lowStock: products.map((row) => ({ productId: row.id, name: row.name, left: row.left, limit: row.low_limit, unit: row.unit })),
    lowStockCount: products[0]?.all ?? 0,
    expiringCards: cards.map((row) => ({
      holdingId: row.id,
      memberId: row.member_id,
      memberName: row.member_name,
      name: row.name,
      left: row.left,
      expiresOn: row.expires_on,
    })),
    expiringCardCount: cards[0]?.all ?? 0,
  };
}

/** Products at or below their limit in the shop, the emptiest first. */
const lowStock = (ctx: Ctx) =>
  ctx.db
    .selectFrom("product as p")
    .leftJoin("stock as s", (join) =>
      join.onRef("s.venue_id", "=", "p.venue_id").onRef("s.product_id", "=", "p.id").on("s.warehouse", "=", "shop"),
    )
    .where("p.venue_id", "=", ctx.venue.id)
    .where("p.stocked", "=", true)
    .where("p.on_shelf", "=", true)
    .where("p.low_limit", ">", 0)
    .where(sql<boolean>`coalesce(s.quantity, 0) <= p.low_limit`)
    .select(["p.id", "p.name", "p.unit", "p.low_limit"])
    .select([sql<number>`coalesce(s.quantity, 0)`.as("left"), sql<number>`count(*) OVER ()`.as("all")])
    .orderBy(sql`coalesce(s.quantity, 0)::float / p.low_limit`)
    .orderBy("p.id")
    .limit(SHOWN)
    .execute();

const expiring = (ctx: Ctx, day: string) =>
  ctx.db
    .selectFrom("holding as h")
    .innerJoin("package_card as c", (join) => join.onRef("c.venue_id", "=", "h.venue_id").onRef("c.id", "=", "h.package_card_id"))
    .innerJoin("member as m", (join) => join.onRef("m.venue_id", "=", "h.venue_id").onRef("m.id", "=", "h.member_id"))
    .where("h.venue_id", "=", ctx.venue.id)
    .where("h.state", "=", "active")
    .where("h.expires_on", ">=", day)
    .where(
      sql<boolean>`(h.expires_on <= ${addDays(day, CARD_DAYS)} OR (c.kind <> 'period' AND h.times + h.bonus_times - h.used <= ${CARD_TIMES}))`,
    )
    .select(["h.id", "h.member_id", "m.name as member_name", "h.name", "h.expires_on"])
    .select([
      sql<number | null>`CASE WHEN c.kind = 'period' THEN NULL ELSE h.times + h.bonus_times - h.used END`.as("left"),
      sql<number>`count(*) OVER ()`.as("all"),
    ])
    .orderBy("h.expires_on")
    .orderBy("h.id")
    .limit(SHOWN)
    .execute();

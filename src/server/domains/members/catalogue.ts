/** Offers of a venue to its members: card types, and recharge offers. */
import { type Selectable, sql } from "kysely";
import type { CardType, RechargeOffer } from "../../../contract/members/members";
import { type Fen, yuan } from "../../../contract/core/money";
import { type Ctx, today } from "../../http/context";
import type { CardTypeTable } from "./rows";

/** Card types in their order, with how many members carry each. */
export async function cardTypes(ctx: Ctx): Promise<{ content: CardType[] }> {
  const rows = await ctx.db
    .selectFrom("card_type as t")
    .leftJoin(
      ctx.db
        .selectFrom("member")
        .where("venue_id", "=", ctx.venue.id)
        .where("state", "<>", "closed")
        .groupBy("card_type_id")
        .select(["card_type_id", sql<number>`count(*)`.as("members")])
        .as("c"),
      "c.card_type_id",
      "t.id",
    )
    .where("t.venue_id", "=", ctx.venue.id)
    .selectAll("t")
    .select(sql<number>`coalesce(c.members, 0)`.as("members"))
    .orderBy("t.position")
    .orderBy("t.id")
    .execute();
  return { content: rows.map(toCardType) };
}
const toCardType = (row: Selectable<CardTypeTable> & { members: number }): CardType => ({
  id: row.id,
  name: row.name,
  colour: row.colour as CardType["colour"],
  placePercent: row.place_percent,
  productPercent: row.product_percent,
  months: row.months,
  fee: yuan(row.fee ?? 0),
  deposit: yuan(row.deposit ?? 0),
  members: row.members,
});

/**
 * Computes the amounts that an offer adds to the purses. The part beyond the price is a gift whatever its name: principal is paid out when
 * an account closes, so it never exceeds the payment.
 */
export const filledBy = ({ pay, principal, gift }: { readonly pay: Fen; readonly principal: Fen; readonly gift: Fen }) => ({
  principal: Math.min(principal, pay),
  gift: gift + Math.max(0, principal - pay),
});

/** Recharge offers on the shelf, in their order. */
export async function offers(ctx: Ctx): Promise<{ content: RechargeOffer[] }> {
  const rows = await ctx.db
    .selectFrom("recharge_offer as o")
    .leftJoin("coupon_offer as c", (join) => join.onRef("c.venue_id", "=", "o.venue_id").onRef("c.id", "=", "o.coupon_offer_id"))
    .selectAll("o")
    .select("c.name as coupon_name")
    .where("o.venue_id", "=", ctx.venue.id)
    .where("o.on_shelf", "=", true)
    .where((eb) => eb.or([eb("valid_from", "is", null), eb("valid_from", "<=", today(ctx))]))
    .where((eb) => eb.or([eb("valid_to", "is", null), eb("valid_to", ">=", today(ctx))]))
    .orderBy("o.position")
    .orderBy("o.pay")
    .orderBy("o.id")
    .execute();
  return {
    content: rows.map((row) => {
      const filled = filledBy(row);
      return {
        id: row.id,
        name: row.name,
        pay: yuan(row.pay),
        principal: yuan(filled.principal),
        gift: yuan(filled.gift),
        coupons: row.coupons === null || row.coupon_name === null ? null : { name: row.coupon_name, count: row.coupons },
      };
    }),
  };
}

/** Coaches who teach at the venue now, by name. */
export async function coaches(ctx: Ctx): Promise<{ content: { id: string; name: string }[] }> {
  const content = await ctx.db
    .selectFrom("coach")
    .select(["id", "name"])
    .where("venue_id", "=", ctx.venue.id)
    .where("state", "=", "approved")
    .orderBy("name")
    .orderBy("id")
    .execute();
  return { content };
}

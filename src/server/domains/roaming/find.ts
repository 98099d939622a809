/** Cards of other venues at this one's desk. */
import { sql, type SqlBool } from "kysely";
import type { Output, Parsed } from "../../../contract/core/call";
import { yuan } from "../../../contract/core/money";
import type { roaming, RoamingCard } from "../../../contract/roaming/roaming";
import type { Ctx, VenueRow } from "../../http/context";
import { otherVenues, readAt } from "../../kernel/at-venue";
import { phoneIsWhole } from "../../kernel/phones";

/** Members of other venues who may pay here, by a whole card number or a whole phone; of any other nothing is shown. */
export async function find(ctx: Ctx, { q }: Parsed<typeof roaming.find>): Promise<Output<typeof roaming.find>> {
  const venues = await otherVenues(ctx);
  return ctx.db.transaction().execute(async (tx) => {
    const content: RoamingCard[] = [];
    for (const venue of venues) content.push(...(await readAt({ ...ctx, db: tx }, venue, (there) => cardsAt(ctx, there, venue, q))));
    return { content };
  });
}

async function cardsAt(ctx: Ctx, there: Ctx, venue: VenueRow, q: string): Promise<RoamingCard[]> {
  const rows = await there.db
    .selectFrom("member as m")
    .innerJoin("card_type as t", (join) => join.onRef("t.venue_id", "=", "m.venue_id").onRef("t.id", "=", "m.card_type_id"))
    .select(["m.id", "m.name", "m.card_no as cardNo", "t.name as cardType"])
    .select(
      sql<number>`coalesce((SELECT sum(b.amount) FROM balance b WHERE b.venue_id = m.venue_id AND b.subject = m.id
        AND b.account IN ('purse.principal', 'purse.gift')), 0)::bigint`.as("balance"),
    )
    .where("m.venue_id", "=", venue.id)
    .where("m.state", "=", "active")
    .where(sql<SqlBool>`t.roams_at @> ARRAY[${ctx.venue.id}]`)
    .where(sql<SqlBool>`(m.card_key = ${q.toLowerCase()} OR ${phoneIsWhole(ctx, "m.phone", q)})`)
    .orderBy("m.id")
    .execute();
  return rows.map(({ id, balance, ...card }) => ({
    ...card,
    memberId: id,
    venueId: venue.id,
    venueName: venue.name,
    balance: yuan(balance),
  }));
}

/** Finding members: the filter of the list as conditions, each of which an index can serve. */
import { type Expression, type SelectQueryBuilder, type SqlBool, sql } from "kysely";
import { contains, isPlain, spellingOf } from "../db/contains";
import type { z } from "zod";
import type { MemberFilter } from "../../contract/members/members";
import { addDays, instant } from "../../contract/core/time";
import { countOf } from "../db/counts";
import type { Tables } from "../db/tables";
import { type Ctx, today } from "../http/context";
import { phoneFits } from "./phones";

export type Filter = z.output<typeof MemberFilter>;
type Members = Tables & { m: Tables["member"] };

/** Up to here a name is also found by any part of it; beyond, by how it begins, which an index serves. */
const SMALL_VENUE = 50_000;

/** The members of the filter, as `m`, nothing selected yet. */
export async function membersOf(ctx: Ctx, filter: Filter): Promise<SelectQueryBuilder<Members, "m", object>> {
  let query: SelectQueryBuilder<Members, "m", object> = ctx.db.selectFrom("member as m").where("m.venue_id", "=", ctx.venue.id);
  const day = today(ctx);
  const since = (days: number): Date => instant(addDays(day, -days), 0, ctx.venue.zone);
  if (filter.q) query = query.where(await memberFits(ctx, filter.q, "m"));
  if (filter.cardTypeId?.length) query = query.where("m.card_type_id", "in", filter.cardTypeId);
  if (filter.state?.length) query = query.where("m.state", "in", filter.state);
  if (filter.visit === "today") query = query.where("m.last_visit_at", ">=", since(0));
  if (filter.visit === "7d") query = query.where("m.last_visit_at", ">=", since(6));
  if (filter.visit === "30d") query = query.where("m.last_visit_at", ">=", since(29));
  if (filter.visit === "absent90") query = query.where("m.last_visit_at", "<", since(90));
  if (filter.expiring === "30d") query = query.where("m.expires_on", ">=", day).where("m.expires_on", "<=", addDays(day, 30));
  if (filter.debt === "yes")
    query = query.where(
      "m.id",
      "in",
      debts(ctx)
        .select("subject")
        .having(sql<number>`sum(amount)`, ">", 0),
    );
  return query;
}

/** Selects the debts of members: the sum of their receivable, by subject. */
export const debts = (ctx: Ctx) =>
  ctx.db.selectFrom("posting").where("venue_id", "=", ctx.venue.id).where("account", "=", "receivable.member").groupBy("subject");

/** `column ^@ text`: begins with. Unlike LIKE it is leakproof, so an index serves it under row-level security. */
const begins = (column: string, text: string): Expression<SqlBool> => sql<SqlBool>`${sql.ref(column)} ^@ ${text}`;

/**
 * Conditions for what a person types: digits are phones and card numbers, Latin letters pinyin and card numbers, the rest names.
 * @param alias of the table of members, or of a view with its columns
 */
export async function memberFits(ctx: Ctx, q: string, alias: "m" | "t"): Promise<Expression<SqlBool>> {
  const key = q.toLowerCase();
  if (/^\d+$/.test(q)) {
    return sql<SqlBool>`(${phoneFits(ctx, `${alias}.phone`, q, `${alias}.phone_tail`)} or ${begins(`${alias}.card_key`, key)})`;
  }
  const members = await countOf(ctx, ctx.db.selectFrom("member as m").where("m.venue_id", "=", ctx.venue.id));
  const named = members <= SMALL_VENUE ? contains(key, sql.ref(`${alias}.name`)) : begins(`${alias}.name`, q);
  if (!isPlain(q)) return named;
  const letters = spellingOf(q);
  const spelled = letters === "" ? sql`` : sql` or ${begins(`${alias}.pinyin`, letters)} or ${begins(`${alias}.initials`, letters)}`;
  return sql<SqlBool>`(${named} or ${begins(`${alias}.card_key`, key)}${spelled})`;
}

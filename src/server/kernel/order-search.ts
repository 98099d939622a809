/** Which booking orders a search finds, alone or by their lines. */
import { type Expression, type RawBuilder, sql, type SqlBool } from "kysely";
import { isPlain, spellingOf } from "../db/contains";
import type { Ctx } from "../http/context";
import { phoneFits } from "./phones";

/**
 * Order number, name, phone of the booker; card number, pinyin and initials of the member. All by how they begin. Each is looked up by
 * itself and the finds are put together: an index serves each, none serves their OR. As an array they
 * are found first and orders looked up by them, whatever the planner believes of their number.
 * @param order the id of the order in the query's rows
 */
export function matchingOrders(ctx: Ctx, q: string, order: RawBuilder<unknown>): Expression<SqlBool> {
  const key = q.toLowerCase();
  const letters = spellingOf(q);
  const plain = isPlain(q);
  const digits = /^\d+$/.test(q);
  const alone = (condition: RawBuilder<unknown>) =>
    sql`SELECT b.id FROM booking_order b WHERE b.venue_id = ${ctx.venue.id} AND ${condition}`;
  const member = (condition: RawBuilder<unknown>) => sql`SELECT b.id FROM member m JOIN booking_order b ON b.venue_id = m.venue_id
    AND b.member_id = m.id WHERE m.venue_id = ${ctx.venue.id} AND ${condition}`;
  const finds = [
    alone(digits ? phoneFits(ctx, "b.phone", q) : sql`b.name ^@ ${q}`),
    ...(plain ? [alone(sql`b.no ^@ ${q.toUpperCase()}`), member(sql`m.card_key ^@ ${key}`)] : []),
    ...(digits && q.length === 4 ? [alone(sql`b.phone_tail = ${q}`)] : []),
    ...(!digits && letters !== "" ? [member(sql`m.pinyin ^@ ${letters}`), member(sql`m.initials ^@ ${letters}`)] : []),
  ];
  return sql<SqlBool>`${order} = ANY (ARRAY(${sql.join(finds, sql` UNION `)}))`;
}

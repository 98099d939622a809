/** Searching by phone: the one place that says who may search by a part of it. */
import { type RawBuilder, sql, type SqlBool } from "kysely";
import type { Ctx } from "../http/context";

/**
 * Whether a phone fits what a person typed. Who may see phones finds them by how they begin; anybody else by the whole number or its last four
 * digits only: a search by beginnings would give a masked number away digit by digit.
 * @param phone column, `m.phone`
 * @param tail column of the last four digits, where the table keeps one
 */
export const phoneFits = (ctx: Ctx, phone: string, q: string, tail?: string): RawBuilder<SqlBool> =>
  phoneIs(ctx, sql.ref(phone), q, tail === undefined ? undefined : sql.ref(tail));

/** As {@link phoneFits}, of expressions. */
export function phoneIs(ctx: Ctx, column: RawBuilder<unknown>, q: string, tail?: RawBuilder<unknown>): RawBuilder<SqlBool> {
  const ends = q.length === 4 ? sql` OR ${tail ?? sql`right(${column}, 4)`} = ${q}` : sql``;
  return sql<SqlBool>`(${ctx.codes.has("member_phone") ? sql`${column} ^@ ${q}` : sql`${column} = ${q}`}${ends})`;
}

/** Finding sales: the filter of the lists as conditions. */
import { type Expression, type RawBuilder, sql, type SqlBool } from "kysely";
import type { z } from "zod";
import { paymentType } from "../../../contract/enums";
import type { SaleFilter } from "../../../contract/sale";
import type { Ctx } from "../../http/context";

export type Filter = z.output<typeof SaleFilter>;

/** Conditions on `sale as s`; with `line`, what is asked of goods is asked of the one `sale_line as l` and its `product as p`. */
export function saleConditions(ctx: Ctx, filter: Filter, of: "sale" | "line" = "sale"): Expression<SqlBool>[] {
  const conditions: Expression<SqlBool>[] = [];
  if (filter.q) conditions.push(matching(ctx, filter.q, of));
  if (filter.from !== undefined) conditions.push(sql<SqlBool>`s.day >= ${filter.from}`);
  if (filter.to !== undefined) conditions.push(sql<SqlBool>`s.day <= ${filter.to}`);
  if (filter.state?.length) conditions.push(sql<SqlBool>`s.state = ANY (${filter.state}::text[])`);
  if (filter.memberId !== undefined) conditions.push(sql<SqlBool>`s.member_id = ${filter.memberId}`);
  if (filter.operatorId !== undefined) conditions.push(sql<SqlBool>`s.person_id = ${filter.operatorId}`);
  if (filter.payType?.length) {
    const types = filter.payType.map((type) => paymentType(type) ?? type);
    conditions.push(sql<SqlBool>`EXISTS (SELECT FROM payment y WHERE y.venue_id = s.venue_id AND y.document_kind = 'sale'
      AND y.document_id = s.id AND y.type = ANY (${types}::text[]))`);
  }
  if (filter.classId?.length)
    conditions.push(
      of === "line"
        ? sql<SqlBool>`p.class_id = ANY (${filter.classId}::text[])`
        : sql<SqlBool>`EXISTS (SELECT FROM sale_line x JOIN product k ON k.venue_id = x.venue_id AND k.id = x.product_id
            WHERE x.venue_id = s.venue_id AND x.sale_id = s.id AND k.class_id = ANY (${filter.classId}::text[]))`,
    );
  return conditions;
}

/** Sale number, member's name, phone and card number by how they begin; goods by what their name holds or their barcode. */
function matching(ctx: Ctx, q: string, of: "sale" | "line"): Expression<SqlBool> {
  const key = q.toLowerCase();
  const member = (condition: RawBuilder<unknown>) =>
    sql`SELECT b.id FROM member m JOIN sale b ON b.venue_id = m.venue_id AND b.member_id = m.id
      WHERE m.venue_id = ${ctx.venue.id} AND ${condition}`;
  const goods = sql`SELECT k.id FROM product k WHERE k.venue_id = ${ctx.venue.id} AND (position(${key} in lower(k.name)) > 0 OR k.barcode = ${q})`;
  const sold = sql`SELECT x.sale_id FROM sale_line x WHERE x.venue_id = ${ctx.venue.id} AND x.product_id IN (${goods})`;
  const finds = [
    sql`SELECT b.id FROM sale b WHERE b.venue_id = ${ctx.venue.id} AND b.no ^@ ${q.toUpperCase()}`,
    member(sql`m.name ^@ ${q}`),
    member(sql`m.phone ^@ ${q}`),
    member(sql`m.card_key ^@ ${key}`),
    ...(of === "sale" ? [sold] : []),
  ];
  const found = sql`s.id IN (${sql.join(finds, sql` UNION `)})`;
  return of === "line" ? sql<SqlBool>`(${found} OR l.product_id IN (${goods}))` : sql<SqlBool>`${found}`;
}

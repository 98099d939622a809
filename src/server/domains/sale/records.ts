/** Sales and their lines as lists. */
import { barcodeKey } from "../../../contract/core/typed/code";
import { type RawBuilder, sql, type SqlBool } from "kysely";
import { contains } from "../../db/contains";
import { paymentType } from "../../../contract/core/enums";
import { saleLines, sales } from "../../../contract/sale/sales";
import type { Ctx } from "../../http/context";
import { phoneFits } from "../../kernel/phones";
import { METHOD, TOOK } from "../../kernel/sale-methods";
import type { Route } from "../../http/serve";
import { isAmongFound, type Filter } from "../../resource/query";
import { serveResource } from "../../resource/serve";

/** States of a cart after payment: waiting and abandoned carts are not sales. */
const SOLD = sql`('paid', 'partly_returned', 'returned', 'void')`;
const lower = (q: string): string => q.toLowerCase();

/** Members by how their name, phone or card number begins. */
const buyers = (ctx: Ctx, q: string): RawBuilder<unknown> =>
  sql`SELECT m.id FROM member m WHERE m.venue_id = ${ctx.venue.id} AND (m.name ^@ ${q} OR m.card_key ^@ ${lower(q)}
    OR ${phoneFits(ctx, "m.phone", q, "m.phone_tail")})`;
/** Goods by what their name holds, or by their barcode. */
const goods = (ctx: Ctx, q: string): RawBuilder<{ id: string }> =>
  sql`SELECT k.id FROM product k WHERE k.venue_id = ${ctx.venue.id} AND (${contains(q, sql.ref("k.name"))} OR barcode_key(k.barcode) = ${barcodeKey(q)})`;
/** Rows of the days that the list is asked for: who searches one month is not to wait for the others. */
const inDays = ({ dayFrom, dayTo }: Filter, day: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`${dayFrom === undefined ? sql`` : sql` AND ${day} >= ${dayFrom}`}${dayTo === undefined ? sql`` : sql` AND ${day} <= ${dayTo}`}`;
/** Sales by how their number begins, by who sold or who bought: a set of each, which an index finds, never one condition on every row. */
function salesOf(ctx: Ctx, q: string, filter: Filter): RawBuilder<{ id: string }> {
  const ofDays = sql`SELECT s.id FROM sale s WHERE s.venue_id = ${ctx.venue.id}${inDays(filter, sql`s.day`)}`;
  return sql`${ofDays} AND s.no ^@ ${q.toUpperCase()} UNION ${ofDays} AND s.operator = ${q} UNION ${ofDays} AND s.member_id IN (${buyers(ctx, q)})`;
}
/** Sales of goods. */
const soldWith = (ctx: Ctx, q: string, filter: Filter): RawBuilder<{ id: string }> =>
  sql`SELECT x.sale_id AS id FROM sale_line x WHERE x.venue_id = ${ctx.venue.id}${inDays(filter, sql`x.day`)} AND x.product_id IN (${goods(ctx, q)})`;
const ofClasses = (ctx: Ctx, classes: readonly string[]): RawBuilder<unknown> =>
  sql`SELECT k.id FROM product k WHERE k.venue_id = ${ctx.venue.id} AND k.class_id = ANY (${classes}::text[])`;

/** Payment methods of a line's sale. */
const paidBy = sql`SELECT ${METHOD} FROM payment y
  WHERE y.venue_id = t.venue_id AND y.document_kind = 'sale' AND y.document_id = t.sale_id AND ${TOOK}`;

export const saleRecordRoutes: Route[] = [
  ...serveResource(sales, {
    table: "sale",
    where: () => sql<SqlBool>`t.state IN ${SOLD}`,
    columns: {
      createdAt: () => sql`t.at`,
      goods: () =>
        sql`coalesce(concat_ws(', ', (SELECT string_agg(l.name || ' ×' || l.quantity, ', ' ORDER BY l.id) FROM sale_line l WHERE l.venue_id = t.venue_id AND l.sale_id = t.id),
          (SELECT string_agg(i.name, ', ' ORDER BY i.id) FROM sale_item i WHERE i.venue_id = t.venue_id AND i.sale_id = t.id)), '')`,
      others: () => sql`(SELECT coalesce(sum(i.total), 0)::bigint FROM sale_item i WHERE i.venue_id = t.venue_id AND i.sale_id = t.id)`,
      held: () =>
        sql`(SELECT coalesce(sum(i.total), 0)::bigint FROM sale_item i WHERE i.venue_id = t.venue_id AND i.sale_id = t.id AND i.kind = 'deposit' AND i.kept IS NULL)`,
      prorate: () => sql`((SELECT count(*) FROM sale_line l WHERE l.venue_id = t.venue_id AND l.sale_id = t.id AND l.discount > 0) > 1)`,
      discount: () => sql`(t.discount - t.rounding)`,
      quantity: () => sql`(SELECT coalesce(sum(l.quantity), 0) FROM sale_line l WHERE l.venue_id = t.venue_id AND l.sale_id = t.id)`,
      phone: () => sql`coalesce((SELECT m.phone FROM member m WHERE m.venue_id = t.venue_id AND m.id = t.member_id), '')`,
      payTypes: () =>
        sql`ARRAY(SELECT DISTINCT y.type FROM payment y WHERE y.venue_id = t.venue_id AND y.document_kind = 'sale' AND y.document_id = t.id ORDER BY 1)`,
      class: () =>
        sql`(SELECT k.class_id FROM sale_line l JOIN product k ON k.venue_id = l.venue_id AND k.id = l.product_id
          WHERE l.venue_id = t.venue_id AND l.sale_id = t.id ORDER BY l.id LIMIT 1)`,
    },
    filters: {
      q: (q: string, ctx, filter) => isAmongFound(ctx, sql`${salesOf(ctx, q, filter)} UNION ${soldWith(ctx, q, filter)}`, [sql`t.id`]),
      class: (classes: readonly string[], ctx) =>
        sql<SqlBool>`t.id IN (SELECT x.sale_id FROM sale_line x WHERE x.venue_id = ${ctx.venue.id} AND x.product_id IN (${ofClasses(ctx, classes)}))`,
      payTypes: (types: readonly string[]) => {
        const known = types.map((type) => paymentType(type) ?? type);
        return sql<SqlBool>`EXISTS (SELECT FROM payment y WHERE y.venue_id = t.venue_id AND y.document_kind = 'sale' AND y.document_id = t.id
          AND y.type = ANY (${known}::text[]))`;
      },
    },
  }),
  ...serveResource(saleLines, {
    table: "sale_line",
    where: () => sql<SqlBool>`EXISTS (SELECT FROM sale s WHERE s.venue_id = t.venue_id AND s.id = t.sale_id AND s.state IN ${SOLD})`,
    columns: {
      state: () => sql`(SELECT s.state FROM sale s WHERE s.venue_id = t.venue_id AND s.id = t.sale_id)`,
      operator: () => sql`(SELECT s.operator FROM sale s WHERE s.venue_id = t.venue_id AND s.id = t.sale_id)`,
      member: () => sql`(SELECT s.member_id FROM sale s WHERE s.venue_id = t.venue_id AND s.id = t.sale_id)`,
      class: () => sql`(SELECT k.class_id FROM product k WHERE k.venue_id = t.venue_id AND k.id = t.product_id)`,
      day: () => sql`t.day`,
      paidBy: () => sql`ARRAY(SELECT DISTINCT * FROM (${paidBy}) x ORDER BY 1)`,
      manualOff: () => sql`(t.discount - t.member_off - t.coupon_off - t.rounding)`,
      // Returned pieces were refunded at the line's own price: what is left rounds up.
      refunded: () => sql`floor(t.price * t.returned::numeric / t.quantity)::bigint`,
    },
    filters: {
      q: async (q: string, ctx, filter) =>
        sql<SqlBool>`(${await isAmongFound(ctx, goods(ctx, q), [sql`t.product_id`])} OR ${await isAmongFound(ctx, salesOf(ctx, q, filter), [sql`t.sale_id`])})`,
      class: (classes: readonly string[], ctx) => sql<SqlBool>`t.product_id IN (${ofClasses(ctx, classes)})`,
      member: (members: readonly string[], ctx) =>
        sql<SqlBool>`t.sale_id IN (SELECT s.id FROM sale s WHERE s.venue_id = ${ctx.venue.id} AND s.member_id = ANY (${members}::text[]))`,
      paidBy: (methods: readonly string[]) => sql<SqlBool>`EXISTS (${paidBy} AND ${METHOD} = ANY (${methods}::text[]))`,
      state: (states: readonly string[], ctx) =>
        sql<SqlBool>`t.sale_id IN (SELECT s.id FROM sale s WHERE s.venue_id = ${ctx.venue.id} AND s.state = ANY (${states}::text[]))`,
    },
  }),
];

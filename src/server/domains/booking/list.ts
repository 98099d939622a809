/** Booking orders as the lists, their sums and their file show them. */
import { type Expression, type SelectQueryBuilder, sql, type SqlBool } from "kysely";
import type { z } from "zod";
import type { BookingFilter, BookingOrder, BookingSums } from "../../../contract/booking";
import type { Page, PageQuery } from "../../../contract/call";
import { type PaymentType, paymentType } from "../../../contract/enums";
import { yuan } from "../../../contract/money";
import { type Sortable, mapPage, pageOf } from "../../db/page";
import type { Tables } from "../../db/tables";
import type { Ctx } from "../../http/context";
import { matchingOrders } from "../../kernel/orderSearch";
import { dressedOrders, toOrder } from "./view";

export type Filter = z.output<typeof BookingFilter>;
type Orders = Tables & { o: Tables["booking_order"] };

const SORTABLE: Sortable = {
  id: "o.id",
  createdAt: "o.created_at",
  no: "o.no",
  day: ["o.day", "o.start_minute"],
  start: "o.start_minute",
  name: "o.name",
  list: "o.list",
  discount: "o.discount",
  total: "o.total",
  paid: "o.paid",
  refunded: "o.refunded",
  orderStatus: "o.order_status",
  payStatus: "o.pay_status",
};

/** A page of orders, newest first unless sorted. */
export async function list(ctx: Ctx, input: Filter & z.output<typeof PageQuery>): Promise<Page<BookingOrder>> {
  const page = await pageOf(ctx, filtered(ctx, dressedOrders(ctx), input), input, SORTABLE, "createdAt,desc");
  const types = await payTypesOf(
    ctx,
    page.content.map((row) => row.id),
  );
  return mapPage(page, (row) => toOrder(ctx, row, types.get(row.id) ?? []));
}

/** Sums over the whole filter. */
export async function sums(ctx: Ctx, input: Filter): Promise<z.infer<typeof BookingSums>> {
  const orders = ctx.db.selectFrom("booking_order as o").where("o.venue_id", "=", ctx.venue.id);
  const row = await filtered(ctx, orders, input)
    .select([
      sql<number>`count(*)`.as("count"),
      sql<number>`coalesce(sum(o.list), 0)`.as("list"),
      sql<number>`coalesce(sum(o.discount), 0)`.as("discount"),
      sql<number>`coalesce(sum(o.total), 0)`.as("total"),
      sql<number>`coalesce(sum(o.paid), 0)`.as("paid"),
      sql<number>`coalesce(sum(o.refunded), 0)`.as("refunded"),
      sql<number>`coalesce(sum(o.total - o.paid) FILTER (WHERE o.order_status IN ('held', 'reserved')), 0)`.as("due"),
    ])
    .executeTakeFirstOrThrow();
  return {
    count: row.count,
    list: yuan(row.list),
    discount: yuan(row.discount),
    total: yuan(row.total),
    paid: yuan(row.paid),
    refunded: yuan(row.refunded),
    due: yuan(row.due),
  };
}

/** Payment types of each order. */
async function payTypesOf(ctx: Ctx, ids: readonly string[]): Promise<Map<string, PaymentType[]>> {
  const types = new Map<string, PaymentType[]>();
  if (ids.length === 0) return types;
  const rows = await ctx.db
    .selectFrom("payment")
    .select(["document_id", "type"])
    .where("venue_id", "=", ctx.venue.id)
    .where("document_kind", "=", "order")
    .where("document_id", "in", [...ids])
    .groupBy(["document_id", "type"])
    .orderBy("type")
    .execute();
  for (const row of rows) types.set(row.document_id, [...(types.get(row.document_id) ?? []), row.type as PaymentType]);
  return types;
}

/** Narrows a query on `booking_order as o` to the filter. */
export function filtered<DB extends Orders, TB extends keyof DB & string, O>(
  ctx: Ctx,
  query: SelectQueryBuilder<DB, TB, O>,
  filter: Filter,
): SelectQueryBuilder<DB, TB, O> {
  const conditions: Expression<SqlBool>[] = [];
  if (filter.q) conditions.push(matchingOrders(ctx, filter.q));
  if (filter.to !== undefined) conditions.push(sql<SqlBool>`o.day <= ${filter.to}`);
  if (filter.from !== undefined) conditions.push(sql<SqlBool>`(o.day >= ${filter.from} OR ${laterLine(filter.from, filter.to)})`);
  if (filter.orderStatus?.length) conditions.push(sql<SqlBool>`o.order_status = ANY (${filter.orderStatus}::text[])`);
  if (filter.payStatus?.length) conditions.push(sql<SqlBool>`o.pay_status = ANY (${filter.payStatus}::text[])`);
  if (filter.source?.length) conditions.push(sql<SqlBool>`o.source = ANY (${filter.source}::text[])`);
  if (filter.memberId !== undefined) conditions.push(sql<SqlBool>`o.member_id = ${filter.memberId}`);
  if (filter.payType?.length) {
    const types = filter.payType.map((type) => paymentType(type) ?? type);
    conditions.push(sql<SqlBool>`EXISTS (SELECT FROM payment y WHERE y.venue_id = o.venue_id AND y.document_kind = 'order'
      AND y.document_id = o.id AND y.type = ANY (${types}::text[]))`);
  }
  return conditions.reduce((narrowed, condition) => narrowed.where(condition), query);
}

/** Orders that began before the days asked for and have a line in them. An index knows the few that last for more than a day. */
const laterLine = (from: string, to: string | undefined) =>
  sql`(o.last_day >= ${from} AND EXISTS (SELECT FROM booking_line l WHERE l.venue_id = o.venue_id AND l.order_id = o.id
    AND l.status IN ('active', 'missed') AND l.day >= ${from}${to === undefined ? sql`` : sql` AND l.day <= ${to}`}))`;

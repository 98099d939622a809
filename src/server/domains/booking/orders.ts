/** Booking orders as rows of their list, its sums and its file. */
import { sql, type SqlBool } from "kysely";
import { bookingOrders } from "../../../contract/booking/booking-orders";
import { paymentType } from "../../../contract/core/enums";
import { orderStatusLabel, payStatusLabel } from "../../../contract/booking/order-words";
import type { OrderStatus, PayStatus } from "../../../contract/core/states";
import type { Ctx } from "../../http/context";
import { matchingOrders } from "../../kernel/order-search";
import { placesIn } from "../../kernel/place-words";
import type { Row } from "../../resource/query";
import { servicesOf } from "../../resource/serve";

const PAYMENTS = sql`payment y WHERE y.venue_id = t.venue_id AND y.document_kind = 'order' AND y.document_id = t.id`;

/** Orders that have a line on these days: an index knows the few that last for more than a day. */
function ofDays([from, to]: readonly [from: string | undefined, to: string | undefined]) {
  const begun = to === undefined ? sql`true` : sql`t.day <= ${to}`;
  if (from === undefined) return sql<SqlBool>`${begun}`;
  const later = sql`t.last_day >= ${from} AND EXISTS (SELECT FROM booking_line l WHERE l.venue_id = t.venue_id AND l.order_id = t.id
    AND l.status IN ('active', 'missed') AND l.day >= ${from}${to === undefined ? sql`` : sql` AND l.day <= ${to}`})`;
  return sql<SqlBool>`(${begun} AND (t.day >= ${from} OR (${later})))`;
}

/** Returns the columns that the state labels of a row depend on. */
const states = (row: Row) => ({
  source: String(row["source"]),
  orderStatus: row["orderStatus"] as OrderStatus,
  payStatus: row["payStatus"] as PayStatus,
  total: Number(row["total"]),
});

export const bookingOrderServices = servicesOf(bookingOrders, {
  table: "booking_order",
  names: { start: "start_minute", end: "end_minute" },
  columns: {
    cardTypeColour: () => sql`(SELECT c.colour FROM card_type c WHERE c.venue_id = t.venue_id AND c.id = t.card_type_id)`,
    // `dueOf` of an order.
    due: () => sql`CASE WHEN t.order_status IN ('held', 'reserved') THEN t.total - t.paid ELSE 0 END`,
    payTypes: () => sql`ARRAY(SELECT DISTINCT y.type FROM ${PAYMENTS} ORDER BY 1)`,
  },
  sorts: { day: ["day", "start_minute"] },
  filters: {
    q: (q: string, ctx: Ctx) => matchingOrders(ctx, q, sql`t.id`),
    day: ofDays,
    payTypes: (types: readonly string[]) =>
      sql<SqlBool>`EXISTS (SELECT FROM ${PAYMENTS} AND y.type = ANY (${types.map((type) => paymentType(type) ?? type)}::text[]))`,
  },
  derive: { places: (row, ctx) => placesIn(String(row["places"]), ctx.language) },
  texts: {
    orderStatus: (row, ctx) => orderStatusLabel(states(row))[ctx.language],
    payStatus: (row, ctx) => payStatusLabel(states(row))[ctx.language],
  },
});

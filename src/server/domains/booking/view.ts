/** One order whole: lines with the reason of each price, payments, and every change in words. */
import { sql } from "kysely";
import { type Fen, showFen, yuan } from "../../../contract/core/money";
import type { BookingOrder, BookingOrderDetail } from "../../../contract/booking/booking";
import type { PaymentType } from "../../../contract/core/enums";
import type { Values } from "../../../contract/core/fill";
import { maskPhone } from "../../../contract/core/phone";
import { approvalsOf } from "../../kernel/approval";
import type { Ctx } from "../../http/context";
import { saleIds, salesOf } from "./goods";
import { missingOrder, type OrderRow } from "../../kernel/orders";
import { word } from "./words";
import { paymentsOf } from "../../kernel/payments";
import { placesIn } from "../../kernel/place-words";

/** An order with the names beside it. */
type DressedOrder = OrderRow & { program: string; card_type_name: string | null; card_type_colour: number | null };

/** Orders with their program's and card type's names. Left joins on unique keys: counting drops them. */
const ordersWithNames = (ctx: Ctx) =>
  ctx.db
    .selectFrom("booking_order as o")
    .leftJoin("program as g", (join) => join.onRef("g.venue_id", "=", "o.venue_id").onRef("g.id", "=", "o.program_id"))
    .leftJoin("card_type as t", (join) => join.onRef("t.venue_id", "=", "o.venue_id").onRef("t.id", "=", "o.card_type_id"))
    .where("o.venue_id", "=", ctx.venue.id)
    .selectAll("o")
    .select((eb) => [eb.fn.coalesce("g.name", eb.val("")).as("program"), "t.name as card_type_name", "t.colour as card_type_colour"]);

/** Computes the unpaid amount: only orders that can still be paid owe anything. */
export const dueOf = (order: Pick<OrderRow, "order_status" | "total" | "paid">): Fen =>
  order.order_status === "held" || order.order_status === "reserved" ? order.total - order.paid : 0;

/** An order as the wire carries it. */
const toOrder = (ctx: Ctx, row: DressedOrder, payTypes: readonly PaymentType[]): BookingOrder => ({
  id: row.id,
  no: row.no,
  createdAt: row.created_at.toISOString(),
  day: row.day,
  start: row.start_minute,
  end: row.end_minute,
  program: row.program,
  places: placesIn(row.places, ctx.language),
  name: row.name,
  phone: maskPhone(row.phone),
  memberId: row.member_id,
  cardTypeName: row.card_type_name,
  cardTypeColour: row.card_type_colour as BookingOrder["cardTypeColour"],
  source: row.source as BookingOrder["source"],
  kind: row.kind as BookingOrder["kind"],
  asGroup: row.as_group,
  list: yuan(row.list),
  discount: yuan(row.discount),
  total: yuan(row.total),
  paid: yuan(row.paid),
  refunded: yuan(row.refunded),
  due: yuan(dueOf(row)),
  payTypes: [...payTypes],
  orderStatus: row.order_status as BookingOrder["orderStatus"],
  payStatus: row.pay_status as BookingOrder["payStatus"],
  holdUntil: row.hold_until?.toISOString() ?? null,
  operator: row.operator,
});

/**
 * One order whole.
 * @throws AppError `missing`
 */
export async function view(ctx: Ctx, input: { id: string }): Promise<BookingOrderDetail> {
  const { id } = input;
  // Asked for together: whoever booked it holds the day's counter of numbers until this is read.
  const [order, lines, payments, sales, changes, approvals] = await Promise.all([
    ordersWithNames(ctx).where("o.id", "=", id).executeTakeFirst(),
    linesOf(ctx, id),
    paymentsOf(ctx, "order", id),
    salesOf(ctx, id),
    changesOf(ctx, id),
    approvalsOf(ctx, id),
  ]);
  if (!order) return missingOrder(ctx);
  const types = [...new Set(payments.map((payment) => payment.type as PaymentType))];
  return {
    ...toOrder(ctx, order, types),
    lines: lines.map((line) => ({
      id: line.id,
      placeId: line.place_id,
      placeName: line.place_name,
      hallName: line.hall_name,
      day: line.day,
      start: line.start_minute,
      end: line.end_minute,
      trace: line.trace,
      refunded: yuan(line.refunded),
      fee: yuan(line.fee),
      status: line.status as BookingOrderDetail["lines"][number]["status"],
      card:
        line.holding_id === null
          ? null
          : { holdingId: line.holding_id, name: line.card_name ?? "", uses: line.uses, usesBack: line.uses_back },
    })),
    sales,
    payments: payments.map((payment) => ({
      id: payment.id,
      type: payment.type as PaymentType,
      amount: yuan(payment.amount),
      refunded: yuan(payment.refunded),
      state: payment.state as BookingOrderDetail["payments"][number]["state"],
      tendered: payment.tendered === null ? null : yuan(payment.tendered),
      at: payment.at.toISOString(),
      operator: payment.operator,
      note: payment.note,
    })),
    changes,
    remark: order.remark,
    discountReason: order.discount_reason,
    fee: yuan(order.fee),
    approvals,
  };
}

const linesOf = (ctx: Ctx, orderId: string) =>
  ctx.db
    .selectFrom("booking_line as l")
    .innerJoin("place as p", (join) => join.onRef("p.venue_id", "=", "l.venue_id").onRef("p.id", "=", "l.place_id"))
    .innerJoin("hall as h", (join) => join.onRef("h.venue_id", "=", "p.venue_id").onRef("h.id", "=", "p.hall_id"))
    .where("l.venue_id", "=", ctx.venue.id)
    .where("l.order_id", "=", orderId)
    .orderBy("p.position")
    .orderBy("l.start_minute")
    .leftJoin("holding as c", (join) => join.onRef("c.venue_id", "=", "l.venue_id").onRef("c.id", "=", "l.holding_id"))
    .selectAll("l")
    .select(["p.name as place_name", "h.name as hall_name", "c.name as card_name"])
    .execute();

/** Every change of the order and of the goods added to it from the audit log, oldest first. */
async function changesOf(ctx: Ctx, orderId: string): Promise<BookingOrderDetail["changes"]> {
  const rows = await ctx.db
    .selectFrom("audit_log")
    .select(["at", "operator", "action", "before", "after"])
    .where("venue_id", "=", ctx.venue.id)
    .where((eb) =>
      eb.or([
        eb.and([eb("object", "=", "booking_order"), eb("object_id", "=", orderId)]),
        // As an array, which the index can look up.
        eb.and([eb("object", "=", "sale"), eb("object_id", "=", sql<string>`ANY (ARRAY(${saleIds(ctx, orderId)}))`)]),
      ]),
    )
    .orderBy("id")
    .execute();
  return rows.map((row) => ({
    at: row.at.toISOString(),
    operator: row.operator,
    action: actionWord(ctx, row.action, row.after?.["order_status"]),
    detail: detailOf(ctx, row.before ?? {}, row.after ?? {}),
  }));
}

/** The call's own word; where none fits, what became of the order. */
function actionWord(ctx: Ctx, action: string, status: unknown): string {
  const known = word(action, ctx.language);
  if (known !== action) return known;
  return typeof status === "string" ? word(status, ctx.language) : word("changed", ctx.language);
}

function detailOf(ctx: Ctx, before: Readonly<Record<string, unknown>>, after: Readonly<Record<string, unknown>>): string {
  const say = (name: string, values: Values = {}): string => word(name, ctx.language, values);
  const status = (row: Readonly<Record<string, unknown>>): string[] =>
    typeof row["order_status"] === "string" ? [say(row["order_status"])] : [];
  const grown = (column: string, wording: string): string[] => {
    const amount = Number(after[column] ?? 0) - Number(before[column] ?? 0);
    return amount > 0 ? [say(wording, { amount: showFen(amount) })] : [];
  };
  const states = [...status(before), ...status(after)].join(" → ");
  const where = (row: Readonly<Record<string, unknown>>): string =>
    [row["day"], row["places"]].filter((part) => typeof part === "string" && part !== "").join(" ");
  const moves = where(before) !== "" && where(after) !== "" ? [`${where(before)} → ${where(after)}`] : [];
  const reason = typeof after["reason"] === "string" && after["reason"] !== "" ? [say("because", { reason: after["reason"] })] : [];
  return [
    ...(states === "" ? [] : [states]),
    ...moves,
    ...grown("paid", "received"),
    ...grown("refunded", "gaveBack"),
    ...grown("fee", "kept"),
    ...reason,
  ].join(ctx.language === "zh" ? "，" : ", ");
}

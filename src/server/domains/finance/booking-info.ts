/** Booking details: lines of bookings with what was posted for each, their sums, and the same by place, hour and weekday. */
import { type Expression, type RawBuilder, type SelectQueryBuilder, sql, type SqlBool } from "kysely";
import type { z } from "zod";
import type { BookingInfo, BookingInfoFilter, BookingInfoSums, bookingInfo } from "../../../contract/finance/booking-info";
import type { Output, Page, PageQuery, Parsed } from "../../../contract/core/call";
import type { PaymentType } from "../../../contract/core/enums";
import { yuan } from "../../../contract/core/money";
import { maskPhone } from "../../../contract/core/phone";
import { EVER } from "../../../contract/core/rows-behind";
import { addDays, instant } from "../../../contract/core/time";
import { mapPage, pageOf, type Sortable } from "../../db/page";
import type { Tables } from "../../db/tables";
import type { Ctx } from "../../http/context";
import { matchingOrders } from "../../kernel/order-search";

export type Filter = z.output<typeof BookingInfoFilter>;
type Lines = Tables & { l: Tables["booking_line"]; o: Tables["booking_order"]; p: Tables["place"] };

const SORTABLE: Sortable = {
  id: "l.id",
  day: ["l.day", "l.start_minute"],
  no: "o.no",
  placeName: ["p.hall_id", "p.position"],
  name: "o.name",
};

/**
 * SQL condition: true if a line is active and its order is paid; it has then earned its price (ledger/check.ts applies the same to whole
 * orders).
 */
const EARNED = sql<boolean>`(l.status = 'active' AND o.pay_status IN ('paid', 'part_refunded', 'refunded') AND o.order_status NOT IN ('cancelled', 'expired'))`;
const earnedAmount = (amount: RawBuilder<number>): RawBuilder<number> => sql<number>`CASE WHEN ${EARNED} THEN ${amount} ELSE 0 END`;

/** Amount that a line has posted, fen: its price less its refunds; for a released line, the fee. */
const NET = sql<number>`(${earnedAmount(sql`l.price - l.refunded`)} + l.fee)`;
const BACK = sql<number>`(l.refunded + l.moved_back)`;
/**
 * Figures of each line, fen. The sale is the order's, whatever became of it: list price, discounts, price. `paid` − `refunded` = `net`, of
 * each line and so of sums. Money that only lies on an order (a part payment of a hold) is not paid for a line yet.
 */
const FIGURES = {
  list: sql<number>`l.list`,
  member: sql<number>`l.member_off`,
  promotion: sql<number>`l.promotion_off`,
  bundle: sql<number>`l.bundle_off`,
  coupon: sql<number>`l.coupon_off`,
  manual: sql<number>`l.manual_off`,
  other: sql<number>`(l.discount - l.member_off - l.promotion_off - l.bundle_off - l.coupon_off - l.manual_off)`,
  price: sql<number>`l.price`,
  paid: sql<number>`(${NET} + ${BACK})`,
  refunded: BACK,
  fee: sql<number>`l.fee`,
  net: NET,
} as const;
type Figure = keyof typeof FIGURES;
const NAMES = Object.keys(FIGURES) as Figure[];
const figuresOf = (row: Readonly<Record<Figure, number>>): Record<Figure, string> =>
  Object.fromEntries(NAMES.map((name) => [name, yuan(row[name])])) as Record<Figure, string>;

/** Lines of bookings as `l`, with order `o` and place `p`; what was taken off before it was paid is none. */
const linesOf = (ctx: Ctx) =>
  ctx.db
    .selectFrom("booking_line as l")
    .innerJoin("booking_order as o", (join) => join.onRef("o.venue_id", "=", "l.venue_id").onRef("o.id", "=", "l.order_id"))
    .innerJoin("place as p", (join) => join.onRef("p.venue_id", "=", "l.venue_id").onRef("p.id", "=", "l.place_id"))
    .where("l.venue_id", "=", ctx.venue.id)
    .where("l.status", "<>", "dropped");

/** Lines as the list and the file show them. */
export const linesWithNames = (ctx: Ctx, filter: Filter) =>
  filtered(ctx, linesOf(ctx), filter)
    .leftJoin("hall as h", (join) => join.onRef("h.venue_id", "=", "p.venue_id").onRef("h.id", "=", "p.hall_id"))
    .leftJoin("program as g", (join) => join.onRef("g.venue_id", "=", "o.venue_id").onRef("g.id", "=", "o.program_id"))
    .leftJoin("card_type as t", (join) => join.onRef("t.venue_id", "=", "o.venue_id").onRef("t.id", "=", "o.card_type_id"))
    .select([
      "l.id",
      "l.order_id",
      "l.day",
      "l.start_minute",
      "l.end_minute",
      "p.name as place_name",
      "h.name as hall_name",
      "g.name as program",
      "t.name as card_type_name",
      "t.colour as card_type_colour",
      "o.no",
      "o.name",
      "o.phone",
      "o.member_id",
      "o.source",
      "o.order_status",
      "o.pay_status",
      "o.operator",
      sql<PaymentType[]>`ARRAY(SELECT DISTINCT y.type FROM payment y WHERE y.venue_id = o.venue_id AND y.document_kind = 'order'
        AND y.document_id = o.id ORDER BY y.type)`.as("pay_types"),
    ])
    .select(NAMES.map((name) => FIGURES[name].as(name)));
type LineRow = Awaited<ReturnType<ReturnType<typeof linesWithNames>["execute"]>>[number];

/** A page of lines, the latest play first unless sorted. */
export async function list(ctx: Ctx, input: Filter & z.output<typeof PageQuery>): Promise<Page<BookingInfo>> {
  return mapPage(await pageOf(ctx, linesWithNames(ctx, input), input, SORTABLE, "day,desc"), toInfo);
}

const toInfo = (row: LineRow): BookingInfo => ({
  id: row.id,
  orderId: row.order_id,
  no: row.no,
  day: row.day,
  start: row.start_minute,
  end: row.end_minute,
  program: row.program ?? "",
  hallName: row.hall_name ?? "",
  placeName: row.place_name,
  name: row.name,
  phone: maskPhone(row.phone),
  memberId: row.member_id,
  cardTypeName: row.card_type_name,
  cardTypeColour: row.card_type_colour as BookingInfo["cardTypeColour"],
  source: row.source as BookingInfo["source"],
  ...figuresOf(row),
  payTypes: row.pay_types,
  orderStatus: row.order_status as BookingInfo["orderStatus"],
  payStatus: row.pay_status as BookingInfo["payStatus"],
  operator: row.operator,
});

const sumOf = (name: Figure) => sql<number>`coalesce(sum(${FIGURES[name]}), 0)`.as(name);

/** Sums over the whole filter. */
export async function sums(ctx: Ctx, input: Filter): Promise<z.infer<typeof BookingInfoSums>> {
  const row = await filtered(ctx, linesOf(ctx), input)
    .select([sql<number>`count(*)`.as("count"), sql<number>`coalesce(sum(l.end_minute - l.start_minute), 0)`.as("minutes")])
    .select(NAMES.map(sumOf))
    .executeTakeFirstOrThrow();
  const { later, since, ...booked } = await correctionsOf(ctx, input);
  const figures = Object.fromEntries(NAMES.map((name) => [name, row[name] + booked[name]])) as Record<Figure, number>;
  return { count: row.count, minutes: row.minutes, ...figuresOf(figures), later: yuan(later), since: yuan(since) };
}

const HAS_CHANGED = (ctx: Ctx) => sql<SqlBool>`l.id IN (SELECT k.line_id FROM locked_line k WHERE k.venue_id = ${ctx.venue.id})`;

/** Returns by how much the booked figures of a filter differ from its lines as they are now: only by lines that changed in locked periods. */
async function correctionsOf(ctx: Ctx, input: Filter): Promise<Record<Figure | "later" | "since", number>> {
  const none = Object.fromEntries([...NAMES, "later", "since"].map((name) => [name, 0])) as Record<Figure | "later" | "since", number>;
  // Days of payment are those of the lines' own payments: such a list shows lines as they are.
  if (input.by === "pay") return none;
  const { from, to, ...narrow } = input;
  const within = (day: string) => sql<boolean>`(${sql.ref(day)} >= ${from ?? EVER} AND ${sql.ref(day)} <= ${to ?? "9999-12-31"})`;
  const own = filtered(ctx, linesOf(ctx), narrow).where(HAS_CHANGED(ctx)).select("l.id");
  const rows = await filtered(ctx, linesOf(ctx), input).where(HAS_CHANGED(ctx)).select(NAMES.map(sumOf)).executeTakeFirstOrThrow();
  // The figures of versions are those of lines: `l` and `o` are one row here.
  const { rows: booked } = await sql<Record<Figure | "later", number>>`
    SELECT ${sql.join(NAMES.map((name) => sql`coalesce(sum(l.sign * ${FIGURES[name]}), 0)::bigint AS ${sql.ref(name)}`))},
      coalesce(sum(l.sign * ${NET}) FILTER (WHERE l.later), 0)::bigint AS later
    FROM booked_line l JOIN LATERAL (SELECT l.order_status, l.pay_status) o ON true
    WHERE l.venue_id = ${ctx.venue.id} AND l.status <> 'dropped' AND ${within("l.booked_on")} AND l.id IN (${own})`.execute(ctx.db);
  const [sum = none] = booked;
  const change = Object.fromEntries(NAMES.map((name) => [name, sum[name] - rows[name]])) as Record<Figure, number>;
  return { ...change, later: sum.later, since: sum.later - change.net };
}

const GROUPS = {
  place: sql<string>`l.place_id`,
  hour: sql<string>`(l.start_minute / 60)::text`,
  weekday: sql<string>`extract(isodow FROM l.day)::text`,
};

/** Returns by how much the booked net of each group differs from that of its lines, fen: as `correctionsOf` does of the sums. */
async function lockedChanges(
  ctx: Ctx,
  input: Parsed<typeof bookingInfo.groups>,
): Promise<ReadonlyMap<string, { readonly name: string; readonly net: number }>> {
  if (input.by === "pay") return new Map();
  const { from = EVER, to = "9999-12-31", ...narrow } = input;
  const own = filtered(ctx, linesOf(ctx), narrow).where(HAS_CHANGED(ctx)).select("l.id");
  const { rows } = await sql<{ key: string; name: string; net: number }>`
    SELECT ${GROUPS[input.group]} AS key, min(p.name) AS name, sum(l.sign * ${NET})::bigint AS net FROM (
      SELECT b.id, b.sign, b.day, b.place_id, b.start_minute, b.status, b.price, b.refunded, b.fee, b.order_status, b.pay_status FROM booked_line b
      WHERE b.venue_id = ${ctx.venue.id} AND b.booked_on BETWEEN ${from} AND ${to}
      UNION ALL SELECT n.id, -1, n.day, n.place_id, n.start_minute, n.status, n.price, n.refunded, n.fee, w.order_status, w.pay_status
      FROM booking_line n JOIN booking_order w ON w.venue_id = n.venue_id AND w.id = n.order_id
      WHERE n.venue_id = ${ctx.venue.id} AND n.day BETWEEN ${from} AND ${to}
    ) l JOIN LATERAL (SELECT l.order_status, l.pay_status) o ON true
    JOIN place p ON p.venue_id = ${ctx.venue.id} AND p.id = l.place_id
    WHERE l.status <> 'dropped' AND l.id IN (${own}) GROUP BY 1 ORDER BY min(p.hall_id), min(p.position), 1`.execute(ctx.db);
  return new Map(rows.map(({ key, ...change }) => [key, change]));
}

/** The lines of a filter by place, by the hour in which they begin, or by weekday, in their natural order. */
export async function groups(ctx: Ctx, input: Parsed<typeof bookingInfo.groups>): Promise<Output<typeof bookingInfo.groups>> {
  const key = GROUPS[input.group];
  const rows = await filtered(ctx, linesOf(ctx), input)
    .groupBy(key)
    .orderBy(input.group === "place" ? sql`min(p.hall_id), min(p.position)` : sql`(${key})::int`)
    .orderBy(key)
    .select([
      key.as("key"),
      sql<string>`min(p.name)`.as("name"),
      sql<number>`count(*)`.as("count"),
      sql<number>`sum(l.end_minute - l.start_minute)`.as("minutes"),
      sumOf("net"),
    ])
    .execute();
  const changes = await lockedChanges(ctx, input);
  const content = rows.map(({ key: id, name, count, minutes, net }) => ({
    key: id,
    name,
    count,
    minutes,
    net: net + (changes.get(id)?.net ?? 0),
  }));
  const present = new Set(rows.map((row) => row.key));
  for (const [id, { name, net }] of changes) if (net !== 0 && !present.has(id)) content.push({ key: id, name, count: 0, minutes: 0, net });
  if (input.group !== "place") content.sort((a, b) => Number(a.key) - Number(b.key));
  return { content: content.map(({ net, name, ...row }) => ({ ...row, name: input.group === "place" ? name : "", net: yuan(net) })) };
}

/** Narrows lines with their order and place to the filter. */
function filtered<DB extends Lines, TB extends keyof DB & string, O>(
  ctx: Ctx,
  query: SelectQueryBuilder<DB, TB, O>,
  filter: Filter,
): SelectQueryBuilder<DB, TB, O> {
  const conditions: Expression<SqlBool>[] = [];
  const among = (column: RawBuilder<unknown>, values: readonly string[] | undefined): void => {
    if (values?.length) conditions.push(sql<SqlBool>`${column} = ANY (${values}::text[])`);
  };
  if (filter.q) conditions.push(matchingOrders(ctx, filter.q, sql`o.id`));
  if (filter.by === "pay") {
    const { zone } = ctx.venue;
    const since = filter.from === undefined ? sql`true` : sql`y.at >= ${instant(filter.from, 0, zone)}`;
    const until = filter.to === undefined ? sql`true` : sql`y.at < ${instant(addDays(filter.to, 1), 0, zone)}`;
    conditions.push(sql<SqlBool>`EXISTS (SELECT FROM payment y WHERE y.venue_id = o.venue_id AND y.document_kind = 'order'
      AND y.document_id = o.id AND y.state IN ('succeeded', 'refunding', 'refunded', 'refund_failed') AND ${since} AND ${until})`);
  } else {
    if (filter.from !== undefined) conditions.push(sql<SqlBool>`l.day >= ${filter.from}`);
    if (filter.to !== undefined) conditions.push(sql<SqlBool>`l.day <= ${filter.to}`);
  }
  among(sql`p.hall_id`, filter.hallId);
  among(sql`o.program_id`, filter.programId);
  among(sql`l.place_id`, filter.placeId);
  among(sql`o.source`, filter.source);
  among(sql`o.order_status`, filter.orderStatus);
  among(sql`o.pay_status`, filter.payStatus);
  among(sql`o.card_type_id`, filter.cardTypeId);
  return conditions.reduce((narrowed, condition) => narrowed.where(condition), query);
}

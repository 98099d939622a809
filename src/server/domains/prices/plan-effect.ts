/**
 * Computes the effect of changed price rules on active bookings: unpaid ones may be re-priced, paid ones never are. Before and after are
 * priced by the same pure function as at the desk.
 */
import { sql, type SqlBool } from "kysely";
import type { PlanEffect, TouchedOrder } from "../../../contract/prices/price-plans";
import type { PriceTrace } from "../../../contract/booking/booking";
import { type Fen, fen, yuan } from "../../../contract/core/money";
import { type Ctx, today } from "../../http/context";
import { type BundleRule, bundlesOver, fittingBundle } from "../../kernel/price/bundles";
import { loadPlaces } from "../../kernel/places";
import { placesIn } from "../../kernel/place-words";
import { type Priced, type PriceInput, priceOrder, toTrace } from "../../kernel/price/price";
import type { PriceRules } from "../../kernel/price/rules";
import { attendeesOf } from "../../kernel/price/replay";
import { loadRules } from "../../kernel/price/tariff";
import type { RuleChange } from "./rule-change";

/** An unpaid order whose price the change would alter. */
interface Touched {
  readonly order: OrderRow;
  /** Its lines with their new price, in the order of `order.lines`. */
  readonly priced: readonly Priced[];
  readonly total: Fen;
}

const SHOWN = 200;

/** Computes the effect of the change. */
export async function effectOf(ctx: Ctx, change: RuleChange): Promise<PlanEffect> {
  const [touched, paidKept] = [await touchedBy(ctx, change), await paidIn(ctx, change)];
  const sumOf = (of: (one: Touched) => Fen): Fen => touched.reduce((sum, one) => sum + of(one), 0);
  const [from, to] = [sumOf((one) => one.order.total), sumOf((one) => one.total)];
  return {
    orders: touched.slice(0, SHOWN).map((one) => toWire(ctx, one)),
    count: touched.length,
    from: yuan(from),
    to: yuan(to),
    difference: yuan(to - from),
    paidKept,
  };
}

const toWire = (ctx: Ctx, { order, total }: Touched): TouchedOrder => ({
  orderId: order.id,
  orderNo: order.no,
  name: order.name,
  day: order.day,
  start: order.start_minute,
  end: order.end_minute,
  places: placesIn(order.places, ctx.language),
  status: order.order_status === "held" ? "held" : "reserved",
  holdUntil: order.hold_until?.toISOString() ?? null,
  from: yuan(order.total),
  to: yuan(total),
  difference: yuan(total - order.total),
});

/**
 * Unpaid single bookings still to come whose price the change alters, each with its new price. Orders that were priced as a whole
 * (coupon; a bundle, unless bundles change) or given away keep the price that they were given, and so does one that would cost nothing:
 * there would be nothing to pay.
 */
async function touchedBy(ctx: Ctx, change: RuleChange): Promise<Touched[]> {
  const orders = await unpaidIn(ctx, change);
  const days = orders.flatMap((order) => order.lines.map((line) => line.day)).sort();
  const [first, last] = [days[0], days.at(-1)];
  if (first === undefined || last === undefined) return [];
  const places = await loadPlaces(ctx, { ids: [...new Set(orders.flatMap((order) => order.lines.map((line) => line.placeId)))] });
  const programOf = new Map(places.map((place) => [place.id, place.programId]));
  const rules = await loadRules(ctx, places, first, last);
  const changed = new Map([...rules].map(([id, ofProgram]) => [id, change.apply(ofProgram, id)]));
  const bundlesSold = change.bundles ? await bundlesOver(ctx, places) : [];
  const soldThen = change.bundles?.(bundlesSold) ?? [];
  return orders.flatMap((order): Touched[] => {
    const inputs = (from: ReadonlyMap<string, PriceRules>): PriceInput[] =>
      order.lines.flatMap((line) => {
        const ofProgram = from.get(programOf.get(line.placeId) ?? "");
        return ofProgram ? [inputOf(order, line, ofProgram)] : [];
      });
    const bundleOf = (of: readonly BundleRule[], from: ReadonlyMap<string, PriceRules>): BundleRule | null => {
      if (order.lines.some((line) => line.day !== order.day)) return null;
      const runs = order.lines.map(({ placeId, start, end }) => ({ place: { id: placeId }, start, end }));
      const single = priceOrder(inputs(from), null).reduce((all, line) => all + (line?.price ?? 0), 0);
      return fittingBundle(of, order.day, runs, single) ?? null;
    };
    const [bundleNow, bundle] = [bundleOf(bundlesSold, rules), bundleOf(soldThen, changed)];
    const [now, then] = [priceOrder(inputs(rules), null, { bundle: bundleNow }), priceOrder(inputs(changed), null, { bundle })];
    if (then.length < order.lines.length || now.every((line, i) => line?.price === then[i]?.price && line?.list === then[i]?.list))
      return [];
    const sum = then.reduce((total, line) => total + (line?.price ?? 0), 0);
    const manual = manualOf(order);
    const priced = priceOrder(inputs(changed), manual && { ...manual, amount: Math.min(manual.amount, sum) }, { bundle }).filter(
      (line) => line !== null,
    );
    const total = priced.reduce((all, line) => all + line.price, 0);
    return priced.length < order.lines.length || total === 0 ? [] : [{ order, priced, total }];
  });
}

/**
 * Writes a change of the rules, and with it, where that is wanted, the new prices of unpaid orders.
 * @param write what changes the rules
 */
export async function changing<T>(ctx: Ctx, change: RuleChange, unpaid: "leave" | "reprice", write: () => Promise<T>): Promise<T> {
  const touched = unpaid === "reprice" ? await touchedBy(ctx, change) : [];
  const written = await write();
  await reprice(ctx, touched);
  return written;
}

/**
 * Writes new prices into orders that are still unpaid; whoever paid or cancelled meanwhile is left alone.
 */
async function reprice(ctx: Ctx, touched: readonly Touched[]): Promise<void> {
  const { db, venue } = ctx;
  for (const { order, priced, total } of [...touched].sort((a, b) => (a.order.id < b.order.id ? -1 : 1))) {
    const list = priced.reduce((sum, line) => sum + line.list, 0);
    const sameStart = await db
      .updateTable("booking_order")
      .set({ list, discount: list - total, total })
      .where("venue_id", "=", venue.id)
      .where("id", "=", order.id)
      .where("order_status", "in", UNPAID)
      .where("pay_status", "=", "unpaid")
      .where("total", "=", order.total)
      .returning("id")
      .executeTakeFirst();
    if (!sameStart) continue;
    for (const [i, line] of order.lines.entries()) {
      const now = priced[i];
      if (!now) continue;
      await db
        .updateTable("booking_line")
        .set({ list: now.list, discount: now.discount, price: now.price, trace: JSON.stringify(toTrace(now)) })
        .where("venue_id", "=", venue.id)
        .where("id", "=", line.id)
        .execute();
    }
    ctx.emit({ type: "booking_changed", orderId: order.id, data: { day: order.day } });
  }
}

type OrderRow = Awaited<ReturnType<typeof unpaidIn>>[number];
interface LineRow {
  readonly id: string;
  readonly placeId: string;
  readonly day: string;
  readonly start: number;
  readonly end: number;
  readonly trace: PriceTrace;
}

const inputOf = (order: OrderRow, line: LineRow, rules: PriceRules): PriceInput => ({
  rules,
  placeId: line.placeId,
  day: line.day,
  start: line.start,
  end: line.end,
  attendees: attendeesOf(line.trace),
  consumer: order.member_id !== null ? "member" : order.as_group ? "group" : "walkIn",
  card: order.card_id === null ? null : { id: order.card_id, name: order.card_name ?? "", percent: order.card_percent ?? 100 },
});

const matchedSteps = (order: { readonly lines: readonly LineRow[] }) =>
  order.lines.flatMap((line) => line.trace.steps.filter((step) => step.matched));
/** The discount that a person gave on the order. */
function manualOf(order: OrderRow): { amount: Fen; reason: string } | null {
  const steps = matchedSteps(order).filter((step) => step.rule === "manual");
  const amount = -steps.reduce((sum, step) => sum + fen(step.amount), 0);
  return amount === 0 ? null : { amount, reason: steps[0]?.detail ?? "" };
}
const WHOLE: ReadonlySet<string> = new Set(["coupon", "free", "voucher"]);

const UNPAID = ["held", "reserved"];
/** The days of a change from today on. */
const daysOf = (ctx: Ctx, { from, to }: RuleChange): { from: string; to: string } => ({ from: from > today(ctx) ? from : today(ctx), to });

async function unpaidIn(ctx: Ctx, change: RuleChange) {
  const { programIds } = change;
  const { from, to } = daysOf(ctx, change);
  if (programIds?.length === 0) return [];
  const rows = await ctx.db
    .selectFrom("booking_order as o")
    .leftJoin("member as m", (join) => join.onRef("m.venue_id", "=", "o.venue_id").onRef("m.id", "=", "o.member_id"))
    .leftJoin("card_type as c", (join) => join.onRef("c.venue_id", "=", "m.venue_id").onRef("c.id", "=", "m.card_type_id"))
    .where("o.venue_id", "=", ctx.venue.id)
    .$if(programIds !== null, (query) => query.where("o.program_id", "in", programIds ?? []))
    .where("o.day", ">=", today(ctx))
    .where("o.day", "<=", to)
    .where("o.starts_at", ">", ctx.now)
    // An order's day is its first; a line that was moved may lie later.
    .where(
      sql<SqlBool>`EXISTS (SELECT FROM booking_line l WHERE l.venue_id = o.venue_id AND l.order_id = o.id AND l.status = 'active'
        AND l.day BETWEEN ${from}::date AND ${to}::date)`,
    )
    .where("o.kind", "=", "single")
    .where("o.order_status", "in", UNPAID)
    .where("o.pay_status", "=", "unpaid")
    .where((eb) => eb.or([eb("o.hold_until", "is", null), eb("o.hold_until", ">", ctx.now)]))
    .orderBy("o.day")
    .orderBy("o.start_minute")
    .orderBy("o.no")
    .select(["o.id", "o.no", "o.name", "o.day", "o.start_minute", "o.end_minute", "o.places", "o.order_status", "o.hold_until", "o.total"])
    .select(["o.member_id", "o.as_group", "c.id as card_id", "c.name as card_name", "c.place_percent as card_percent"])
    .select(
      sql<LineRow[]>`(
        SELECT coalesce(jsonb_agg(jsonb_build_object('id', l.id, 'placeId', l.place_id, 'day', l.day, 'start', l.start_minute,
          'end', l.end_minute, 'trace', l.trace) ORDER BY l.id), '[]')
        FROM booking_line l WHERE l.venue_id = o.venue_id AND l.order_id = o.id AND l.status = 'active')`.as("lines"),
    )
    .execute();
  return rows.filter(
    (order) =>
      order.lines.length > 0 && !matchedSteps(order).some((step) => WHOLE.has(step.rule) || (step.rule === "bundle" && !change.bundles)),
  );
}

async function paidIn(ctx: Ctx, change: RuleChange): Promise<number> {
  const { programIds } = change;
  const { from, to } = daysOf(ctx, change);
  if (programIds?.length === 0) return 0;
  const { paid } = await ctx.db
    .selectFrom("booking_order")
    .where("venue_id", "=", ctx.venue.id)
    .$if(programIds !== null, (query) => query.where("program_id", "in", programIds ?? []))
    .where("day", ">=", from)
    .where("day", "<=", to)
    .where("starts_at", ">", ctx.now)
    .where("order_status", "in", ["paid", "checked_in"])
    .select(sql<number>`count(*)`.as("paid"))
    .executeTakeFirstOrThrow();
  return paid;
}

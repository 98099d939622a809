/** The booking grid of one to seven days: places, hours, list prices, what is booked, and the day's counters. */
import { sql } from "kysely";
import type { booking, Grid, GridBooking } from "../../../contract/booking/booking";
import type { Parsed } from "../../../contract/core/call";
import { type Fen, share, yuan } from "../../../contract/core/money";
import { maskPhone } from "../../../contract/core/phone";
import { addDays, GRANULE } from "../../../contract/core/time";
import type { Ctx } from "../../http/context";
import { closedOf, hoursOf, loadPlaces, openSlots, type PlaceInfo } from "../../kernel/places";
import { gridPlaces, hallsOf } from "./places";
import { loadRules, tariffBook } from "../../kernel/price/tariff";
import { dueOf } from "./view";

/**
 * The grid; of a place with those that overlap it, so that bookings there are seen. Places, plans and holidays, bookings, locks and the
 * waitlist: a query for each kind of thing, whatever is in it.
 */
export async function grid(ctx: Ctx, input: Parsed<typeof booking.grid>): Promise<Grid> {
  const days = Array.from({ length: input.days }, (_, i) => addDays(input.day, i));
  const last = days.at(-1) ?? input.day;
  const known = await loadPlaces(ctx, {
    hallId: input.hallId,
    programId: input.programId,
    around: input.placeId,
    all: true,
  });
  const programs = new Set(known.map((place) => place.programId));
  const [rules, read, locks, entries] = await Promise.all([
    loadRules(ctx, known, input.day, last),
    linesOf(ctx, input.day, last),
    locksOf(ctx, input.day, last),
    entriesOf(ctx, input.day, last),
  ]);
  const lines = read.filter((line) => line.status !== "released");
  // A place that is switched off stays where it was booked.
  const held = new Set([...lines, ...locks].map((row) => row.place_id));
  const places = known.filter((place) => place.active || held.has(place.id));
  const ids = new Set(places.map((place) => place.id));
  const isAsked = (place: PlaceInfo): boolean => input.placeId === undefined || place.id === input.placeId;
  const requestedPlaces = places.filter(isAsked);
  const askedIds = new Set(requestedPlaces.map((place) => place.id));
  // A fee stays received when its place is switched off.
  const feeIds = new Set(known.filter(isAsked).map((place) => place.id));
  const fees = read.filter((line) => line.status === "released" && feeIds.has(line.place_id));
  const offers = new Set(entries.map((entry) => entry.order_id));
  const shownLines = lines.filter((line) => ids.has(line.place_id));
  const shownLocks = locks.filter((row) => ids.has(row.place_id));
  const book = tariffBook();
  const halls = hallsOf(places);
  const hallPlaces = new Map(places.map((place) => [place.hallId, place]));
  const special = [...rules.values()][0]?.holidays;
  const count = countersOf(places, requestedPlaces, (day) => special?.get(day)?.kind === "closed");
  const hoursIn = (hallId: string, day: string): Grid["days"][number]["hours"][number] => {
    const place = hallPlaces.get(hallId) ?? { open: [], close: [], closed: [] };
    const { open, close } = hoursOf(place, day);
    const closed = special?.get(day)?.kind === "closed" ? [{ start: open, end: close }] : closedOf(place, day);
    return { hallId, open, close, ...(closed.length > 0 ? { closed: closed.map(({ start, end }) => ({ start, end })) } : {}) };
  };
  return {
    now: ctx.now.toISOString(),
    zone: ctx.venue.zone,
    halls,
    places: gridPlaces(places),
    days: days.map((day) => ({
      day,
      holiday: special?.get(day)?.name ?? null,
      kind: special?.get(day)?.kind ?? null,
      hours: halls.map((hall) => hoursIn(hall.id, day)),
      tariff: places.map((place) => {
        const ofProgram = rules.get(place.programId);
        return ofProgram ? book.of(place, day, ofProgram) : -1;
      }),
      counters: count(
        day,
        shownLines.filter((line) => line.day === day),
        shownLocks.filter((row) => row.day === day),
        fees.filter((line) => line.day === day),
      ),
    })),
    tariffs: book.tariffs,
    bookings: [...shownLines.map((line) => toBooking(line, offers.has(line.order_id))), ...shownLocks.map(toLock)],
    waiting: waitingOf(
      entries.filter((entry) => programs.has(entry.program_id) && (entry.place_id === null || askedIds.has(entry.place_id))),
    ),
  };
}

type LineRow = Awaited<ReturnType<typeof linesOf>>[number];
type LockRow = Awaited<ReturnType<typeof locksOf>>[number];

/**
 * Active lines with their orders, and those given up, alone or with their order, that a fee was kept of ("released"). A hold whose time is
 * up does not stand, whether or not the scheduler has released it.
 */
async function linesOf(ctx: Ctx, from: string, to: string) {
  const lines = await ctx.db
    .selectFrom("booking_line")
    .where("venue_id", "=", ctx.venue.id)
    .where("day", ">=", from)
    .where("day", "<=", to)
    .where((eb) => eb.or([eb("status", "in", ["active", "missed"]), eb.and([eb("status", "=", "released"), eb("fee", ">", 0)])]))
    .orderBy("day")
    .orderBy("place_id")
    .orderBy("start_minute")
    .select(["id", "order_id", "place_id", "day", "start_minute", "end_minute", "price", "refunded", "fee", "status", "uses"])
    .execute();
  const orders = await ordersOf(ctx, [...new Set(lines.map((line) => line.order_id))]);
  const stands = ({ order_status, hold_until }: OrderRow): boolean =>
    order_status === "held" ? hold_until !== null && hold_until > ctx.now : order_status !== "cancelled" && order_status !== "expired";
  return lines.flatMap((line) => {
    const order = orders.get(line.order_id);
    return order && (line.status === "released" || stands(order)) ? [Object.assign(line, { order })] : [];
  });
}

type OrderRow = Awaited<ReturnType<typeof ordersOf>> extends ReadonlyMap<string, infer Row> ? Row : never;

/** In one look through the index, where a join would begin a look for each line: with years of bookings those are most of the grid's cost. */
async function ordersOf(ctx: Ctx, ids: readonly string[]) {
  const rows = await ctx.db
    .selectFrom("booking_order")
    .where("venue_id", "=", ctx.venue.id)
    .where("id", "=", sql<string>`ANY (${ids}::text[])`)
    .select(["id", "no", "kind", "order_status", "pay_status", "name", "phone", "member_id", "source", "hold_until"])
    .select(["total", "paid", "moved_back", "remark", "discount_reason"])
    .execute();
  return new Map(rows.map((row) => [row.id, row]));
}

const locksOf = (ctx: Ctx, from: string, to: string) =>
  ctx.db
    .selectFrom("place_lock")
    .select(["id", "place_id", "day", "start_minute", "end_minute", "reason", "operator"])
    .where("venue_id", "=", ctx.venue.id)
    .where("day", ">=", from)
    .where("day", "<=", to)
    .where("status", "=", "locked")
    .execute();

/** Selects the waiting entries, and the orders that are an offer. */
const entriesOf = (ctx: Ctx, from: string, to: string) =>
  ctx.db
    .selectFrom("waitlist_entry")
    .select(["program_id", "place_id", "day", "start_minute", "end_minute", "state", "order_id"])
    .where("venue_id", "=", ctx.venue.id)
    .where("day", ">=", from)
    .where("day", "<=", to)
    .where((eb) => eb.or([eb("state", "=", "offered"), eb.and([eb("state", "=", "waiting"), eb("starts_at", ">", ctx.now)])]))
    .orderBy("day")
    .orderBy("start_minute")
    .orderBy("queued_at")
    .execute();

/** Those who wait for the same, counted. */
function waitingOf(entries: readonly Awaited<ReturnType<typeof entriesOf>>[number][]): Grid["waiting"] {
  const counted = new Map<string, Grid["waiting"][number]>();
  for (const entry of entries) {
    if (entry.state !== "waiting") continue;
    const key = [entry.day, entry.program_id, entry.place_id, entry.start_minute, entry.end_minute].join(" ");
    const known = counted.get(key);
    counted.set(key, {
      day: entry.day,
      programId: entry.program_id,
      placeId: entry.place_id,
      start: entry.start_minute,
      end: entry.end_minute,
      count: (known?.count ?? 0) + 1,
    });
  }
  return [...counted.values()];
}

/** Why a booked place costs nothing, "" where its price is nothing; null of every other. */
const freeReason = ({ uses, order }: LineRow): string | null =>
  order.kind === "single" && order.total === 0 && uses === 0 ? order.discount_reason : null;

const toBooking = (line: LineRow, offer: boolean): GridBooking => ({
  id: line.id,
  orderId: line.order_id,
  orderNo: line.order.no,
  placeId: line.place_id,
  day: line.day,
  start: line.start_minute,
  end: line.end_minute,
  kind: line.order.kind as GridBooking["kind"],
  status: line.order.order_status as GridBooking["status"],
  payStatus: line.order.pay_status as GridBooking["payStatus"],
  name: line.order.name,
  phone: maskPhone(line.order.phone),
  memberId: line.order.member_id,
  source: line.order.source as GridBooking["source"],
  holdUntil: line.order.hold_until?.toISOString() ?? null,
  due: yuan(dueOf(line.order)),
  note: line.order.remark,
  offer,
  free: freeReason(line),
});

const toLock = (row: LockRow): GridBooking => ({
  id: row.id,
  orderId: null,
  orderNo: "",
  placeId: row.place_id,
  day: row.day,
  start: row.start_minute,
  end: row.end_minute,
  kind: "lock",
  status: "locked",
  payStatus: null,
  name: row.operator,
  phone: "",
  memberId: null,
  source: "desk",
  holdUntil: null,
  due: "0.00",
  note: row.reason,
  offer: false,
  free: null,
});

/**
 * Counts unit-slots of half an hour (wire "Small decisions"). Whoever holds a unit
 * of the asked places counts for it; money counts for the asked places' own bookings,
 * and what was received for the day holds the fees kept of those that were given up.
 */
function countersOf(places: readonly PlaceInfo[], asked: readonly PlaceInfo[], shut: (day: string) => boolean) {
  const units = new Set(asked.flatMap((place) => place.unitIds));
  const unitsOf = new Map(places.map((place) => [place.id, place.unitIds.filter((unit) => units.has(unit)).length]));
  const own = new Set(asked.map((place) => place.id));
  const slotsOf = (row: { place_id: string; start_minute: number; end_minute: number }): number =>
    (unitsOf.get(row.place_id) ?? 0) * ((row.end_minute - row.start_minute) / GRANULE);
  return (
    day: string,
    lines: readonly LineRow[],
    locks: readonly LockRow[],
    fees: readonly LineRow[],
  ): Grid["days"][number]["counters"] => {
    const slots = openSlots(asked, day, shut(day));
    const sum = <T>(rows: readonly T[], of: (row: T) => number): number => rows.reduce((total, row) => total + of(row), 0);
    const booked = sum(lines, slotsOf) + sum(locks, slotsOf);
    const soldLines = lines.filter((line) => own.has(line.place_id));
    const keptFees = sum(fees, (line) => line.fee);
    // From a no-show nothing more is demanded: what was received stays.
    const askedOf = (line: LineRow): Fen => (line.order.order_status === "no_show" ? receivedOf(line) : line.price - line.refunded);
    const open = (line: LineRow): Fen => askedOf(line) - receivedOf(line);
    const receivable = sum(soldLines, askedOf) + keptFees;
    const received = sum(soldLines, receivedOf) + keptFees;
    const due = sum(soldLines, (line) => (dueOf(line.order) === 0 ? 0 : open(line)));
    const elsewhere = sum(soldLines, (line) => (dueOf(line.order) === 0 ? open(line) : 0));
    return {
      slots,
      booked,
      paid: sum(
        lines.filter(
          (line) => (line.order.pay_status === "paid" || line.order.pay_status === "part_refunded") && freeReason(line) === null,
        ),
        slotsOf,
      ),
      free: Math.max(0, slots - booked),
      utilisation: slots === 0 ? 0 : Math.min(100, Math.round((booked * 100) / slots)),
      receivable: yuan(receivable),
      received: yuan(received),
      due: yuan(due),
      elsewhere: yuan(elsewhere),
    };
  };
}

/** A line's part of what its order received and kept, fen. */
const receivedOf = ({ price, refunded, order }: LineRow): Fen =>
  (share(order.paid - order.moved_back, [price, order.total - price])[0] ?? 0) - refunded;

/**
 * What a closing would do: which active lines it hits, where each could go, what is left to lock. Pure of effects, so that preview and
 * apply ask the same question and compare the answers by a fingerprint.
 */
import { createHash } from "node:crypto";
import type { Parsed } from "../../../contract/call";
import type { closing } from "../../../contract/closing";
import type { Fen } from "../../../contract/money";
import type { OrderStatus } from "../../../contract/states";
import { addDays, daysBetween, GRANULE, instant } from "../../../contract/time";
import type { Ctx } from "../../http/context";
import { AppError } from "../../http/error";
import { hoursOf, isOpen, loadPlaces, type PlaceInfo } from "../../kernel/places";
import { isPaid, stateNow } from "../../kernel/orders";
import { isVouched } from "../../kernel/vouchers";
import { word } from "./words";
import { refundsOfCourts } from "../coaches/close";
import { refundsOfGround } from "../openPlay/cancel";
import { type Owing, withAttended, withPartPayments } from "./worth";

export type ClosingInput = Parsed<typeof closing.preview>;

/** Most days that one closing covers. */
const MOST_DAYS = 31;
const HIT: readonly OrderStatus[] = ["held", "reserved", "paid", "checked_in"];

/** A line that the closing hits. */
export interface Hit {
  readonly orderId: string;
  readonly lineId: string;
  readonly orderNo: string;
  readonly name: string;
  readonly phone: string;
  readonly memberId: string | null;
  readonly place: PlaceInfo;
  readonly day: string;
  readonly start: number;
  readonly end: number;
  readonly state: OrderStatus;
  readonly price: Fen;
  /**
   * What refunding it gives back, fen. Of a part payment, with the first line of its order, what the rest does not cost; of the order of
   * an open play or a coach's class its part of what the participants paid.
   */
  readonly worth: Fen;
  /** Uses of a package card and of a voucher that paid it: refunding it gives them back. A voucher's are said with one line of its order. */
  readonly cardUses: number;
  readonly voucherUses: number;
  /** The nearest free place at the same time; null: none, or it is to be refunded all the same. */
  readonly to: PlaceInfo | null;
  /** Whether a free place was found, whatever was chosen. */
  readonly found: PlaceInfo | null;
}
/** A stretch of a place that will be locked. */
export interface LockRun {
  readonly place: PlaceInfo;
  readonly day: string;
  readonly start: number;
  readonly end: number;
}
export interface Plan {
  readonly places: readonly PlaceInfo[];
  readonly hits: readonly Hit[];
  readonly locks: readonly LockRun[];
  readonly fingerprint: string;
}

/**
 * Plans a closing over what is booked now.
 * @throws AppError `closingTooLong`, `slotClosed`, `missing`
 */
export async function plan(ctx: Ctx, input: ClosingInput): Promise<Plan> {
  const count = daysBetween(input.from, input.to) + 1;
  if (count < 1 || count > MOST_DAYS) throw new AppError("closingTooLong", { days: MOST_DAYS });
  const all = await loadPlaces(ctx);
  const places = all.filter((place) => input.placeIds.includes(place.id));
  if (places.length < new Set(input.placeIds).size) throw new AppError("missing", { what: word("place", ctx.language) });
  const days = Array.from({ length: count }, (_, i) => addDays(input.from, i));
  const ground = await groundOf(ctx, days);
  const found = await hitsOf(ctx, input, all, places);
  const chosen = withPartPayments(chooseTargets(all, found.hits, ground, input), found.orders);
  const orderIds = [...found.orders.keys()];
  const hits = withAttended(chosen, new Map([...(await refundsOfGround(ctx, orderIds)), ...(await refundsOfCourts(ctx, orderIds))]));
  const locks = days.flatMap((day) => locksOf(ctx, input, day, all, places, ground));
  if (locks.length === 0 && hits.length === 0) throw new AppError("slotClosed", { place: places[0]?.name ?? "", time: input.from });
  return { places, hits, locks, fingerprint: fingerprintOf(hits, locks) };
}

/** Who holds each half hour of each unit; keys are `unit day minute`. */
interface Ground {
  readonly taken: ReadonlySet<string>;
  readonly locked: ReadonlySet<string>;
}
const cellKey = (unit: string, day: string, minute: number): string => `${unit} ${day} ${minute}`;
const unitsOf = (places: readonly PlaceInfo[]): Set<string> => new Set(places.flatMap((place) => place.unitIds));
const shares = (place: PlaceInfo, units: ReadonlySet<string>): boolean => place.unitIds.some((unit) => units.has(unit));
const halves = (start: number, end: number): number[] =>
  Array.from({ length: Math.ceil((end - start) / GRANULE) }, (_, i) => start + i * GRANULE);

/** What lines and locks hold on these days. */
async function groundOf(ctx: Ctx, days: readonly string[]): Promise<Ground> {
  const lines = await ctx.db
    .selectFrom("booking_line as l")
    .innerJoin("place as p", (join) => join.onRef("p.venue_id", "=", "l.venue_id").onRef("p.id", "=", "l.place_id"))
    .select(["p.unit_ids", "l.day", "l.start_minute", "l.end_minute"])
    .where("l.venue_id", "=", ctx.venue.id)
    .where("l.status", "=", "active")
    .where("l.day", "in", [...days])
    .execute();
  const locks = await ctx.db
    .selectFrom("place_lock as k")
    .innerJoin("place as p", (join) => join.onRef("p.venue_id", "=", "k.venue_id").onRef("p.id", "=", "k.place_id"))
    .select(["p.unit_ids", "k.day", "k.start_minute", "k.end_minute"])
    .where("k.venue_id", "=", ctx.venue.id)
    .where("k.status", "=", "locked")
    .where("k.day", "in", [...days])
    .execute();
  const cells = (rows: typeof lines): string[] =>
    rows.flatMap((row) =>
      row.unit_ids.flatMap((unit) => halves(row.start_minute, row.end_minute).map((minute) => cellKey(unit, row.day, minute))),
    );
  const locked = new Set(cells(locks));
  return { locked, taken: new Set([...cells(lines), ...locked]) };
}

/** Active lines that overlap the closed places in the closed time, in the order in which they are looked after. */
async function hitsOf(
  ctx: Ctx,
  input: ClosingInput,
  all: readonly PlaceInfo[],
  places: readonly PlaceInfo[],
): Promise<{ hits: Hit[]; orders: Map<string, Owing> }> {
  const units = unitsOf(places);
  const touched = all.filter((place) => shares(place, units));
  const byId = new Map(touched.map((place) => [place.id, place]));
  const rows = await ctx.db
    .selectFrom("booking_line as l")
    .innerJoin("booking_order as o", (join) => join.onRef("o.venue_id", "=", "l.venue_id").onRef("o.id", "=", "l.order_id"))
    .select([
      "l.id",
      "l.order_id",
      "l.place_id",
      "l.day",
      "l.start_minute",
      "l.end_minute",
      "l.price",
      "l.refunded",
      "l.uses",
      "l.uses_back",
      "l.trace",
    ])
    .select(["o.no", "o.name", "o.phone", "o.member_id", "o.order_status", "o.pay_status", "o.hold_until", "o.ends_at"])
    .select(["o.total", "o.paid", "o.refunded as given_back"])
    .select((eb) =>
      eb
        .selectFrom("booking_line as s")
        .select((sub) => sub.fn.countAll<number>().as("n"))
        .whereRef("s.venue_id", "=", "l.venue_id")
        .whereRef("s.order_id", "=", "l.order_id")
        .where("s.status", "=", "active")
        .as("lines"),
    )
    .select((eb) =>
      eb
        .selectFrom("voucher_use as u")
        .select((sub) => sub.fn.sum<number>("u.times").as("n"))
        .whereRef("u.venue_id", "=", "l.venue_id")
        .whereRef("u.order_id", "=", "l.order_id")
        .where("u.undone_at", "is", null)
        .as("voucher_uses"),
    )
    .where("l.venue_id", "=", ctx.venue.id)
    .where("l.status", "=", "active")
    .where("l.day", ">=", input.from)
    .where("l.day", "<=", input.to)
    .where("l.place_id", "in", [...byId.keys()])
    .where("l.start_minute", "<", input.end)
    .where("l.end_minute", ">", input.start)
    .orderBy("l.day")
    .orderBy("l.start_minute")
    .orderBy("l.id")
    .execute();
  const orders = new Map(rows.map((row) => [row.order_id, { total: row.total, left: row.paid - row.given_back, lines: row.lines ?? 0 }]));
  const hits = rows.flatMap((row): Hit[] => {
    const place = byId.get(row.place_id);
    const state = stateNow(ctx, row);
    if (!place || !HIT.includes(state) || instant(row.day, row.end_minute, ctx.venue.zone) <= ctx.now) return [];
    const worth = isPaid(state) && row.pay_status !== "unpaid" ? row.price - row.refunded : 0;
    const { no, name, phone } = row;
    const who = { orderId: row.order_id, lineId: row.id, orderNo: no, name, phone, memberId: row.member_id };
    const when = { place, day: row.day, start: row.start_minute, end: row.end_minute };
    const uses = { cardUses: row.uses - row.uses_back, voucherUses: isVouched([row]) ? (row.voucher_uses ?? 0) : 0 };
    return [{ ...who, ...when, state, price: row.price, worth, ...uses, to: null, found: null }];
  });
  const rank = new Map(all.map((place, i) => [place.id, i]));
  const order = (hit: Hit): number => rank.get(hit.place.id) ?? 0;
  hits.sort((a, b) => (a.day < b.day ? -1 : a.day > b.day ? 1 : a.start - b.start || order(a) - order(b)));
  return { hits, orders };
}

/**
 * Gives each hit the nearest place of its hall, else of its program, that is free for all of its time and is promised to no other. Of a
 * booking that finds places for some of its lines only, none moves unless it was asked for: who came together plays together.
 */
function chooseTargets(all: readonly PlaceInfo[], hits: readonly Hit[], ground: Ground, input: ClosingInput): Hit[] {
  const closed = unitsOf(all.filter((place) => input.placeIds.includes(place.id)));
  const promised = new Set<string>();
  const cellsOf = (hit: Hit, place: PlaceInfo): string[] =>
    place.unitIds.flatMap((unit) => halves(hit.start, hit.end).map((minute) => cellKey(unit, hit.day, minute)));
  const nearest = (hit: Hit, taken: ReadonlySet<string>): PlaceInfo | null => {
    const own = all.indexOf(hit.place);
    const near = all
      .filter((place) => place.programId === hit.place.programId && place.slotMinutes === hit.place.slotMinutes && !shares(place, closed))
      .filter((place) => place.unitIds.length === hit.place.unitIds.length && isOpen(place, hit.day, hit.start, hit.end))
      .map((place) => ({ place, away: Math.abs(all.indexOf(place) - own) + (place.hallId === hit.place.hallId ? 0 : all.length) }))
      .sort((a, b) => a.away - b.away)
      .map(({ place }) => place);
    return near.find((place) => cellsOf(hit, place).every((cell) => !ground.taken.has(cell) && !taken.has(cell))) ?? null;
  };
  const chosen = new Map<string, Hit>();
  for (const orderId of new Set(hits.map((hit) => hit.orderId))) {
    const own = hits.filter((hit) => hit.orderId === orderId);
    const asked = new Set(promised);
    const found = own.map((hit) => {
      const place = nearest(hit, asked);
      if (place && !input.refundLineIds.includes(hit.lineId)) for (const cell of cellsOf(hit, place)) asked.add(cell);
      return { ...hit, found: place };
    });
    const whole = found.every((hit) => hit.found !== null || input.refundLineIds.includes(hit.lineId));
    for (const hit of found) {
      const moves = !input.refundLineIds.includes(hit.lineId) && (whole || input.moveLineIds.includes(hit.lineId));
      const to = moves ? hit.found : null;
      if (to) for (const cell of cellsOf(hit, to)) promised.add(cell);
      chosen.set(hit.lineId, { ...hit, to });
    }
  }
  return hits.map((hit) => chosen.get(hit.lineId) ?? hit);
}

/**
 * Stretches to lock on a day: what of the closed places lies in opening hours, is not over and not locked already. Where a lock covers
 * some units of a place, the places of its other units are locked in its stead.
 */
function locksOf(
  ctx: Ctx,
  input: ClosingInput,
  day: string,
  all: readonly PlaceInfo[],
  places: readonly PlaceInfo[],
  ground: Ground,
): LockRun[] {
  const done = new Set(ground.locked);
  const runs: LockRun[] = [];
  const bySize = [...all].sort((a, b) => b.unitIds.length - a.unitIds.length);
  for (const place of [...places].sort((a, b) => b.unitIds.length - a.unitIds.length)) {
    const { open, close } = hoursOf(place, day);
    const from = Math.max(open, Math.floor(input.start / GRANULE) * GRANULE);
    for (const minute of halves(from, Math.min(close, input.end))) {
      if (instant(day, minute + GRANULE, ctx.venue.zone) <= ctx.now) continue;
      const free = new Set(place.unitIds.filter((unit) => !done.has(cellKey(unit, day, minute))));
      for (const part of bySize) {
        if (part !== place && part.unitIds.length >= place.unitIds.length) continue;
        if (!part.unitIds.every((unit) => free.has(unit))) continue;
        for (const unit of part.unitIds) {
          free.delete(unit);
          done.add(cellKey(unit, day, minute));
        }
        const last = runs.find((run) => run.place === part && run.end === minute);
        if (last) runs[runs.indexOf(last)] = { ...last, end: minute + GRANULE };
        else runs.push({ place: part, day, start: minute, end: minute + GRANULE });
      }
    }
  }
  return runs;
}

function fingerprintOf(hits: readonly Hit[], locks: readonly LockRun[]): string {
  const said = {
    hits: hits.map((hit) => [hit.lineId, hit.state, hit.place.id, hit.day, hit.start, hit.end, hit.price, hit.worth, hit.to?.id ?? null]),
    locks: locks.map((run) => [run.place.id, run.day, run.start, run.end]),
  };
  return createHash("sha256").update(JSON.stringify(said)).digest("hex");
}

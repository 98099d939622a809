/** State of the demo's desk: members and their purses, free cells, cards, goods. Read once, then updated while it trades. */
import { addDays, GRANULE, instant } from "../../contract/core/time";
import { loadPlaces } from "../kernel/places";
import { priceRun } from "../kernel/price/price";
import { loadRules } from "../kernel/price/tariff";
import type { Ctx } from "../http/context";

export interface DeskMember {
  readonly id: string;
  readonly name: string;
  readonly phone: string;
  /** Card type, and the percent of the price of places that it pays. */
  readonly card: { readonly id: string; readonly name: string; readonly percent: number };
  readonly productPercent: number;
  principal: number;
  gift: number;
}
export interface DeskPlace {
  readonly id: string;
  readonly name: string;
  readonly programId: string;
  readonly units: readonly string[];
  readonly slotMinutes: number;
  readonly open: number;
  readonly close: number;
}
interface DeskSession {
  readonly id: string;
  readonly start: number;
  readonly price: number;
  left: number;
}
export interface Desk {
  readonly members: readonly DeskMember[];
  readonly places: readonly DeskPlace[];
  readonly products: readonly {
    readonly id: string;
    readonly price: number;
    readonly cost: number;
    readonly lowLimit: number;
    readonly stocked: boolean;
    left: number;
  }[];
  readonly cards: readonly { readonly id: string; readonly price: number; readonly times: number }[];
  /** Recharge offers by what they cost, fen. */
  readonly offers: ReadonlyMap<number, string>;
  readonly holdings: { readonly id: string; readonly memberId: string; left: number }[];
  /** The sessions of the day in hand. */
  sessions: readonly DeskSession[];
  /** True if a run of a place is free. */
  isFree(place: DeskPlace, day: string, start: number, end: number): boolean;
  take(place: DeskPlace, day: string, start: number, end: number): void;
  release(place: DeskPlace, day: string, start: number, end: number): void;
  /** Price of a run for a member or a walk-in, fen; undefined where nothing is set. */
  price(place: DeskPlace, day: string, start: number, end: number, member?: DeskMember): number | undefined;
}

/** Days ahead that the desk looks at. */
const AHEAD = 14;
/** Days whose prices the desk knows: all that it trades in, and those that it looks at. */
const PRICED = 100;

/** Reads the venue as it is before `day`. */
export async function openDesk(ctx: Ctx, day: string): Promise<Desk> {
  const { db, venue } = ctx;
  const mine = venue.id;
  const members = await db
    .selectFrom("member as m")
    .innerJoin("card_type as c", (join) => join.onRef("c.venue_id", "=", "m.venue_id").onRef("c.id", "=", "m.card_type_id"))
    .leftJoin("balance as p", (join) =>
      join.onRef("p.venue_id", "=", "m.venue_id").onRef("p.subject", "=", "m.id").on("p.account", "=", "purse.principal"),
    )
    .leftJoin("balance as g", (join) =>
      join.onRef("g.venue_id", "=", "m.venue_id").onRef("g.subject", "=", "m.id").on("g.account", "=", "purse.gift"),
    )
    .select([
      "m.id",
      "m.name",
      "m.phone",
      "c.id as card_type_id",
      "c.name as card_type",
      "c.place_percent",
      "c.product_percent",
      "p.amount as principal",
      "g.amount as gift",
    ])
    .where("m.venue_id", "=", mine)
    .where("m.state", "=", "active")
    .orderBy("m.id")
    .execute();
  const places = await db
    .selectFrom("place as p")
    .innerJoin("hall as h", (join) => join.onRef("h.venue_id", "=", "p.venue_id").onRef("h.id", "=", "p.hall_id"))
    .innerJoin("program as g", (join) => join.onRef("g.venue_id", "=", "h.venue_id").onRef("g.id", "=", "h.program_id"))
    .select(["p.id", "p.name", "p.unit_ids", "h.program_id", "g.slot_minutes", "h.open_minutes", "h.close_minutes"])
    .where("p.venue_id", "=", mine)
    .where("h.sells", "=", "places")
    .orderBy("h.position")
    .orderBy("p.position")
    .execute();
  const rules = await loadRules(ctx, await loadPlaces(ctx), day, addDays(day, PRICED));
  const occupied = await occupiedCells(ctx, day);
  const products = await db
    .selectFrom("product as p")
    .leftJoin("stock as s", (join) =>
      join.onRef("s.venue_id", "=", "p.venue_id").onRef("s.product_id", "=", "p.id").on("s.warehouse", "=", "shop"),
    )
    .select(["p.id", "p.price", "p.cost", "p.low_limit", "p.stocked", "s.quantity"])
    .where("p.venue_id", "=", mine)
    .orderBy("p.position")
    .execute();
  const cards = await db
    .selectFrom("package_card")
    .select(["id", "price", "times", "bonus_times"])
    .where("venue_id", "=", mine)
    .orderBy("position")
    .execute();
  const holdings = await db
    .selectFrom("holding")
    .select(["id", "member_id", "times", "bonus_times", "used"])
    .where("venue_id", "=", mine)
    .where("state", "=", "active")
    .where("expires_on", ">=", day)
    .orderBy("id")
    .execute();
  const offers = await db
    .selectFrom("recharge_offer")
    .select(["id", "pay"])
    .where("venue_id", "=", mine)
    .where("on_shelf", "=", true)
    .execute();

  const cells = (place: DeskPlace, on: string, start: number, end: number): string[] => {
    const keys: string[] = [];
    for (let minute = start; minute < end; minute += GRANULE)
      for (const unit of place.units) keys.push(cell(unit, instant(on, minute, venue.zone)));
    return keys;
  };
  return {
    members: members.map((m) => ({
      id: m.id,
      name: m.name,
      phone: m.phone,
      card: { id: m.card_type_id, name: m.card_type, percent: m.place_percent },
      productPercent: m.product_percent,
      principal: m.principal ?? 0,
      gift: m.gift ?? 0,
    })),
    places: places.map((p) => ({
      id: p.id,
      name: p.name,
      programId: p.program_id,
      units: p.unit_ids,
      slotMinutes: p.slot_minutes,
      open: p.open_minutes[0] ?? 480,
      close: p.close_minutes[0] ?? 1320,
    })),
    products: products.map((p) => ({
      id: p.id,
      price: p.price,
      cost: p.cost,
      lowLimit: p.low_limit,
      stocked: p.stocked,
      left: p.quantity ?? 0,
    })),
    cards: cards.map((card) => ({ id: card.id, price: card.price, times: card.times + card.bonus_times })),
    offers: new Map(offers.map((offer) => [offer.pay, offer.id] as const)),
    holdings: holdings.map((h) => ({ id: h.id, memberId: h.member_id, left: h.times + h.bonus_times - h.used })),
    sessions: [],
    isFree: (place, on, start, end) => cells(place, on, start, end).every((key) => !occupied.has(key)),
    take: (place, on, start, end) => cells(place, on, start, end).forEach((key) => occupied.add(key)),
    release: (place, on, start, end) => cells(place, on, start, end).forEach((key) => occupied.delete(key)),
    price: ({ id, programId }, on, start, end, member) => {
      const ofProgram = rules.get(programId);
      if (!ofProgram) return undefined;
      const consumer = member ? "member" : "walkIn";
      return priceRun({ rules: ofProgram, placeId: id, day: on, start, end, consumer, card: member?.card ?? null })?.price;
    },
  };
}

const cell = (unit: string, at: Date): string => `${unit} ${at.getTime()}`;

async function occupiedCells(ctx: Ctx, day: string): Promise<Set<string>> {
  const from = instant(day, 0, ctx.venue.zone);
  const rows = await ctx.db
    .selectFrom("occupancy")
    .select(["unit_id", "slot_start"])
    .where("venue_id", "=", ctx.venue.id)
    .where("slot_start", ">=", from)
    .execute();
  return new Set(rows.map((row) => cell(row.unit_id, row.slot_start)));
}

/** The sessions of a day as they are. */
export async function sessionsOf(ctx: Ctx, day: string): Promise<DeskSession[]> {
  const rows = await ctx.db
    .selectFrom("hall_booking")
    .select(["id", "start_minute as start", "price", "left_place as left"])
    .where("venue_id", "=", ctx.venue.id)
    .where("day", "=", day)
    .where("status", "=", "on_shelf")
    .orderBy("start_minute")
    .execute();
  return rows;
}

/** Sessions of the pool for the days ahead, where the venue has one. */
export async function openSessions(ctx: Ctx, day: string, pool: { length: number; capacity: number; price: number }): Promise<void> {
  const hall = await ctx.db
    .selectFrom("hall")
    .selectAll()
    .where("venue_id", "=", ctx.venue.id)
    .where("sells", "=", "capacity")
    .executeTakeFirst();
  if (!hall) return;
  const rows = [];
  for (let ahead = 0; ahead < AHEAD; ahead++) {
    const on = addDays(day, ahead);
    for (let start = hall.open_minutes[0] ?? 360; start + pool.length <= (hall.close_minutes[0] ?? 1320); start += pool.length) {
      rows.push({
        venue_id: ctx.venue.id,
        id: ctx.newId(),
        hall_id: hall.id,
        day: on,
        start_minute: start,
        end_minute: start + pool.length,
        starts_at: instant(on, start, ctx.venue.zone),
        ends_at: instant(on, start + pool.length, ctx.venue.zone),
        price: pool.price,
        max_place: pool.capacity,
        left_place: pool.capacity,
        status: "on_shelf",
      });
    }
  }
  await ctx.db
    .insertInto("hall_booking")
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

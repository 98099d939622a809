/**
 * Package cards of the buyer that pay for what a cart sells instead of money: places of sessions and classes, lines of a booking. A card
 * entitles before it charges. Each is redeemed where the item is sold, so that giving the item up there gives the uses back.
 */
import { type Fen, yuan } from "../../../contract/core/money";
import type { CartCard } from "../../../contract/sale/sale";
import { type Ctx, need, today } from "../../http/context";
import { AppError } from "../../http/error";
import { isUsable } from "../../kernel/cards/usable";
import { type Hours, isWithin } from "../../kernel/hours";
import { readOrder } from "../../kernel/orders";
import { coverable } from "../booking/cover";
import type { ItemCard, PricedItem } from "./items";

/** Unit that one card covers completely or not at all: an item, or a line of a booking. */
interface Unit {
  readonly item: PricedItem;
  readonly programId: string;
  readonly day: string;
  readonly start: number;
  readonly end: number;
  /** The last day on which the card must still be good. */
  readonly until: string;
  readonly uses: number;
  readonly amount: Fen;
}
interface Holding extends Hours {
  readonly id: string;
  readonly no: string;
  readonly name: string;
  readonly kind: string;
  readonly programId: string;
  readonly everySport: boolean;
  readonly people: number | null;
  readonly expiresOn: string;
  readonly total: number;
  readonly used: number;
}

/** A card that is to pay, with the uses that were shown. */
export interface CardPayment {
  readonly holdingId: string;
  readonly uses: number;
}
/** Which cards are to be used: all but those put aside, or those that a person chose, each with the uses that they saw. */
type CardChoice = { readonly without: readonly string[] } | { readonly cards: readonly CardPayment[] };

/**
 * Covers the items of a cart with the buyer's cards, soonest to expire first. Nothing moves.
 * @returns the items with what money still pays, and what each card that fits does
 * @throws AppError `forbidden` (package_card_use), `memberNeeded`, `cardUsesChanged` where a card covers other than the person saw
 */
export async function coverItems(
  ctx: Ctx,
  items: readonly PricedItem[],
  memberId: string | null,
  choice: CardChoice,
): Promise<{ items: PricedItem[]; cards: CartCard[] }> {
  const chosen = "cards" in choice ? choice.cards : undefined;
  if (chosen?.length === 0) return { items: [...items], cards: [] };
  if (chosen) need(ctx, "package_card_use");
  if (chosen && memberId === null) throw new AppError("memberNeeded");
  if (memberId === null || !ctx.codes.has("package_card_use")) return { items: [...items], cards: [] };
  const covering = await cover(ctx, items, memberId, (id) =>
    "cards" in choice ? choice.cards.some((card) => card.holdingId === id) : !choice.without.includes(id),
  );
  for (const { holdingId, uses } of chosen ?? []) {
    const offer = covering.cards.find((one) => one.holdingId === holdingId);
    if (offer?.uses !== uses)
      throw new AppError("cardUsesChanged", { no: offer?.no ?? "", uses: offer?.uses ?? 0 }, { holdingId, uses: offer?.uses ?? 0 });
  }
  return covering;
}

async function cover(ctx: Ctx, items: readonly PricedItem[], memberId: string, use: (holdingId: string) => boolean) {
  const units: Unit[] = [];
  for (const item of items) units.push(...(await unitsOf(ctx, item, memberId)));
  const holdings = (units.length === 0 ? [] : await holdingsOf(ctx, memberId)).filter((one) => units.some((unit) => fits(one, unit)));
  const covered = new Map<Unit, ItemCard>();
  // For a partly paid booking, cards pay no more than the amount still due: paid amounts stay paid.
  const open = new Map(items.map((item) => [item, item.due]));
  const cards = holdings.map((holding): CartCard => {
    const { id: holdingId, no, name, expiresOn, used } = holding;
    const before = holding.kind === "period" ? null : holding.total - used;
    let [uses, amount] = [0, 0];
    for (const unit of use(holdingId) ? units : []) {
      const due = open.get(unit.item) ?? 0;
      if (covered.has(unit) || unit.amount > due || !fits(holding, unit) || (before !== null && uses + unit.uses > before)) continue;
      uses += unit.uses;
      amount += unit.amount;
      open.set(unit.item, due - unit.amount);
      covered.set(unit, { holdingId, no, name, uses: unit.uses, left: before === null ? null : before - uses });
    }
    return { holdingId, no, name, expiresOn, before, uses, after: before === null ? null : before - uses, amount: yuan(amount) };
  });
  return {
    cards,
    items: items.map((item): PricedItem => {
      const own = units.filter((unit) => unit.item === item && covered.has(unit));
      return {
        ...item,
        due: own.reduce((due, { amount }) => due - amount, item.due),
        cards: together(own.map((unit) => covered.get(unit))),
      };
    }),
  };
}

/** One entry for each card, with what is left after all of its uses. */
function together(uses: readonly (ItemCard | undefined)[]): ItemCard[] {
  const cards = new Map<string, ItemCard>();
  for (const one of uses) if (one) cards.set(one.holdingId, { ...one, uses: (cards.get(one.holdingId)?.uses ?? 0) + one.uses });
  return [...cards.values()];
}

const fits = (holding: Holding, { item, programId, day, start, end, until, uses }: Unit): boolean =>
  (holding.everySport || holding.programId === programId) &&
  holding.expiresOn >= until &&
  isWithin(holding, day, start, end) &&
  // A period card counts nothing: it lets people in to sessions, as the desk of sessions has it.
  (item.kind === "session" ? holding.people === null || uses <= holding.people : holding.kind !== "period");

async function unitsOf(ctx: Ctx, item: PricedItem, memberId: string): Promise<Unit[]> {
  const { kind, of, quantity, due: amount } = item;
  if (of === null || amount === 0) return [];
  if (kind === "session") {
    const session = await ctx.db
      .selectFrom("hall_booking as b")
      .innerJoin("hall as h", (join) => join.onRef("h.venue_id", "=", "b.venue_id").onRef("h.id", "=", "b.hall_id"))
      .select(["h.program_id as programId", "b.day", "b.day as until", "b.start_minute as start", "b.end_minute as end"])
      .where("b.venue_id", "=", ctx.venue.id)
      .where("b.id", "=", of)
      .executeTakeFirstOrThrow();
    return [{ ...session, item, uses: quantity, amount }];
  }
  if (kind === "class") {
    const { minutes, ...found } = await ctx.db
      .selectFrom("coach_class as c")
      .innerJoin("place as p", (join) => join.onRef("p.venue_id", "=", "c.venue_id").onRef("p.id", "=", "c.place_id"))
      .innerJoin("hall as h", (join) => join.onRef("h.venue_id", "=", "p.venue_id").onRef("h.id", "=", "p.hall_id"))
      .select(["h.program_id as programId", "c.day", "c.day as until", "c.start", "c.minutes"])
      .where("c.venue_id", "=", ctx.venue.id)
      .where("c.id", "=", of)
      .executeTakeFirstOrThrow();
    return [{ ...found, end: found.start + minutes, item, uses: 1, amount }];
  }
  if (kind !== "order") return [];
  const order = await readOrder(ctx, of);
  if (order.member_id !== memberId) return [];
  return (await coverable(ctx, order)).filter((line) => line.amount <= amount).map((line) => ({ ...line, item }));
}

const holdingsOf = (ctx: Ctx, memberId: string): Promise<Holding[]> =>
  ctx.db
    .selectFrom("holding as h")
    .innerJoin("package_card as c", (join) => join.onRef("c.venue_id", "=", "h.venue_id").onRef("c.id", "=", "h.package_card_id"))
    .where("h.venue_id", "=", ctx.venue.id)
    .where("h.member_id", "=", memberId)
    .where(isUsable(ctx))
    .where("h.expires_on", ">=", today(ctx))
    .where((eb) => eb.or([eb("h.kind", "=", "period"), eb(eb("h.times", "+", eb.ref("h.bonus_times")), ">", eb.ref("h.used"))]))
    .orderBy("h.expires_on")
    .orderBy("h.no")
    .select((eb) => [
      "h.id",
      "h.no",
      "h.name",
      "h.kind",
      "c.program_id as programId",
      "c.every_sport as everySport",
      "c.people",
      "c.weekdays",
      "c.start_minute as startMinute",
      "c.end_minute as endMinute",
      "h.expires_on as expiresOn",
      eb("h.times", "+", eb.ref("h.bonus_times")).as("total"),
      "h.used",
    ])
    .execute();

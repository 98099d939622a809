/**
 * Package cards that cover lines of an order instead of money: a card entitles before it charges. A use opens one
 * place for an hour, or for a slot where the program's slots are longer; a begun one counts whole. A line is covered whole or not at all.
 */
import type { CardOffer } from "../../../contract/booking/booking-order";
import { type Fen, yuan } from "../../../contract/core/money";
import { type Ctx, need, today } from "../../http/context";
import { AppError } from "../../http/error";
import { type Hours, isWithin } from "../../kernel/hours";
import { undoRedemption } from "../../kernel/cards/undo-redemption";
import { isUsable } from "../../kernel/cards/usable";
import { redeemCard } from "../../kernel/cards/redeem";
import { type Chosen } from "../../kernel/occupancy/choose";
import { type ChosenLine, priceChosen, type PriceOptions } from "../../kernel/price/chosen";
import { type MemberInfo } from "../../kernel/booker";
import type { Line } from "../../kernel/order-lines";
import { covered, type Priced } from "../../kernel/price/price";
import { usesBack } from "../../kernel/refund-terms";

const HOUR_MINUTES = 60;

/** A card payment as the contract takes it. */
export interface CardPayment {
  readonly holdingId: string;
  readonly uses: number;
}

/** Run that a card may cover. */
interface Coverable {
  readonly place: { readonly programId: string; readonly slotMinutes: number };
  readonly start: number;
  readonly end: number;
  readonly priced: Priced;
  /** Its day, where that is not the day of all. */
  readonly day?: string;
}

/** True if a card covers a run of a day. */
const isUsableOn = (holding: Holding, day: string, { place, start, end }: Omit<Coverable, "priced">): boolean =>
  (holding.everySport || holding.programId === place.programId) && isWithin(holding, day, start, end);

/** The card that covers a line, and the uses it takes for it. */
export interface Cover {
  readonly holdingId: string;
  readonly uses: number;
}

/** A holding that covers something: active, counted, of a program of the lines. */
interface Holding extends Hours {
  readonly id: string;
  readonly no: string;
  readonly name: string;
  readonly programId: string;
  readonly everySport: boolean;
  readonly expiresOn: string;
  readonly left: number;
}

/** Lines as the cards leave them, and what each card that fits does. */
interface Covering<L> {
  readonly lines: readonly (L & { readonly card?: Cover })[];
  readonly offers: readonly CardOffer[];
}

/** Uses that a run of a place takes. */
export const usesOf = (run: { readonly start: number; readonly end: number; readonly place: { readonly slotMinutes: number } }): number =>
  Math.ceil((run.end - run.start) / Math.max(HOUR_MINUTES, run.place.slotMinutes));

/**
 * Covers lines of one day with the member's cards, soonest to expire first, in the order of the lines. Nothing moves.
 * @param use which holdings may be used; the others are offered with 0 uses
 * @param most what they may save at most: of an order that is paid in part what is still due, so that no money is too much afterwards
 */
export async function coverLines<L extends Coverable>(
  ctx: Ctx,
  memberId: string,
  day: string,
  lines: readonly L[],
  use: (holdingId: string) => boolean,
  most: Fen = Number.POSITIVE_INFINITY,
): Promise<Covering<L>> {
  const fitting = await fittingCards(ctx, memberId, day, [...new Set(lines.map((line) => line.place.programId))]);
  const covers = new Map<L, Cover & { readonly no: string }>();
  let saved = 0;
  const offers = fitting.map((holding): CardOffer => {
    let [left, amount] = [holding.left, 0];
    for (const line of use(holding.id) ? lines : []) {
      const uses = usesOf(line);
      if (saved + line.priced.price > most) continue;
      if (covers.has(line) || line.priced.price === 0 || uses > left || !isUsableOn(holding, line.day ?? day, line)) continue;
      covers.set(line, { holdingId: holding.id, uses, no: holding.no });
      left -= uses;
      amount += line.priced.price;
      saved += line.priced.price;
    }
    const { id, no, name, expiresOn, left: before } = holding;
    return { holdingId: id, no, name, expiresOn, before, uses: before - left, after: left, amount: yuan(amount) };
  });
  const names = new Map(fitting.map((holding) => [holding.id, holding.name]));
  return {
    offers,
    lines: lines.map((line) => {
      const cover = covers.get(line);
      if (!cover) return line;
      const { no, holdingId, uses } = cover;
      return { ...line, card: { holdingId, uses }, priced: covered(line.priced, names.get(holdingId) ?? "", `${no} ×${uses}`) };
    }),
  };
}

/**
 * As `coverLines`, with the cards that a person chose.
 * @throws AppError `forbidden` (package_card_use), `memberNeeded`, `cardUsesChanged` where a card covers other than the person saw
 */
export async function coverWith<L extends Coverable>(
  ctx: Ctx,
  memberId: string | null,
  day: string,
  lines: readonly L[],
  cards: readonly CardPayment[],
  most?: Fen,
): Promise<Covering<L>["lines"]> {
  if (cards.length === 0) return lines;
  need(ctx, "package_card_use");
  if (memberId === null) throw new AppError("memberNeeded");
  const covering = await coverLines(ctx, memberId, day, lines, (id) => cards.some((card) => card.holdingId === id), most);
  for (const { holdingId, uses } of cards) {
    const offer = covering.offers.find((one) => one.holdingId === holdingId);
    if (offer?.uses === uses) continue;
    throw new AppError("cardUsesChanged", { no: offer?.no ?? "", uses: offer?.uses ?? 0 }, { holdingId, uses: offer?.uses ?? 0 });
  }
  return covering.lines;
}

const fittingCards = (ctx: Ctx, memberId: string, day: string, programIds: readonly string[]): Promise<Holding[]> =>
  ctx.db
    .selectFrom("holding as h")
    .innerJoin("package_card as c", (join) => join.onRef("c.venue_id", "=", "h.venue_id").onRef("c.id", "=", "h.package_card_id"))
    .where("h.venue_id", "=", ctx.venue.id)
    .where("h.member_id", "=", memberId)
    .where(isUsable(ctx))
    .where("c.kind", "in", ["times", "hours"])
    .where((eb) => eb.or([eb("c.every_sport", "=", true), eb("c.program_id", "in", [...programIds])]))
    // A card opens what is played while it lasts.
    .where("h.expires_on", ">=", day > today(ctx) ? day : today(ctx))
    .where((eb) => eb(eb("h.times", "+", eb.ref("h.bonus_times")), ">", eb.ref("h.used")))
    .orderBy("h.expires_on")
    .orderBy("h.no")
    .select((eb) => [
      "h.id",
      "h.no",
      "h.name",
      "c.program_id as programId",
      "c.every_sport as everySport",
      "c.weekdays",
      "c.start_minute as startMinute",
      "c.end_minute as endMinute",
      "h.expires_on as expiresOn",
      eb(eb("h.times", "+", eb.ref("h.bonus_times")), "-", eb.ref("h.used")).as("left"),
    ])
    .execute();

/** Returns the reference under which uses of a line are booked. */
const underLine = (lineId: string) => ({ kind: "orderLine", id: lineId }) as const;

/**
 * Takes the uses for covered lines. Comes before the member's row is locked, as every redemption does.
 * @throws AppError `cardUsedUp`, `cardNotUsable`
 */
export async function redeemUses(
  ctx: Ctx,
  lines: readonly {
    readonly holderId: string;
    readonly card?: Cover;
    readonly day: string;
    readonly start: number;
    readonly end: number;
  }[],
): Promise<void> {
  const cardUses = lines.flatMap(({ holderId, card, day, start, end }) => (card ? [{ holderId, ...card, when: { day, start, end } }] : []));
  // Always in the same order: two bookings of one member by two cards each wait for the other's then, not both.
  cardUses.sort((a, b) => (a.holdingId < b.holdingId ? -1 : a.holdingId > b.holdingId ? 1 : 0));
  for (const { holderId, holdingId, uses, when } of cardUses) await redeemCard(ctx, { holdingId, times: uses }, underLine(holderId), when);
}

/** Uses of lines: taken, and how many go back when the policy keeps `feePercent` of them. */
export function usesBackOf(lines: readonly Pick<Line, "uses">[], feePercent: number): { uses: number; usesBack: number; ofLine: number[] } {
  const ofLine = lines.map(({ uses }) => usesBack(uses, feePercent));
  const sum = (counts: readonly number[]): number => counts.reduce((total, count) => total + count, 0);
  return { uses: sum(lines.map((line) => line.uses)), usesBack: sum(ofLine), ofLine };
}

/** Gives the uses of lines that end back to their cards, but for what the policy keeps. The caller holds the order's lock. */
export async function returnUses(ctx: Ctx, lines: readonly Pick<Line, "id" | "uses">[], feePercent: number): Promise<void> {
  const { ofLine } = usesBackOf(lines, feePercent);
  for (const [i, line] of lines.entries()) {
    const back = ofLine[i] ?? 0;
    if (back === 0) continue;
    await undoRedemption(ctx, underLine(line.id), back);
    await ctx.db
      .updateTable("booking_line")
      .set({ uses_back: back })
      .where("venue_id", "=", ctx.venue.id)
      .where("id", "=", line.id)
      .execute();
  }
}

/**
 * Prices a choice with cards before money: what they cover is taken at its own price, the rest is priced by itself, so that a discount by
 * hand falls on what is charged.
 * @throws AppError as `priceChosen`
 */
export async function priceBeside(
  ctx: Ctx,
  { day, chosen, member, discount, coupon = null, attendees, asGroup }: ChoiceToPrice,
  cover: (plain: readonly ChosenLine[]) => Promise<readonly ChosenLine[]>,
): Promise<ChosenLine[]> {
  const plain = await priceChosen(ctx, day, chosen, member, { attendees, asGroup });
  const lines = await cover(plain);
  const rest = chosen.filter((_, i) => !lines[i]?.card);
  const manual = discount ?? null;
  if (rest.length === chosen.length && manual === null && coupon === null) return plain;
  if (rest.length === 0) {
    if (manual !== null) throw new AppError("discountTooBig", { discount: yuan(manual.amount), total: yuan(0) });
    coupon?.([]);
    return [...lines];
  }
  const charged = await priceChosen(ctx, day, rest, member, { manual, coupon, attendees, asGroup });
  const next = charged.values();
  return lines.map((line) => (line.card ? line : (next.next().value ?? line)));
}
interface ChoiceToPrice {
  readonly day: string;
  readonly chosen: readonly Chosen[];
  readonly member: MemberInfo | null;
  readonly discount?: { readonly amount: Fen; readonly reason: string } | null | undefined;
  readonly coupon?: PriceOptions["coupon"];
  readonly attendees?: number | undefined;
  readonly asGroup: boolean;
}

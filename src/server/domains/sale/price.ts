/** Buyer of a cart, and the price of the cart for that buyer. */
import { type Fen, percentOf, yuan } from "../../../contract/core/money";
import { wall } from "../../../contract/core/time";
import type { Parsed } from "../../../contract/core/call";
import { Rounding, roundingOf, roundingsOf, type RoundingUnit } from "../../../contract/sale/rounding";
import type { CartCard, sale, SaleQuote } from "../../../contract/sale/sale";
import type { Ctx } from "../../http/context";
import { AppError, badField } from "../../http/error";
import { allowed, lockOrder, type OrderRow, readOrder } from "../../kernel/orders";
import { findVenueCoupon, type VenueCoupon } from "../../kernel/venue-coupons";
import { refuseInactive } from "../../kernel/booker";
import { productsOf, type Stocked } from "../../kernel/stock";
import { type CardPayment, coverItems } from "./cards";
import { asKnown, type KnownPrice } from "./known-prices";
import { requireApproval } from "../../kernel/approval";
import { checkPrepaidItems, type ItemWanted, type PricedItem, priceItems } from "./items";
import {
  type BuyingMember,
  discountOfLine,
  loweredBy,
  type PricedLine,
  priceLines,
  raisedBy,
  reasonOf,
  roundLines,
  sumsOf,
} from "./price-lines";

/** Percent that may be taken off by hand: the role's, or anything with its own code. */
async function mostDiscount(ctx: Ctx): Promise<number> {
  if (ctx.codes.has("sale_discount_any")) return 100;
  if (!ctx.codes.has("sale_discount")) return 0;
  const role = await ctx.db
    .selectFrom("person_venue as v")
    .innerJoin("role as r", "r.id", "v.role_id")
    .select("r.discount_percent")
    .where("v.venue_id", "=", ctx.venue.id)
    .where("v.person_id", "=", ctx.person.id)
    .executeTakeFirst();
  return role?.discount_percent ?? 0;
}

/** Goods asked for, and by whom. Amounts in fen. */
export interface Wanted {
  readonly memberId?: string | undefined;
  /** The booking that the goods are added to: its booker buys. */
  readonly orderId?: string | undefined;
  readonly items?: readonly ItemWanted[] | undefined;
  readonly lines: readonly {
    readonly productId: string;
    readonly quantity: number;
    readonly discount?: ByHand | undefined;
    /** A price of one piece in place of its own. */
    readonly price?: ByHand | undefined;
  }[];
  /** A coupon of the buyer, or a promo code. */
  readonly couponCode?: string | undefined;
  /** A discount by hand on the whole sale. */
  readonly discount?: ByHand | undefined;
  /** Rounds the whole cart down, as far as the venue allows it. */
  readonly rounding?: RoundingUnit | undefined;
  /** The buyer's package cards that are to pay, with the uses that were shown. */
  readonly cards?: readonly CardPayment[] | undefined;
  /** For a quote: cards not to use; all others that fit pay before money. */
  readonly withoutCards?: readonly string[] | undefined;
  /** Prices known to the till that stored the sale. With an allowance, its buyer paid these prices. */
  readonly keptByTill?: { readonly prices: readonly KnownPrice[]; readonly allowance?: string | undefined } | undefined;
}
interface ByHand {
  readonly amount: number;
  readonly reason: string;
}
/** The buyer and the booking that the goods are for; both null for a walk-in at the checkout. */
interface Buyer {
  readonly member: BuyingMember | null;
  readonly order: OrderRow | null;
}

/**
 * Returns the buyer. For an order, this is its booker. Locks the order until the change ends, unless it is only read.
 * @throws AppError `missing`, `memberState`, `wrongState`, `badInput` where somebody else than the order's booker is named
 */
async function buyerOf(ctx: Ctx, { memberId, orderId }: Pick<Wanted, "memberId" | "orderId">, look = false): Promise<Buyer> {
  if (orderId === undefined) return { member: memberId === undefined ? null : await activeMember(ctx, memberId), order: null };
  const order = await (look ? readOrder : lockOrder)(ctx, orderId);
  allowed(ctx, order, "addProducts");
  if (memberId !== undefined && memberId !== order.member_id) throw badField("memberId", "other");
  return { member: order.member_id === null ? null : await activeMember(ctx, order.member_id), order };
}

async function activeMember(ctx: Ctx, memberId: string): Promise<BuyingMember> {
  const row = await ctx.db
    .selectFrom("member")
    .innerJoin("card_type", (join) =>
      join.onRef("card_type.venue_id", "=", "member.venue_id").onRef("card_type.id", "=", "member.card_type_id"),
    )
    .select(["member.id", "member.name", "member.state", "card_type.product_percent", "card_type.class_percents"])
    .where("member.venue_id", "=", ctx.venue.id)
    .where("member.id", "=", memberId)
    .executeTakeFirst();
  if (!row) throw new AppError("missing", { what: ctx.language === "zh" ? "会员" : "Member" });
  refuseInactive(ctx, row);
  return { id: row.id, productPercent: row.product_percent, classPercents: row.class_percents };
}

/** A cart with its buyer and its prices. */
interface PricedCart extends Buyer {
  readonly products: ReadonlyMap<string, Stocked>;
  readonly lines: readonly PricedLine[];
  readonly items: readonly PricedItem[];
  /** Package cards that fit, with the uses that each pays. */
  readonly cards: readonly CartCard[];
  /** Percent that this person may take off by hand. */
  readonly most: number;
  /** The action of this cart that this person may not do alone. */
  readonly needs: "discount" | "setPrice" | undefined;
  readonly approvalId: string | undefined;
  readonly coupon: VenueCoupon | undefined;
  /** Roundings that the venue allows for it. */
  readonly roundings: ReturnType<typeof roundingsOf>;
}

/**
 * Prices a cart as it would be charged now.
 * @param look nothing is sold: the booking that goods are added to is not locked
 * @throws AppError `badInput` for an empty cart, and as `buyerOf`, `priceLines`, `priceItems`, `coverItems`
 */
export async function priceCart(ctx: Ctx, cart: Wanted, look = false): Promise<PricedCart> {
  if (cart.lines.length + (cart.items?.length ?? 0) === 0) throw badField("lines", "required");
  const byHand = cart.discount !== undefined || cart.lines.some(({ discount, price }) => discount !== undefined || price !== undefined);
  const ids = cart.lines.map((line) => line.productId);
  const [buyer, products, most] = await Promise.all([
    buyerOf(ctx, cart, look),
    productsOf(ctx, ids).then((now) => asKnown(ctx, now, cart.keptByTill?.prices ?? [])),
    look || byHand ? mostDiscount(ctx) : 0,
  ]);
  const coupon = await couponOf(ctx, cart, buyer.member?.id ?? null);
  // A till without the server knows list prices only.
  const paysList = cart.keptByTill?.allowance !== undefined;
  const lines = priceLines(ctx, cart, products, { member: paysList ? null : buyer.member, coupon });
  const needs = byHand ? neededApproval(ctx, lines, most) : undefined;
  const approvalId = needs === undefined || look ? undefined : await approveByHand(ctx, needs, cart, lines, most);
  const memberId = buyer.member?.id ?? null;
  const priced = await priceItems(ctx, cart.items, lines, products, memberId);
  const choice = cart.withoutCards === undefined ? { cards: cart.cards ?? [] } : { without: cart.withoutCards };
  const { items, cards } = await coverItems(ctx, priced, memberId, choice);
  const goods = sumsOf(lines).total;
  const due = items.reduce((sum, item) => sum + item.due, goods);
  const roundings = roundingsOf(due, goods, { rounding: Rounding.parse(ctx.venue.rounding), limit: ctx.venue.rounding_limit });
  const rounded = cart.rounding === undefined ? lines : roundLines(lines, roundingOf(cart.rounding, roundings));
  return { ...buyer, products, lines: rounded, most, needs, approvalId, coupon, roundings, items, cards };
}

const sum = (lines: readonly PricedLine[], of: (line: PricedLine) => Fen): Fen => lines.reduce((all, line) => all + of(line), 0);
const manualOf = (lines: readonly PricedLine[]): Fen => sum(lines, ({ manualOff }) => manualOff);

/**
 * Returns the action that a second person has to approve: a price above the product's own, or more taken off than the person may. Who may set any
 * price is limited only in what else is taken off.
 */
function neededApproval(ctx: Ctx, lines: readonly PricedLine[], most: number): PricedCart["needs"] {
  const isFree = ctx.codes.has("sale_price_any");
  const off = manualOf(lines) - (isFree ? sum(lines, loweredBy) : 0);
  const owed = sum(lines, (line) => line.list - line.memberOff - line.couponOff - (isFree ? loweredBy(line) : 0));
  const isOver = off > percentOf(owed, most);
  const setsPrice = !isFree && lines.some(({ setPrice }) => setPrice !== null);
  if (setsPrice && (isOver || sum(lines, raisedBy) > 0)) return "setPrice";
  return isOver ? "discount" : undefined;
}

/**
 * Requires a colleague's approval of the prices and discounts of this cart. An approval of prices covers the discounts too, because a lower price
 * has the same effect.
 * @throws AppError as `requireApproval`
 */
function approveByHand(
  ctx: Ctx,
  action: "discount" | "setPrice",
  cart: Wanted,
  lines: readonly PricedLine[],
  most: number,
): Promise<string | undefined> {
  const { memberId, orderId, couponCode, discount } = cart;
  const describe = ({ name, quantity, setPrice }: PricedLine): string =>
    `${name} ×${quantity}${setPrice === null ? "" : ` ${yuan(setPrice.own)} → ${yuan(setPrice.price)}`}`;
  return requireApproval(
    ctx,
    {
      action,
      subject: "",
      amount: manualOf(lines) + sum(lines, raisedBy),
      content: [memberId, orderId, couponCode, discount, cart.lines],
      rule:
        action === "discount"
          ? { zh: "优惠超过你的上限 {most}% 须另一人同意", en: "A discount above your limit of {most}% needs a second person" }
          : {
              zh: "改价高于原价，或低于原价超过你的上限 {most}%，须另一人同意",
              en: "A price above the product's own, or below it by more than your limit of {most}%, needs a second person",
            },
      values: { most },
      facts: [
        { label: { zh: "商品", en: "Goods" }, value: lines.map(describe).join(ctx.language === "zh" ? "，" : ", ") },
        { label: { zh: "商品应收", en: "Goods after it" }, value: yuan(sumsOf(lines).total) },
        { label: { zh: "理由", en: "Reason" }, value: reasonOf(cart) },
      ],
    },
    false,
  );
}

/** @throws AppError `badInput` at `couponCode` where it can't be used for this cart now */
async function couponOf(ctx: Ctx, { couponCode }: Wanted, memberId: string | null): Promise<VenueCoupon | undefined> {
  if (couponCode === undefined) return undefined;
  const { day, minute } = wall(ctx.now, ctx.venue.zone);
  return findVenueCoupon(ctx, couponCode, { goodFor: "product", memberId, day, spans: [{ start: minute, end: minute }] });
}

/** Returns what a cart costs now. Nothing is charged, stock is not checked. @throws AppError as `priceCart`, `checkPrepaidItems` */
export async function quote(ctx: Ctx, input: Parsed<typeof sale.quote>): Promise<SaleQuote> {
  const { lines, items, cards, most, needs, roundings, member } = await priceCart(ctx, input, true);
  await checkPrepaidItems(ctx, items, member?.id ?? null);
  const { list, discount, rounding, total } = sumsOf(lines);
  return {
    lines: lines.map((line) => ({
      productId: line.productId,
      quantity: line.quantity,
      list: yuan(line.list),
      discount: yuan(discountOfLine(line)),
      total: yuan(line.list - discountOfLine(line)),
    })),
    items: items.map((item) => ({
      kind: item.kind,
      of: item.of,
      name: item.name,
      quantity: item.quantity,
      total: yuan(item.due),
      cards: [...item.cards],
    })),
    cards: [...cards],
    list: yuan(list),
    discount: yuan(discount),
    rounding: yuan(rounding),
    roundings: roundings.map(({ unit, amount }) => ({ unit, amount: yuan(amount) })),
    total: yuan(total),
    due: yuan(items.reduce((all, item) => all + item.due, total)),
    mostDiscount: most,
    needsApproval: needs !== undefined,
  };
}

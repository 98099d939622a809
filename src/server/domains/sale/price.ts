/** Buyer of a cart, and the price of the cart for that buyer. */
import { goodsPercent } from "../../../contract/members/card-types";
import { percentOf, share, yuan } from "../../../contract/core/money";
import { wall } from "../../../contract/core/time";
import type { Parsed } from "../../../contract/core/call";
import type { CartCard, sale, SaleQuote } from "../../../contract/sale/sale";
import { type Ctx, need } from "../../http/context";
import { AppError, badField } from "../../http/error";
import { allowed, lockOrder, type OrderRow, readOrder } from "../../kernel/orders";
import { couponWorth, findVenueCoupon, type VenueCoupon } from "../../kernel/venue-coupons";
import { refuseInactive } from "../../kernel/booker";
import { productsOf, type Stocked } from "../../kernel/stock";
import { type CardPayment, coverItems } from "./cards";
import { asKnown, type KnownPrice } from "./known-prices";
import { requireApproval } from "../../kernel/approval";
import { checkPrepaidItems, type ItemWanted, type PricedItem, priceItems } from "./items";

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
  readonly lines: readonly { readonly productId: string; readonly quantity: number; readonly discount?: ByHand | undefined }[];
  /** A coupon of the buyer, or a promo code. */
  readonly couponCode?: string | undefined;
  /** A discount by hand on the whole sale. */
  readonly discount?: ByHand | undefined;
  /** The buyer's package cards that are to pay, with the uses that were shown. */
  readonly cards?: readonly CardPayment[] | undefined;
  /** Looking: cards that are put aside; all others that fit are taken before money. */
  readonly withoutCards?: readonly string[] | undefined;
  /** Prices known to the till that stored the sale. With an allowance, its buyer paid these prices. */
  readonly keptByTill?: { readonly prices: readonly KnownPrice[]; readonly allowance?: string | undefined } | undefined;
}
interface ByHand {
  readonly amount: number;
  readonly reason: string;
}
/** Why a sale is discounted by hand: the reasons of the whole and of its lines. */
export const reasonOf = ({ lines, discount }: Pick<Wanted, "lines" | "discount">): string =>
  [...new Set([discount, ...lines.map((line) => line.discount)].flatMap((one) => one?.reason ?? []))].join("; ");

/** A line of one product with its price, fen. */
export interface PricedLine {
  readonly productId: string;
  readonly classId: string;
  readonly name: string;
  readonly quantity: number;
  readonly unitPrice: number;
  readonly list: number;
  readonly memberOff: number;
  readonly couponOff: number;
  readonly manualOff: number;
}

/** A member who buys, with what the card type pays of the price of goods. */
interface BuyingMember {
  readonly id: string;
  readonly productPercent: number;
  readonly classPercents: readonly string[];
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

/**
 * Prices goods: list, less what the member's card type takes off its class (once per line), less a coupon shared over the lines, less what is taken off the line by hand, less the manual discount
 * shared over the lines.
 * @throws AppError `missing`, `forbidden` (sale_discount), `discountTooBig`
 */
function priceLines(
  ctx: Ctx,
  { lines, discount }: Pick<Wanted, "lines" | "discount">,
  products: ReadonlyMap<string, Stocked>,
  { member, coupon }: { member: BuyingMember | null; coupon: VenueCoupon | undefined },
): PricedLine[] {
  const quantities = new Map<string, number>();
  const offs = new Map<string, number>();
  for (const line of lines) {
    quantities.set(line.productId, (quantities.get(line.productId) ?? 0) + line.quantity);
    offs.set(line.productId, (offs.get(line.productId) ?? 0) + (line.discount?.amount ?? 0));
  }
  const afterMember = [...quantities].map(([productId, quantity]) => {
    const product = products.get(productId);
    if (!product?.on_shelf) throw new AppError("missing", { what: product?.name ?? (ctx.language === "zh" ? "商品" : "Product") });
    const list = product.price * quantity;
    const percent = member ? goodsPercent(member, { classId: product.class_id, parentId: product.class_parent_id }) : 100;
    return {
      productId,
      classId: product.class_id,
      name: product.name,
      quantity,
      unitPrice: product.price,
      list,
      memberOff: list - percentOf(list, percent),
    };
  });
  const whole = discount?.amount ?? 0;
  const plain = afterMember.map((line) => line.list - line.memberOff);
  const worth = coupon
    ? couponWorth(
        ctx,
        coupon,
        plain.map((price) => ({ price, minutes: 0 })),
      ).amount
    : 0;
  const byCoupon = share(worth, plain);
  const owed = plain.map((price, i) => price - (byCoupon[i] ?? 0));
  const off = afterMember.map((line) => offs.get(line.productId) ?? 0);
  const sum = owed.reduce((a, b) => a + b, 0);
  const manual = off.reduce((a, b) => a + b, whole);
  if (manual > 0) {
    need(ctx, "sale_discount");
    const over = owed.findIndex((price, i) => (off[i] ?? 0) > price);
    if (over >= 0) throw new AppError("discountTooBig", { discount: yuan(off[over] ?? 0), total: yuan(owed[over] ?? 0) });
    if (manual > sum) throw new AppError("discountTooBig", { discount: yuan(manual), total: yuan(sum) });
  }
  const left = owed.map((price, i) => price - (off[i] ?? 0));
  const parts = share(whole, left);
  return afterMember.map((line, i) => ({ ...line, couponOff: byCoupon[i] ?? 0, manualOff: (off[i] ?? 0) + (parts[i] ?? 0) }));
}

/** Returns the total discount of a line, fen. */
export const discountOfLine = ({ memberOff, couponOff, manualOff }: PricedLine): number => memberOff + couponOff + manualOff;

/** Sums of lines, fen. */
export function sumsOf(lines: readonly PricedLine[]): { list: number; discount: number; total: number } {
  const list = lines.reduce((sum, line) => sum + line.list, 0);
  const discount = lines.reduce((sum, line) => sum + discountOfLine(line), 0);
  return { list, discount, total: list - discount };
}

/** A cart with its buyer and its prices. */
interface PricedCart extends Buyer {
  readonly products: ReadonlyMap<string, Stocked>;
  readonly lines: readonly PricedLine[];
  readonly items: readonly PricedItem[];
  /** Package cards that fit, and what each does. */
  readonly cards: readonly CartCard[];
  readonly most: number;
  /** More is taken off by hand than this person may alone. */
  readonly overLimit: boolean;
  readonly approvalId: string | undefined;
  readonly coupon: VenueCoupon | undefined;
}

/**
 * Prices a cart as it would be charged now.
 * @param look nothing is sold: the booking that goods are added to is not locked
 * @throws AppError `badInput` for an empty cart, and as `buyerOf`, `priceLines`, `priceItems`, `coverItems`
 */
export async function priceCart(ctx: Ctx, cart: Wanted, look = false): Promise<PricedCart> {
  if (cart.lines.length + (cart.items?.length ?? 0) === 0) throw badField("lines", "required");
  const byHand = cart.discount !== undefined || cart.lines.some((line) => line.discount !== undefined);
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
  const overLimit = byHand && isOverLimit(lines, most);
  const approvalId = overLimit && !look ? await approveDiscount(ctx, cart, lines, most) : undefined;
  const memberId = buyer.member?.id ?? null;
  const priced = await priceItems(ctx, cart.items, lines, products, memberId);
  const choice = cart.withoutCards === undefined ? { cards: cart.cards ?? [] } : { without: cart.withoutCards };
  return { ...buyer, products, lines, most, overLimit, approvalId, coupon, ...(await coverItems(ctx, priced, memberId, choice)) };
}

const manualOf = (lines: readonly PricedLine[]): number => lines.reduce((sum, line) => sum + line.manualOff, 0);

function isOverLimit(lines: readonly PricedLine[], most: number): boolean {
  const owed = lines.reduce((sum, line) => sum + line.list - line.memberOff - line.couponOff, 0);
  return manualOf(lines) > percentOf(owed, most);
}

/** A colleague without the limit approves this discount on these goods for this buyer. @throws AppError as `requireApproval` */
function approveDiscount(ctx: Ctx, cart: Wanted, lines: readonly PricedLine[], most: number): Promise<string | undefined> {
  const { memberId, orderId, couponCode, discount } = cart;
  return requireApproval(
    ctx,
    {
      action: "discount",
      subject: "",
      amount: manualOf(lines),
      content: [memberId, orderId, couponCode, discount, cart.lines],
      rule: { zh: "优惠超过你的上限 {most}% 须另一人同意", en: "A discount above your limit of {most}% needs a second person" },
      values: { most },
      facts: [
        {
          label: { zh: "商品", en: "Goods" },
          value: lines.map(({ name, quantity }) => `${name} ×${quantity}`).join(ctx.language === "zh" ? "，" : ", "),
        },
        { label: { zh: "优惠后", en: "After it" }, value: yuan(sumsOf(lines).total) },
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
  const { lines, items, cards, most, overLimit, member } = await priceCart(ctx, input, true);
  await checkPrepaidItems(ctx, items, member?.id ?? null);
  const { list, discount, total } = sumsOf(lines);
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
    total: yuan(total),
    due: yuan(items.reduce((sum, item) => sum + item.due, total)),
    mostDiscount: most,
    needsApproval: overLimit,
  };
}

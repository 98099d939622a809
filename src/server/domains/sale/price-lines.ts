/** Prices of the goods of a cart, line by line. */
import { goodsPercent } from "../../../contract/members/card-types";
import { type Fen, percentOf, share, yuan } from "../../../contract/core/money";
import { type Ctx, need } from "../../http/context";
import { AppError, badField } from "../../http/error";
import { couponWorth, type VenueCoupon } from "../../kernel/venue-coupons";
import type { Stocked } from "../../kernel/stock";
import type { Wanted } from "./price";

/** A line of one product with its price, fen. */
export interface PricedLine {
  readonly productId: string;
  readonly classId: string;
  readonly name: string;
  readonly quantity: number;
  /** List price of one piece: the product's price, or the price set by hand if that is higher. */
  readonly unitPrice: Fen;
  readonly list: Fen;
  readonly memberOff: Fen;
  readonly couponOff: Fen;
  /** Taken off by hand, a lower price that was set included. */
  readonly manualOff: Fen;
  /** The line's part of what rounding the cart down drops. */
  readonly rounding: Fen;
  /** The price of a piece that was set, with the product's own. */
  readonly setPrice: { readonly price: Fen; readonly own: Fen; readonly reason: string } | null;
}

/** The buying member, with the percentages of the goods' prices that members of the card type pay. */
export interface BuyingMember {
  readonly id: string;
  readonly productPercent: number;
  readonly classPercents: readonly string[];
}

/** Returns the reasons of everything that was changed by hand: the whole sale and its lines. */
export const reasonOf = ({ lines, discount }: Pick<Wanted, "lines" | "discount">): string =>
  [...new Set([discount, ...lines.flatMap((line) => [line.price, line.discount])].flatMap((one) => one?.reason ?? []))].join("; ");

/** Amount that a lower price takes off a line, fen. */
export const loweredBy = ({ setPrice, quantity }: PricedLine): Fen =>
  setPrice === null ? 0 : Math.max(0, setPrice.own - setPrice.price) * quantity;
/** Amount that a higher price adds to a line, fen. */
export const raisedBy = ({ setPrice, quantity }: PricedLine): Fen =>
  setPrice === null ? 0 : Math.max(0, setPrice.price - setPrice.own) * quantity;

/**
 * Prices goods: list, less what the member's card type takes off its class (once per line), less a coupon shared over the lines, less what is
 * taken off the line by hand, less the manual discount shared over the lines. A price that was set takes the place of the member's: a lower one is
 * a discount by hand, a higher one is the list price of the line.
 * @throws AppError `missing`, `forbidden` (sale_discount), `discountTooBig`, `badInput` for two prices of one product
 */
export function priceLines(
  ctx: Ctx,
  { lines, discount }: Pick<Wanted, "lines" | "discount">,
  products: ReadonlyMap<string, Stocked>,
  { member, coupon }: { member: BuyingMember | null; coupon: VenueCoupon | undefined },
): PricedLine[] {
  const quantities = new Map<string, number>();
  const offs = new Map<string, number>();
  const setPrices = new Map<string, { amount: Fen; reason: string }>();
  for (const [i, line] of lines.entries()) {
    const before = setPrices.get(line.productId);
    const isAgain = quantities.has(line.productId);
    if (isAgain && before?.amount !== line.price?.amount) throw badField(`lines.${i}.price`, "other");
    if (line.price) setPrices.set(line.productId, line.price);
    quantities.set(line.productId, (quantities.get(line.productId) ?? 0) + line.quantity);
    offs.set(line.productId, (offs.get(line.productId) ?? 0) + (line.discount?.amount ?? 0));
  }
  const beforeCoupon = [...quantities].map(([productId, quantity]): PricedLine => {
    const product = products.get(productId);
    if (!product?.on_shelf) throw new AppError("missing", { what: product?.name ?? (ctx.language === "zh" ? "商品" : "Product") });
    const ownPrice = setPrices.get(productId);
    const setPrice =
      ownPrice && ownPrice.amount !== product.price ? { price: ownPrice.amount, own: product.price, reason: ownPrice.reason } : null;
    const unitPrice = Math.max(product.price, setPrice?.price ?? 0);
    const list = unitPrice * quantity;
    const percent =
      member && setPrice === null ? goodsPercent(member, { classId: product.class_id, parentId: product.class_parent_id }) : 100;
    const line = {
      productId,
      classId: product.class_id,
      name: product.name,
      quantity,
      unitPrice,
      list,
      memberOff: list - percentOf(list, percent),
      couponOff: 0,
      manualOff: 0,
      rounding: 0,
      setPrice,
    };
    return { ...line, manualOff: loweredBy(line) };
  });
  const plain = beforeCoupon.map(priceOfLine);
  const worth = coupon
    ? couponWorth(
        ctx,
        coupon,
        plain.map((price) => ({ price, minutes: 0 })),
      ).amount
    : 0;
  const byCoupon = share(worth, plain);
  const owed = plain.map((price, i) => price - (byCoupon[i] ?? 0));
  const off = beforeCoupon.map((line) => offs.get(line.productId) ?? 0);
  const whole = discount?.amount ?? 0;
  const sum = owed.reduce((a, b) => a + b, 0);
  const manual = off.reduce((a, b) => a + b, whole);
  if (manual > 0) {
    need(ctx, "sale_discount");
    const over = owed.findIndex((price, i) => (off[i] ?? 0) > price);
    if (over >= 0) throw new AppError("discountTooBig", { discount: yuan(off[over] ?? 0), total: yuan(owed[over] ?? 0) });
    if (manual > sum) throw new AppError("discountTooBig", { discount: yuan(manual), total: yuan(sum) });
  }
  const parts = share(
    whole,
    owed.map((price, i) => price - (off[i] ?? 0)),
  );
  return beforeCoupon.map((line, i) => ({
    ...line,
    couponOff: byCoupon[i] ?? 0,
    manualOff: line.manualOff + (off[i] ?? 0) + (parts[i] ?? 0),
  }));
}

/** Shares what rounding drops over the lines by their prices. A line bears no more than its price. */
export function roundLines(lines: readonly PricedLine[], rounding: Fen): PricedLine[] {
  const parts = share(rounding, lines.map(priceOfLine));
  return lines.map((line, i) => ({ ...line, rounding: parts[i] ?? 0 }));
}

/** Returns the discounts of a line without the rounding, fen. */
export const discountOfLine = ({ memberOff, couponOff, manualOff }: PricedLine): Fen => memberOff + couponOff + manualOff;
/** Returns the amount that the buyer pays for a line, fen. */
export const priceOfLine = (line: PricedLine): Fen => line.list - discountOfLine(line) - line.rounding;

/** Sums of lines, fen; `discount` is without the rounding. */
export function sumsOf(lines: readonly PricedLine[]): { list: Fen; discount: Fen; rounding: Fen; total: Fen } {
  const sum = (of: (line: PricedLine) => Fen): Fen => lines.reduce((all, line) => all + of(line), 0);
  return {
    list: sum(({ list }) => list),
    discount: sum(discountOfLine),
    rounding: sum(({ rounding }) => rounding),
    total: sum(priceOfLine),
  };
}

/** The cart at the till: what is in it, and where it outlives a reload: this browser, by person and venue. */
import { useCallback, useState } from "react";
import { fen, yuan } from "../../../contract/core/money";
import type { SaleDetail, SaleQuote } from "../../../contract/sale/sale";
import type { Product } from "../../../contract/stock/stock";
import { session } from "../../session/store";
import type { RoundingUnit } from "../../../contract/sale/rounding";
import { readAmountOrZero } from "../../../contract/core/typed/amount";

/** A product in the cart. */
export interface TillLine {
  readonly productId: string;
  readonly name: string;
  readonly price: string;
  /** Pieces in the shop when it was put in; null: it carries no stock. */
  readonly left: number | null;
  /** Asked for each piece that is lent. */
  readonly deposit: string;
  readonly quantity: number;
  /** Off the line by hand, and why. */
  readonly off: string;
  readonly reason: string;
  /** The price of a piece that was set in place of its own, and why. */
  readonly setPrice?: { readonly amount: string; readonly reason: string } | undefined;
}
type NewLine = Pick<TillLine, "productId" | "name" | "price" | "left" | "deposit">;
/** Something else in the cart: a card, a recharge, places of a session, one in a class, what is due of a booking. */
export interface TillItem {
  readonly kind: "card" | "recharge" | "session" | "class" | "order";
  /** Null: a recharge of a free amount. */
  readonly of: string | null;
  readonly name: string;
  /** Unit price, as shown when it was added. */
  readonly price: string;
  readonly quantity: number;
}
/** A cart. */
export interface Till {
  readonly lines: readonly TillLine[];
  readonly items: readonly TillItem[];
  readonly memberId: string | null;
  readonly discount: { readonly amount: string; readonly reason: string };
  /** Rounds the cart down to this unit; null: not. */
  readonly rounding: RoundingUnit | null;
  /** Code of the venue's coupon; "": none. */
  readonly couponCode: string;
  /** The buyer's package cards that are put aside: all others that fit pay before money. */
  readonly withoutCards: readonly string[];
  readonly remark: string;
  /** The cart on hold that it was recalled from. */
  readonly cartId: string | null;
  /** The key under which it is being sold for cash: from then on it is the outbox's. */
  readonly sending: string | null;
  /** The idempotency key under which it went to the server, while no answer has come: it may be a sale there. */
  readonly attempt: string | null;
  /** Amount that a customer's code has paid for it already. */
  readonly scanned: { readonly paymentId: string; readonly channel: "wechat" | "alipay"; readonly amount: string } | null;
}
export const EMPTY: Till = {
  lines: [],
  items: [],
  memberId: null,
  discount: { amount: "", reason: "" },
  rounding: null,
  couponCode: "",
  withoutCards: [],
  remark: "",
  cartId: null,
  sending: null,
  attempt: null,
  scanned: null,
};
const MOST = 999;
/** True if it contains nothing to sell. */
export const isEmpty = ({ lines, items }: Till): boolean => lines.length + items.length === 0;
/** Pieces in it, whatever they are. */
export const piecesOf = ({ lines, items }: Till): number => [...lines, ...items].reduce((sum, { quantity }) => sum + quantity, 0);

const isTill = (value: unknown): value is Till =>
  typeof value === "object" &&
  value !== null &&
  "lines" in value &&
  Array.isArray(value.lines) &&
  "items" in value &&
  "discount" in value &&
  "couponCode" in value &&
  "scanned" in value &&
  "sending" in value;

function placeOf(): string {
  const { person, venueId } = session();
  return `till:${person?.userId ?? ""}:${venueId ?? ""}`;
}
function readStoredTill(place: string): Till {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(place) ?? "null");
    return isTill(value) ? { ...EMPTY, ...value } : EMPTY;
  } catch {
    return EMPTY;
  }
}
function storeTill(place: string, till: Till): void {
  try {
    if (isEmpty(till) && till.memberId === null && till.scanned === null) localStorage.removeItem(place);
    else localStorage.setItem(place, JSON.stringify(till));
  } catch {
    // Storage is full or forbidden: the cart then lives as long as the page.
  }
}

/** The cart of this person at this venue, and how it is changed: each change is of the cart as it is then, and is kept at once. */
export function useTill(): readonly [Till, (change: (before: Till) => Till) => void] {
  const [place] = useState(placeOf);
  const [till, setTill] = useState(() => readStoredTill(place));
  const change = useCallback(
    (how: (before: Till) => Till) =>
      setTill((before) => {
        const next = how(before);
        storeTill(place, next);
        return next;
      }),
    [place],
  );
  return [till, change];
}

/** Puts pieces of a product in, takes some out, or all of them. */
export function withPieces(till: Till, product: NewLine, quantityOf: (now: number) => number): Till {
  const known = till.lines.find((line) => line.productId === product.productId);
  const quantity = Math.min(quantityOf(known?.quantity ?? 0), product.left ?? MOST, MOST);
  const line: TillLine = { off: "", reason: "", ...known, ...product, quantity };
  const lines = known ? till.lines.map((one) => (one === known ? line : one)) : [...till.lines, line];
  return { ...till, lines: lines.filter((one) => one.quantity > 0) };
}

const SEVERAL: ReadonlySet<TillItem["kind"]> = new Set(["session"]);
/** Puts an item in; of places in a session one more, anything else once. Recharges replace each other. */
export function withItem(till: Till, item: Omit<TillItem, "quantity">, quantity?: number): Till {
  const same = (one: TillItem): boolean => one.kind === item.kind && (one.of === item.of || item.kind === "recharge");
  const known = till.items.find(same);
  const next = quantity ?? (SEVERAL.has(item.kind) ? (known?.quantity ?? 0) + 1 : 1);
  const made = { ...item, quantity: next };
  const items = known ? till.items.map((one) => (same(one) ? made : one)) : [...till.items, made];
  return { ...till, items: items.filter((one) => one.quantity > 0) };
}

export const lineOf = (product: Product): NewLine => ({
  productId: product.id,
  name: product.spec === "" ? product.name : `${product.name} ${product.spec}`,
  price: product.price,
  left: product.stocked ? product.onHand : null,
  deposit: product.deposit,
});

/** A discount that can be sent; undefined where there is none. */
const manualDiscount = (amount: string, reason: string): { amount: string; reason: string } | undefined => {
  const off = readAmountOrZero(amount).value ?? 0;
  return off > 0 && reason.trim().length >= 2 ? { amount: yuan(off), reason: reason.trim() } : undefined;
};

/** The call's input: goods, what else is sold, buyer and discounts. */
export function cartInput(till: Till) {
  const discount = manualDiscount(till.discount.amount, till.discount.reason);
  return {
    ...(till.memberId === null ? {} : { memberId: till.memberId }),
    lines: till.lines.map(({ productId, quantity, off, reason, setPrice }) => {
      const own = manualDiscount(off, reason);
      return { productId, quantity, ...(own ? { discount: own } : {}), ...(setPrice ? { price: setPrice } : {}) };
    }),
    items: till.items.map(({ kind, of, quantity, price }) => ({ kind, quantity, ...(of === null ? { amount: price } : { of }) })),
    ...(discount ? { discount } : {}),
    ...(till.rounding === null ? {} : { rounding: till.rounding }),
    ...(till.couponCode === "" ? {} : { couponCode: till.couponCode }),
  };
}

/** Returns the rounding that comes after the cart's: the next that the venue allows for it, then none. */
export function nextRounding({ rounding }: Till, { roundings }: SaleQuote): RoundingUnit | null {
  if (rounding === null) return roundings[0]?.unit ?? null;
  const at = roundings.findIndex(({ unit }) => unit === rounding);
  return at < 0 ? null : (roundings[at + 1]?.unit ?? null);
}

/** Returns the input of the price request: the same, and the excluded cards. */
export const quoteInput = (till: Till) => ({ ...cartInput(till), withoutCards: [...till.withoutCards] });

/** The cards that pay, with the uses that were shown. */
export const cardsOf = (quote: SaleQuote | undefined) =>
  (quote?.cards ?? []).flatMap(({ holdingId, uses }) => (uses > 0 ? [{ holdingId, uses }] : []));

/** A recalled cart, as it was when it was put on hold. */
export function restoreCart(cart: SaleDetail): Till {
  const { draft } = cart;
  // A cart put on hold before drafts were stored has only the discount of each line.
  const offOf = (line: SaleDetail["lines"][number]): { amount: string; reason: string } | null =>
    draft
      ? (draft.lines.find(({ productId }) => productId === line.productId)?.discount ?? null)
      : fen(line.discount) > 0
        ? { amount: line.discount, reason: cart.reason }
        : null;
  return {
    ...EMPTY,
    cartId: cart.id,
    memberId: cart.memberId,
    remark: cart.remark,
    discount: draft?.discount ?? EMPTY.discount,
    rounding: draft?.rounding ?? null,
    couponCode: draft?.couponCode ?? "",
    withoutCards: draft?.withoutCards ?? [],
    items: cart.items.flatMap(({ kind, of, name, quantity, total }) =>
      kind === "deposit" ? [] : [{ kind, of, name, quantity, price: yuan(Math.round(fen(total) / quantity)) }],
    ),
    lines: cart.lines.map((line) => {
      const off = offOf(line);
      const setPrice = draft?.lines.find(({ productId }) => productId === line.productId)?.price;
      return {
        productId: line.productId,
        name: line.productName,
        price: line.setPrice?.own ?? line.unitPrice,
        left: null,
        deposit: "0.00",
        quantity: line.quantity,
        off: off?.amount ?? "",
        reason: off?.reason ?? "",
        ...(setPrice ? { setPrice } : {}),
      };
    }),
  };
}

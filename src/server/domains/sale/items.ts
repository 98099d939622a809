/**
 * Cart items other than goods: cards, recharges, places of sessions and classes, dues of bookings, deposits. The function of its own domain
 * sells each.
 */
import { charge } from "../../ledger/charge";
import { type ITEM_KINDS, ItemCard as ItemCardOut, type SaleItem } from "../../../contract/sale/sale";
import { yuan } from "../../../contract/core/money";
import { clock } from "../../../contract/core/time";
import { type Ctx, need, today } from "../../http/context";
import { AppError, badField } from "../../http/error";
import { documentNumber } from "../../kernel/numbers";
import { type PaymentEntry } from "../../payment/collect";
import { pay } from "../booking/pay";
import { allowed, readOrder } from "../../kernel/orders";
import { checkCardSale, sellCard } from "../cards/sell";
import { bookAtTill } from "../coaches/bookings";
import { recharge, rechargeTerms } from "../members/recharge";
import { bookSession } from "../capacitySessions/book";
import type { Stocked } from "../../kernel/stock";
import type { Owed } from "./share-payments";

/** Asked for in a cart; amounts in fen. */
export interface ItemWanted {
  readonly kind: Exclude<(typeof ITEM_KINDS)[number], "deposit">;
  readonly of?: string | undefined;
  readonly quantity: number;
  readonly amount?: number | undefined;
}
/** A package card that pays for an item, or a part of it. */
export interface ItemCard {
  readonly holdingId: string;
  readonly no: string;
  readonly name: string;
  readonly uses: number;
  readonly left: number | null;
}
/** An item with its name and price, fen; `due` is what money pays. */
export interface PricedItem extends Owed {
  /** Its price, whatever pays. */
  readonly price: number;
  readonly cards: readonly ItemCard[];
  readonly kind: (typeof ITEM_KINDS)[number];
  readonly of: string | null;
  readonly quantity: number;
  readonly name: string;
}
/** The document that an item became. */
export interface Sold {
  readonly id: string;
  readonly no: string;
}

const WORDS = {
  card: { zh: "次卡", en: "Package card" },
  recharge: { zh: "充值", en: "Recharge" },
  session: { zh: "场次", en: "Session" },
  class: { zh: "教练课", en: "Class" },
  order: { zh: "订场尾款", en: "Due of booking" },
  deposit: { zh: "押金", en: "Deposit" },
} as const;
const word = (ctx: Ctx, kind: keyof typeof WORDS): string => WORDS[kind][ctx.language];
const missing = (ctx: Ctx, kind: keyof typeof WORDS): AppError => new AppError("missing", { what: word(ctx, kind) });

/**
 * Locks what a cart is sold to, documents before goods: bookings, sessions, classes, each in the order of their ids. Whatever else sells to
 * them has them first as well. What there is none of is refused where it is priced.
 */
export async function lockDocuments(
  ctx: Ctx,
  { orderId, items = [] }: { readonly orderId?: string | undefined; readonly items?: readonly ItemWanted[] | undefined },
): Promise<void> {
  const ids = (kind: ItemWanted["kind"]): string[] =>
    items.flatMap((item) => (item.kind === kind && item.of !== undefined ? [item.of] : []));
  const orders = ids("order");
  for (const [table, packages] of [
    ["booking_order", orderId === undefined || orders.length === 0 ? orders : [...orders, orderId]],
    ["hall_booking", ids("session")],
    ["coach_class", ids("class")],
  ] as const) {
    if (packages.length === 0) continue;
    const rows = ctx.db.selectFrom(table).select("id").where("venue_id", "=", ctx.venue.id).where("id", "in", packages).orderBy("id");
    // As each is locked elsewhere: a stronger lock later would wait for who has come in between.
    await (table === "coach_class" ? rows.forUpdate() : rows.forNoKeyUpdate()).execute();
  }
}

/**
 * Prices what is sold besides goods, and the deposits of goods that are lent. In one order, so that carts that sell the same things
 * lock them the same way round.
 * @throws AppError `missing`, `memberNeeded`, `forbidden`, `badInput`, `wrongState` of a booking
 */
export async function priceItems(
  ctx: Ctx,
  items: readonly ItemWanted[] = [],
  lines: readonly { readonly productId: string; readonly quantity: number }[],
  products: ReadonlyMap<string, Stocked>,
  memberId: string | null,
): Promise<PricedItem[]> {
  const priced: PricedItem[] = [];
  for (const item of items) priced.push(await priceItem(ctx, item, memberId));
  const deposits = lines.flatMap(({ productId, quantity }): PricedItem[] => {
    const product = products.get(productId);
    if (!product?.deposit) return [];
    const name = `${word(ctx, "deposit")} ${product.name}`;
    const due = product.deposit * quantity;
    return [{ kind: "deposit", of: productId, quantity, name, price: due, due, cards: [], purse: true, single: false }];
  });
  const key = ({ kind, of }: PricedItem): string => `${kind} ${of ?? ""}`;
  return [...priced, ...deposits].sort((a, b) => (key(a) < key(b) ? -1 : key(a) > key(b) ? 1 : 0));
}

const priceItem = async (ctx: Ctx, item: ItemWanted, memberId: string | null): Promise<PricedItem> => {
  const priced = await findItem(ctx, item, memberId);
  return { ...priced, price: priced.due, cards: [] };
};

async function findItem(ctx: Ctx, item: ItemWanted, memberId: string | null): Promise<Omit<PricedItem, "price" | "cards">> {
  const { kind, of, quantity } = item;
  const base = { kind, of: of ?? null, quantity, purse: true, single: false } as const;
  if ((kind === "card" || kind === "recharge") && memberId === null) throw new AppError("memberNeeded");
  if (kind === "recharge") return { ...base, ...(await priceRecharge(ctx, item)), purse: false, single: true, quantity: 1 };
  if (of === undefined) throw badField("items", "required");
  if (kind === "card") {
    need(ctx, "package_card_sell");
    if (quantity !== 1) throw badField("quantity", "exactly", { n: 1 });
    const card = await ctx.db
      .selectFrom("package_card")
      .select(["name", "price"])
      .where("venue_id", "=", ctx.venue.id)
      .where("id", "=", of)
      .where("on_shelf", "=", true)
      .executeTakeFirst();
    if (!card) throw missing(ctx, kind);
    return { ...base, name: card.name, due: card.price };
  }
  if (kind === "session") {
    need(ctx, "session_book");
    const session = await ctx.db
      .selectFrom("hall_booking as b")
      .innerJoin("hall as h", (join) => join.onRef("h.venue_id", "=", "b.venue_id").onRef("h.id", "=", "b.hall_id"))
      .select(["b.name", "h.name as hall", "b.day", "b.start_minute", "b.price"])
      .where("b.venue_id", "=", ctx.venue.id)
      .where("b.id", "=", of)
      .executeTakeFirst();
    if (!session) throw missing(ctx, kind);
    const name = `${session.name || session.hall} ${session.day.slice(5)} ${clock(session.start_minute)}`;
    return { ...base, name, due: session.price * quantity };
  }
  if (kind === "class") {
    need(ctx, "coach_class_book");
    if (quantity !== 1) throw badField("quantity", "exactly", { n: 1 });
    const found = await ctx.db
      .selectFrom("coach_class")
      .select(["title", "day", "start", "price"])
      .where("venue_id", "=", ctx.venue.id)
      .where("id", "=", of)
      .executeTakeFirst();
    if (!found) throw missing(ctx, kind);
    return { ...base, name: `${found.title} ${found.day.slice(5)} ${clock(found.start)}`, due: found.price };
  }
  need(ctx, "booking_pay");
  const order = await readOrder(ctx, of);
  allowed(ctx, order, "pay");
  return {
    ...base,
    quantity: 1,
    name: `${word(ctx, kind)} ${order.no}`,
    due: order.total - order.paid,
    purse: order.member_id === memberId,
  };
}

async function priceRecharge(ctx: Ctx, { of, amount }: ItemWanted): Promise<{ name: string; due: number }> {
  need(ctx, "member_recharge");
  if (of === undefined) {
    if (amount === undefined) throw badField("amount", "required");
    return { name: word(ctx, "recharge"), due: amount };
  }
  const offer = await ctx.db
    .selectFrom("recharge_offer")
    .select(["name", "pay"])
    .where("venue_id", "=", ctx.venue.id)
    .where("id", "=", of)
    .where("on_shelf", "=", true)
    .executeTakeFirst();
  if (!offer) throw missing(ctx, "recharge");
  return { name: `${word(ctx, "recharge")} ${offer.name}`, due: offer.pay };
}

/**
 * Refuses the cards and recharges of a cart that could not be sold to its buyer together, before anybody pays.
 * @throws AppError as `sellCard`, `recharge`
 */
export async function checkPrepaidItems(ctx: Ctx, items: readonly PricedItem[], memberId: string | null): Promise<void> {
  if (memberId === null) return;
  const packages = items.flatMap(({ kind, of }) => (kind === "card" && of !== null ? [{ id: of }] : []));
  const recharges = items.filter(({ kind }) => kind === "recharge");
  if (packages.length + recharges.length === 0) return;
  let stored = 0;
  for (const { of, price } of recharges) stored += (await rechargeTerms(ctx, { memberId, offerId: of ?? undefined, pay: price })).principal;
  await checkCardSale(ctx, { memberId, wanted: packages, stored });
}

/**
 * Sells one item with its share of the payments, by the function that sells it everywhere.
 * @param itemId the id of its row; of a deposit, its document too
 * @throws AppError as `sellCard`, `recharge`, `bookSession`, `bookAtTill`, `pay`, `redeemCard`
 */
export async function sellItem(
  ctx: Ctx,
  item: PricedItem,
  payments: readonly PaymentEntry[],
  memberId: string | null,
  itemId: string,
): Promise<Sold> {
  const { kind, of, quantity, due, price } = item;
  const cards = item.cards.map(({ holdingId, uses }) => ({ holdingId, uses }));
  const [card] = item.cards;
  if (kind === "deposit") return collectDeposit(ctx, item, payments, memberId, itemId);
  if (kind === "recharge") {
    const [payment] = payments;
    if (memberId === null || !payment) throw new AppError("memberNeeded");
    const { type, paymentId } = payment;
    return recharge(ctx, { memberId, offerId: of ?? undefined, pay: due, method: type, paymentId, remark: payment.note ?? "" });
  }
  if (of === null) throw missing(ctx, kind);
  if (kind === "order") {
    const order = await pay(ctx, { id: of, payments: [...payments], cards });
    return { id: of, no: order.no };
  }
  if (kind === "class") return bookAtTill(ctx, { classId: of, memberId, payments, cardNo: card?.no });
  if (kind === "session") {
    const id = await bookSession(ctx, {
      hallBookingId: of,
      attendees: quantity,
      ...(memberId === null ? {} : { memberId }),
      ...(card ? { holdingId: card.holdingId } : {}),
      payments,
      expectedPrice: price / quantity,
    });
    return { id, no: await numberOf(ctx, "session_order", id) };
  }
  if (memberId === null) throw new AppError("memberNeeded");
  const id = await sellCard(ctx, { memberId, packageCardId: of, payments });
  return { id, no: await numberOf(ctx, "holding", id) };
}

const ItemCards = ItemCardOut.array();
const numberOf = async (ctx: Ctx, table: "session_order" | "holding", id: string): Promise<string> =>
  (await ctx.db.selectFrom(table).select("no").where("venue_id", "=", ctx.venue.id).where("id", "=", id).executeTakeFirstOrThrow()).no;

/** Takes a deposit: it is the customer's until it is settled (ledger.md "rental deposit"). */
async function collectDeposit(
  ctx: Ctx,
  { due }: PricedItem,
  payments: readonly PaymentEntry[],
  memberId: string | null,
  id: string,
): Promise<Sold> {
  const no = await documentNumber(ctx, "deposit", today(ctx));
  const document = { kind: "deposit", id, no } as const;
  await charge(ctx, document, {
    operation: "rental deposit",
    payments,
    due,
    memberId,
    legs: [{ account: "deposit", amount: -due, subject: id }],
    spent: 0,
  });
  return { id, no };
}

/** The items of a sale, in the order in which they were entered. */
export async function itemsOf(ctx: Ctx, saleId: string): Promise<SaleItem[]> {
  const rows = await ctx.db
    .selectFrom("sale_item")
    .selectAll()
    .where("venue_id", "=", ctx.venue.id)
    .where("sale_id", "=", saleId)
    .orderBy("id")
    .execute();
  return rows.map((row) => ({
    id: row.id,
    kind: row.kind as SaleItem["kind"],
    of: row.of_id,
    name: row.name,
    quantity: row.quantity,
    total: yuan(row.total),
    cards: ItemCards.parse(row.cards),
    documentId: row.document_id,
    no: row.document_no,
    givenBack: row.given_back === null ? null : yuan(row.given_back),
    kept: row.kept === null ? null : yuan(row.kept),
  }));
}

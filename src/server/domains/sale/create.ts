/** A cashier sale: stock, ledger, purses, cards, receipt number and takings move in one transaction. */
import type { CartDraft } from "../../../contract/sale/sale";
import { charge } from "../../ledger/charge";
import { type Ctx, today } from "../../http/context";
import { lockMember } from "../../kernel/booker";
import { nameApproved } from "../../kernel/approval";
import { redeemVenueCoupon } from "../../kernel/venue-coupons";
import { documentNumber } from "../../kernel/numbers";
import type { Leg } from "../../ledger/post";
import { openShift } from "../../ledger/tender";
import { type PaymentEntry } from "../../payment/collect";
import { type Moved, moveStock } from "../../kernel/stock";
import { lockDocuments, type PricedItem, sellItem, type Sold } from "./items";
import { type KnownPrice } from "./known-prices";
import { priceCart, type Wanted } from "./price";
import { discountOfLine, type PricedLine, priceOfLine, reasonOf, sumsOf } from "./price-lines";
import { sharePayments } from "./share-payments";

/** For a sale that its till stored before sending it; prices in fen. */
interface KeptByTill {
  readonly key: string;
  readonly at: string;
  readonly prices: readonly KnownPrice[];
  /** For a member's sale: the token of the till's allowance. */
  readonly allowance?: string | undefined;
  /** Hash of the whole sale as it was sent: under its key no other one is accepted. */
  readonly hash?: string | undefined;
}
export interface SaleDraft extends Wanted {
  readonly keptByTill?: KeptByTill | undefined;
  readonly payments: readonly PaymentEntry[];
  readonly remark?: string | undefined;
}

/**
 * Sells what is in a cart: goods and services from the shop, at the price of `priceCart`, and whatever else by the function that sells it
 * everywhere. Added to an order, goods stand with it and are paid by themselves.
 * @param cart the waiting cart that becomes the sale; its row is locked
 * @returns the sale's id
 * @throws AppError `missing`, `stockShort`, `discountTooBig`, `forbidden` (sale_discount), `approvalNeeded` for a discount or a price beyond the
 * limit, `paymentSum`, `balanceShort`, `memberState`, `wrongState` of an order that takes no goods; and as `coverItems`, `sellItem`, `sharePayments`
 */
export async function createSale(ctx: Ctx, draft: SaleDraft, cart?: string): Promise<string> {
  await lockDocuments(ctx, draft);
  const { member, order, products, lines, items, coupon, approvalId } = await priceCart(ctx, draft);
  const { total } = sumsOf(lines);
  const id = cart ?? ctx.newId();
  const day = today(ctx);
  const movements = await moveStock(
    ctx,
    "shop",
    lines.map((line) => ({ productId: line.productId, quantity: -line.quantity })),
    { kind: "sale", id, no: "" },
    products,
  );
  const goods = lines.length === 0 ? [] : [{ due: total, purse: true, single: false }];
  const parts = await sharePayments(ctx, draft.payments, [...goods, ...items]);
  // The number is the day's one row: sales of the venue wait for it, so it is asked for when nothing else is to be waited for.
  const [, no] = await Promise.all([member ? lockMember(ctx, member.id) : undefined, documentNumber(ctx, "sale", day), openShift(ctx)]);
  const document = { kind: "sale", id, no } as const;
  const ofGoods = goods.length === 0 ? [] : (parts.shift() ?? []);
  const { shiftId: shift } = await charge(ctx, document, {
    operation: "sale of goods",
    payments: ofGoods,
    due: total,
    memberId: member?.id,
    legs: [...incomeLegs(lines, day), ...costLegs(movements, day)],
    reason: reasonOf(draft),
    visitAt: ctx.now,
    shiftOf: openShift,
  });
  const soldItems = await sellItems(ctx, items, parts, member?.id ?? null);
  await storeSale(
    ctx,
    { id, no, draft, member: member?.id ?? null, lines, items: soldItems, moved: movements, day, state: "paid", shift },
    cart !== undefined,
  );
  if (coupon) await redeemVenueCoupon(ctx, coupon, { kind: "sale", id });
  await nameApproved(ctx, approvalId, id);
  if (total === 0 && lines.length > 0) ctx.emit({ type: "changed", data: { resource: "sales", id } });
  if (order) ctx.emit({ type: "booking_changed", orderId: order.id, data: { day: order.day } });
  return id;
}

/** Sells the items of a cart, one after the other. */
async function sellItems(
  ctx: Ctx,
  items: readonly PricedItem[],
  parts: readonly (readonly PaymentEntry[])[],
  memberId: string | null,
): Promise<KeptItem[]> {
  const soldItems: KeptItem[] = [];
  const ids = items.map(() => ctx.newId()).sort();
  for (const [i, item] of items.entries()) {
    const id = ids[i] ?? ctx.newId();
    soldItems.push({ ...item, id, document: await sellItem(ctx, item, parts[i] ?? [], memberId, id) });
  }
  return soldItems;
}

/** An item as it is written: with its document once it is sold. */
interface KeptItem extends PricedItem {
  readonly id: string;
  readonly document: Sold | null;
}

/** Data written for a sale: paid, waiting or cancelled. */
interface Kept {
  readonly id: string;
  readonly no: string;
  readonly draft: SaleDraft;
  readonly member: string | null;
  readonly lines: readonly PricedLine[];
  readonly items: readonly KeptItem[];
  readonly moved: readonly Moved[];
  readonly day: string;
  readonly state: "paid" | "hung" | "abandoned";
  readonly shift: string | null;
  /** Why it was given up; else the reason of its discounts is written. */
  readonly reason?: string;
  /** Draft of a waiting cart: the typed input. */
  readonly cart?: CartDraft;
}

/** Writes a sale and its lines; one that was there as a cart is written anew. */
export async function storeSale(
  ctx: Ctx,
  { id, no, draft, member, lines, items, moved, day, state, shift, reason, cart }: Kept,
  there: boolean,
): Promise<void> {
  const { list, discount, rounding, total } = sumsOf(lines);
  const values = {
    no,
    member_id: member,
    order_id: draft.orderId ?? null,
    list,
    discount: discount + rounding,
    rounding,
    total,
    paid: state === "paid" ? total : 0,
    till_key: draft.keptByTill?.key ?? null,
    till_at: draft.keptByTill ? new Date(draft.keptByTill.at) : null,
    till_hash: draft.keptByTill?.hash ?? null,
    state,
    remark: draft.remark ?? "",
    reason: reason ?? reasonOf(draft),
    draft: cart === undefined ? null : JSON.stringify(cart),
    shift_id: shift,
    day,
    person_id: ctx.person.id,
    operator: ctx.person.name,
    at: ctx.now,
  };
  if (there) {
    for (const table of ["sale_line", "sale_item"] as const)
      await ctx.db.deleteFrom(table).where("venue_id", "=", ctx.venue.id).where("sale_id", "=", id).execute();
    await ctx.db.updateTable("sale").set(values).where("venue_id", "=", ctx.venue.id).where("id", "=", id).execute();
  } else
    ctx.write(
      ctx.db
        .insertInto("sale")
        .values({ venue_id: ctx.venue.id, id, ...values })
        .execute(),
    );
  if (lines.length > 0) writeLines(ctx, id, lines, moved, day);
  if (items.length > 0) writeItems(ctx, id, items);
}

function writeLines(ctx: Ctx, saleId: string, lines: readonly PricedLine[], moved: readonly Moved[], day: string): void {
  // Ids of one instant are in no order of their own; sorted, they keep the order in which the goods were entered.
  const ids = lines.map(() => ctx.newId()).sort();
  const costs = new Map(moved.map((move) => [move.productId, -move.cost] as const));
  ctx.write(
    ctx.db
      .insertInto("sale_line")
      .values(
        lines.map((line, i) => ({
          venue_id: ctx.venue.id,
          id: ids[i] ?? ctx.newId(),
          sale_id: saleId,
          product_id: line.productId,
          name: line.name,
          quantity: line.quantity,
          unit_price: line.unitPrice,
          list: line.list,
          discount: discountOfLine(line) + line.rounding,
          rounding: line.rounding,
          price: priceOfLine(line),
          cost: costs.get(line.productId) ?? 0,
          member_off: line.memberOff,
          coupon_off: line.couponOff,
          set_price: line.setPrice?.price ?? null,
          shelf_price: line.setPrice?.own ?? null,
          set_reason: line.setPrice?.reason ?? "",
          day,
          created_at: ctx.now,
        })),
      )
      .execute(),
  );
}

function writeItems(ctx: Ctx, saleId: string, items: readonly KeptItem[]): void {
  ctx.write(
    ctx.db
      .insertInto("sale_item")
      .values(
        items.map(({ id, kind, of, quantity, name, due, cards, document }) => ({
          venue_id: ctx.venue.id,
          id,
          sale_id: saleId,
          kind,
          of_id: of,
          quantity,
          name,
          total: due,
          cards: JSON.stringify(cards),
          document_id: document?.id ?? null,
          document_no: document?.no ?? "",
          created_at: ctx.now,
        })),
      )
      .execute(),
  );
}

const incomeLegs = (lines: readonly PricedLine[], day: string): Leg[] =>
  lines.flatMap((line): Leg[] => [
    { account: "discount.member", amount: line.memberOff, earnedOn: day, taxClass: line.classId },
    { account: "discount.coupon", amount: line.couponOff, earnedOn: day, taxClass: line.classId },
    { account: "discount.manual", amount: line.manualOff, earnedOn: day, taxClass: line.classId },
    { account: "discount.rounding", amount: line.rounding, earnedOn: day, taxClass: line.classId },
    { account: "income.product", amount: -line.list, subject: line.classId, earnedOn: day },
  ]);

const costLegs = (moved: readonly Moved[], day: string): Leg[] =>
  moved.flatMap((move): Leg[] => [
    { account: "cost.goods", amount: -move.cost, subject: move.productId, earnedOn: day },
    { account: "stock.shop", amount: move.cost, subject: move.productId },
  ]);

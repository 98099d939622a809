/** A cashier sale: stock, ledger, purses, receipt number and takings move in one transaction (product cashier "Same-action safety"). */
import { type Ctx, today } from "../../http/context";
import { documentNumber } from "../../kernel/numbers";
import { type Leg, post } from "../../ledger/post";
import { openShift } from "../../ledger/tender";
import { takenByHand } from "../../live/payment";
import { type PaymentEntry, takePayments } from "../../payment/take";
import { recordSpend } from "../members/spend";
import { type Moved, moveStock, productsOf } from "../stock/move";
import { buyerOf, type PricedLine, priceLines, reasonOf, sumsOf, type Wanted } from "./price";

export interface SaleDraft extends Wanted {
  readonly payments: readonly PaymentEntry[];
  readonly remark?: string | undefined;
}

/**
 * Sells goods and services from the shop, at the price of `priceLines`; added to an order, they stand with it and are paid by themselves.
 * @param cart the waiting cart that becomes the sale; its row is locked
 * @returns the sale's id
 * @throws AppError `missing`, `stockShort`, `discountTooBig`, `discountLimit`, `forbidden` (sale_discount), `paymentSum`, `balanceShort`, `memberState`,
 * `wrongState` of an order that takes no goods
 */
export async function createSale(ctx: Ctx, draft: SaleDraft, cart?: string): Promise<string> {
  const [{ member, order }, products] = await Promise.all([
    buyerOf(ctx, draft),
    productsOf(
      ctx,
      draft.lines.map((line) => line.productId),
    ),
  ]);
  const lines = priceLines(ctx, draft, products, member?.productPercent ?? 100);
  const { total } = sumsOf(lines);
  const id = cart ?? ctx.newId();
  const day = today(ctx);
  const [moved, no] = await Promise.all([
    moveStock(
      ctx,
      "shop",
      lines.map((line) => ({ productId: line.productId, quantity: -line.quantity })),
      { kind: "sale", id, no: "" },
      products,
    ),
    documentNumber(ctx, "sale", day),
  ]);
  const document = { kind: "sale", id, no } as const;
  const { legs, shiftId } = await takePayments(ctx, document, draft.payments, total, member?.id ?? null);
  const shift = shiftId ?? (await openShift(ctx));
  await keepSale(ctx, { id, no, draft, member: member?.id ?? null, lines, moved, day, state: "paid", shift }, cart !== undefined);
  const entryLegs = [...legs, ...incomeLegs(lines, day), ...costLegs(moved, day)];
  if (entryLegs.some((leg) => leg.amount !== 0))
    await post(ctx, { document, operation: "sale of goods", shiftId: shift, reason: reasonOf(draft), legs: entryLegs });
  if (member) recordSpend(ctx, member.id, total, ctx.now);
  ctx.emit(takenByHand(id, total));
  if (order) ctx.emit({ type: "booking_changed", orderId: order.id, data: { day: order.day } });
  return id;
}

/** What is written of a sale, paid or waiting. */
export interface Kept {
  readonly id: string;
  readonly no: string;
  readonly draft: SaleDraft;
  readonly member: string | null;
  readonly lines: readonly PricedLine[];
  readonly moved: readonly Moved[];
  readonly day: string;
  readonly state: "paid" | "hung";
  readonly shift: string | null;
}

/** Writes a sale and its lines; one that was there as a cart is written anew. */
export async function keepSale(ctx: Ctx, { id, no, draft, member, lines, moved, day, state, shift }: Kept, there: boolean): Promise<void> {
  const { list, discount, total } = sumsOf(lines);
  const values = {
    no,
    member_id: member,
    order_id: draft.orderId ?? null,
    list,
    discount,
    total,
    paid: state === "paid" ? total : 0,
    state,
    remark: draft.remark ?? "",
    reason: reasonOf(draft),
    shift_id: shift,
    day,
    person_id: ctx.person.id,
    operator: ctx.person.name,
    at: ctx.now,
  };
  if (there) {
    await ctx.db.deleteFrom("sale_line").where("venue_id", "=", ctx.venue.id).where("sale_id", "=", id).execute();
    await ctx.db.updateTable("sale").set(values).where("venue_id", "=", ctx.venue.id).where("id", "=", id).execute();
  } else
    ctx.write(
      ctx.db
        .insertInto("sale")
        .values({ venue_id: ctx.venue.id, id, ...values })
        .execute(),
    );
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
          sale_id: id,
          product_id: line.productId,
          name: line.name,
          quantity: line.quantity,
          unit_price: line.unitPrice,
          list: line.list,
          discount: line.memberOff + line.manualOff,
          price: line.list - line.memberOff - line.manualOff,
          cost: costs.get(line.productId) ?? 0,
          member_off: line.memberOff,
          day,
          created_at: ctx.now,
        })),
      )
      .execute(),
  );
}

const incomeLegs = (lines: readonly PricedLine[], day: string): Leg[] =>
  lines.flatMap((line): Leg[] => [
    { account: "discount.member", amount: line.memberOff, earnedOn: day },
    { account: "discount.manual", amount: line.manualOff, earnedOn: day },
    { account: "income.product", amount: -line.list, subject: line.classId, earnedOn: day },
  ]);

const costLegs = (moved: readonly Moved[], day: string): Leg[] =>
  moved.flatMap((move): Leg[] => [
    { account: "cost.goods", amount: -move.cost, subject: move.productId, earnedOn: day },
    { account: "stock.shop", amount: move.cost, subject: move.productId },
  ]);

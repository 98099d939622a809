/** A cashier sale: stock, ledger, purses, receipt number and takings move in one transaction (product cashier "Same-action safety"). */
import { percentOf, share, yuan } from "../../../contract/money";
import { AppError } from "../../http/error";
import { type Ctx, need, today } from "../../http/context";
import { documentNumber } from "../../http/perform";
import { type Leg, post } from "../../ledger/post";
import { type PaymentEntry, takePayments } from "../../payment/take";
import { recordSpend } from "../members/spend";
import { type Moved, moveStock, productsOf, type Stocked } from "../stock/move";
import { takenByHand } from "../../live/payment";
import { refuseInactive } from "../members/active";

export interface SaleDraft {
  readonly memberId?: string | undefined;
  readonly lines: readonly { readonly productId: string; readonly quantity: number }[];
  readonly payments: readonly PaymentEntry[];
  /** A discount by hand on the whole sale, fen. */
  readonly discount?: { readonly amount: number; readonly reason: string } | undefined;
  readonly remark?: string | undefined;
}

interface PricedLine {
  readonly productId: string;
  readonly classId: string;
  readonly name: string;
  readonly quantity: number;
  readonly unitPrice: number;
  readonly list: number;
  readonly memberOff: number;
  readonly manualOff: number;
}

/**
 * Sells goods and services from the shop. Price = list, less the member's card percent (once per line), less the manual discount
 * shared over the lines.
 * @returns the sale's id
 * @throws AppError `missing`, `stockShort`, `discountTooBig`, `forbidden` (sale_discount), `paymentSum`, `balanceShort`, `memberState`
 */
export async function createSale(ctx: Ctx, draft: SaleDraft): Promise<string> {
  const [member, products] = await Promise.all([
    draft.memberId === undefined ? null : activeMember(ctx, draft.memberId),
    productsOf(
      ctx,
      draft.lines.map((line) => line.productId),
    ),
  ]);
  const lines = priceLines(ctx, draft, products, member?.productPercent ?? 100);
  const list = lines.reduce((sum, line) => sum + line.list, 0);
  const discount = lines.reduce((sum, line) => sum + line.memberOff + line.manualOff, 0);
  const total = list - discount;
  const id = ctx.newId();
  const day = today(ctx);
  const moved = await moveStock(
    ctx,
    "shop",
    lines.map((line) => ({ productId: line.productId, quantity: -line.quantity })),
    { kind: "sale", id, no: "" },
    products,
  );
  const no = await documentNumber(ctx, "S", day);
  const document = { kind: "sale", id, no } as const;
  const { legs, shiftId } = await takePayments(ctx, document, draft.payments, total, member?.id ?? null);
  ctx.write(
    ctx.db
      .insertInto("sale")
      .values({
        venue_id: ctx.venue.id,
        id,
        no,
        member_id: member?.id ?? null,
        list,
        discount,
        total,
        paid: total,
        state: "paid",
        remark: draft.remark ?? "",
        day,
        person_id: ctx.person.id,
        operator: ctx.person.name,
        at: ctx.now,
      })
      .execute(),
  );
  const costs = new Map(moved.map((move) => [move.productId, -move.cost] as const));
  ctx.write(
    ctx.db
      .insertInto("sale_line")
      .values(
        lines.map((line) => ({
          venue_id: ctx.venue.id,
          id: ctx.newId(),
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
        })),
      )
      .execute(),
  );
  const entryLegs = [...legs, ...incomeLegs(lines, day), ...costLegs(moved, day)];
  if (entryLegs.some((leg) => leg.amount !== 0))
    await post(ctx, { document, operation: "sale of goods", shiftId, reason: draft.discount?.reason ?? "", legs: entryLegs });
  if (member) recordSpend(ctx, member.id, total, ctx.now);
  ctx.emit(takenByHand(id, total));
  warnLowStock(ctx, moved);
  return id;
}

async function activeMember(ctx: Ctx, memberId: string): Promise<{ id: string; productPercent: number }> {
  const row = await ctx.db
    .selectFrom("member")
    .innerJoin("card_type", (join) =>
      join.onRef("card_type.venue_id", "=", "member.venue_id").onRef("card_type.id", "=", "member.card_type_id"),
    )
    .select(["member.id", "member.name", "member.state", "card_type.product_percent"])
    .where("member.venue_id", "=", ctx.venue.id)
    .where("member.id", "=", memberId)
    .executeTakeFirst();
  if (!row) throw new AppError("missing", { what: ctx.language === "zh" ? "会员" : "Member" });
  refuseInactive(ctx, row);
  return { id: row.id, productPercent: row.product_percent };
}

function priceLines(ctx: Ctx, draft: SaleDraft, products: ReadonlyMap<string, Stocked>, percent: number): PricedLine[] {
  const quantities = new Map<string, number>();
  for (const line of draft.lines) quantities.set(line.productId, (quantities.get(line.productId) ?? 0) + line.quantity);
  const afterMember = [...quantities].map(([productId, quantity]) => {
    const product = products.get(productId);
    if (!product?.on_shelf) throw new AppError("missing", { what: productId });
    const list = product.price * quantity;
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
  const manual = draft.discount?.amount ?? 0;
  const owed = afterMember.map((line) => line.list - line.memberOff);
  const sum = owed.reduce((a, b) => a + b, 0);
  if (manual > 0) {
    need(ctx, "sale_discount");
    if (manual > sum) throw new AppError("discountTooBig", { discount: yuan(manual), total: yuan(sum) });
  }
  const parts = share(manual, owed);
  return afterMember.map((line, i) => ({ ...line, manualOff: parts[i] ?? 0 }));
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

/** Says so once, when a product falls to its limit. */
function warnLowStock(ctx: Ctx, moved: readonly Moved[]): void {
  for (const { productId, after, quantity, lowLimit } of moved) {
    if (after <= lowLimit && after - quantity > lowLimit) ctx.emit({ type: "stock_low", data: { productId, left: after } });
  }
}

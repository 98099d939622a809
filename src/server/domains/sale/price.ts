/** Who buys goods, and what they cost that buyer. */
import { percentOf, share, yuan } from "../../../contract/money";
import type { Parsed } from "../../../contract/call";
import { MOST_DISCOUNT, type sale, type SaleQuote } from "../../../contract/sale";
import { type Ctx, need } from "../../http/context";
import { AppError, badInput } from "../../http/error";
import { allowed, lockOrder, type OrderRow, readOrder } from "../booking/order";
import { refuseInactive } from "../members/active";
import { productsOf, type Stocked } from "../stock/move";

/** Goods asked for, and by whom. Amounts in fen. */
export interface Wanted {
  readonly memberId?: string | undefined;
  /** The booking that the goods are added to: its booker buys. */
  readonly orderId?: string | undefined;
  readonly lines: readonly { readonly productId: string; readonly quantity: number; readonly discount?: ByHand | undefined }[];
  /** A discount by hand on the whole sale. */
  readonly discount?: ByHand | undefined;
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
  readonly manualOff: number;
}

/** The buyer and the booking that the goods are for; both null for a walk-in at the checkout. */
export interface Buyer {
  readonly member: { readonly id: string; readonly productPercent: number } | null;
  readonly order: OrderRow | null;
}

/**
 * Who buys. Of an order its booker does; the order is locked until the change ends, unless only looked at.
 * @throws AppError `missing`, `memberState`, `wrongState`, `badInput` where somebody else than the order's booker is named
 */
export async function buyerOf(ctx: Ctx, { memberId, orderId }: Pick<Wanted, "memberId" | "orderId">, look = false): Promise<Buyer> {
  if (orderId === undefined) return { member: memberId === undefined ? null : await activeMember(ctx, memberId), order: null };
  const order = await (look ? readOrder : lockOrder)(ctx, orderId);
  allowed(ctx, order, "addProducts");
  if (memberId !== undefined && memberId !== order.member_id) throw badInput({ memberId: "other" });
  return { member: order.member_id === null ? null : await activeMember(ctx, order.member_id), order };
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

/**
 * Prices goods: list, less the member's card percent (once per line), less what is taken off the line by hand, less the manual discount
 * shared over the lines. Beyond `MOST_DISCOUNT` percent a discount by hand needs a code of its own.
 * @throws AppError `missing`, `forbidden` (sale_discount), `discountTooBig`, `discountLimit`
 */
export function priceLines(
  ctx: Ctx,
  { lines, discount }: Pick<Wanted, "lines" | "discount">,
  products: ReadonlyMap<string, Stocked>,
  percent: number,
): PricedLine[] {
  const quantities = new Map<string, number>();
  const offs = new Map<string, number>();
  for (const line of lines) {
    quantities.set(line.productId, (quantities.get(line.productId) ?? 0) + line.quantity);
    offs.set(line.productId, (offs.get(line.productId) ?? 0) + (line.discount?.amount ?? 0));
  }
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
  const whole = discount?.amount ?? 0;
  const owed = afterMember.map((line) => line.list - line.memberOff);
  const off = afterMember.map((line) => offs.get(line.productId) ?? 0);
  const sum = owed.reduce((a, b) => a + b, 0);
  const manual = off.reduce((a, b) => a + b, whole);
  if (manual > 0) {
    need(ctx, "sale_discount");
    const over = owed.findIndex((price, i) => (off[i] ?? 0) > price);
    if (over >= 0) throw new AppError("discountTooBig", { discount: yuan(off[over] ?? 0), total: yuan(owed[over] ?? 0) });
    if (manual > sum) throw new AppError("discountTooBig", { discount: yuan(manual), total: yuan(sum) });
    const most = percentOf(sum, MOST_DISCOUNT);
    if (manual > most && !ctx.codes.has("sale_discount_any"))
      throw new AppError("discountLimit", { discount: yuan(manual), most: yuan(most), percent: MOST_DISCOUNT }, { most: yuan(most) });
  }
  const left = owed.map((price, i) => price - (off[i] ?? 0));
  const parts = share(whole, left);
  return afterMember.map((line, i) => ({ ...line, manualOff: (off[i] ?? 0) + (parts[i] ?? 0) }));
}

/** Sums of lines, fen. */
export function sumsOf(lines: readonly PricedLine[]): { list: number; discount: number; total: number } {
  const list = lines.reduce((sum, line) => sum + line.list, 0);
  const discount = lines.reduce((sum, line) => sum + line.memberOff + line.manualOff, 0);
  return { list, discount, total: list - discount };
}

/**
 * What goods would cost as `create` would charge them now. Nothing is taken, stock is not asked.
 * @throws AppError as `buyerOf` and `priceLines`
 */
export async function quote(ctx: Ctx, input: Parsed<typeof sale.quote>): Promise<SaleQuote> {
  const { member } = await buyerOf(ctx, input, true);
  const products = await productsOf(
    ctx,
    input.lines.map((line) => line.productId),
  );
  const lines = priceLines(ctx, input, products, member?.productPercent ?? 100);
  const { list, discount, total } = sumsOf(lines);
  return {
    lines: lines.map((line) => ({
      productId: line.productId,
      quantity: line.quantity,
      list: yuan(line.list),
      discount: yuan(line.memberOff + line.manualOff),
      total: yuan(line.list - line.memberOff - line.manualOff),
    })),
    list: yuan(list),
    discount: yuan(discount),
    total: yuan(total),
  };
}

/** One sale whole. */
import { sql, type SqlBool } from "kysely";
import type { PaymentType } from "../../../contract/core/enums";
import { fen, yuan } from "../../../contract/core/money";
import { CartDraft, type SaleDetail, type SaleLine } from "../../../contract/sale/sale";
import type { Ctx } from "../../http/context";
import { AppError } from "../../http/error";
import { approvalsOf } from "../../kernel/approval";
import { hashOf } from "../../kernel/tokens";
import { itemsOf } from "./items";
import { chargeAllowance } from "./allowances";
import { createSale, type SaleDraft } from "./create";
import { salesById } from "./list";

const linesOf = (ctx: Ctx) =>
  ctx.db
    .selectFrom("sale_line as l")
    .innerJoin("sale as s", (join) => join.onRef("s.venue_id", "=", "l.venue_id").onRef("s.id", "=", "l.sale_id"))
    .innerJoin("product as p", (join) => join.onRef("p.venue_id", "=", "l.venue_id").onRef("p.id", "=", "l.product_id"))
    .innerJoin("product_class as c", (join) => join.onRef("c.venue_id", "=", "p.venue_id").onRef("c.id", "=", "p.class_id"))
    .leftJoin("member as m", (join) => join.onRef("m.venue_id", "=", "s.venue_id").onRef("m.id", "=", "s.member_id"))
    .selectAll("l")
    .select(["p.unit", "c.name as class_name", "s.no", "s.at", "s.state", "s.operator", "m.name as member_name"])
    .where("l.venue_id", "=", ctx.venue.id);
type Row = Awaited<ReturnType<ReturnType<typeof linesOf>["execute"]>>[number];

/** `discount` is what the coupon and the cashier took off `price`. Returned pieces were refunded at the line's own price. */
function toLine(row: Row): SaleLine {
  const { set_price: price, shelf_price: own } = row;
  const lowered = price === null || own === null ? 0 : Math.max(0, own - price) * row.quantity;
  return {
    id: row.id,
    saleId: row.sale_id,
    productId: row.product_id,
    className: row.class_name,
    productName: row.name,
    unit: row.unit,
    quantity: row.quantity,
    returned: row.returned,
    unitPrice: yuan(row.unit_price),
    list: yuan(row.list),
    memberOff: yuan(row.member_off),
    couponOff: yuan(row.coupon_off),
    manualOff: yuan(row.discount - row.member_off - row.coupon_off - row.rounding),
    rounding: yuan(row.rounding),
    setPrice: price === null || own === null ? null : { price: yuan(price), own: yuan(own), reason: row.set_reason },
    price: yuan(price ?? Math.round((row.list - row.member_off) / row.quantity)),
    discount: yuan(row.discount - row.member_off - row.rounding - lowered),
    total: yuan(row.price),
    refunded: yuan(Math.floor((row.price * row.returned) / row.quantity)),
  };
}

/**
 * One sale with its lines and payments.
 * @throws AppError `missing`
 */
export async function view(ctx: Ctx, input: { id: string }): Promise<SaleDetail> {
  // Sent together: a sale that was just made is read before it commits, while others wait for the day's number.
  const [[head], rows, earlierSale, items, payments, back, approvals] = await Promise.all([
    salesById(ctx, [input.id]),
    linesOf(ctx).where("l.sale_id", "=", input.id).orderBy("l.id").execute(),
    ctx.db
      .selectFrom("sale")
      .select(["remark", "reason", "draft"])
      .where("venue_id", "=", ctx.venue.id)
      .where("id", "=", input.id)
      .executeTakeFirst(),
    itemsOf(ctx, input.id),
    paymentsOf(ctx, input.id),
    returnsOf(ctx, input.id),
    approvalsOf(ctx, input.id),
  ]);
  if (!head || !earlierSale) throw new AppError("missing", { what: ctx.language === "zh" ? "销售单" : "Sale" });
  return {
    ...head,
    lines: rows.map(toLine),
    items,
    due: yuan(items.reduce((sum, item) => sum + fen(item.total), fen(head.total))),
    payments: payments.map((payment) => ({
      id: payment.id,
      type: payment.type as PaymentType,
      amount: yuan(payment.amount),
      refunded: yuan(payment.refunded),
      tendered: payment.tendered === null ? null : yuan(payment.tendered),
      change: yuan(payment.tendered === null ? 0 : payment.tendered - payment.amount),
      state: payment.state as SaleDetail["payments"][number]["state"],
      at: payment.at.toISOString(),
      note: payment.note,
    })),
    returns: back,
    approvals,
    remark: earlierSale.remark,
    reason: earlierSale.reason,
    draft: earlierSale.draft === null ? null : CartDraft.parse(earlierSale.draft),
  };
}

/** Returns the payments of a sale and of the documents of its items, in the order in which they were received. */
const paymentsOf = (ctx: Ctx, saleId: string) =>
  ctx.db
    .selectFrom("payment as p")
    .selectAll("p")
    .where("p.venue_id", "=", ctx.venue.id)
    .where(
      sql<SqlBool>`(p.document_kind, p.document_id) IN (SELECT 'sale', ${saleId} UNION ALL
        SELECT kind, document_id FROM sale_item WHERE venue_id = ${ctx.venue.id} AND sale_id = ${saleId} AND document_id IS NOT NULL)`,
    )
    .orderBy("p.at")
    .orderBy("p.id")
    .execute();

/** The returns of a sale, oldest first. */
async function returnsOf(ctx: Ctx, saleId: string): Promise<SaleDetail["returns"]> {
  const rows = await ctx.db
    .selectFrom("sale_return as r")
    .innerJoin("sale_return_line as l", (join) => join.onRef("l.venue_id", "=", "r.venue_id").onRef("l.return_id", "=", "r.id"))
    .where("r.venue_id", "=", ctx.venue.id)
    .where("r.sale_id", "=", saleId)
    .orderBy("r.at")
    .orderBy("r.no")
    .orderBy("l.line_id")
    .select([
      "r.id",
      "r.no",
      "r.at",
      "r.operator",
      "r.reason",
      "r.refund",
      "l.line_id",
      "l.quantity",
      "l.refund as line_refund",
      "l.goes_to",
    ])
    .execute();
  return [...new Set(rows.map((row) => row.id))].flatMap((id) => {
    const lines = rows.filter((row) => row.id === id);
    const [head] = lines;
    if (!head) return [];
    return [
      {
        id,
        no: head.no,
        at: head.at.toISOString(),
        operator: head.operator,
        reason: head.reason,
        refund: yuan(head.refund),
        lines: lines.map((row) => ({
          lineId: row.line_id,
          quantity: row.quantity,
          refund: yuan(row.line_refund),
          to: row.goes_to as "shop" | "writeOff",
        })),
      },
    ];
  });
}

/**
 * Sells and shows the sale. One that its till kept is shown as it was sold when it arrives again, also long after keys of retries are gone.
 * @param settles somebody has decided that a kept sale counts that was refused
 * @throws AppError `keyReused` for another sale under the same till key; as `createSale`, `underAllowance`
 */
export async function create(ctx: Ctx, input: SaleDraft, settles = false): Promise<SaleDetail> {
  const hashed = withHash(input);
  const earlierSale = await soldUnder(ctx, hashed);
  if (earlierSale !== undefined) return view(ctx, { id: earlierSale });
  const { draft, taken } = await chargeAllowance(ctx, hashed, settles);
  const id = await createSale(ctx, draft);
  await taken();
  return view(ctx, { id });
}

/** Adds the hash of its content to a sale that its till kept. */
export function withHash<D extends SaleDraft>(draft: D): D {
  if (!draft.keptByTill) return draft;
  return { ...draft, keptByTill: { ...draft.keptByTill, hash: hashOf(JSON.stringify(draft)) } };
}

/**
 * The sale that is under a till's key already.
 * @throws AppError `keyReused` where that one has another content
 */
export async function soldUnder(ctx: Ctx, { keptByTill }: SaleDraft): Promise<string | undefined> {
  if (!keptByTill) return undefined;
  const row = await ctx.db
    .selectFrom("sale")
    .select(["id", "till_hash"])
    .where("venue_id", "=", ctx.venue.id)
    .where("till_key", "=", keptByTill.key)
    .executeTakeFirst();
  if (row && row.till_hash !== null && row.till_hash !== keptByTill.hash) throw new AppError("keyReused");
  return row?.id;
}

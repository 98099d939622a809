/**
 * Taking goods back by line: their price goes back to the methods that paid, the goods to the shop or to the write-offs (ledger.md "return of one
 * line").
 */
import { sql } from "kysely";
import { refund } from "../../ledger/charge";
import type { Parsed } from "../../../contract/core/call";
import { yuan } from "../../../contract/core/money";
import type { ReturnPreview, sale, SaleDetail } from "../../../contract/sale/sale";
import { next, sale as machine, type StateOf } from "../../../contract/core/states";
import { type Ctx, today } from "../../http/context";
import { AppError } from "../../http/error";
import { documentNumber } from "../../kernel/numbers";
import type { Leg } from "../../ledger/post";
import { refundParts } from "../../payment/collect";
import { releaseVenueCoupon } from "../../kernel/venue-coupons";
import { wrongStateError } from "../../kernel/orders";
import { backOf, paidOutOf } from "../../kernel/refund-terms";
import { mergeLegs } from "../../ledger/order-legs";
import { requireApproval } from "../../kernel/approval";
import { moveStock } from "../../kernel/stock";
import { reduceDelivery } from "./deliveries";
import { view } from "./lines";

type Asked = Parsed<typeof sale.returnsPreview>;

/** Some pieces of a sold line that come back, with their part of what the line was posted as. Fen. */
interface Back {
  readonly lineId: string;
  readonly productId: string;
  readonly classId: string;
  readonly name: string;
  readonly stocked: boolean;
  readonly quantity: number;
  readonly to: "shop" | "writeOff";
  readonly list: number;
  readonly memberOff: number;
  readonly couponOff: number;
  readonly manualOff: number;
  readonly rounding: number;
  readonly refund: number;
  /** Cost of the pieces at the time of their sale. */
  readonly cost: number;
  readonly whole: boolean;
}

type Sale = Awaited<ReturnType<typeof lockSale>>;

export const lockSale = async (ctx: Ctx, id: string, look: boolean) => {
  const query = ctx.db.selectFrom("sale").selectAll().where("venue_id", "=", ctx.venue.id).where("id", "=", id);
  const row = await (look ? query : query.forUpdate()).executeTakeFirst();
  if (!row) throw new AppError("missing", { what: ctx.language === "zh" ? "销售单" : "Sale" });
  if (next(machine, row.state, "returnPart") === undefined) throw wrongStateError(ctx, row.state, "returnGoods");
  return row;
};

/**
 * Computes the returned part, line by line. Parts of a line always sum to the line: the refund of its first n pieces is the same whether
 * they are returned at once or one by one. What rounding dropped was shared over the lines, so that it goes back with them.
 * @returns also whether nothing of the sale is left with the customer
 * @throws AppError `missing`, `returnTooMany`
 */
async function splitReturn(ctx: Ctx, { saleId, lines: asked }: Asked): Promise<{ backs: Back[]; all: boolean }> {
  const soldLines = await ctx.db
    .selectFrom("sale_line as l")
    .innerJoin("product as p", (join) => join.onRef("p.venue_id", "=", "l.venue_id").onRef("p.id", "=", "l.product_id"))
    .where("l.venue_id", "=", ctx.venue.id)
    .where("l.sale_id", "=", saleId)
    .selectAll("l")
    .select(["p.class_id", "p.stocked"])
    .execute();
  const classes = await classesWhenSold(ctx, saleId);
  const byLine = new Map<string, { quantity: number; to: "shop" | "writeOff" }>();
  for (const { lineId, quantity, to } of asked) byLine.set(lineId, { quantity: (byLine.get(lineId)?.quantity ?? 0) + quantity, to });
  const backs = [...byLine].map(([lineId, { quantity, to }]): Back => {
    const line = soldLines.find((one) => one.id === lineId);
    if (!line) throw new AppError("missing", { what: ctx.language === "zh" ? "商品" : "Product" });
    const left = line.quantity - line.returned;
    if (quantity > left) throw new AppError("returnTooMany", { product: line.name, left }, { lineId, left });
    const upTo = (pieces: number) => {
      const list = (line.list * pieces) / line.quantity;
      const price = Math.floor((line.price * pieces) / line.quantity);
      const memberOff = Math.min(list - price, Math.ceil((line.member_off * pieces) / line.quantity));
      const couponOff = Math.min(list - price - memberOff, Math.ceil((line.coupon_off * pieces) / line.quantity));
      const rounding = Math.min(list - price - memberOff - couponOff, Math.ceil((line.rounding * pieces) / line.quantity));
      return {
        list,
        price,
        memberOff,
        couponOff,
        rounding,
        manualOff: list - price - memberOff - couponOff - rounding,
        cost: Math.round((line.cost * pieces) / line.quantity),
      };
    };
    const [before, after] = [upTo(line.returned), upTo(line.returned + quantity)];
    return {
      lineId,
      productId: line.product_id,
      classId: classes.get(line.id) ?? line.class_id,
      name: line.name,
      stocked: line.stocked && line.cost > 0,
      quantity,
      to,
      list: after.list - before.list,
      memberOff: after.memberOff - before.memberOff,
      couponOff: after.couponOff - before.couponOff,
      manualOff: after.manualOff - before.manualOff,
      rounding: after.rounding - before.rounding,
      refund: after.price - before.price,
      cost: after.cost - before.cost,
      whole: quantity === left,
    };
  });
  const all = soldLines.every((line) => line.returned === line.quantity || backs.some((back) => back.lineId === line.id && back.whole));
  return { backs, all };
}

/** Returns the classes in which goods were sold, by line: their postings are in the order of the lines. Products move to other classes. */
async function classesWhenSold(ctx: Ctx, saleId: string): Promise<ReadonlyMap<string, string>> {
  const { rows } = await sql<{ id: string; classId: string }>`SELECT l.id, p.subject AS "classId"
    FROM (SELECT id, list, row_number() OVER (ORDER BY id COLLATE "C") AS n FROM sale_line
      WHERE venue_id = ${ctx.venue.id} AND sale_id = ${saleId} AND list > 0) l
    JOIN (SELECT p.subject, p.amount, row_number() OVER (ORDER BY p.seq) AS n FROM ledger_tx t JOIN posting p ON p.venue_id = t.venue_id AND p.tx_id = t.id
      WHERE t.venue_id = ${ctx.venue.id} AND t.document_kind = 'sale' AND t.document_id = ${saleId} AND t.operation = 'sale of goods'
        AND p.account = 'income.product') p ON p.n = l.n AND p.amount = -l.list`.execute(ctx.db);
  return new Map(rows.map(({ id, classId }) => [id, classId]));
}

const refundOf = (backs: readonly Back[]): number => backs.reduce((sum, back) => sum + back.refund, 0);

/**
 * Computes what a return would refund now, and to which payments.
 * @throws AppError `missing`, `wrongState`, `returnTooMany`
 */
export async function returnsPreview(ctx: Ctx, input: Asked): Promise<ReturnPreview> {
  const { member_id } = await lockSale(ctx, input.saleId, true);
  const refund = refundOf((await splitReturn(ctx, input)).backs);
  const parts = await refundParts(ctx, { kind: "sale", id: input.saleId }, refund);
  return { saleId: input.saleId, refund: yuan(refund), back: refund === 0 ? [] : await paidOutOf(ctx, member_id, backOf(parts, 0)) };
}

/**
 * Takes goods back. The return is a document of its own; the money goes back to the methods that paid, in the shares in which they did.
 * @throws AppError `missing`, `wrongState`, `returnTooMany`, `approvalNeeded` above the venue's limit
 */
export const returns = async (ctx: Ctx, input: Parsed<typeof sale.returns>): Promise<SaleDetail> =>
  acceptReturn(ctx, await lockSale(ctx, input.saleId, false), input);

/**
 * Takes goods of a locked sale back.
 * @param voids the whole sale is taken back because it is voided
 */
export async function acceptReturn(ctx: Ctx, row: Sale, input: Parsed<typeof sale.returns>, voids = false): Promise<SaleDetail> {
  const { backs, all } = await splitReturn(ctx, input);
  const back = refundOf(backs);
  // Earlier returns of the sale count: a large one in parts is still large.
  if (row.refunded + back > ctx.venue.approval_limit) await approveReturn(ctx, row, backs, input.reason);
  const id = ctx.newId();
  const movements = await moveStock(
    ctx,
    "shop",
    backs.filter(({ to }) => to === "shop").map(({ productId, quantity, cost }) => ({ productId, quantity, cost })),
    { kind: "return", id, no: row.no },
  );
  for (const { lineId, quantity } of backs) {
    await ctx.db
      .updateTable("sale_line")
      .set((eb) => ({ returned: eb("returned", "+", quantity) }))
      .where("venue_id", "=", ctx.venue.id)
      .where("id", "=", lineId)
      .execute();
  }
  await reduceDelivery(ctx, row.id);
  const no = await documentNumber(ctx, "saleReturn", today(ctx));
  await write(ctx, { id, no, saleId: row.id, refund: back, reason: input.reason }, backs);
  const state: StateOf<typeof machine> = voids ? "void" : all ? "returned" : "partly_returned";
  await ctx.db
    .updateTable("sale")
    .set({ refunded: row.refunded + back, state, ...(voids ? { reason: input.reason } : {}) })
    .where("venue_id", "=", ctx.venue.id)
    .where("id", "=", row.id)
    .execute();
  const costs = new Map(movements.map((one) => [one.productId, one.cost]));
  const document = { kind: "sale", id: row.id, no: row.no } as const;
  const undoes = mergeLegs(backs.flatMap((one) => legsOf(one, row.day, costs.get(one.productId) ?? 0)));
  const operation = voids ? "void of a sale" : "return of goods";
  await refund(ctx, document, { operation, reason: input.reason, memberId: row.member_id, back, undoes });
  if (all) await releaseVenueCoupon(ctx, "sale", row.id);
  ctx.emit({ type: "changed", data: { resource: "sales", id: row.id } });
  if (row.order_id !== null) await publishOrder(ctx, row.order_id);
  return view(ctx, { id: row.id });
}

/** Above the venue's limit a colleague approves these pieces for this amount. @throws AppError as `requireApproval` */
const approveReturn = (
  ctx: Ctx,
  { id, no, operator, refunded }: Pick<Sale, "id" | "no" | "operator" | "refunded">,
  backs: readonly Back[],
  reason: string,
) =>
  requireApproval(ctx, {
    action: "returnGoods",
    subject: id,
    amount: refundOf(backs),
    content: [reason, ...backs.map(({ lineId, quantity, to }) => [lineId, quantity, to])],
    rule: { zh: "一单的退货合计超过 {limit} 元须另一人同意", en: "Returns of a sale above ¥{limit} in all need a second person" },
    values: { limit: yuan(ctx.venue.approval_limit) },
    facts: [
      {
        label: { zh: "退什么", en: "Goods" },
        value: backs.map(({ name, quantity }) => `${name} ×${quantity}`).join(ctx.language === "zh" ? "，" : ", "),
      },
      { label: { zh: "原单", en: "Sale" }, value: `${no} ${operator}` },
      { label: { zh: "此前已退", en: "Returned before" }, value: yuan(refunded) },
      { label: { zh: "理由", en: "Reason" }, value: reason },
    ],
  });

/** The mirror of what the pieces were posted as, on the day on which they were earned; written off, their cost stays a cost. */
function legsOf(back: Back, day: string, cost: number): Leg[] {
  const writtenOff = back.to === "writeOff" && back.stocked ? back.cost : 0;
  return [
    { account: "income.product", amount: back.list, subject: back.classId, earnedOn: day },
    { account: "discount.member", amount: -back.memberOff, earnedOn: day, taxClass: back.classId },
    { account: "discount.coupon", amount: -back.couponOff, earnedOn: day, taxClass: back.classId },
    { account: "discount.manual", amount: -back.manualOff, earnedOn: day, taxClass: back.classId },
    { account: "discount.rounding", amount: -back.rounding, earnedOn: day, taxClass: back.classId },
    { account: "cost.goods", amount: -cost - writtenOff, subject: back.productId, earnedOn: day },
    { account: "stock.shop", amount: cost, subject: back.productId },
    { account: "cost.write_off", amount: writtenOff, subject: back.productId, earnedOn: day },
  ];
}

async function write(
  ctx: Ctx,
  document: { id: string; no: string; saleId: string; refund: number; reason: string },
  backs: readonly Back[],
): Promise<void> {
  await ctx.db
    .insertInto("sale_return")
    .values({
      venue_id: ctx.venue.id,
      id: document.id,
      no: document.no,
      sale_id: document.saleId,
      refund: document.refund,
      reason: document.reason,
      person_id: ctx.person.id,
      operator: ctx.person.name,
      at: ctx.now,
    })
    .execute();
  await ctx.db
    .insertInto("sale_return_line")
    .values(
      backs.map((back) => ({
        venue_id: ctx.venue.id,
        return_id: document.id,
        line_id: back.lineId,
        quantity: back.quantity,
        refund: back.refund,
        goes_to: back.to,
      })),
    )
    .execute();
}

async function publishOrder(ctx: Ctx, orderId: string): Promise<void> {
  const order = await ctx.db
    .selectFrom("booking_order")
    .select("day")
    .where("venue_id", "=", ctx.venue.id)
    .where("id", "=", orderId)
    .executeTakeFirstOrThrow();
  ctx.emit({ type: "booking_changed", orderId, data: { day: order.day } });
}

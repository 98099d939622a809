/**
 * Sales that a till made without the network and the server refused: the goods were short, say. The money was taken, so each is settled, once:
 * sold after all, or given up because money and goods went back.
 */
import type { Parsed } from "../../../contract/core/call";
import type { sale, SaleDetail } from "../../../contract/sale/sale";
import { type Ctx, today } from "../../http/context";
import { documentNumber } from "../../kernel/numbers";
import { readOrder } from "../../kernel/orders";
import { productsOf } from "../../kernel/stock";
import { writeDraft } from "../stock/documents";
import { postDraft } from "../stock/post-document";
import { storeSale } from "./create";
import { create, soldUnder, view, withHash } from "./lines";
import type { PricedLine } from "./price-lines";

type Asked = Parsed<typeof sale.settleKept>;

/**
 * Settles a kept sale. What was settled or sold under its key before is shown as it is.
 * @throws AppError `keyReused` for another sale under the same till key; of what is sold after all: as `createSale`
 */
export async function settleOffline(ctx: Ctx, { how, reason, ...sent }: Asked): Promise<SaleDetail> {
  const draft = withHash(sent);
  const settled = await soldUnder(ctx, draft);
  if (settled !== undefined) return view(ctx, { id: settled });
  if (how === "givenBack") return view(ctx, { id: await recordDiscarded(ctx, draft, reason) });
  await countIn(ctx, draft, reason);
  return create(ctx, sent, true);
}

/** Posts a stock count by which the shop has what the customer carried away: it was there, so the books were short of it. */
async function countIn(ctx: Ctx, { lines, keptByTill }: Pick<Asked, "lines" | "keptByTill">, reason: string): Promise<void> {
  const quantityByProduct = new Map<string, number>();
  for (const { productId, quantity } of lines) quantityByProduct.set(productId, (quantityByProduct.get(productId) ?? 0) + quantity);
  if (quantityByProduct.size === 0) return;
  // Locked in the order in which stock is moved, so that what is counted is what is sold.
  const products = await ctx.db
    .selectFrom("product")
    .select(["id", "stocked"])
    .where("venue_id", "=", ctx.venue.id)
    .where("id", "in", [...quantityByProduct.keys()])
    .orderBy("id")
    .forNoKeyUpdate()
    .execute();
  const stock = await ctx.db
    .selectFrom("stock")
    .select(["product_id", "quantity"])
    .where("venue_id", "=", ctx.venue.id)
    .where("warehouse", "=", "shop")
    .where("product_id", "in", [...quantityByProduct.keys()])
    .execute();
  const held = new Map(stock.map(({ product_id, quantity }) => [product_id, quantity]));
  const short = products.filter(({ id, stocked }) => stocked && (held.get(id) ?? 0) < (quantityByProduct.get(id) ?? 0));
  if (short.length === 0) return;
  const document = await writeDraft(ctx, {
    kind: "count",
    warehouse: "shop",
    supplierId: null,
    day: today(ctx),
    reference: tillNumber(keptByTill),
    reason: null,
    memo: reason,
    lines: short.map(({ id }) => ({ productId: id, quantity: quantityByProduct.get(id) ?? 0, packs: null, packSize: 1, unitCost: null })),
  });
  await postDraft(ctx, document);
}

/** Returns the number that the till showed for a sale that it stored. */
const tillNumber = ({ key }: Asked["keptByTill"]): string => `OFF-${key.slice(0, 8).toUpperCase()}`;

/**
 * Keeps a sale that did not come about, at the prices of its till; neither stock nor money moves.
 * @throws AppError `missing` for an order that the venue does not have
 */
async function recordDiscarded(ctx: Ctx, draft: Omit<Asked, "how" | "reason">, reason: string): Promise<string> {
  if (draft.orderId !== undefined) await readOrder(ctx, draft.orderId);
  const id = ctx.newId();
  const day = today(ctx);
  const products = await productsOf(
    ctx,
    draft.lines.map(({ productId }) => productId),
  );
  const prices = new Map(draft.keptByTill.prices.map(({ productId, price }) => [productId, price]));
  const lines = draft.lines.flatMap(({ productId, quantity }): PricedLine[] => {
    const product = products.get(productId);
    if (!product) return [];
    const unitPrice = prices.get(productId) ?? product.price;
    const off = { memberOff: 0, couponOff: 0, manualOff: 0, rounding: 0, setPrice: null };
    return [{ productId, classId: product.class_id, name: product.name, quantity, unitPrice, list: unitPrice * quantity, ...off }];
  });
  const no = await documentNumber(ctx, "cart", day);
  const why = `${tillNumber(draft.keptByTill)} ${reason}`;
  await storeSale(
    ctx,
    { id, no, draft, member: null, lines, items: [], moved: [], day, state: "abandoned", shift: null, reason: why },
    false,
  );
  ctx.emit({ type: "changed", data: { resource: "sale", id } });
  return id;
}

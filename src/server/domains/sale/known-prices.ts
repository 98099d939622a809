/** Prices that a till knew when it sold without the server. */
import type { Ctx } from "../../http/context";
import type { Stocked } from "../../kernel/stock";

/** Price at which a till sold a product, fen. */
export interface KnownPrice {
  readonly productId: string;
  readonly price: number;
}

/** Maximum time that a till may be offline and still sell at the prices it knew. */
const KNOWN_MS = 7 * 86_400_000;

/**
 * Products at the prices that a till knew, and on the shelf if they were: only what they really had within the last seven days, by the
 * operation log. Whatever else is claimed counts for nothing.
 */
export async function asKnown(
  ctx: Ctx,
  products: ReadonlyMap<string, Stocked>,
  known: readonly KnownPrice[],
): Promise<ReadonlyMap<string, Stocked>> {
  const other = known.filter(({ productId, price }) => {
    const product = products.get(productId);
    return product && (product.price !== price || !product.on_shelf);
  });
  if (other.length === 0) return products;
  const changes = await ctx.db
    .selectFrom("audit_log")
    .select(["object_id", "before"])
    .where("venue_id", "=", ctx.venue.id)
    .where("object", "=", "product")
    .where(
      "object_id",
      "in",
      other.map(({ productId }) => productId),
    )
    .where("at", ">", new Date(ctx.now.getTime() - KNOWN_MS))
    .where("before", "is not", null)
    .execute();
  const asThen = new Map(products);
  for (const { productId, price } of other) {
    const product = products.get(productId);
    const had = changes.filter((change) => change.object_id === productId).map((change) => change.before);
    if (!product) continue;
    asThen.set(productId, {
      ...product,
      price: had.some((before) => before?.["price"] === price) ? price : product.price,
      on_shelf: product.on_shelf || had.some((before) => before?.["on_shelf"] === true),
    });
  }
  return asThen;
}

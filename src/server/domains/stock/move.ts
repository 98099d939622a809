/** Stock: on hand is the sum of movements, never below zero; the movement, the on-hand row and the ledger move together. */
import { AppError } from "../../http/error";
import type { Insertable, Selectable } from "kysely";
import type { Ctx } from "../../http/context";
import type { ProductTable, StockMovementTable } from "./rows";

/** One movement of one product in one warehouse. `quantity` > 0 comes in, < 0 goes out. */
export interface Move {
  readonly productId: string;
  readonly quantity: number;
  /** Cost per unit in fen for what comes in; what goes out leaves at the product's moving average. */
  readonly unitCost?: number;
}
export interface StockDocument {
  readonly kind: "receipt" | "sale" | "return" | "transfer" | "count" | "writeOff";
  readonly id: string;
  readonly no: string;
}
/** A product as selling and moving need it. */
export type Stocked = Pick<Selectable<ProductTable>, "id" | "class_id" | "name" | "price" | "cost" | "stocked" | "low_limit" | "on_shelf">;

/** What a movement did: `cost` fen, same sign as the quantity. */
export interface Moved {
  readonly productId: string;
  readonly quantity: number;
  readonly cost: number;
  readonly after: number;
  /** At or below this the product counts as low. */
  readonly lowLimit: number;
}

/**
 * Moves stock, in the order of product ids so that no two ever wait for each other in a circle; where all goes out it is asked for
 * together, in that order. Products that carry no stock are passed over.
 * What comes in with a `unitCost` moves the product's average cost.
 * @param known the products, where the caller has read them
 * @throws AppError `missing` for an unknown product, `stockShort` when less is on hand than goes out
 */
export async function moveStock(
  ctx: Ctx,
  warehouse: "main" | "shop",
  moves: readonly Move[],
  document: StockDocument,
  known?: ReadonlyMap<string, Stocked>,
): Promise<Moved[]> {
  const products =
    known ??
    (await productsOf(
      ctx,
      moves.map((move) => move.productId),
    ));
  const done: Moved[] = [];
  const movements: Insertable<StockMovementTable>[] = [];
  const inOrder = [...moves].sort((a, b) => (a.productId < b.productId ? -1 : a.productId > b.productId ? 1 : 0));
  const allOut = moves.every((move) => move.quantity < 0);
  const taken = await Promise.all(
    (allOut ? inOrder : []).map(async ({ productId, quantity }) => {
      const product = products.get(productId);
      return product?.stocked ? takeOut(ctx, warehouse, product, -quantity) : undefined;
    }),
  );
  for (const [i, move] of inOrder.entries()) {
    const product = products.get(move.productId);
    if (!product) throw new AppError("missing", { what: move.productId });
    if (!product.stocked) continue;
    const after =
      taken[i] ??
      (await (move.quantity < 0 ? takeOut(ctx, warehouse, product, -move.quantity) : putIn(ctx, warehouse, product.id, move.quantity)));
    const unitCost = move.unitCost ?? product.cost;
    const cost = unitCost * move.quantity;
    if (move.unitCost !== undefined && move.quantity > 0) await averageCost(ctx, product.id, product.cost, move.quantity, move.unitCost);
    movements.push({
      venue_id: ctx.venue.id,
      id: ctx.newId(),
      warehouse,
      product_id: product.id,
      quantity: move.quantity,
      before: after - move.quantity,
      after,
      cost,
      kind: document.kind,
      document_id: document.id,
      document_no: document.no,
      operator: ctx.person.name,
      at: ctx.now,
    });
    done.push({ productId: product.id, quantity: move.quantity, cost, after, lowLimit: product.low_limit });
  }
  if (movements.length > 0) ctx.write(ctx.db.insertInto("stock_movement").values(movements).execute());
  return done;
}

/** Products of the venue by their ids, as selling and moving need them. */
export async function productsOf(ctx: Ctx, ids: readonly string[]): Promise<Map<string, Stocked>> {
  if (ids.length === 0) return new Map();
  const rows = await ctx.db
    .selectFrom("product")
    .select(["id", "class_id", "name", "price", "cost", "stocked", "low_limit", "on_shelf"])
    .where("venue_id", "=", ctx.venue.id)
    .where("id", "in", [...new Set(ids)])
    .execute();
  return new Map(rows.map((row) => [row.id, row] as const));
}

async function takeOut(ctx: Ctx, warehouse: string, product: { id: string; name: string }, quantity: number): Promise<number> {
  const row = await ctx.db
    .updateTable("stock")
    .set((eb) => ({ quantity: eb("quantity", "-", quantity) }))
    .where("venue_id", "=", ctx.venue.id)
    .where("warehouse", "=", warehouse)
    .where("product_id", "=", product.id)
    .where("quantity", ">=", quantity)
    .returning("quantity")
    .executeTakeFirst();
  if (row) return row.quantity;
  const left = await ctx.db
    .selectFrom("stock")
    .select("quantity")
    .where("venue_id", "=", ctx.venue.id)
    .where("warehouse", "=", warehouse)
    .where("product_id", "=", product.id)
    .executeTakeFirst();
  throw new AppError(
    "stockShort",
    { product: product.name, left: left?.quantity ?? 0, need: quantity },
    { productId: product.id, left: left?.quantity ?? 0 },
  );
}

async function putIn(ctx: Ctx, warehouse: string, productId: string, quantity: number): Promise<number> {
  const row = await ctx.db
    .insertInto("stock")
    .values({ venue_id: ctx.venue.id, warehouse, product_id: productId, quantity })
    .onConflict((conflict) =>
      conflict.columns(["venue_id", "warehouse", "product_id"]).doUpdateSet((eb) => ({ quantity: eb("stock.quantity", "+", quantity) })),
    )
    .returning("quantity")
    .executeTakeFirstOrThrow();
  return row.quantity;
}

/** Moving average over all warehouses, whole fen, rounded half up. */
async function averageCost(ctx: Ctx, productId: string, cost: number, quantity: number, unitCost: number): Promise<void> {
  const { held } = await ctx.db
    .selectFrom("stock")
    .select((eb) => eb.fn.sum<number>("quantity").as("held"))
    .where("venue_id", "=", ctx.venue.id)
    .where("product_id", "=", productId)
    .executeTakeFirstOrThrow();
  const before = held - quantity;
  await ctx.db
    .updateTable("product")
    .set({ cost: Math.floor((cost * before * 2 + unitCost * quantity * 2 + held) / (held * 2)) })
    .where("venue_id", "=", ctx.venue.id)
    .where("id", "=", productId)
    .execute();
}

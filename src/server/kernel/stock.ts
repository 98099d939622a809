/** Stock: on hand is the sum of movements, never below zero; the movement, the on-hand row and the ledger move together. */
import { AppError } from "../http/error";
import { type Insertable, type Selectable, sql } from "kysely";
import type { Ctx } from "../http/context";
import type { Tables } from "../db/tables";

/** One movement of one product in one warehouse. `quantity` > 0 comes in, < 0 goes out. */
export interface Move {
  readonly productId: string;
  readonly quantity: number;
  /**
   * Total cost of the pieces, fen ≥ 0. Incoming pieces are worth that and change the average. Outgoing pieces remove that value, but no
   * more than there is. Without it the pieces move at the average.
   */
  readonly cost?: number;
}
export interface StockDocument {
  readonly kind: "receipt" | "sale" | "return" | "transfer" | "count" | "writeOff";
  readonly id: string;
  readonly no: string;
  /** The movements undo those of the document. */
  readonly voids?: boolean;
}
/** A product as selling and moving need it. */
export type Stocked = Pick<
  Selectable<Tables["product"]>,
  "id" | "class_id" | "name" | "price" | "cost" | "stocked" | "low_limit" | "on_shelf" | "deposit"
> & {
  /** The class above its class. */
  readonly class_parent_id: string | null;
};

/** Result of a movement: `cost` fen, same sign as the quantity. */
export interface Moved {
  readonly productId: string;
  readonly quantity: number;
  readonly cost: number;
  readonly after: number;
}

/** Stock of a product in all warehouses: pieces, their total value, and the average, fen. */
interface Worth {
  held: number;
  value: number;
  average: number;
}

/**
 * Moves stock. The products are locked first, in the order of their ids, so that no two ever wait for each other in a circle and each sees
 * what the one before it left; where all goes out it is taken together, in that order. Products that carry no stock are passed over.
 * Says so once, when a product falls to its limit in the shop.
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
  const inOrder = moves
    .map((move) => {
      const product = products.get(move.productId);
      if (!product) throw new AppError("missing", { what: ctx.language === "zh" ? "商品" : "Product" });
      return { ...move, product };
    })
    .filter(({ product, quantity }) => product.stocked && quantity !== 0)
    .sort((a, b) => (a.productId < b.productId ? -1 : a.productId > b.productId ? 1 : 0));
  if (inOrder.length === 0) return [];
  const allOut = inOrder.every((move) => move.quantity < 0);
  const [worths, taken] = await Promise.all([
    lockWorth(ctx, [...new Set(inOrder.map((move) => move.productId))]),
    Promise.all((allOut ? inOrder : []).map(({ product, quantity }) => issueStock(ctx, warehouse, product, -quantity))),
  ]);
  const done: Moved[] = [];
  const movements: Insertable<Tables["stock_movement"]>[] = [];
  const averaged = new Set<string>();
  for (const [i, { product, quantity, cost: given }] of inOrder.entries()) {
    const after =
      taken[i] ??
      (await (quantity < 0 ? issueStock(ctx, warehouse, product, -quantity) : receiveStock(ctx, warehouse, product.id, quantity)));
    const worth = worths.get(product.id) ?? { held: 0, value: 0, average: product.cost };
    worths.set(product.id, worth);
    const cost = quantity < 0 ? -worthOfOut(worth, -quantity, given) : (given ?? atAverage(worth, quantity));
    worth.held += quantity;
    worth.value += cost;
    if (given !== undefined) averaged.add(product.id);
    movements.push({
      venue_id: ctx.venue.id,
      id: ctx.newId(),
      warehouse,
      product_id: product.id,
      quantity,
      before: after - quantity,
      after,
      cost,
      kind: document.kind,
      document_id: document.id,
      document_no: document.no,
      voids: document.voids ?? false,
      operator: ctx.person.name,
      at: ctx.now,
    });
    if (warehouse === "shop" && after <= product.low_limit && after - quantity > product.low_limit)
      ctx.emit({ type: "stock_low", data: { productId: product.id, left: after } });
    done.push({ productId: product.id, quantity, cost, after });
  }
  ctx.write(ctx.db.insertInto("stock_movement").values(movements).execute());
  storeWorth(ctx, worths, averaged);
  return done;
}

/** Computes the value of `quantity` pieces at the average; where none are held, at the last one. */
const atAverage = ({ held, value, average }: Worth, quantity: number): number =>
  held > 0 ? Math.round((value * quantity) / held) : average * quantity;

/**
 * Computes the value of outgoing pieces: for the last ones all that is left, for others their share, or the requested value as far as it
 * exists.
 */
function worthOfOut(worth: Worth, quantity: number, asked: number | undefined): number {
  if (quantity >= worth.held) return worth.value;
  return asked === undefined ? atAverage(worth, quantity) : Math.min(asked, worth.value);
}

/** Locks the products until the transaction ends, and reads what they are worth then. Two statements: the second one sees what was waited for. */
async function lockWorth(ctx: Ctx, ids: readonly string[]): Promise<Map<string, Worth>> {
  const [, rows] = await Promise.all([
    ctx.db
      .selectFrom("product")
      .select("id")
      .where("venue_id", "=", ctx.venue.id)
      .where("id", "in", ids)
      .orderBy("id")
      .forNoKeyUpdate()
      .execute(),
    ctx.db
      .selectFrom("product as p")
      .leftJoin("stock_value as v", (join) => join.onRef("v.venue_id", "=", "p.venue_id").onRef("v.product_id", "=", "p.id"))
      .select(["p.id", "p.cost", "v.held", "v.value"])
      .where("p.venue_id", "=", ctx.venue.id)
      .where("p.id", "in", ids)
      .execute(),
  ]);
  return new Map(rows.map((row) => [row.id, { held: row.held ?? 0, value: row.value ?? 0, average: row.cost }]));
}

/** Keeps what the products are worth now, and the average of those where goods moved at a cost of their own: whole fen, rounded half up. */
function storeWorth(ctx: Ctx, worths: ReadonlyMap<string, Worth>, averaged: ReadonlySet<string>): void {
  ctx.write(
    ctx.db
      .insertInto("stock_value")
      .values([...worths].map(([product_id, { held, value }]) => ({ venue_id: ctx.venue.id, product_id, held, value })))
      .onConflict((conflict) =>
        conflict
          .columns(["venue_id", "product_id"])
          .doUpdateSet((eb) => ({ held: eb.ref("excluded.held"), value: eb.ref("excluded.value") })),
      )
      .execute(),
  );
  for (const id of averaged) {
    const { held, value, average } = worths.get(id) ?? { held: 0, value: 0, average: 0 };
    const cost = held > 0 ? Math.max(0, Math.round(value / held)) : average;
    if (cost !== average)
      ctx.write(ctx.db.updateTable("product").set({ cost }).where("venue_id", "=", ctx.venue.id).where("id", "=", id).execute());
  }
}

/** Products of the venue by their ids, as selling and moving need them; the name says the specification, too. */
export async function productsOf(ctx: Ctx, ids: readonly string[]): Promise<Map<string, Stocked>> {
  if (ids.length === 0) return new Map();
  const rows = await ctx.db
    .selectFrom("product as p")
    .innerJoin("product_class as c", (join) => join.onRef("c.venue_id", "=", "p.venue_id").onRef("c.id", "=", "p.class_id"))
    .select([
      "p.id",
      "p.class_id",
      "p.price",
      "p.cost",
      "p.stocked",
      "p.low_limit",
      "p.on_shelf",
      "p.deposit",
      "c.parent_id as class_parent_id",
    ])
    .select(sql<string>`rtrim(p.name || ' ' || p.spec)`.as("name"))
    .where("p.venue_id", "=", ctx.venue.id)
    .where("p.id", "in", [...new Set(ids)])
    .execute();
  return new Map(rows.map((row) => [row.id, row] as const));
}

async function issueStock(ctx: Ctx, warehouse: string, product: { id: string; name: string }, quantity: number): Promise<number> {
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

async function receiveStock(ctx: Ctx, warehouse: string, productId: string, quantity: number): Promise<number> {
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

/** Products and their classes, as they are sold: what the checkout finds and shows. */
import { barcodeKey, cleanCode } from "../../../contract/core/typed/code";
import { type Expression, sql, type SqlBool } from "kysely";
import type { z } from "zod";
import type { Page, PageQuery } from "../../../contract/core/call";
import { yuan } from "../../../contract/core/money";
import type { Product, ProductClass, ProductFilter } from "../../../contract/stock/stock";
import { isPlain } from "../../db/contains";
import { mapPage, pageOf, type Sortable } from "../../db/page";
import type { Ctx } from "../../http/context";
import { AppError } from "../../http/error";

/** Pieces in a warehouse: looked up for the products of the page, not joined to all of them. */
const onHand = (warehouse: "main" | "shop") =>
  sql<number>`coalesce((SELECT s.quantity FROM stock s WHERE s.venue_id = p.venue_id AND s.warehouse = ${warehouse} AND s.product_id = p.id), 0)`;

const SORTABLE: Sortable = {
  id: "p.id",
  position: ["c.position", "p.position"],
  name: "p.name",
  price: "p.price",
  lowLimit: "p.low_limit",
  onHand: onHand("shop"),
  onHandMain: onHand("main"),
};

/** Classes in their order, with how many products each has. */
export async function classes(ctx: Ctx): Promise<{ content: ProductClass[] }> {
  const rows = await ctx.db
    .selectFrom("product_class as c")
    .leftJoin("product as p", (join) => join.onRef("p.venue_id", "=", "c.venue_id").onRef("p.class_id", "=", "c.id"))
    .where("c.venue_id", "=", ctx.venue.id)
    .groupBy(["c.id", "c.name", "c.position", "c.parent_id"])
    .orderBy("c.position")
    .orderBy("c.id")
    .select(["c.id", "c.name", "c.position", "c.parent_id", sql<number>`count(p.id)`.as("products")])
    .execute();
  return {
    content: rows.map((row) => ({ id: row.id, name: row.name, parentId: row.parent_id, sequence: row.position, products: row.products })),
  };
}

/** Each has its class; the join is a left one, which a count drops. */
const productsOf = (ctx: Ctx) =>
  ctx.db
    .selectFrom("product as p")
    .leftJoin("product_class as c", (join) => join.onRef("c.venue_id", "=", "p.venue_id").onRef("c.id", "=", "p.class_id"))
    .where("p.venue_id", "=", ctx.venue.id)
    .selectAll("p")
    .select(sql<string>`c.name`.as("class_name"))
    .select([onHand("shop").as("on_hand"), onHand("main").as("on_hand_main")]);
type Row = Awaited<ReturnType<ReturnType<typeof productsOf>["execute"]>>[number];

/** A page of products, in the order of the checkout unless sorted. */
export async function products(ctx: Ctx, input: z.output<typeof ProductFilter> & z.output<typeof PageQuery>): Promise<Page<Product>> {
  let query = productsOf(ctx);
  if (input.q) query = query.where(matching(input.q));
  if (input.ids?.length) query = query.where("p.id", "in", input.ids);
  if (input.classId?.length) query = query.where("p.class_id", "in", input.classId);
  if (input.shelf) query = query.where("p.on_shelf", "=", input.shelf === "on");
  if (input.stock) query = query.where("p.stocked", "=", true);
  if (input.stock === "low") query = query.where(sql<SqlBool>`p.low_limit > 0 AND ${onHand("shop")} <= p.low_limit`);
  if (input.stock === "none") query = query.where(sql<SqlBool>`${onHand("shop")} = 0`);
  return mapPage(await pageOf(ctx, query, input, SORTABLE, "position,asc"), toProduct);
}

/**
 * One product.
 * @throws AppError `missing`
 */
export async function product(ctx: Ctx, input: { id: string }): Promise<Product> {
  const row = await productsOf(ctx).where("p.id", "=", input.id).executeTakeFirst();
  if (!row) throw new AppError("missing", { what: ctx.language === "zh" ? "商品" : "Product" });
  return toProduct(row);
}

/** Condition on `product as p`: part of the name, specification, barcode or pinyin; of Latin letters also without what is between them. */
export function matching(q: string): Expression<SqlBool> {
  const key = q.toLowerCase();
  const letters = isPlain(q) ? key.replace(/[^a-z]/g, "") : "";
  const parts = [...new Set([key, letters])]
    .filter((part) => part !== "")
    .map((part) => sql`p.finds LIKE ${`%${part.replaceAll(/[\\%_]/g, "\\$&")}%`}`);
  const code = cleanCode(q);
  if (/^\d{8}$|^\d{12,14}$/.test(code)) parts.push(sql`barcode_key(p.barcode) = ${barcodeKey(code)}`);
  return sql<SqlBool>`(${sql.join(parts, sql` OR `)})`;
}

const toProduct = (row: Row): Product => ({
  id: row.id,
  classId: row.class_id,
  className: row.class_name,
  name: row.name,
  spec: row.spec,
  barcode: row.barcode ?? "",
  unit: row.unit,
  packUnit: row.pack_unit,
  packSize: row.pack_size,
  picture: row.pictures[0] ?? null,
  price: yuan(row.price),
  stocked: row.stocked,
  onHand: row.on_hand,
  onHandMain: row.on_hand_main,
  lowLimit: row.low_limit,
  onShelf: row.on_shelf,
  rental: row.rental,
  deposit: yuan(row.deposit ?? 0),
  gift: row.gift,
});

/** Movements of stock, with the pieces before and after. */
import { sql, type SqlBool } from "kysely";
import { contains } from "../../db/contains";
import type { z } from "zod";
import type { Page, PageQuery } from "../../../contract/call";
import { yuan } from "../../../contract/money";
import type { StockLogFilter, StockMovement } from "../../../contract/stock";
import { addDays, instant } from "../../../contract/time";
import { mapPage, pageOf, type Sortable } from "../../db/page";
import type { Ctx } from "../../http/context";

type Input = z.output<typeof StockLogFilter> & z.output<typeof PageQuery>;
const SORTABLE: Sortable = {
  id: "v.id",
  at: "v.at",
  productName: "p.name",
  change: "v.quantity",
  cost: "v.cost",
  documentNo: "v.document_no",
};

async function log(ctx: Ctx, warehouse: "shop" | "main", input: Input): Promise<Page<StockMovement>> {
  let query = ctx.db
    .selectFrom("stock_movement as v")
    .innerJoin("product as p", (join) => join.onRef("p.venue_id", "=", "v.venue_id").onRef("p.id", "=", "v.product_id"))
    // A sale moves its goods before it takes its number, which many wait for; the number is on the sale.
    .leftJoin("sale as s", (join) =>
      join.onRef("s.venue_id", "=", "v.venue_id").onRef("s.id", "=", "v.document_id").on("v.kind", "=", "sale"),
    )
    .where("v.venue_id", "=", ctx.venue.id)
    .where("v.warehouse", "=", warehouse)
    .selectAll("v")
    .select(["p.name", "p.unit", "s.no as sale_no"]);
  if (input.q) {
    const no = input.q.toUpperCase();
    query = query.where(
      sql<SqlBool>`(${contains(input.q, sql.ref("p.name"))} OR p.barcode = ${input.q} OR v.document_no ^@ ${no} OR s.no ^@ ${no})`,
    );
  }
  if (input.from !== undefined) query = query.where("v.at", ">=", instant(input.from, 0, ctx.venue.zone));
  if (input.to !== undefined) query = query.where("v.at", "<", instant(addDays(input.to, 1), 0, ctx.venue.zone));
  if (input.kind?.length) query = query.where("v.kind", "in", input.kind);
  if (input.classId?.length) query = query.where("p.class_id", "in", input.classId);
  if (input.productId !== undefined) query = query.where("v.product_id", "=", input.productId);
  return mapPage(await pageOf(ctx, query, input, SORTABLE, "at,desc"), (row) => ({
    id: row.id,
    at: row.at.toISOString(),
    warehouse,
    kind: row.kind as StockMovement["kind"],
    documentId: row.document_id,
    documentNo: row.sale_no ?? row.document_no,
    productId: row.product_id,
    productName: row.name,
    unit: row.unit,
    change: row.quantity,
    before: row.before,
    after: row.after,
    cost: yuan(row.cost),
    operator: row.operator,
    note: "",
  }));
}

/** A page of the shop's movements, newest first. */
export const shopLog = (ctx: Ctx, input: Input): Promise<Page<StockMovement>> => log(ctx, "shop", input);
/** A page of the main warehouse's movements, newest first. */
export const mainLog = (ctx: Ctx, input: Input): Promise<Page<StockMovement>> => log(ctx, "main", input);

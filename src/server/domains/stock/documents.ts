/** Drafts of stock documents: writing them, reading them, finding the goods for their lines. */
import { barcodeKey } from "../../../contract/core/typed/code";
import { type Expression, type Selectable, sql, type SqlBool } from "kysely";
import type { Output, Parsed } from "../../../contract/core/call";
import { yuan } from "../../../contract/core/money";
import { type DocumentKind, isOfSupplier, KIND_CODES, RESOURCE_OF, type stockDocuments } from "../../../contract/stock/stock-documents";
import { stockDocument } from "../../../contract/core/states";
import { type Ctx, need, today } from "../../http/context";
import { AppError, badField, badInput } from "../../http/error";
import { documentNumber } from "../../kernel/numbers";
import { refuse } from "../../resource/refuse";
import { matching } from "./products";
import type { StockDocumentTable } from "./rows";

export type Warehouse = "main" | "shop";
/** A draft to write: amounts in fen. */
export type Draft = Parsed<typeof stockDocuments.save>;
type Line = Draft["lines"][number];
export type Document = Selectable<StockDocumentTable> & { readonly kind: DocumentKind; readonly warehouse: Warehouse };

/** Number series of each kind of document. */
const NUMBERED = {
  receiptShop: "receipt",
  receiptMain: "receipt",
  transfer: "stockTransfer",
  count: "stockCount",
  writeOff: "writeOff",
  supplierReturn: "supplierReturn",
} as const satisfies Record<DocumentKind, string>;
export const isReceipt = (kind: DocumentKind): boolean => kind === "receiptShop" || kind === "receiptMain";
/** SQL condition: the document `t` is a receipt. */
export const isReceiptRow = () => sql<boolean>`t.kind in ('receiptShop', 'receiptMain')`;
const warehouseOf = ({ kind, warehouse }: Draft): Warehouse =>
  kind === "receiptMain" ? "main" : kind === "receiptShop" ? "shop" : (warehouse ?? (kind === "transfer" ? "main" : "shop"));

/** Pieces of a line, null while nobody counted it. */
const piecesOf = ({ packs, packSize, quantity }: Line): number | null => (packs === null ? quantity : packs * packSize);

/**
 * Writes a draft.
 * @returns its id
 * @throws AppError `forbidden`, `missing`, `wrongState` of what is posted, `badInput` or `refused` where a line or the head can't stand
 */
export async function writeDraft(ctx: Ctx, draft: Draft): Promise<string> {
  const { kind } = draft;
  const before = draft.id === undefined ? undefined : await lockDocument(ctx, draft.id);
  if (before && before.state !== "draft") throw wrongStateError(ctx, before.state);
  if (before && before.kind !== kind) throw badField("kind", "other");
  const warehouse = warehouseOf(draft);
  await checkHead(ctx, draft, before?.supplier_id ?? null);
  const goods = await checkLines(ctx, draft, warehouse);
  const counted = kind === "count" && before?.warehouse === warehouse ? await countedBefore(ctx, before.id) : new Map<string, number>();
  const lines = draft.lines.map((line, seq) => {
    const quantity = piecesOf(line);
    const product = goods.get(line.productId) ?? { cost: 0, on_hand: 0 };
    // A line that was counted before with the same quantity is compared with the stock of that time.
    const book = kind !== "count" || quantity === null ? null : (counted.get(`${line.productId} ${quantity}`) ?? product.on_hand);
    const change = quantity === null ? 0 : book === null ? quantity : quantity - book;
    return { line, seq, quantity, book, moved: change, worth: change * (isOfSupplier(kind) ? (line.unitCost ?? 0) : product.cost) };
  });
  const id = before?.id ?? ctx.newId();
  const head = {
    warehouse,
    supplier_id: isOfSupplier(kind) ? draft.supplierId : null,
    day: draft.day,
    reference: draft.reference,
    reason: kind === "writeOff" ? draft.reason : null,
    memo: draft.memo,
    products: lines.length,
    quantity: lines.reduce((sum, { moved }) => sum + moved, 0),
    total: lines.reduce((sum, { worth }) => sum + worth, 0),
  };
  if (before) {
    await ctx.db.updateTable("stock_document").set(head).where("venue_id", "=", ctx.venue.id).where("id", "=", id).execute();
    await ctx.db.deleteFrom("stock_document_line").where("venue_id", "=", ctx.venue.id).where("document_id", "=", id).execute();
  } else {
    const no = await documentNumber(ctx, NUMBERED[kind], today(ctx));
    const by = { person_id: ctx.person.id, operator: ctx.person.name, created_at: ctx.now };
    await ctx.db
      .insertInto("stock_document")
      .values({ venue_id: ctx.venue.id, id, no, kind, state: "draft", ...head, ...by })
      .execute();
  }
  await ctx.db
    .insertInto("stock_document_line")
    .values(
      lines.map(({ line, seq, quantity, book }) => ({
        venue_id: ctx.venue.id,
        id: ctx.newId(),
        document_id: id,
        seq,
        product_id: line.productId,
        quantity,
        packs: line.packs,
        pack_size: line.packSize,
        unit_cost: isOfSupplier(kind) ? line.unitCost : null,
        book,
      })),
    )
    .execute();
  ctx.emit({ type: "changed", data: { resource: RESOURCE_OF[kind].name, id } });
  return id;
}

/** Writes a draft and shows it. @throws AppError as `writeDraft` */
export async function save(ctx: Ctx, draft: Draft): Promise<Output<typeof stockDocuments.save>> {
  need(ctx, KIND_CODES[draft.kind]);
  return read(ctx, { id: await writeDraft(ctx, draft) });
}

const wrongStateError = (ctx: Ctx, state: string): AppError =>
  new AppError(
    "wrongState",
    {
      state: stockDocument.labels[state as "draft"][ctx.language],
      action: ctx.language === "zh" ? "修改" : "Change",
    },
    { state },
  );

/** @throws AppError `missing` */
export async function lockDocument(ctx: Ctx, id: string): Promise<Document> {
  const row = await ctx.db
    .selectFrom("stock_document")
    .selectAll()
    .where("venue_id", "=", ctx.venue.id)
    .where("id", "=", id)
    .forUpdate()
    .executeTakeFirst();
  if (!row) throw new AppError("missing", { what: ctx.language === "zh" ? "库存单据" : "Stock document" });
  return row as Document;
}

async function checkHead(ctx: Ctx, { kind, supplierId, reason }: Draft, supplierBefore: string | null): Promise<void> {
  if (kind === "writeOff" && reason === null)
    throw refuse(ctx, { zh: "请选择报损原因", en: "Choose why the goods are written off" }, {}, "reason");
  if (!isOfSupplier(kind)) return;
  if (supplierId === null) throw refuse(ctx, { zh: "请选择供应商", en: "Choose a supplier" }, {}, "supplierId");
  const supplier = await ctx.db
    .selectFrom("supplier")
    .select(["name", "active"])
    .where("venue_id", "=", ctx.venue.id)
    .where("id", "=", supplierId)
    .executeTakeFirst();
  if (!supplier)
    throw badInput({ supplierId: new AppError("missing", { what: ctx.language === "zh" ? "供应商" : "Supplier" }).text(ctx.language) });
  if (!supplier.active && supplierId !== supplierBefore)
    throw refuse(
      ctx,
      {
        zh: "“{name}”已停止合作，未保存；请换一家，或先恢复合作",
        en: "“{name}” is not active; nothing was saved. Choose another one, or make it active first",
      },
      { name: supplier.name },
      "supplierId",
    );
}

/** The products of the lines, by id. */
async function checkLines(ctx: Ctx, { kind, lines }: Draft, warehouse: Warehouse): Promise<Map<string, { cost: number; on_hand: number }>> {
  const ids = lines.map(({ productId }) => productId);
  const rows = await goodsOf(ctx, warehouse).where("p.id", "in", ids).execute();
  const found = new Map(rows.map((row) => [row.id, row]));
  for (const [i, line] of lines.entries()) {
    const product = found.get(line.productId);
    const where = { row: i + 1, name: product?.name ?? "" };
    if (!product)
      throw refuse(
        ctx,
        {
          zh: "第 {row} 行的商品不存在或不计库存，未保存；请移除该行",
          en: "The product of row {row} is gone or carries no stock; nothing was saved. Take the row out",
        },
        where,
      );
    if (ids.indexOf(line.productId) !== i)
      throw refuse(
        ctx,
        { zh: "“{name}”出现了两次，未保存；请合并成一行", en: "“{name}” is there twice; nothing was saved. Make it one row" },
        where,
      );
    const pieces = piecesOf(line);
    if (kind !== "count" && (pieces === null || pieces === 0))
      throw refuse(ctx, { zh: "请填写“{name}”的数量，未保存", en: "Enter the pieces of “{name}”; nothing was saved" }, where);
    if (isOfSupplier(kind) && line.unitCost === null)
      throw refuse(
        ctx,
        { zh: "请填写“{name}”的单价（赠品填 0），未保存", en: "Enter the cost of “{name}” (0 where it is free); nothing was saved" },
        where,
      );
  }
  return found;
}

/** Returns the quantities that a count's lines found, with the stock they were compared with: "product quantity" → book. */
async function countedBefore(ctx: Ctx, documentId: string): Promise<Map<string, number>> {
  const rows = await ctx.db
    .selectFrom("stock_document_line")
    .select(["product_id", "quantity", "book"])
    .where("venue_id", "=", ctx.venue.id)
    .where("document_id", "=", documentId)
    .execute();
  return new Map(rows.flatMap(({ product_id, quantity, book }) => (book === null ? [] : [[`${product_id} ${quantity}`, book] as const])));
}

const goodsOf = (ctx: Ctx, warehouse: Warehouse) =>
  ctx.db
    .selectFrom("product as p")
    .leftJoin("stock as s", (join) =>
      join.onRef("s.venue_id", "=", "p.venue_id").onRef("s.product_id", "=", "p.id").on("s.warehouse", "=", warehouse),
    )
    .leftJoin("stock_value as v", (join) => join.onRef("v.venue_id", "=", "p.venue_id").onRef("v.product_id", "=", "p.id"))
    .where("p.venue_id", "=", ctx.venue.id)
    .where("p.stocked", "=", true)
    .select(["p.id", "p.name", "p.spec", "p.barcode", "p.unit", "p.pack_unit", "p.pack_size", "p.cost"])
    .select([
      sql<number>`coalesce(s.quantity, 0)`.as("on_hand"),
      sql<number>`coalesce(v.held, 0)`.as("held"),
      sql<
        number | null
      >`(SELECT l.unit_cost FROM stock_document_line l JOIN stock_document d ON d.venue_id = l.venue_id AND d.id = l.document_id
        WHERE l.venue_id = p.venue_id AND l.product_id = p.id AND d.state = 'posted' AND d.kind <> 'supplierReturn' AND l.unit_cost IS NOT NULL
        ORDER BY d.posted_at DESC LIMIT 1)`.as("last_cost"),
    ]);
type Goods = Awaited<ReturnType<ReturnType<typeof goodsOf>["execute"]>>[number];
const toGoods = (row: Goods): Output<typeof stockDocuments.goods>[number] => ({
  productId: row.id,
  name: row.name,
  spec: row.spec,
  barcode: row.barcode ?? "",
  unit: row.unit,
  packUnit: row.pack_unit,
  packSize: row.pack_size,
  onHand: row.on_hand,
  held: row.held,
  cost: yuan(row.cost),
  lastCost: row.last_cost === null ? null : yuan(row.last_cost),
});

/** Products for the lines of a document: a whole barcode alone, else in the order of the checkout. */
export async function goods(ctx: Ctx, input: Parsed<typeof stockDocuments.goods>): Promise<Output<typeof stockDocuments.goods>> {
  const conditions: Expression<SqlBool>[] = [];
  if (input.q !== "") conditions.push(matching(input.q));
  if (input.classId?.length)
    conditions.push(sql<SqlBool>`(p.class_id = ANY (${input.classId}::text[]) OR p.class_id IN (SELECT c.id FROM product_class c
      WHERE c.venue_id = p.venue_id AND c.parent_id = ANY (${input.classId}::text[])))`);
  if (input.supplierId !== undefined)
    conditions.push(sql<SqlBool>`EXISTS (SELECT FROM stock_document_line l JOIN stock_document d ON d.venue_id = l.venue_id AND d.id = l.document_id
      WHERE l.venue_id = p.venue_id AND l.product_id = p.id AND d.supplier_id = ${input.supplierId} AND d.state = 'posted')`);
  const query = conditions.reduce((narrowed, condition) => narrowed.where(condition), goodsOf(ctx, input.warehouse));
  const rows = await query.orderBy("p.position").orderBy("p.id").limit(input.size).execute();
  const exact = input.q === "" ? [] : rows.filter((row) => barcodeKey(row.barcode ?? "") === barcodeKey(input.q));
  return (exact.length > 0 ? exact : rows).map(toGoods);
}

/** Suppliers that a receipt can name, by name. */
export async function suppliers(ctx: Ctx): Promise<Output<typeof stockDocuments.suppliers>> {
  const rows = await ctx.db
    .selectFrom("supplier")
    .select(["id", "name", "term_days"])
    .where("venue_id", "=", ctx.venue.id)
    .where("active", "=", true)
    .orderBy("name")
    .execute();
  return rows.map(({ id, name, term_days }) => ({ id, name, termDays: term_days ?? 0 }));
}

/**
 * A document with its lines.
 * @throws AppError `missing`, `forbidden` where the person may neither write nor list its kind
 */
export async function read(ctx: Ctx, { id }: { readonly id: string }): Promise<Output<typeof stockDocuments.read>> {
  const row = await ctx.db
    .selectFrom("stock_document as d")
    .leftJoin("supplier as s", (join) => join.onRef("s.venue_id", "=", "d.venue_id").onRef("s.id", "=", "d.supplier_id"))
    .selectAll("d")
    .select("s.name as supplier_name")
    .where("d.venue_id", "=", ctx.venue.id)
    .where("d.id", "=", id)
    .executeTakeFirst();
  if (!row) throw new AppError("missing", { what: ctx.language === "zh" ? "库存单据" : "Stock document" });
  const document = row as typeof row & Pick<Document, "kind" | "warehouse">;
  if (!(isReceipt(document.kind) && ctx.codes.has("enter_stock_list"))) need(ctx, KIND_CODES[document.kind]);
  const lines = await goodsOf(ctx, document.warehouse)
    .innerJoin("stock_document_line as l", (join) => join.onRef("l.venue_id", "=", "p.venue_id").onRef("l.product_id", "=", "p.id"))
    .where("l.document_id", "=", id)
    .select(["l.quantity", "l.packs", "l.pack_size as line_pack_size", "l.unit_cost", "l.book", "l.before", "l.after", "l.cost as moved"])
    .orderBy("l.seq")
    .execute();
  const money = (amount: number | null): string | null => (amount === null ? null : yuan(amount));
  return {
    id,
    no: row.no,
    kind: document.kind,
    state: row.state as "draft",
    warehouse: document.warehouse,
    supplierId: row.supplier_id,
    supplierName: row.supplier_name ?? "",
    day: row.day,
    reference: row.reference,
    reason: row.reason as "other" | null,
    memo: row.memo,
    quantity: row.quantity,
    total: yuan(row.total),
    operator: row.operator,
    createdAt: row.created_at.toISOString(),
    postedAt: row.posted_at?.toISOString() ?? null,
    postedBy: row.posted_by,
    voidedAt: row.voided_at?.toISOString() ?? null,
    voidedBy: row.voided_by,
    voidReason: row.void_reason,
    lines: lines.map((line) => ({
      ...toGoods(line),
      packSize: line.line_pack_size,
      quantity: line.quantity,
      packs: line.packs,
      unitCost: money(line.unit_cost),
      book: line.book,
      before: line.before,
      after: line.after,
      moved: money(line.moved),
    })),
  };
}

/** Posting and voiding stock documents: the movements, and what they are in the books (ledger.md "receipt on account" and its siblings). */
import type { Selectable, Updateable } from "kysely";
import { type Ctx, today } from "../../http/context";
import type { Account } from "../../ledger/accounts";
import { type Leg, post } from "../../ledger/post";
import { isOfSupplier } from "../../../contract/stock/stock-documents";
import { AppError } from "../../http/error";
import { refuse } from "../../resource/refuse";
import { type Document, isReceipt, lockDocument, type Warehouse } from "./documents";
import { type Move, type Moved, moveStock, type StockDocument } from "../../kernel/stock";
import type { StockDocumentLineTable, StockDocumentTable } from "./rows";

type Line = Selectable<StockDocumentLineTable>;

/** Movements of a document's lines in its own warehouse: signed pieces and fen by product. */
type Effect = readonly Pick<Moved, "productId" | "quantity" | "cost" | "after">[];

const MOVEMENT = {
  receiptShop: "receipt",
  receiptMain: "receipt",
  transfer: "transfer",
  count: "count",
  writeOff: "writeOff",
  supplierReturn: "receipt",
} as const;
const OPERATION = {
  receiptShop: "receipt",
  receiptMain: "receipt",
  transfer: "stock transfer",
  count: "stock count",
  writeOff: "write-off",
  supplierReturn: "return to supplier",
} as const;
const other = (warehouse: Warehouse): Warehouse => (warehouse === "main" ? "shop" : "main");
const account = (warehouse: Warehouse): Account => (warehouse === "main" ? "stock.main" : "stock.shop");

const linesOf = (ctx: Ctx, id: string): Promise<Line[]> =>
  ctx.db
    .selectFrom("stock_document_line")
    .selectAll()
    .where("venue_id", "=", ctx.venue.id)
    .where("document_id", "=", id)
    .orderBy("seq")
    .execute();

/** Pieces that posting moves in the document's own warehouse. */
function piecesOf({ kind }: Pick<Document, "kind">, line: Line): number {
  const quantity = line.quantity ?? 0;
  if (kind === "count") return line.quantity === null || line.book === null ? 0 : line.quantity - line.book;
  return isReceipt(kind) ? quantity : -quantity;
}

/**
 * Moves the goods of a draft and books them; the caller holds the document's row and sets its state.
 * @returns pieces and fen that were moved, as the document shows them
 * @throws AppError `stockShort`, `refused` of a count that isn't finished
 */
export async function postDocument(ctx: Ctx, document: Document): Promise<{ quantity: number; total: number }> {
  const lines = await linesOf(ctx, document.id);
  if (document.kind === "count") {
    const open = lines.filter((line) => line.quantity === null).length;
    if (open > 0)
      throw refuse(
        ctx,
        {
          zh: "还有 {open} 种商品没有填写实盘数，未过账；请填写或移除这些行",
          en: "{open} products are not counted yet; nothing was posted. Count them or take their rows out",
        },
        { open },
      );
  }
  const moves = lines.map((line): Move => {
    const quantity = piecesOf(document, line);
    return { productId: line.product_id, quantity, ...(isReceipt(document.kind) ? { cost: quantity * (line.unit_cost ?? 0) } : {}) };
  });
  const effect = await moveAll(ctx, document, moves, false);
  const credited = document.kind === "supplierReturn" ? creditOf(lines) : undefined;
  await book(ctx, document, effect, credited ?? -effect.reduce((sum, { cost }) => sum + cost, 0), false);
  const byProduct = new Map(effect.map((one) => [one.productId, one]));
  for (const line of lines) {
    const byLine = byProduct.get(line.product_id);
    const set = byLine
      ? { before: byLine.after - byLine.quantity, after: byLine.after, cost: byLine.cost }
      : { before: line.book, after: line.quantity, cost: 0 };
    ctx.write(ctx.db.updateTable("stock_document_line").set(set).where("venue_id", "=", ctx.venue.id).where("id", "=", line.id).execute());
  }
  const sign = document.kind === "count" || isReceipt(document.kind) ? 1 : -1;
  return {
    quantity: sign * effect.reduce((sum, { quantity }) => sum + quantity, 0),
    total: credited ?? sign * effect.reduce((sum, { cost }) => sum + cost, 0),
  };
}

/**
 * Makes the counter-movements of a posted document, and books them. What came in goes out at what it cost then, as far as that is still
 * there; what was taken comes back at what it was worth.
 * @throws AppError `stockShort` where the goods have gone on
 */
export async function voidDocument(ctx: Ctx, document: Document, reason: string): Promise<void> {
  const lines = await linesOf(ctx, document.id);
  const moves = lines.map((line): Move => {
    const quantity = -piecesOf(document, line);
    return { productId: line.product_id, quantity, ...(document.kind === "transfer" ? {} : { cost: Math.abs(line.cost ?? 0) }) };
  });
  const effect = await moveAll(ctx, document, moves, true).catch((error: unknown) => {
    throw isReceipt(document.kind) && error instanceof AppError && error.key === "stockShort"
      ? cannotVoidReceipt(ctx, document.no, error)
      : error;
  });
  await book(ctx, document, effect, document.kind === "supplierReturn" ? -document.total : document.total, true, reason);
}

/** Posts a draft by its id, state and all: for what isn't asked for by a call. @throws AppError as `postDocument` */
export async function postDraft(ctx: Ctx, id: string): Promise<Document> {
  const document = await lockDocument(ctx, id);
  const done = await postDocument(ctx, document);
  await setState(ctx, id, { ...done, state: "posted", posted_at: ctx.now, posted_by: ctx.person.name });
  return document;
}

/** Voids a posted document by its id, state and all. @throws AppError as `voidDocument` */
export async function voidPosted(ctx: Ctx, id: string, reason: string): Promise<void> {
  await voidDocument(ctx, await lockDocument(ctx, id), reason);
  await setState(ctx, id, { state: "voided", voided_at: ctx.now, voided_by: ctx.person.name, void_reason: reason });
}

/** Returns the error for a receipt whose goods were sold or moved: the rest is returned by a document of its own. */
const cannotVoidReceipt = (ctx: Ctx, no: string, short: AppError): AppError =>
  refuse(
    ctx,
    {
      zh: "{no} 不能整单作废，没有改动：{short}。请开“退货给供应商”，把还在库的退回并冲减应付",
      en: "{no} can't be voided, nothing was changed: {short}. Make a return to the supplier of what is still there: it is taken off what is owed",
    },
    { no, short: short.text(ctx.language) },
  );
/** Returns the amount that the supplier gives for returned lines, fen. */
const creditOf = (lines: readonly Line[]): number =>
  lines.reduce((sum, { quantity, unit_cost }) => sum + (quantity ?? 0) * (unit_cost ?? 0), 0);

const setState = (ctx: Ctx, id: string, set: Updateable<StockDocumentTable>): Promise<unknown> =>
  ctx.db.updateTable("stock_document").set(set).where("venue_id", "=", ctx.venue.id).where("id", "=", id).execute();

/** Moves in the document's warehouse; of a transfer the other one gets what it gave, at the same worth. */
async function moveAll(ctx: Ctx, document: Document, moves: readonly Move[], voids: boolean): Promise<Effect> {
  const of: StockDocument = { kind: MOVEMENT[document.kind], id: document.id, no: document.no, voids };
  if (document.kind !== "transfer") return moveStock(ctx, document.warehouse, moves, of);
  const [from, to] = voids ? [other(document.warehouse), document.warehouse] : [document.warehouse, other(document.warehouse)];
  const out = await moveStock(
    ctx,
    from,
    moves.map(({ productId, quantity }) => ({ productId, quantity: -Math.abs(quantity) })),
    of,
  );
  const back = await moveStock(
    ctx,
    to,
    out.map(({ productId, quantity, cost }) => ({ productId, quantity: -quantity, cost: -cost })),
    of,
  );
  return voids ? back : out;
}

/**
 * @param settled fen that the supplier's account moves by, debit +: what a receipt costs, whatever stock takes back of it; the rest is a
 * cost of goods
 */
async function book(ctx: Ctx, document: Document, effect: Effect, settled: number, voids: boolean, reason = ""): Promise<void> {
  const { kind, warehouse, supplier_id } = document;
  const day = today(ctx);
  const stock = effect.map(({ productId, cost }): Leg => ({ account: account(warehouse), amount: cost, subject: productId }));
  const against = effect.map(({ productId, cost }): Leg => {
    if (kind === "transfer") return { account: account(other(warehouse)), amount: -cost, subject: productId };
    return { account: "cost.write_off", amount: -cost, subject: productId, earnedOn: day };
  });
  const byLine = effect.reduce((sum, { cost }) => sum + cost, 0);
  const owed: Leg[] = [
    { account: "payable.supplier", amount: settled, subject: supplier_id ?? "" },
    { account: "cost.goods", amount: -byLine - settled, earnedOn: day },
  ];
  const legs = [...stock, ...(isOfSupplier(kind) ? owed : against)];
  if (legs.every(({ amount }) => amount === 0)) return;
  await post(ctx, {
    document: { kind: isOfSupplier(kind) ? "receipt" : "stock", id: document.id, no: document.no },
    operation: `${voids ? "void of " : ""}${OPERATION[kind]}`,
    reason,
    legs,
  });
}

/** The lines of a stock document while they are written: what is typed, and what it comes to. */
import type { Input } from "../../../contract/core/call";
import { readAmount } from "../../../contract/core/typed/amount";
import { type Fen, fen, yuan } from "../../../contract/core/money";
import {
  type DocumentKind,
  type StockDocument,
  type stockDocuments,
  type StockGoods,
  type StockLine,
  isOfSupplier,
} from "../../../contract/stock/stock-documents";
import { readNumber } from "../../../contract/core/typed/number";

/** A line as it is typed: numbers as text, so that nothing is lost on the way. */
export interface Line extends StockGoods {
  readonly packs: string;
  readonly quantity: string;
  readonly unitCost: string;
  /** For a count: the stock that it was compared with when it was saved, and the number counted then. */
  readonly book: number | null;
  readonly counted: number | null;
  /** Once posted. */
  readonly before: number | null;
  readonly after: number | null;
  readonly moved: string | null;
}

export const isReceipt = (kind: DocumentKind): boolean => kind === "receiptShop" || kind === "receiptMain";

/** A new line of a product: one pack where it comes in packs, one piece else; a count begins with nothing found. */
export const newLine = (kind: DocumentKind, goods: StockGoods): Line => ({
  ...goods,
  packs: isReceipt(kind) && goods.packSize > 1 ? "1" : "",
  quantity: kind === "count" ? "" : "1",
  unitCost: isOfSupplier(kind) ? (goods.lastCost ?? (fen(goods.cost) > 0 ? goods.cost : "")) : "",
  book: null,
  counted: null,
  before: null,
  after: null,
  moved: null,
});

export const savedLine = (line: StockLine): Line => ({
  ...line,
  packs: line.packs === null ? "" : String(line.packs),
  quantity: line.quantity === null ? "" : String(line.quantity),
  unitCost: line.unitCost ?? "",
  counted: line.quantity,
});

const readQuantity = (text: string): number | null => readNumber(text, { min: 0, max: 999_999 }).value ?? null;
/** The highest unit cost, fen. */
const MOST_COST = 999_999_999;
const amount = (text: string): Fen | null => readAmount(text, { max: MOST_COST }).value ?? null;

/** Pieces of a line; null where none, or no whole number, was typed. */
const piecesOf = (line: Line): number | null => {
  const packs = readQuantity(line.packs);
  return packs !== null && packs > 0 ? packs * line.packSize : readQuantity(line.quantity);
};

/** One more of a product: what a scan of it adds. */
export function oneMore(line: Line): Line {
  const packs = readQuantity(line.packs);
  return packs === null ? { ...line, quantity: String((readQuantity(line.quantity) ?? 0) + 1) } : { ...line, packs: String(packs + 1) };
}

/** Computed figures of a line. Pieces and amounts are null while they are unknown. */
interface Figures {
  readonly pieces: number | null;
  /** Pieces that the stock of the document's warehouse changes by. */
  readonly change: number | null;
  readonly worth: Fen | null;
  readonly before: number;
  readonly after: number | null;
  /** Average cost afterwards, of a receipt. */
  readonly average: Fen | null;
  /** Percent that a receipt costs more than the last one. */
  readonly dearer: number | null;
}

export function figuresOf(kind: DocumentKind, state: StockDocument["state"], line: Line): Figures {
  const pieces = piecesOf(line);
  const cost = isOfSupplier(kind) ? amount(line.unitCost) : fen(line.cost);
  // A count that is unchanged since it was saved is compared with the stock of that time.
  const book = line.book !== null && pieces === line.counted ? line.book : line.onHand;
  const planned = pieces === null ? null : kind === "count" ? pieces - book : isReceipt(kind) ? pieces : -pieces;
  const change = state === "draft" ? planned : line.before === null || line.after === null ? 0 : line.after - line.before;
  const before = state === "draft" ? (kind === "count" ? book : line.onHand) : (line.before ?? 0);
  const worth = state === "draft" ? (change === null || cost === null ? null : change * cost) : fen(line.moved ?? "0");
  const held = line.held + (pieces ?? 0);
  const last = line.lastCost === null ? null : fen(line.lastCost);
  return {
    pieces,
    change,
    worth,
    before,
    after: change === null ? null : before + change,
    average:
      isReceipt(kind) && state === "draft" && pieces !== null && cost !== null && held > 0
        ? Math.round((fen(line.cost) * line.held + cost * pieces) / held)
        : null,
    dearer: kind !== "supplierReturn" && cost !== null && last !== null && last > 0 ? Math.round(((cost - last) * 1000) / last) / 10 : null,
  };
}

export interface Head {
  readonly supplierId: string | null;
  readonly warehouse: "main" | "shop";
  readonly day: string;
  readonly reference: string;
  readonly reason: StockDocument["reason"];
  readonly memo: string;
}

/** Returns the input of the call. An invalid number is left out: the server names the product in its fault. */
export const draftOf = (
  kind: DocumentKind,
  id: string | undefined,
  head: Head,
  lines: readonly Line[],
): Input<typeof stockDocuments.save> => ({
  ...(id === undefined ? {} : { id }),
  kind,
  ...head,
  lines: lines.map((line) => {
    const packs = readQuantity(line.packs);
    const cost = isOfSupplier(kind) ? amount(line.unitCost) : null;
    return {
      productId: line.productId,
      quantity: piecesOf(line),
      packs: packs !== null && packs > 0 ? packs : null,
      packSize: line.packSize,
      unitCost: cost === null ? null : yuan(cost),
    };
  }),
});

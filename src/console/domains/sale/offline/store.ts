/** Data that the till stores in this browser: sales that the server does not have yet, and the goods to sell while it is unreachable. */
import { barcodeKey } from "../../../../contract/core/typed/code";
import { type DBSchema, openDB } from "idb";
import type { Input } from "../../../../contract/core/call";
import type { sale, SaleDetail } from "../../../../contract/sale/sale";
import type { Product } from "../../../../contract/stock/stock";
import type { Till } from "../till";

/** A sale for cash, or out of a member's allowance, from the moment the cashier confirms it. Its `key` is made here and is the sale's idempotency key: it can be sent as often as need be. */
export interface KeptSale {
  readonly seq?: number;
  readonly key: string;
  readonly venueId: string;
  readonly personId: string;
  readonly operator: string;
  readonly at: string;
  readonly body: Input<typeof sale.create>;
  readonly till: Till;
  /** Shown until the server's own is there. */
  readonly shown: SaleDetail;
  /** `refused`: the server has answered that it does not take it, for the reason `why`; nothing is sent again until somebody says so. */
  readonly state: "waiting" | "refused" | "sent";
  readonly why: string;
}
type KeptProduct = Product & { readonly venueId: string };

interface Kept extends DBSchema {
  sales: { key: number; value: KeptSale; indexes: { key: string } };
  goods: { key: [string, string]; value: KeptProduct };
}

const open = () =>
  openDB<Kept>("till", 1, {
    upgrade(db) {
      db.createObjectStore("sales", { keyPath: "seq", autoIncrement: true }).createIndex("key", "key", { unique: true });
      db.createObjectStore("goods", { keyPath: ["venueId", "id"] });
    },
  });
let opened: ReturnType<typeof open> | undefined;
const database = (): ReturnType<typeof open> => (opened ??= open());

/** Sent sales stay this long: a till that was shut in the middle must find that its cart was sold. */
const SENT_MS = 86_400_000;

/** Keeps a sale, durably, before it is sent. */
export const addSale = async (sold: KeptSale): Promise<void> => void (await (await database()).add("sales", sold));

/** All kept sales, in the order in which they were made. */
export const listStoredSales = async (): Promise<KeptSale[]> => (await database()).getAll("sales");

export const findStoredSale = async (key: string): Promise<KeptSale | undefined> => (await database()).getFromIndex("sales", "key", key);

/** Changes what became of a sale; what was sent long ago is forgotten. */
export async function setSale(key: string, change: Partial<Pick<KeptSale, "state" | "why" | "shown">>): Promise<void> {
  const tx = (await database()).transaction("sales", "readwrite");
  const known = await tx.store.index("key").get(key);
  if (known) await tx.store.put({ ...known, ...change });
  for (const one of await tx.store.getAll())
    if (one.state === "sent" && Date.parse(one.at) < Date.now() - SENT_MS && one.seq !== undefined) await tx.store.delete(one.seq);
  await tx.done;
}

/** Takes a sale out that the server refused. One that is still to be sent, or was sent, stays. */
export async function removeRejected(key: string): Promise<void> {
  const tx = (await database()).transaction("sales", "readwrite");
  const known = await tx.store.index("key").get(key);
  if (known?.state === "refused" && known.seq !== undefined) await tx.store.delete(known.seq);
  await tx.done;
}

/** Keeps the venue's goods, in place of those of before. */
export async function storeGoods(venueId: string, goods: readonly Product[]): Promise<void> {
  const tx = (await database()).transaction("goods", "readwrite");
  await tx.store.delete(IDBKeyRange.bound([venueId], [venueId, []]));
  await Promise.all(goods.map((one) => tx.store.put({ ...one, venueId })));
  await tx.done;
}

/** Kept goods by name, specification or barcode, or of a class. */
export async function findGoods(venueId: string, { q, classId }: { q: string; classId: string }, most: number): Promise<Product[]> {
  const all = await (await database()).getAll("goods", IDBKeyRange.bound([venueId], [venueId, []]));
  const key = q.toLowerCase();
  const fits = (one: Product): boolean =>
    key === ""
      ? classId === "" || one.classId === classId
      : (one.barcode !== "" && barcodeKey(one.barcode) === barcodeKey(q)) || `${one.name} ${one.spec}`.toLowerCase().includes(key);
  return all.filter(fits).slice(0, most);
}

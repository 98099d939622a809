/** Rows of stock. Checked against the database by a test. */
import type { Generated, GeneratedAlways } from "kysely";
import type { suppliers } from "../../../contract/stock/products";
import type { TableFor } from "../../resource/columns";

interface ProductClassTable {
  venue_id: string;
  id: string;
  name: string;
  position: Generated<number>;
  parent_id: string | null;
  created_at: Generated<Date>;
}

interface ProductTable {
  venue_id: string;
  id: string;
  class_id: string;
  name: string;
  barcode: string | null;
  unit: string;
  price: number;
  cost: Generated<number>;
  stocked: Generated<boolean>;
  low_limit: Generated<number>;
  on_shelf: Generated<boolean>;
  position: Generated<number>;
  pinyin: Generated<string>;
  /** Text by which the checkout finds it. */
  finds: GeneratedAlways<string>;
  spec: Generated<string>;
  pack_unit: Generated<string>;
  pack_size: Generated<number>;
  pictures: Generated<string[]>;
  rental: Generated<boolean>;
  deposit: number | null;
  gift: Generated<boolean>;
  memo: Generated<string>;
  created_at: Generated<Date>;
}

interface StockTable {
  venue_id: string;
  warehouse: string;
  product_id: string;
  quantity: number;
}

interface StockMovementTable {
  venue_id: string;
  id: string;
  warehouse: string;
  product_id: string;
  quantity: number;
  before: number;
  after: number;
  cost: number;
  kind: string;
  document_id: string;
  document_no: string;
  operator: string;
  at: Date;
  voids: Generated<boolean>;
}

interface StockValueTable {
  venue_id: string;
  product_id: string;
  held: number;
  value: number;
}

export interface StockDocumentTable {
  venue_id: string;
  id: string;
  no: string;
  kind: string;
  state: string;
  warehouse: string;
  supplier_id: string | null;
  day: string;
  reference: Generated<string>;
  reason: string | null;
  memo: Generated<string>;
  products: Generated<number>;
  quantity: Generated<number>;
  total: Generated<number>;
  person_id: string;
  operator: string;
  posted_at: Date | null;
  posted_by: Generated<string>;
  voided_at: Date | null;
  voided_by: Generated<string>;
  void_reason: Generated<string>;
  created_at: Date;
}

export interface StockDocumentLineTable {
  venue_id: string;
  id: string;
  document_id: string;
  seq: number;
  product_id: string;
  quantity: number | null;
  packs: number | null;
  pack_size: Generated<number>;
  unit_cost: number | null;
  book: number | null;
  before: number | null;
  after: number | null;
  cost: number | null;
}

export interface StockTables {
  product_class: ProductClassTable;
  product: ProductTable;
  stock: StockTable;
  stock_movement: StockMovementTable;
  stock_value: StockValueTable;
  stock_document: StockDocumentTable;
  stock_document_line: StockDocumentLineTable;
  supplier: TableFor<typeof suppliers>;
}

/** Rows of stock. Checked against the database by a test. */
import type { Generated } from "kysely";

export interface ProductClassTable {
  venue_id: string;
  id: string;
  name: string;
  position: Generated<number>;
  parent_id: string | null;
  created_at: Generated<Date>;
}

export interface ProductTable {
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
  spec: Generated<string>;
  pack_unit: Generated<string>;
  pack_size: Generated<number>;
  pictures: Generated<string[]>;
  rental: Generated<boolean>;
  gift: Generated<boolean>;
  memo: Generated<string>;
  created_at: Generated<Date>;
}

export interface StockTable {
  venue_id: string;
  warehouse: string;
  product_id: string;
  quantity: number;
}

export interface StockMovementTable {
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
}

export interface StockTables {
  product_class: ProductClassTable;
  product: ProductTable;
  stock: StockTable;
  stock_movement: StockMovementTable;
}

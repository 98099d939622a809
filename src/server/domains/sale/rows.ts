/** Rows of sale. Checked against the database by a test. */
import type { ColumnType, Generated } from "kysely";
import type { deliveries } from "../../../contract/sale/deliveries";
import type { TableFor } from "../../resource/columns";

interface SaleTable {
  venue_id: string;
  id: string;
  no: string;
  member_id: string | null;
  list: number;
  discount: number;
  total: number;
  paid: Generated<number>;
  refunded: Generated<number>;
  /** A part of `discount`. */
  rounding: Generated<number>;
  state: string;
  remark: Generated<string>;
  day: string;
  person_id: string;
  operator: string;
  at: Date;
  order_id: string | null;
  shift_id: Generated<string | null>;
  prints: Generated<number>;
  reason: Generated<string>;
  /** For a sale that its till stored before sending: its key at the till, and the time it was made. */
  till_key: Generated<string | null>;
  till_at: Generated<Date | null>;
  /** Typed input of a waiting cart, as JSON. */
  draft: ColumnType<object | null, string | null | undefined, string | null>;
  /** Hash of its content as the till sent it; null for sales from before it was stored. */
  till_hash: Generated<string | null>;
}

interface TillAllowanceTable {
  venue_id: string;
  id: string;
  member_id: string;
  /** Hash of the device's secret. */
  till: string;
  amount: number;
  used: Generated<number>;
  until: Date;
  created_at: Date;
}

interface SaleLineTable {
  venue_id: string;
  id: string;
  sale_id: string;
  product_id: string;
  name: string;
  quantity: number;
  returned: Generated<number>;
  unit_price: number;
  list: number;
  discount: number;
  price: number;
  cost: number;
  member_off: Generated<number>;
  coupon_off: Generated<number>;
  /** A part of `discount`. */
  rounding: Generated<number>;
  set_price: Generated<number | null>;
  shelf_price: Generated<number | null>;
  set_reason: Generated<string>;
  day: string;
  created_at: Date;
}

interface SaleReturnTable {
  venue_id: string;
  id: string;
  no: string;
  sale_id: string;
  refund: number;
  reason: string;
  person_id: string;
  operator: string;
  at: Date;
}

interface SaleReturnLineTable {
  venue_id: string;
  return_id: string;
  line_id: string;
  quantity: number;
  refund: number;
  goes_to: string;
}

/** Items on a sale's receipt other than goods: requested while the cart waits, documents once it is paid. */
interface SaleItemTable {
  venue_id: string;
  id: string;
  sale_id: string;
  kind: string;
  of_id: string | null;
  quantity: number;
  name: string;
  total: number;
  /** Package cards that paid: what the receipt shows of them. */
  cards: Generated<unknown>;
  document_id: string | null;
  document_no: Generated<string>;
  given_back: number | null;
  kept: number | null;
  created_at: Date;
}

interface DeliveryItemTable {
  venue_id: string;
  delivery_id: string;
  sale_line_id: string;
  quantity: number;
  reshipped: Generated<number>;
}

/** Quick keys of the venue ("venue") or of one till. */
interface QuickKeyPageTable {
  venue_id: string;
  id: string;
  keys: ColumnType<unknown, string, string>;
}

export interface SaleTables {
  quick_key_page: QuickKeyPageTable;
  delivery_item: DeliveryItemTable;
  sale: SaleTable;
  sale_line: SaleLineTable;
  till_allowance: TillAllowanceTable;
  sale_item: SaleItemTable;
  sale_return: SaleReturnTable;
  sale_return_line: SaleReturnLineTable;
  delivery: TableFor<typeof deliveries>;
}

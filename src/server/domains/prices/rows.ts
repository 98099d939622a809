/** Rows of rules of price. Checked against the database by a test. */
import type { ColumnType, Generated } from "kysely";
import type { SheetPrices } from "../../kernel/price/rules";

interface BaseDiscountTable {
  venue_id: string;
  card_type_id: string;
  program_id: string;
  percent: number;
}

interface PromotionTable {
  venue_id: string;
  id: string;
  name: string;
  program_id: string | null;
  place_ids: Generated<string[]>;
  card_type_id: string | null;
  valid_from: string;
  valid_to: string;
  weekdays: Generated<number[]>;
  start_minute: Generated<number>;
  end_minute: Generated<number>;
  kind: string;
  percent: number | null;
  amount: number | null;
  stackable: Generated<boolean>;
  enabled: Generated<boolean>;
  created_at: Date;
}

interface TemporaryPriceTable {
  venue_id: string;
  id: string;
  name: string;
  program_id: string;
  place_ids: Generated<string[]>;
  card_type_id: string | null;
  valid_from: string;
  valid_to: string;
  weekdays: Generated<number[]>;
  start_minute: Generated<number>;
  end_minute: Generated<number>;
  price: number;
  unit: Generated<string>;
  reason: string;
  operator: string;
  created_at: Date;
}

export interface PriceSyncTable {
  venue_id: string;
  id: string;
  plan_id: string;
  plan_name: string;
  program_id: string;
  program_name: string;
  first_day: string;
  last_day: string;
  place_ids: string[];
  places: string;
  state: Generated<string>;
  done: Generated<number>;
  total: number;
  added: Generated<number>;
  repriced: Generated<number>;
  kept: Generated<number>;
  same: Generated<number>;
  person_id: string;
  operator: string;
  created_at: Date;
  finished_at: Date | null;
  kind: Generated<string>;
  lost: Generated<number>;
}

interface PriceSheetTable {
  venue_id: string;
  id: string;
  prices: ColumnType<SheetPrices, string, string>;
}

interface SyncedDayTable {
  venue_id: string;
  place_id: string;
  day: string;
  sheet_id: string;
  plan_name: string;
  sync_id: string;
  synced_on: string;
}

export interface PriceTables {
  base_discount: BaseDiscountTable;
  promotion: PromotionTable;
  temporary_price: TemporaryPriceTable;
  price_sync: PriceSyncTable;
  price_sheet: PriceSheetTable;
  synced_day: SyncedDayTable;
}

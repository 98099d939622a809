/** Rows of settlements. Checked against the database by a test. */
import type { Generated } from "kysely";

interface SettlementTable {
  venue_id: string;
  id: string;
  no: string;
  state: string;
  from_day: string | null;
  to_day: string;
  received: number | null;
  refunded: number | null;
  fees: number | null;
  subsidy: number | null;
  net: number | null;
  earned: number | null;
  submitter: Generated<string>;
  submitted_by: Generated<string>;
  decided_by: Generated<string>;
  decided_at: Date | null;
  outcome: Generated<string>;
  remark: Generated<string>;
  created_at: Date;
}

interface PeriodLockTable {
  venue_id: string;
  through: string;
}

/** A line of a booking as it stood at a lock, written by the database when it changes. */
interface LockedLineTable {
  venue_id: string;
  line_id: string;
  through: string;
  existed: boolean;
  day: string;
  line: unknown;
  order_status: string;
  pay_status: string;
}

/** A sold line as it stood at a lock, written by the database when its sale changes. */
interface LockedSaleLineTable {
  venue_id: string;
  line_id: string;
  through: string;
  sale_id: string;
  day: string;
  product_id: string;
  quantity: number;
  returned: number;
  list: number;
  sales: number;
  cost: number;
  cash: number;
  wechat: number;
  alipay: number;
  bank: number;
  balance: number;
  credit: number;
  other: number;
}

interface DaySheetTable {
  venue_id: string;
  day: string;
  closed_at: Date;
  page: unknown;
}

export interface SettlementTables {
  day_sheet: DaySheetTable;
  locked_line: LockedLineTable;
  locked_sale_line: LockedSaleLineTable;
  settlement: SettlementTable;
  period_lock: PeriodLockTable;
}

/** Rows of settlements. Checked against the database by a test. */
import type { Generated } from "kysely";

export interface SettlementTable {
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

export interface PeriodLockTable {
  venue_id: string;
  through: string;
}

export interface SettlementTables {
  settlement: SettlementTable;
  period_lock: PeriodLockTable;
}

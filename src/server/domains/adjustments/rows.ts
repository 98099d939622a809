/** Rows of changes of balances by hand. Checked against the database by a test. */
import type { Generated } from "kysely";

interface MemberAdjustmentTable {
  venue_id: string;
  id: string;
  no: string;
  state: string;
  member_id: string;
  purse: string;
  direction: string;
  amount: number;
  reason: string;
  requester: Generated<string>;
  requested_by: string;
  decided_by: Generated<string>;
  decided_at: Date | null;
  outcome: Generated<string>;
  created_at: Date;
}

export interface AdjustmentTables {
  member_adjustment: MemberAdjustmentTable;
}

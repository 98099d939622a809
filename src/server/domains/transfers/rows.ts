/** Rows of transfers. Checked against the database by a test. */
import type { Generated } from "kysely";

interface MemberTransferTable {
  venue_id: string;
  id: string;
  no: string;
  state: string;
  giver_id: string;
  receiver_id: string;
  purse: string;
  amount: number;
  uninvoiced: number | null;
  reason: string;
  requester: Generated<string>;
  requested_by: string;
  decided_by: Generated<string>;
  decided_at: Date | null;
  outcome: Generated<string>;
  created_at: Date;
}

export interface TransferTables {
  member_transfer: MemberTransferTable;
}

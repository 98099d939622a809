/** Rows of reconciliation. Checked against the database by a test. */
import type { Generated } from "kysely";

export interface ChannelBillTable {
  venue_id: string;
  id: string;
  channel: string;
  day: string;
  file_name: string;
  state: string;
  taken: number;
  refunded: number;
  fee: number;
  operator: string;
  payout_id: Generated<string | null>;
  created_at: Date;
}

export interface ChannelBillRowTable {
  venue_id: string;
  id: string;
  bill_id: string;
  seq: number;
  result: string;
  way: string;
  at: Date | null;
  payment_id: string | null;
  our_no: Generated<string>;
  channel_no: Generated<string>;
  matter: Generated<string>;
  ours: number;
  theirs: number;
  note: Generated<string>;
  handled_by: Generated<string>;
  handled_at: Date | null;
  handling: string | null;
  tx_id: string | null;
  claim_end: string | null;
  claim_note: Generated<string>;
  claim_by: Generated<string>;
  claim_at: Date | null;
  claim_tx_id: string | null;
}

export interface ReconciliationTables {
  channel_bill: ChannelBillTable;
  channel_bill_row: ChannelBillRowTable;
}

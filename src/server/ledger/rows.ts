/** Rows of the ledger. Checked against the database by a test. */
import type { ApprovalAction } from "../../contract/sale/approvals";
import type { ColumnType, Generated } from "kysely";

export interface ShiftTable {
  venue_id: string;
  id: string;
  person_id: string;
  state: Generated<string>;
  opened_at: Date;
  closed_at: Generated<Date | null>;
  no: Generated<string>;
  operator: Generated<string>;
  counting_at: Generated<Date | null>;
  submitted_at: Generated<Date | null>;
  /** Fen by tender account. */
  counts: ColumnType<Readonly<Record<string, number>> | null, never, string>;
  expected: ColumnType<Readonly<Record<string, number>> | null, never, string>;
  note: Generated<string>;
  received_by: Generated<string>;
  /** The till of the drawer: hash of its device, "" for none. */
  till: Generated<string>;
  /** Persons who work in it beside its own. */
  helpers: Generated<string[]>;
}

interface DrawerRequestTable {
  venue_id: string;
  id: string;
  shift_id: string;
  amount: number;
  held: number;
  reason: string;
  state: Generated<"waiting" | "approved" | "refused" | "used">;
  requester: string;
  requested_by: string;
  decided_by: Generated<string>;
  decided_at: Date | null;
  created_at: Date;
}

interface ApprovalTable {
  venue_id: string;
  id: string;
  action: ApprovalAction;
  subject: string;
  content: string;
  amount: number;
  requester: string;
  requested_by: string;
  approver: string;
  approved_by: string;
  created_at: Date;
  expires_at: Date;
  used_at: Date | null;
  document_id: Generated<string>;
}

interface LedgerTxTable {
  venue_id: string;
  id: string;
  document_kind: string;
  document_id: string;
  document_no: string;
  operation: string;
  person_id: string;
  operator: string;
  shift_id: string | null;
  posted_at: Date;
  day: string;
  idempotency_key: string | null;
  reverses: string | null;
  reason: Generated<string>;
}

interface PostingTable {
  venue_id: string;
  tx_id: string;
  seq: number;
  account: string;
  subject: Generated<string>;
  amount: number;
  earned_on: string | null;
  day: string;
  posted_at: Date;
  balance_after: number | null;
  corrects: string | null;
}

interface BalanceTable {
  venue_id: string;
  account: string;
  subject: string;
  amount: number;
}

export interface LedgerTables {
  shift: ShiftTable;
  drawer_request: DrawerRequestTable;
  approval: ApprovalTable;
  ledger_tx: LedgerTxTable;
  posting: PostingTable;
  balance: BalanceTable;
}

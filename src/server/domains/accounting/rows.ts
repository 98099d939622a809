/** Rows of vouchers and invoices. Checked against the database by a test. */
import type { Generated } from "kysely";
import type { bankAccounts, bankDeposits, bankLines, bankPayouts } from "../../../contract/accounting/bank";
import type { invoiceRules, taxRates } from "../../../contract/accounting/invoices";
import type { accountCodes, journalBatches, journalLines } from "../../../contract/accounting/journal";
import type { TableFor } from "../../resource/columns";

interface JournalEntryTable {
  venue_id: string;
  tx_id: string;
  day: string;
  batch_id: string;
}

interface InvoiceTable {
  venue_id: string;
  id: string;
  no: string;
  state: "requested" | "sending" | "issued" | "reversing" | "reversed" | "cancelled";
  document_kind: string;
  document_id: string;
  document_no: string;
  member_id: string | null;
  amount: number | null;
  stored: number;
  net: number | null;
  tax: number | null;
  kind: string;
  buyer_kind: string;
  buyer: string;
  tax_no: Generated<string>;
  email: Generated<string>;
  invoice_no: Generated<string>;
  issued_on: string | null;
  red_no: Generated<string>;
  reversed_on: string | null;
  problem: Generated<string>;
  operator: Generated<string>;
  remark: Generated<string>;
  tries: Generated<number>;
  next_at: Date | null;
  created_at: Date;
}

interface InvoiceLineTable {
  venue_id: string;
  invoice_id: string;
  seq: number;
  item: string;
  tax_code: string;
  rate: string;
  gross: number;
  net: number;
  tax: number;
}

type JournalBatchTable = TableFor<typeof journalBatches> & {
  start_day: string;
};

interface TaxLineTable {
  venue_id: string;
  tx_id: string;
  seq: number;
  document_kind: string;
  document_id: string;
  day: string;
  service: string;
  class_id: Generated<string>;
  rate: string;
  purse: Generated<string>;
  member_id: Generated<string>;
  earned_on: string | null;
  gross: number;
  tax: number;
}

type BankAccountTable = TableFor<typeof bankAccounts> & {
  pinyin: Generated<string>;
};

type BankLineTable = TableFor<typeof bankLines> & {
  seq: number;
  line_key: string;
  tx_id: string | null;
  posted_tx_id: string | null;
};

export interface AccountingTables {
  bank_account: BankAccountTable;
  bank_deposit: TableFor<typeof bankDeposits>;
  bank_payout: TableFor<typeof bankPayouts>;
  bank_line: BankLineTable;
  journal_entry: JournalEntryTable;
  invoice: InvoiceTable;
  invoice_line: InvoiceLineTable;
  account_code: TableFor<typeof accountCodes>;
  journal_batch: JournalBatchTable;
  journal_line: TableFor<typeof journalLines>;
  tax_line: TaxLineTable;
  tax_rate: TableFor<typeof taxRates>;
  invoice_rule: TableFor<typeof invoiceRules>;
}

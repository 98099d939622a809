/** Rows of the vouchers for the accountant's program. Checked against the database by a test. */
interface JournalEntryTable {
  venue_id: string;
  tx_id: string;
  day: string;
  batch_id: string;
}

export interface JournalEntryTables {
  journal_entry: JournalEntryTable;
}

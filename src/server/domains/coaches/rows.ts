/** Rows that no declared resource has. Checked against the database by a test. */

/** The whole number of a bank card, apart from the card: neither lists, records nor the audit log see it. */
interface BankNumberTable {
  venue_id: string;
  id: string;
  digits: string;
}

export interface CoachPayTables {
  coach_bank_number: BankNumberTable;
}

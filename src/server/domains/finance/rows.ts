/** Rows of the books, and views that its reports read. Checked against the database by a test. */
import type { accountLogs } from "../../../contract/finance/account-logs";
import type { budgets } from "../../../contract/finance/budgets";
import type { bookEntries } from "../../../contract/finance/book-entries";
import type { manualEntries, orders } from "../../../contract/finance/books";
import type { qualifications } from "../../../contract/finance/qualifications";
import type { courtHours, courtOpenings } from "../../../contract/finance/court-use";
import type { cardsOpened, memberPurchases, memberTotals, userAccountLogs } from "../../../contract/finance/member-money";
import type { accountEntries } from "../../../contract/finance/statements";
import type { TableFor } from "../../resource/columns";

interface UseUnitTable {
  venue_id: string;
  id: string;
  name: string;
}

/** Views: read only. */
export interface FinanceViews {
  account_entry: TableFor<typeof accountEntries>;
  book_entry: TableFor<typeof bookEntries>;
  order_book: TableFor<typeof orders>;
  court_hour: TableFor<typeof courtHours>;
  court_opening: TableFor<typeof courtOpenings>;
  /** Courts, and halls that sell places of sessions. */
  use_unit: UseUnitTable;
  purse_posting: TableFor<typeof accountLogs>;
  member_movement: TableFor<typeof userAccountLogs>;
  member_purchase: TableFor<typeof memberPurchases>;
  member_total: TableFor<typeof memberTotals>;
  card_opening: TableFor<typeof cardsOpened>;
}

export interface FinanceTables {
  budget: TableFor<typeof budgets>;
  manual_entry: TableFor<typeof manualEntries>;
  qualification: TableFor<typeof qualifications>;
}

/** Rows of coaches. Checked against the database by a test. */
import type { Generated } from "kysely";
import type { coachBookings, coachClasses } from "../../../contract/coaches/coach-classes";
import type { bankCards, coaches, withdraws } from "../../../contract/coaches/coaches";
import type { TableFor } from "../../resource/columns";

/** The whole number of a bank card, apart from the card: neither lists, records nor the audit log see it. */
interface BankNumberTable {
  venue_id: string;
  id: string;
  digits: string;
}

type CoachWithdrawTable = TableFor<typeof withdraws> & {
  requester: Generated<string>;
};

export interface CoachTables {
  coach_bank_number: BankNumberTable;
  coach: TableFor<typeof coaches>;
  coach_bank_card: TableFor<typeof bankCards>;
  coach_withdraw: CoachWithdrawTable;
  coach_class: TableFor<typeof coachClasses>;
  coach_booking: TableFor<typeof coachBookings>;
}

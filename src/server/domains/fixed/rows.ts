/** Rows of fixed bookings. Checked against the database by a test. */
import type { Generated } from "kysely";

export interface FixedContractTable {
  venue_id: string;
  id: string;
  no: string;
  member_id: string | null;
  card_type_id: string | null;
  name: string;
  phone: Generated<string>;
  program_id: string;
  place_ids: string[];
  weekdays: number[];
  every_weeks: Generated<number>;
  rule: string;
  except_days: Generated<string[]>;
  skip_holidays: boolean;
  start_minute: number;
  end_minute: number;
  from_day: string;
  to_day: string;
  price_basis: string;
  agreed_price: number | null;
  pay_mode: string;
  as_group: Generated<boolean>;
  holding_id: string | null;
  times_per_use: Generated<number>;
  state: string;
  paid: Generated<number>;
  used: Generated<number>;
  offered_at: Date | null;
  declined: Generated<boolean>;
  remark: Generated<string>;
  person_id: string;
  operator: string;
  created_at: Date;
}

export interface FixedOccurrenceTable {
  venue_id: string;
  id: string;
  contract_id: string;
  order_id: string;
  line_id: string;
  place_id: string;
  day: string;
  start_minute: number;
  end_minute: number;
  ends_at: Date;
  price: number;
  state: string;
  missed: Generated<boolean>;
  paused: Generated<boolean>;
  covered: Generated<number>;
  note: Generated<string>;
  created_at: Date;
}

interface FixedHoldTable {
  venue_id: string;
  lock_id: string;
  contract_id: string;
}

export interface FixedTables {
  fixed_contract: FixedContractTable;
  fixed_occurrence: FixedOccurrenceTable;
  fixed_hold: FixedHoldTable;
}

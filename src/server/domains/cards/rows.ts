/** Rows of cards. Checked against the database by a test. */
import type { Generated } from "kysely";

export interface PackageCardTable {
  venue_id: string;
  id: string;
  name: string;
  kind: Generated<string>;
  program_id: string;
  price: number;
  times: number;
  bonus_times: Generated<number>;
  valid_days: number;
  on_shelf: Generated<boolean>;
  position: Generated<number>;
  every_sport: Generated<boolean>;
  activation: Generated<string>;
  activate_within: Generated<number>;
  weekdays: Generated<string[]>;
  start_minute: number | null;
  end_minute: number | null;
  most_a_day: number | null;
  most_a_week: number | null;
  most_a_month: number | null;
  people: number | null;
  transferable: Generated<boolean>;
  transfer_fee: number | null;
  refundable: Generated<boolean>;
  refund_percent: Generated<number>;
  memo: Generated<string>;
  created_at: Generated<Date>;
}

interface HoldingTable {
  venue_id: string;
  id: string;
  no: string;
  package_card_id: string;
  name: string;
  member_id: string;
  times: number;
  bonus_times: number;
  used: Generated<number>;
  price: number;
  state: string;
  activated_on: string | null;
  expires_on: string;
  person_id: string;
  operator: string;
  at: Date;
  kind: Generated<string>;
  paused_on: string | null;
  from_id: string | null;
  carried: Generated<number>;
  /** Given back for it, once it is refunded. */
  refunded: Generated<number>;
  warned: Generated<string[]>;
  memo: Generated<string>;
}

interface HoldingUseTable {
  venue_id: string;
  id: string;
  holding_id: string;
  times: number;
  before: number | null;
  after: number | null;
  value: number;
  document_kind: Generated<string>;
  document_id: Generated<string>;
  note: Generated<string>;
  operator: string;
  at: Date;
  kind: Generated<string>;
  used_on: string | null;
}

export interface CardsTables {
  package_card: PackageCardTable;
  holding: HoldingTable;
  holding_use: HoldingUseTable;
}

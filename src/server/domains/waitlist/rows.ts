/** Tables of the waitlist. */
import type { Generated } from "kysely";

export interface WaitlistEntryTable {
  venue_id: string;
  id: string;
  program_id: string;
  place_id: string | null;
  day: string;
  start_minute: number;
  end_minute: number;
  starts_at: Date;
  member_id: string | null;
  as_group: Generated<boolean>;
  name: string;
  phone: Generated<string>;
  note: Generated<string>;
  state: Generated<string>;
  queued_at: Date;
  requeued: Generated<boolean>;
  order_id: string | null;
  person_id: string;
  operator: string;
  created_at: Date;
}

export interface WaitlistTables {
  waitlist_entry: WaitlistEntryTable;
}

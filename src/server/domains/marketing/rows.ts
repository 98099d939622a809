/** Rows of marketing that no declaration has, or that services write. Checked against the database by a test. */
import type { Generated } from "kysely";

export interface PhotoTable {
  venue_id: string;
  id: string;
  album_id: string;
  url: string;
  title: string;
  position: number;
  cover: boolean;
  created_at: Date;
}

export interface ActivityTable {
  venue_id: string;
  id: string;
  title: string;
  state: string;
  starts_at: Date;
  ends_at: Date;
  deadline: Date;
  place: string;
  capacity: number;
  left: number;
  member_fee: number;
  guest_fee: number;
  child_fee: number;
  free_hours: number;
  late_percent: number;
  questions: Generated<string[]>;
  pictures: Generated<string[]>;
  content: Generated<string>;
  reason: Generated<string>;
  created_at: Date;
}

export interface ActivityJoinTable {
  venue_id: string;
  id: string;
  no: string;
  activity_id: string;
  name: string;
  state: Generated<string>;
  attendee: string;
  phone: Generated<string>;
  member_id: string | null;
  check_in_code: string;
  paid: number;
  refunded: Generated<number>;
  kept: Generated<number>;
  answers: Generated<string[]>;
  entered_at: Date | null;
  reason: Generated<string>;
  person_id: string;
  operator: string;
  left_at: Generated<Date | null>;
  created_at: Date;
}

export interface MarketingTables {
  activity: ActivityTable;
  activity_join: ActivityJoinTable;
  photo: PhotoTable;
}

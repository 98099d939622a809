/** Rows of open play. Checked against the database by a test. */
import type { Generated } from "kysely";

export interface OpenPlayTable {
  venue_id: string;
  id: string;
  no: string;
  title: string;
  place_ids: string[];
  program_id: string;
  hall_id: string;
  day: string;
  start_minute: number;
  end_minute: number;
  starts_at: Date;
  ends_at: Date;
  deadline_hours: number;
  deadline: Date;
  capacity: number;
  left_heads: number;
  minimum: number;
  price: number;
  state: string;
  order_id: string | null;
  remark: Generated<string>;
  reason: Generated<string>;
  person_id: string;
  operator: string;
  created_at: Date;
}

export interface OpenPlayTicketTable {
  venue_id: string;
  id: string;
  no: string;
  open_play_id: string;
  member_id: string | null;
  name: string;
  phone: Generated<string>;
  heads: number;
  price: number;
  total: number;
  paid: number;
  refunded: Generated<number>;
  fee: Generated<number>;
  state: Generated<string>;
  reason: Generated<string>;
  person_id: string;
  operator: string;
  at: Date;
  left_at: Generated<Date | null>;
  card_type_id: Generated<string | null>;
  entered: Generated<number>;
  absent: Generated<number>;
  owed: Generated<number>;
}

interface OpenPlayLevelTable {
  venue_id: string;
  open_play_id: string;
  card_type_id: string;
  price: number;
}

export interface OpenPlayTables {
  open_play: OpenPlayTable;
  open_play_ticket: OpenPlayTicketTable;
  open_play_level: OpenPlayLevelTable;
}

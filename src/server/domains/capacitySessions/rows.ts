/** Rows of sessions. Checked against the database by a test. */
import type { Generated } from "kysely";

export interface HallBookingTable {
  venue_id: string;
  id: string;
  hall_id: string;
  name: Generated<string>;
  day: string;
  start_minute: number;
  end_minute: number;
  starts_at: Date;
  ends_at: Date;
  price: number;
  max_place: number;
  left_place: number;
  status: string;
}

export interface SessionOrderTable {
  venue_id: string;
  id: string;
  no: string;
  hall_booking_id: string;
  member_id: string | null;
  name: string;
  phone: Generated<string>;
  heads: number;
  total: number;
  paid: number;
  holding_id: string | null;
  person_id: string;
  operator: string;
  at: Date;
  status: Generated<string>;
  entered: Generated<number>;
  refunded: Generated<number>;
  fee: Generated<number>;
  reason: Generated<string>;
  cancelled_at: Generated<Date | null>;
}

interface WristbandTable {
  venue_id: string;
  id: string;
  code: string;
  session_order_id: string;
  state: Generated<string>;
  given_at: Date;
  settled_at: Generated<Date | null>;
}

export interface SessionsTables {
  wristband: WristbandTable;
  hall_booking: HallBookingTable;
  session_order: SessionOrderTable;
}

/** Rows of booking. Checked against the database by a test. */
import type { ColumnType, Generated, GeneratedAlways } from "kysely";
import type { PriceTrace } from "../../../contract/booking/booking";
import type { PlanMatrix } from "../../kernel/price/rules";
import type { ClosedTime } from "../../kernel/places";

interface ProgramTable {
  venue_id: string;
  id: string;
  name: string;
  sport: string;
  slot_minutes: Generated<number>;
  default_price: number | null;
  open_minutes: Generated<number[]>;
  close_minutes: Generated<number[]>;
  days_ahead: number | null;
  hold_minutes: number | null;
  free_cancel_hours: number | null;
  late_cancel_percent: number | null;
  created_at: Generated<Date>;
}

interface HallTable {
  venue_id: string;
  id: string;
  program_id: string;
  name: string;
  max_row: Generated<number>;
  max_column: Generated<number>;
  place_start: Generated<number>;
  open_minutes: number[];
  close_minutes: number[];
  sells: Generated<string>;
  position: Generated<number>;
  own_hours: Generated<boolean>;
  closed_times: ColumnType<ClosedTime[], string | undefined, string>;
  place_icon: Generated<string>;
  vr_url: Generated<string>;
  version: Generated<number>;
  changed_by: Generated<string>;
  changed_at: Generated<Date | null>;
  created_at: Generated<Date>;
}

interface UnitTable {
  venue_id: string;
  id: string;
  hall_id: string;
  name: string;
}

interface PlaceTable {
  venue_id: string;
  id: string;
  hall_id: string;
  name: string;
  unit_ids: string[];
  position: Generated<number>;
  map_row: Generated<number>;
  map_column: Generated<number>;
  active: Generated<boolean>;
  icon: Generated<string>;
}

interface PricePlanTable {
  venue_id: string;
  id: string;
  program_id: string;
  name: string;
  priority: Generated<number>;
  valid_from: string;
  valid_to: string;
  place_ids: Generated<string[]>;
  matrix: ColumnType<PlanMatrix, string, string>;
  enabled: Generated<boolean>;
}

interface HolidayTable {
  venue_id: string;
  day: string;
  name: string;
  priced_as: number;
  kind: Generated<string>;
  own: Generated<boolean>;
  reason: Generated<string>;
  operator: Generated<string>;
}

interface BookingOrderTable {
  venue_id: string;
  id: string;
  no: string;
  kind: Generated<string>;
  source: string;
  member_id: string | null;
  card_type_id: string | null;
  name: string;
  phone: Generated<string>;
  phone_tail: GeneratedAlways<string>;
  program_id: string;
  day: string;
  /** Set only if it differs from `day`. */
  last_day: Generated<string | null>;
  start_minute: number;
  end_minute: number;
  starts_at: Date;
  ends_at: Date;
  places: string;
  list: number;
  discount: number;
  total: number;
  paid: Generated<number>;
  refunded: Generated<number>;
  fee: Generated<number>;
  /** Given back because a move or a closing made the order cheaper; part of `refunded`. */
  moved_back: Generated<number>;
  order_status: string;
  pay_status: string;
  hold_until: Date | null;
  discount_reason: Generated<string>;
  as_group: Generated<boolean>;
  remark: Generated<string>;
  /** Why it was last changed. */
  reason: Generated<string>;
  /** Minimum percent that a cancellation retains, because the order was moved when it was already late. */
  late_percent: Generated<number>;
  /** Set for a game's courts. */
  game_id: Generated<string | null>;
  person_id: string;
  operator: string;
  created_at: Date;
}

interface BookingLineTable {
  venue_id: string;
  id: string;
  order_id: string;
  place_id: string;
  day: string;
  start_minute: number;
  end_minute: number;
  list: number;
  discount: number;
  price: number;
  /** Amount deducted, by kind of discount; `manual_off` includes complimentary amounts. The database computes it from the trace. */
  member_off: GeneratedAlways<number>;
  promotion_off: GeneratedAlways<number>;
  bundle_off: GeneratedAlways<number>;
  coupon_off: GeneratedAlways<number>;
  manual_off: GeneratedAlways<number>;
  refunded: Generated<number>;
  fee: Generated<number>;
  /** Given back because a move or a part payment above the price made it cheaper; no part of `refunded`. */
  moved_back: Generated<number>;
  trace: ColumnType<PriceTrace, string, string>;
  status: Generated<string>;
  /** Minimum percent that releasing the line retains, because it was moved when it was already late. */
  late_percent: Generated<number>;
  holding_id: string | null;
  uses: Generated<number>;
  uses_back: Generated<number>;
}

interface PlaceLockTable {
  venue_id: string;
  id: string;
  place_id: string;
  day: string;
  start_minute: number;
  end_minute: number;
  reason: string;
  status: Generated<string>;
  person_id: string;
  operator: string;
  created_at: Date;
}

interface OccupancyTable {
  venue_id: string;
  unit_id: string;
  slot_start: Date;
  holder_id: string;
}

export interface PaymentTable {
  venue_id: string;
  id: string;
  document_kind: string;
  document_id: string;
  type: string;
  amount: number;
  refunded: Generated<number>;
  tendered: number | null;
  state: string;
  channel: Generated<string>;
  channel_ref: string | null;
  shift_id: string | null;
  note: Generated<string>;
  person_id: string;
  operator: string;
  at: Date;
  no: Generated<string>;
  purpose: Generated<string>;
  code_tail: Generated<string>;
  sandbox: Generated<boolean>;
  sent_at: Generated<Date | null>;
  next_at: Generated<Date | null>;
  tries: Generated<number>;
  for_order_id: Generated<string | null>;
  /** For a card of another venue: that venue. */
  home_venue_id: Generated<string | null>;
  /** The collection that this is a part of; the channel knows that one. */
  part_of: Generated<string | null>;
  /** Fee of the channel, known from its bill. */
  fee: Generated<number>;
}

export interface BookingTables {
  program: ProgramTable;
  hall: HallTable;
  unit: UnitTable;
  place: PlaceTable;
  price_plan: PricePlanTable;
  holiday: HolidayTable;
  booking_order: BookingOrderTable;
  booking_line: BookingLineTable;
  place_lock: PlaceLockTable;
  occupancy: OccupancyTable;
  payment: PaymentTable;
}

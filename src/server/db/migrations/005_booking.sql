-- Halls, places, prices, orders, and the table that makes double booking impossible (product booking).

CREATE TABLE program (
  venue_id text NOT NULL,
  id text NOT NULL,
  name text NOT NULL,
  sport text NOT NULL,
  slot_minutes int NOT NULL DEFAULT 30 CHECK (slot_minutes IN (30, 60)),
  -- Price per half hour in fen where no plan matches; null: not for sale without a plan.
  default_price bigint,
  PRIMARY KEY (venue_id, id)
);
SELECT protect_venue_table('program');

CREATE TABLE hall (
  venue_id text NOT NULL,
  id text NOT NULL,
  program_id text NOT NULL,
  name text NOT NULL,
  max_row int NOT NULL DEFAULT 1,
  max_column int NOT NULL DEFAULT 1,
  place_start int NOT NULL DEFAULT 1,
  -- Opening and closing, minutes from midnight, Monday first.
  open_minutes int[] NOT NULL CHECK (cardinality(open_minutes) = 7),
  close_minutes int[] NOT NULL CHECK (cardinality(close_minutes) = 7),
  -- 'places' are booked one by one; 'capacity' sells sessions (hall_booking).
  sells text NOT NULL DEFAULT 'places' CHECK (sells IN ('places', 'capacity')),
  position int NOT NULL DEFAULT 0,
  PRIMARY KEY (venue_id, id),
  FOREIGN KEY (venue_id, program_id) REFERENCES program (venue_id, id)
);
SELECT protect_venue_table('hall');

CREATE TABLE unit (
  venue_id text NOT NULL,
  id text NOT NULL,
  hall_id text NOT NULL,
  name text NOT NULL,
  PRIMARY KEY (venue_id, id),
  FOREIGN KEY (venue_id, hall_id) REFERENCES hall (venue_id, id)
);
SELECT protect_venue_table('unit');

CREATE TABLE place (
  venue_id text NOT NULL,
  id text NOT NULL,
  hall_id text NOT NULL,
  name text NOT NULL,
  unit_ids text[] NOT NULL CHECK (cardinality(unit_ids) > 0),
  position int NOT NULL DEFAULT 0,
  map_row int NOT NULL DEFAULT 1,
  map_column int NOT NULL DEFAULT 1,
  PRIMARY KEY (venue_id, id),
  FOREIGN KEY (venue_id, hall_id) REFERENCES hall (venue_id, id)
);
SELECT protect_venue_table('place');

-- A price plan: weekday × half hour, fen per half hour, null where the plan says nothing. Higher priority wins.
CREATE TABLE price_plan (
  venue_id text NOT NULL,
  id text NOT NULL,
  program_id text NOT NULL,
  name text NOT NULL,
  priority int NOT NULL DEFAULT 0,
  valid_from date NOT NULL,
  valid_to date NOT NULL,
  -- Places it applies to; empty: all of the program.
  place_ids text[] NOT NULL DEFAULT '{}',
  -- { "walkIn": [7 × 48 (fen | null)] , "peak": [7 × 48 boolean] }; also "member" and "group" where they differ.
  matrix jsonb NOT NULL,
  PRIMARY KEY (venue_id, id),
  FOREIGN KEY (venue_id, program_id) REFERENCES program (venue_id, id),
  CHECK (valid_from <= valid_to)
);
SELECT protect_venue_table('price_plan');

CREATE TABLE holiday (
  venue_id text NOT NULL,
  day date NOT NULL,
  name text NOT NULL,
  -- A holiday is priced like this weekday (7 = Sunday); a make-up workday like a Monday.
  priced_as int NOT NULL CHECK (priced_as BETWEEN 1 AND 7),
  PRIMARY KEY (venue_id, day)
);
SELECT protect_venue_table('holiday');

CREATE TABLE booking_order (
  venue_id text NOT NULL,
  id text NOT NULL,
  no text NOT NULL,
  kind text NOT NULL DEFAULT 'single' CHECK (kind IN ('single', 'fixed', 'deal', 'event')),
  source text NOT NULL,
  member_id text,
  card_type_id text,
  name text NOT NULL,
  phone text NOT NULL DEFAULT '',
  program_id text NOT NULL,
  -- Play day in the venue's zone, first start and last end of its lines.
  day date NOT NULL,
  start_minute int NOT NULL,
  end_minute int NOT NULL,
  starts_at timestamptz NOT NULL,
  ends_at timestamptz NOT NULL,
  places text NOT NULL,
  list bigint NOT NULL CHECK (list >= 0),
  discount bigint NOT NULL CHECK (discount >= 0),
  total bigint NOT NULL CHECK (total >= 0),
  paid bigint NOT NULL DEFAULT 0 CHECK (paid >= 0),
  refunded bigint NOT NULL DEFAULT 0 CHECK (refunded >= 0),
  fee bigint NOT NULL DEFAULT 0 CHECK (fee >= 0),
  order_status text NOT NULL CHECK (order_status IN ('held', 'reserved', 'paid', 'checked_in', 'no_show', 'finished', 'cancelled', 'expired')),
  pay_status text NOT NULL CHECK (pay_status IN ('unpaid', 'part_paid', 'paid', 'part_refunded', 'refunded')),
  hold_until timestamptz,
  discount_reason text NOT NULL DEFAULT '',
  remark text NOT NULL DEFAULT '',
  person_id text NOT NULL,
  operator text NOT NULL,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (venue_id, id),
  UNIQUE (venue_id, no),
  CHECK (total = list - discount),
  CHECK (paid <= total),
  CHECK (refunded + fee <= paid),
  FOREIGN KEY (venue_id, member_id) REFERENCES member (venue_id, id)
);
CREATE INDEX booking_order_day ON booking_order (venue_id, day, start_minute);
CREATE INDEX booking_order_created ON booking_order (venue_id, created_at DESC, id DESC);
CREATE INDEX booking_order_member ON booking_order (venue_id, member_id, day DESC) WHERE member_id IS NOT NULL;
CREATE INDEX booking_order_phone ON booking_order (venue_id, phone text_pattern_ops);
CREATE INDEX booking_order_name ON booking_order (venue_id, name text_pattern_ops);
CREATE INDEX booking_order_holds ON booking_order (venue_id, hold_until) WHERE order_status = 'held';
CREATE INDEX booking_order_running ON booking_order (venue_id, ends_at) WHERE order_status IN ('reserved', 'paid', 'checked_in');
SELECT protect_venue_table('booking_order');

CREATE TABLE booking_line (
  venue_id text NOT NULL,
  id text NOT NULL,
  order_id text NOT NULL,
  place_id text NOT NULL,
  day date NOT NULL,
  start_minute int NOT NULL,
  end_minute int NOT NULL CHECK (end_minute > start_minute),
  list bigint NOT NULL CHECK (list >= 0),
  discount bigint NOT NULL CHECK (discount >= 0),
  price bigint NOT NULL CHECK (price >= 0),
  refunded bigint NOT NULL DEFAULT 0,
  -- The price trace as answered when it was sold; paid orders are never re-priced.
  trace jsonb NOT NULL,
  status text NOT NULL DEFAULT 'active' CHECK (status IN ('active', 'moved', 'released')),
  PRIMARY KEY (venue_id, id),
  CHECK (price = list - discount),
  FOREIGN KEY (venue_id, order_id) REFERENCES booking_order (venue_id, id),
  FOREIGN KEY (venue_id, place_id) REFERENCES place (venue_id, id)
);
CREATE INDEX booking_line_order ON booking_line (venue_id, order_id);
CREATE INDEX booking_line_day ON booking_line (venue_id, day, place_id) WHERE status = 'active';
SELECT protect_venue_table('booking_line');

CREATE TABLE place_lock (
  venue_id text NOT NULL,
  id text NOT NULL,
  place_id text NOT NULL,
  day date NOT NULL,
  start_minute int NOT NULL,
  end_minute int NOT NULL CHECK (end_minute > start_minute),
  reason text NOT NULL,
  status text NOT NULL DEFAULT 'locked' CHECK (status IN ('locked', 'released')),
  person_id text NOT NULL,
  operator text NOT NULL,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (venue_id, id),
  FOREIGN KEY (venue_id, place_id) REFERENCES place (venue_id, id)
);
CREATE INDEX place_lock_day ON place_lock (venue_id, day) WHERE status = 'locked';
SELECT protect_venue_table('place_lock');

-- The guard: one row per unit and half hour taken, from whatever source. Two holders of one cell are impossible.
CREATE TABLE occupancy (
  venue_id text NOT NULL,
  unit_id text NOT NULL,
  slot_start timestamptz NOT NULL,
  -- The line or lock that holds the cell.
  holder_id text NOT NULL,
  PRIMARY KEY (venue_id, unit_id, slot_start)
);
CREATE INDEX occupancy_holder ON occupancy (venue_id, holder_id);
CREATE INDEX occupancy_time ON occupancy (venue_id, slot_start);
SELECT protect_venue_table('occupancy', audited => false);

-- Payments of any document (order, recharge, sale, card): one attempt a row.
CREATE TABLE payment (
  venue_id text NOT NULL,
  id text NOT NULL,
  document_kind text NOT NULL,
  document_id text NOT NULL,
  type text NOT NULL,
  amount bigint NOT NULL CHECK (amount > 0),
  refunded bigint NOT NULL DEFAULT 0 CHECK (refunded >= 0),
  tendered bigint,
  state text NOT NULL CHECK (state IN ('created', 'processing', 'succeeded', 'refused', 'unknown', 'cancelled', 'refunding', 'refunded', 'refund_failed')),
  channel text NOT NULL DEFAULT '',
  channel_ref text,
  shift_id text,
  note text NOT NULL DEFAULT '',
  person_id text NOT NULL,
  operator text NOT NULL,
  at timestamptz NOT NULL,
  PRIMARY KEY (venue_id, id),
  CHECK (refunded <= amount)
);
CREATE INDEX payment_document ON payment (venue_id, document_kind, document_id);
CREATE INDEX payment_time ON payment (venue_id, at DESC);
CREATE UNIQUE INDEX payment_channel_ref ON payment (venue_id, channel, channel_ref) WHERE channel_ref IS NOT NULL;
SELECT protect_venue_table('payment');

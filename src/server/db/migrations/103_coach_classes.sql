-- Classes that coaches give on the venue's courts, and who takes part in them.
CREATE TABLE coach_class (
  venue_id text NOT NULL,
  id text NOT NULL,
  title text NOT NULL,
  no text NOT NULL DEFAULT '',
  state text NOT NULL CHECK (state IN ('planned', 'finished', 'cancelled')),
  coach_id text NOT NULL,
  place_id text NOT NULL,
  day date NOT NULL,
  start integer NOT NULL CHECK (start BETWEEN 0 AND 1440),
  minutes integer NOT NULL CHECK (minutes > 0),
  capacity integer NOT NULL CHECK (capacity > 0),
  price bigint NOT NULL CHECK (price >= 0),
  -- What the coach gets of the income, as it was when the class was planned.
  share numeric(7, 2) CHECK (share BETWEEN 0 AND 100),
  weeks integer NOT NULL,
  -- The order that holds the court in the booking grid.
  order_id text NOT NULL DEFAULT '',
  reason text NOT NULL DEFAULT '',
  memo text NOT NULL DEFAULT '',
  created_at timestamptz NOT NULL,
  PRIMARY KEY (venue_id, id),
  FOREIGN KEY (venue_id, coach_id) REFERENCES coach (venue_id, id),
  FOREIGN KEY (venue_id, place_id) REFERENCES place (venue_id, id)
);
CREATE UNIQUE INDEX coach_class_no ON coach_class (venue_id, no);
CREATE INDEX coach_class_created ON coach_class (venue_id, created_at DESC, id DESC);
CREATE INDEX coach_class_day ON coach_class (venue_id, day, coach_id);
CREATE INDEX coach_class_planned ON coach_class (venue_id, day) WHERE state = 'planned';
SELECT protect_venue_table('coach_class');

CREATE TABLE coach_booking (
  venue_id text NOT NULL,
  id text NOT NULL,
  name text NOT NULL DEFAULT '',
  no text NOT NULL DEFAULT '',
  state text NOT NULL CHECK (state IN ('booked', 'attended', 'cancelled')),
  coach_class_id text NOT NULL,
  member_id text,
  phone text NOT NULL DEFAULT '',
  pay_by text NOT NULL CHECK (pay_by IN ('WeChat', 'Alipay', 'Cash', 'BankCard', 'Balance', 'Card')),
  card_no text NOT NULL DEFAULT '',
  amount bigint NOT NULL CHECK (amount >= 0),
  refunded bigint NOT NULL CHECK (refunded BETWEEN 0 AND amount),
  reason text NOT NULL DEFAULT '',
  created_at timestamptz NOT NULL,
  PRIMARY KEY (venue_id, id),
  FOREIGN KEY (venue_id, coach_class_id) REFERENCES coach_class (venue_id, id),
  FOREIGN KEY (venue_id, member_id) REFERENCES member (venue_id, id)
);
CREATE UNIQUE INDEX coach_booking_no ON coach_booking (venue_id, no);
CREATE INDEX coach_booking_created ON coach_booking (venue_id, created_at DESC, id DESC);
CREATE INDEX coach_booking_class ON coach_booking (venue_id, coach_class_id);
CREATE UNIQUE INDEX coach_booking_once ON coach_booking (venue_id, coach_class_id, member_id) WHERE state <> 'cancelled' AND member_id IS NOT NULL;
SELECT protect_venue_table('coach_booking');

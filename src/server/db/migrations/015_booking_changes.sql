-- Moves, refunds in part, the policy of no-shows, the waitlist and closings (product booking).

ALTER TABLE venue
  ADD COLUMN no_show_percent numeric(5,2) NOT NULL DEFAULT 100 CHECK (no_show_percent BETWEEN 0 AND 100),
  ADD COLUMN offer_minutes int NOT NULL DEFAULT 20 CHECK (offer_minutes > 0);

-- What went back because a move made a paid order cheaper: `paid` and `refunded` stay sums over all that came and went.
ALTER TABLE booking_order ADD COLUMN moved_back bigint NOT NULL DEFAULT 0 CHECK (moved_back >= 0);
ALTER TABLE booking_order DROP CONSTRAINT booking_order_check1;
ALTER TABLE booking_order ADD CONSTRAINT booking_order_paid CHECK (paid <= total + moved_back);

-- What a line left with the venue as a fee. 'released': given up; 'dropped': taken off before it was paid, no part of the order; 'missed': nobody
-- came, and the rest above the fee went back.
ALTER TABLE booking_line ADD COLUMN fee bigint NOT NULL DEFAULT 0 CHECK (fee >= 0);
ALTER TABLE booking_line DROP CONSTRAINT booking_line_status_check;
ALTER TABLE booking_line ADD CONSTRAINT booking_line_status_check CHECK (status IN ('active', 'released', 'dropped', 'missed'));
ALTER TABLE booking_line ADD CONSTRAINT booking_line_kept CHECK (refunded >= 0 AND refunded + fee <= price);

CREATE TABLE waitlist_entry (
  venue_id text NOT NULL,
  id text NOT NULL,
  program_id text NOT NULL,
  -- Null: any place of the program.
  place_id text,
  day date NOT NULL,
  start_minute int NOT NULL,
  end_minute int NOT NULL CHECK (end_minute > start_minute),
  starts_at timestamptz NOT NULL,
  member_id text,
  name text NOT NULL,
  phone text NOT NULL DEFAULT '',
  note text NOT NULL DEFAULT '',
  state text NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'offered', 'accepted', 'lapsed', 'withdrawn', 'expired')),
  -- Offers go by this: when it joined, or queued again.
  queued_at timestamptz NOT NULL,
  requeued boolean NOT NULL DEFAULT false,
  -- The unpaid order that holds the ground of the offer, or that came of it.
  order_id text,
  person_id text NOT NULL,
  operator text NOT NULL,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (venue_id, id),
  CHECK (state NOT IN ('offered', 'accepted') OR order_id IS NOT NULL),
  FOREIGN KEY (venue_id, program_id) REFERENCES program (venue_id, id),
  FOREIGN KEY (venue_id, place_id) REFERENCES place (venue_id, id),
  FOREIGN KEY (venue_id, member_id) REFERENCES member (venue_id, id),
  FOREIGN KEY (venue_id, order_id) REFERENCES booking_order (venue_id, id)
);
CREATE INDEX waitlist_entry_queue ON waitlist_entry (venue_id, day, queued_at, id) WHERE state = 'waiting';
CREATE UNIQUE INDEX waitlist_entry_order ON waitlist_entry (venue_id, order_id) WHERE state = 'offered';
CREATE INDEX waitlist_entry_day ON waitlist_entry (venue_id, day);
CREATE UNIQUE INDEX waitlist_entry_once ON waitlist_entry (venue_id, member_id, program_id, day, start_minute, end_minute)
  WHERE state IN ('waiting', 'offered') AND member_id IS NOT NULL;
CREATE INDEX waitlist_entry_member ON waitlist_entry (venue_id, member_id) WHERE member_id IS NOT NULL;
SELECT protect_venue_table('waitlist_entry');

CREATE TABLE closing (
  venue_id text NOT NULL,
  id text NOT NULL,
  reason text NOT NULL,
  from_day date NOT NULL,
  to_day date NOT NULL,
  start_minute int NOT NULL,
  end_minute int NOT NULL CHECK (end_minute > start_minute),
  places text NOT NULL,
  moves int NOT NULL,
  refunds int NOT NULL,
  refund_total bigint NOT NULL,
  person_id text NOT NULL,
  operator text NOT NULL,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (venue_id, id),
  CHECK (from_day <= to_day)
);
CREATE INDEX closing_time ON closing (venue_id, created_at DESC, id DESC);
SELECT protect_venue_table('closing');

-- Open play: a court slot sold by the head, run when enough people joined by a deadline.

CREATE TABLE open_play (
  venue_id text NOT NULL,
  id text NOT NULL,
  no text NOT NULL,
  title text NOT NULL,
  place_ids text[] NOT NULL CHECK (cardinality(place_ids) > 0),
  program_id text NOT NULL,
  hall_id text NOT NULL,
  day date NOT NULL,
  start_minute int NOT NULL,
  end_minute int NOT NULL CHECK (end_minute > start_minute),
  starts_at timestamptz NOT NULL,
  ends_at timestamptz NOT NULL,
  -- Until when the minimum must have joined.
  deadline_hours int NOT NULL CHECK (deadline_hours >= 0),
  deadline timestamptz NOT NULL CHECK (deadline <= starts_at),
  capacity int NOT NULL CHECK (capacity > 0),
  -- Heads that may still join: the guard of the last place.
  left_heads int NOT NULL,
  minimum int NOT NULL CHECK (minimum > 0),
  price bigint NOT NULL CHECK (price >= 0),
  state text NOT NULL CHECK (state IN ('draft', 'open', 'confirmed', 'finished', 'failed', 'cancelled')),
  -- The order of kind "event" that holds the ground, from opening on.
  order_id text,
  remark text NOT NULL DEFAULT '',
  reason text NOT NULL DEFAULT '',
  person_id text NOT NULL,
  operator text NOT NULL,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (venue_id, id),
  UNIQUE (venue_id, no),
  CONSTRAINT open_play_left_check CHECK (left_heads BETWEEN 0 AND capacity),
  CHECK (minimum <= capacity),
  CHECK (state = 'draft' OR state = 'cancelled' OR order_id IS NOT NULL),
  FOREIGN KEY (venue_id, program_id) REFERENCES program (venue_id, id),
  FOREIGN KEY (venue_id, hall_id) REFERENCES hall (venue_id, id),
  FOREIGN KEY (venue_id, order_id) REFERENCES booking_order (venue_id, id)
);
CREATE INDEX open_play_time ON open_play (venue_id, starts_at DESC, id DESC);
CREATE INDEX open_play_running ON open_play (venue_id, ends_at) WHERE state IN ('open', 'confirmed');
CREATE UNIQUE INDEX open_play_order ON open_play (venue_id, order_id) WHERE order_id IS NOT NULL;
SELECT protect_venue_table('open_play');

CREATE TABLE open_play_ticket (
  venue_id text NOT NULL,
  id text NOT NULL,
  no text NOT NULL,
  open_play_id text NOT NULL,
  member_id text,
  name text NOT NULL,
  phone text NOT NULL DEFAULT '',
  heads int NOT NULL CHECK (heads > 0),
  -- Of one head, as it was when they joined.
  price bigint NOT NULL CHECK (price >= 0),
  total bigint NOT NULL CHECK (total >= 0),
  paid bigint NOT NULL CHECK (paid >= 0),
  refunded bigint NOT NULL DEFAULT 0 CHECK (refunded >= 0),
  fee bigint NOT NULL DEFAULT 0 CHECK (fee >= 0),
  state text NOT NULL DEFAULT 'joined' CHECK (state IN ('joined', 'left')),
  reason text NOT NULL DEFAULT '',
  person_id text NOT NULL,
  operator text NOT NULL,
  at timestamptz NOT NULL,
  left_at timestamptz,
  PRIMARY KEY (venue_id, id),
  UNIQUE (venue_id, no),
  CHECK (total = price * heads AND paid = total),
  -- Of one that left, what is neither given back nor kept is cash that waits at the desk.
  CHECK (CASE WHEN state = 'joined' THEN refunded + fee = 0 ELSE refunded + fee <= paid END),
  FOREIGN KEY (venue_id, open_play_id) REFERENCES open_play (venue_id, id),
  FOREIGN KEY (venue_id, member_id) REFERENCES member (venue_id, id)
);
CREATE INDEX open_play_ticket_play ON open_play_ticket (venue_id, open_play_id);
CREATE INDEX open_play_ticket_member ON open_play_ticket (venue_id, member_id) WHERE member_id IS NOT NULL;
SELECT protect_venue_table('open_play_ticket');

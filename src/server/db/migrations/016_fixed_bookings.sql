-- Fixed bookings: contracts and their occurrences. Each occurrence is an ordinary order of one line, of kind 'fixed' (product booking).

CREATE TABLE fixed_contract (
  venue_id text NOT NULL,
  id text NOT NULL,
  no text NOT NULL,
  member_id text,
  card_type_id text,
  name text NOT NULL,
  phone text NOT NULL DEFAULT '',
  program_id text NOT NULL,
  place_ids text[] NOT NULL CHECK (cardinality(place_ids) > 0),
  -- What people read of the recurrence; `rule` is the same as RFC 5545 writes it and is what counts.
  weekdays int[] NOT NULL,
  every_weeks int NOT NULL DEFAULT 1,
  rule text NOT NULL,
  except_days date[] NOT NULL DEFAULT '{}',
  skip_holidays boolean NOT NULL,
  start_minute int NOT NULL,
  end_minute int NOT NULL CHECK (end_minute > start_minute),
  -- The first day decides which weeks count where not every week does; a renewal moves the last.
  from_day date NOT NULL,
  to_day date NOT NULL CHECK (to_day >= from_day),
  price_basis text NOT NULL CHECK (price_basis IN ('tariff', 'agreed')),
  agreed_price bigint CHECK (agreed_price >= 0),
  pay_mode text NOT NULL CHECK (pay_mode IN ('card', 'purse', 'term', 'monthly')),
  holding_id text,
  times_per_use int NOT NULL DEFAULT 1,
  state text NOT NULL CHECK (state IN ('draft', 'active', 'paused', 'expired', 'ended')),
  -- Received less given back, and the value of what was used; fen. Moved by the transactions that move the money.
  paid bigint NOT NULL DEFAULT 0,
  used bigint NOT NULL DEFAULT 0 CHECK (used >= 0),
  -- When the renewal was offered, and whether the customer declined.
  offered_at timestamptz,
  declined boolean NOT NULL DEFAULT false,
  remark text NOT NULL DEFAULT '',
  person_id text NOT NULL,
  operator text NOT NULL,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (venue_id, id),
  UNIQUE (venue_id, no),
  CHECK (price_basis <> 'agreed' OR agreed_price IS NOT NULL),
  CHECK (pay_mode <> 'card' OR holding_id IS NOT NULL),
  FOREIGN KEY (venue_id, member_id) REFERENCES member (venue_id, id),
  FOREIGN KEY (venue_id, holding_id) REFERENCES holding (venue_id, id)
);
CREATE INDEX fixed_contract_created ON fixed_contract (venue_id, created_at DESC, id DESC);
CREATE INDEX fixed_contract_member ON fixed_contract (venue_id, member_id) WHERE member_id IS NOT NULL;
CREATE INDEX fixed_contract_running ON fixed_contract (venue_id, to_day) WHERE state IN ('active', 'paused');
SELECT protect_venue_table('fixed_contract');

CREATE TABLE fixed_occurrence (
  venue_id text NOT NULL,
  id text NOT NULL,
  contract_id text NOT NULL,
  order_id text NOT NULL,
  line_id text NOT NULL,
  place_id text NOT NULL,
  day date NOT NULL,
  start_minute int NOT NULL,
  end_minute int NOT NULL,
  ends_at timestamptz NOT NULL,
  price bigint NOT NULL CHECK (price >= 0),
  state text NOT NULL CHECK (state IN ('planned', 'used', 'no_show', 'leave', 'moved', 'cancelled', 'settled')),
  missed boolean NOT NULL DEFAULT false,
  -- Given free by a pause: resuming books it again.
  paused boolean NOT NULL DEFAULT false,
  -- Of its price, what the contract's prepaid money or its debt bore; purses and cards bore the rest.
  covered bigint NOT NULL DEFAULT 0 CHECK (covered >= 0),
  note text NOT NULL DEFAULT '',
  created_at timestamptz NOT NULL,
  PRIMARY KEY (venue_id, id),
  UNIQUE (venue_id, order_id),
  FOREIGN KEY (venue_id, contract_id) REFERENCES fixed_contract (venue_id, id),
  FOREIGN KEY (venue_id, order_id) REFERENCES booking_order (venue_id, id)
);
CREATE INDEX fixed_occurrence_contract ON fixed_occurrence (venue_id, contract_id, day);
CREATE INDEX fixed_occurrence_open ON fixed_occurrence (venue_id, ends_at) WHERE state IN ('planned', 'used', 'no_show');
SELECT protect_venue_table('fixed_occurrence');

-- Ground kept for the first refusal of a renewal: ordinary locks of the grid, and whose they are.
CREATE TABLE fixed_hold (
  venue_id text NOT NULL,
  lock_id text NOT NULL,
  contract_id text NOT NULL,
  PRIMARY KEY (venue_id, lock_id),
  FOREIGN KEY (venue_id, lock_id) REFERENCES place_lock (venue_id, id),
  FOREIGN KEY (venue_id, contract_id) REFERENCES fixed_contract (venue_id, id)
);
CREATE INDEX fixed_hold_contract ON fixed_hold (venue_id, contract_id);
SELECT protect_venue_table('fixed_hold', audited => false);

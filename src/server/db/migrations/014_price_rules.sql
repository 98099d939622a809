-- Rules of price beyond plans: programs' own rules of booking, discounts, temporary prices, synced prices (product booking "Prices").
-- Amounts in fen; prices of half hours.

-- A program's opening hours are those of its halls without their own; rules of booking that are null are the venue's.
ALTER TABLE program
  ADD COLUMN open_minutes int[] NOT NULL DEFAULT '{480,480,480,480,480,480,480}' CHECK (cardinality(open_minutes) = 7),
  ADD COLUMN close_minutes int[] NOT NULL DEFAULT '{1320,1320,1320,1320,1320,1320,1320}' CHECK (cardinality(close_minutes) = 7),
  ADD COLUMN days_ahead int CHECK (days_ahead > 0),
  ADD COLUMN hold_minutes int CHECK (hold_minutes > 0),
  ADD COLUMN free_cancel_hours int CHECK (free_cancel_hours >= 0),
  ADD COLUMN late_cancel_percent numeric(5,2) CHECK (late_cancel_percent BETWEEN 0 AND 100);
-- A hall keeps its hours in its own row, so that who reads them looks in one place; without hours of its own it is given the program's.
ALTER TABLE hall ADD COLUMN own_hours boolean NOT NULL DEFAULT true;
UPDATE program g SET open_minutes = h.open_minutes, close_minutes = h.close_minutes
  FROM (SELECT DISTINCT ON (venue_id, program_id) * FROM hall ORDER BY venue_id, program_id, position, id) h
  WHERE h.venue_id = g.venue_id AND h.program_id = g.id;

ALTER TABLE price_plan ADD COLUMN enabled boolean NOT NULL DEFAULT true;
CREATE INDEX price_plan_program ON price_plan (venue_id, program_id, valid_to);

-- What a card type pays of the price of a program's places; where there is none, the card type's own percent.
CREATE TABLE base_discount (
  venue_id text NOT NULL,
  card_type_id text NOT NULL,
  program_id text NOT NULL,
  percent numeric(5,2) NOT NULL CHECK (percent BETWEEN 0 AND 100),
  PRIMARY KEY (venue_id, card_type_id, program_id),
  FOREIGN KEY (venue_id, card_type_id) REFERENCES card_type (venue_id, id) ON DELETE CASCADE,
  FOREIGN KEY (venue_id, program_id) REFERENCES program (venue_id, id) ON DELETE CASCADE
);
SELECT protect_venue_table('base_discount');

-- A window of rules: no place: all of the program; no card type: everyone; no weekday: every day; the end is not included.
CREATE TABLE promotion (
  venue_id text NOT NULL,
  id text NOT NULL,
  name text NOT NULL,
  -- Null: all programs.
  program_id text,
  place_ids text[] NOT NULL DEFAULT '{}',
  card_type_id text,
  valid_from date NOT NULL,
  valid_to date NOT NULL,
  weekdays int[] NOT NULL DEFAULT '{}',
  start_minute int NOT NULL DEFAULT 0,
  end_minute int NOT NULL DEFAULT 1440,
  kind text NOT NULL CHECK (kind IN ('percent', 'minus', 'fixed')),
  percent numeric(5,2) CHECK (percent BETWEEN 0 AND 100),
  amount bigint CHECK (amount >= 0),
  stackable boolean NOT NULL DEFAULT false,
  enabled boolean NOT NULL DEFAULT true,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (venue_id, id),
  FOREIGN KEY (venue_id, program_id) REFERENCES program (venue_id, id),
  FOREIGN KEY (venue_id, card_type_id) REFERENCES card_type (venue_id, id),
  CHECK (valid_from <= valid_to),
  CHECK (start_minute < end_minute),
  CHECK (CASE WHEN kind = 'percent' THEN percent IS NOT NULL ELSE amount IS NOT NULL END)
);
CREATE INDEX promotion_days ON promotion (venue_id, valid_to);
SELECT protect_venue_table('promotion');

CREATE TABLE temporary_price (
  venue_id text NOT NULL,
  id text NOT NULL,
  name text NOT NULL,
  program_id text NOT NULL,
  place_ids text[] NOT NULL DEFAULT '{}',
  card_type_id text,
  valid_from date NOT NULL,
  valid_to date NOT NULL,
  weekdays int[] NOT NULL DEFAULT '{}',
  start_minute int NOT NULL DEFAULT 0,
  end_minute int NOT NULL DEFAULT 1440,
  price bigint NOT NULL CHECK (price >= 0),
  unit text NOT NULL DEFAULT 'place' CHECK (unit IN ('place', 'head')),
  reason text NOT NULL,
  operator text NOT NULL,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (venue_id, id),
  FOREIGN KEY (venue_id, program_id) REFERENCES program (venue_id, id),
  FOREIGN KEY (venue_id, card_type_id) REFERENCES card_type (venue_id, id),
  CHECK (valid_from <= valid_to),
  CHECK (start_minute < end_minute)
);
CREATE INDEX temporary_price_days ON temporary_price (venue_id, program_id, valid_to);
SELECT protect_venue_table('temporary_price');

-- A run that writes a plan's prices down for places and days; `done` of `total` days of places, the counts in slots.
CREATE TABLE price_sync (
  venue_id text NOT NULL,
  id text NOT NULL,
  plan_id text NOT NULL,
  plan_name text NOT NULL,
  program_id text NOT NULL,
  program_name text NOT NULL,
  first_day date NOT NULL,
  last_day date NOT NULL,
  place_ids text[] NOT NULL,
  places text NOT NULL,
  state text NOT NULL DEFAULT 'running' CHECK (state IN ('running', 'done', 'cancelled')),
  done int NOT NULL DEFAULT 0,
  total int NOT NULL CHECK (total > 0),
  added int NOT NULL DEFAULT 0,
  repriced int NOT NULL DEFAULT 0,
  kept int NOT NULL DEFAULT 0,
  same int NOT NULL DEFAULT 0,
  person_id text NOT NULL,
  operator text NOT NULL,
  created_at timestamptz NOT NULL,
  finished_at timestamptz,
  PRIMARY KEY (venue_id, id),
  CHECK (done <= total),
  CHECK (first_day <= last_day)
);
-- One run at a time.
CREATE UNIQUE INDEX price_sync_running ON price_sync (venue_id) WHERE state = 'running';
SELECT protect_venue_table('price_sync');

-- Prices of one day by class of customer, named by their content: days of equal prices share one.
CREATE TABLE price_sheet (
  venue_id text NOT NULL,
  id text NOT NULL,
  -- { "walkIn": [48 (fen | null)], "peak": [48 boolean] }; also "member" and "group" where they differ.
  prices jsonb NOT NULL,
  PRIMARY KEY (venue_id, id)
);
SELECT protect_venue_table('price_sheet', audited => false);

CREATE TABLE synced_day (
  venue_id text NOT NULL,
  place_id text NOT NULL,
  day date NOT NULL,
  sheet_id text NOT NULL,
  plan_name text NOT NULL,
  sync_id text NOT NULL,
  synced_on date NOT NULL,
  PRIMARY KEY (venue_id, place_id, day),
  FOREIGN KEY (venue_id, place_id) REFERENCES place (venue_id, id),
  FOREIGN KEY (venue_id, sheet_id) REFERENCES price_sheet (venue_id, id)
);
SELECT protect_venue_table('synced_day', audited => false);

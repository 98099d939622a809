-- Halls and places as people draw them, bundles, and the venue's own calendar (product booking "Model", "Prices").

-- A hall's closed times within its opening hours: [{ "weekdays": [1…7, none: every day], "start": minute, "end": minute }].
-- `version` counts the saves of hall and places together, so that two who change them at once do not overwrite each other.
ALTER TABLE hall
  ADD COLUMN closed_times jsonb NOT NULL DEFAULT '[]',
  ADD COLUMN place_icon text NOT NULL DEFAULT '',
  ADD COLUMN vr_url text NOT NULL DEFAULT '',
  ADD COLUMN version int NOT NULL DEFAULT 1,
  ADD COLUMN changed_by text NOT NULL DEFAULT '',
  ADD COLUMN changed_at timestamptz;

-- A place that was ever booked stays; one that is no longer offered is switched off. Without an icon of its own it has the hall's.
ALTER TABLE place
  ADD COLUMN active boolean NOT NULL DEFAULT true,
  ADD COLUMN icon text NOT NULL DEFAULT '';

-- Whether a place was ever used.
CREATE INDEX booking_line_place ON booking_line (venue_id, place_id);
CREATE INDEX place_lock_place ON place_lock (venue_id, place_id);

-- Places sold together at one price: all of them, at the same time, for so many minutes. The days are those on which it is sold; weekdays
-- and hours those that are played.
CREATE TABLE bundle (
  venue_id text NOT NULL,
  id text NOT NULL,
  name text NOT NULL,
  place_ids text[] NOT NULL CHECK (cardinality(place_ids) > 0),
  minutes int NOT NULL CHECK (minutes > 0 AND minutes % 30 = 0),
  price bigint NOT NULL CHECK (price >= 0),
  valid_from date NOT NULL,
  valid_to date NOT NULL,
  weekdays int[] NOT NULL DEFAULT '{}',
  start_minute int NOT NULL DEFAULT 0,
  end_minute int NOT NULL DEFAULT 1440,
  enabled boolean NOT NULL DEFAULT true,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (venue_id, id),
  CHECK (valid_from <= valid_to),
  CHECK (end_minute - start_minute >= minutes)
);
CREATE INDEX bundle_days ON bundle (venue_id, valid_to) WHERE enabled;
SELECT protect_venue_table('bundle');

-- Days that the venue closes, or prices as another weekday, beside the public ones. `own`: written by the venue, not by the package.
ALTER TABLE holiday DROP CONSTRAINT holiday_kind_check;
ALTER TABLE holiday
  ADD CONSTRAINT holiday_kind_check CHECK (kind IN ('holiday', 'workday', 'closed', 'special')),
  ADD COLUMN own boolean NOT NULL DEFAULT false,
  ADD COLUMN reason text NOT NULL DEFAULT '',
  ADD COLUMN operator text NOT NULL DEFAULT '';

-- Public days that the venue took out of its calendar: filling it in again leaves them out.
CREATE TABLE holiday_dropped (
  venue_id text NOT NULL,
  day date NOT NULL,
  reason text NOT NULL,
  operator text NOT NULL,
  PRIMARY KEY (venue_id, day)
);
SELECT protect_venue_table('holiday_dropped');

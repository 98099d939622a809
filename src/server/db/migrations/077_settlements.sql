-- Settlements of periods, and until when the books are locked.
CREATE TABLE settlement (
  venue_id text NOT NULL,
  id text NOT NULL,
  no text NOT NULL,
  state text NOT NULL CHECK (state IN ('draft', 'submitted', 'approved', 'rejected', 'paid_out')),
  from_day date,
  to_day date NOT NULL,
  received bigint,
  refunded bigint,
  fees bigint,
  subsidy bigint,
  net bigint,
  earned bigint,
  -- Who submitted it: must not approve it.
  submitter text NOT NULL DEFAULT '',
  submitted_by text NOT NULL DEFAULT '',
  decided_by text NOT NULL DEFAULT '',
  decided_at timestamptz,
  outcome text NOT NULL DEFAULT '',
  remark text NOT NULL DEFAULT '',
  created_at timestamptz NOT NULL,
  PRIMARY KEY (venue_id, id),
  UNIQUE (venue_id, no),
  CHECK (from_day <= to_day),
  CHECK (net = received - refunded - fees + subsidy)
);
-- Periods join: no two begin or end on the same day.
CREATE UNIQUE INDEX settlement_from ON settlement (venue_id, from_day);
CREATE UNIQUE INDEX settlement_to ON settlement (venue_id, to_day);
CREATE INDEX settlement_created ON settlement (venue_id, created_at DESC, id DESC);
SELECT protect_venue_table('settlement');

-- What is earned up to this day is approved: nothing more is dated there.
CREATE TABLE period_lock (
  venue_id text NOT NULL,
  through date NOT NULL,
  PRIMARY KEY (venue_id)
);
SELECT protect_venue_table('period_lock');

-- The till that a drawer stands at (hash of its device; '' for none), and who else works in it.
ALTER TABLE shift ADD COLUMN till text NOT NULL DEFAULT '', ADD COLUMN helpers text[] NOT NULL DEFAULT '{}';
CREATE INDEX shift_till ON shift (venue_id, till) WHERE state = 'open' AND till <> '';

-- A request to take more cash out of a drawer than it should hold. Approved by a second person, it serves once, for exactly its amount.
CREATE TABLE drawer_request (
  venue_id text NOT NULL,
  id text NOT NULL,
  shift_id text NOT NULL,
  amount bigint NOT NULL CHECK (amount > 0),
  -- What the drawer should have held when it was requested.
  held bigint NOT NULL,
  reason text NOT NULL,
  state text NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'approved', 'refused', 'used')),
  requester text NOT NULL,
  requested_by text NOT NULL,
  decided_by text NOT NULL DEFAULT '',
  decided_at timestamptz,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (venue_id, id),
  FOREIGN KEY (venue_id, shift_id) REFERENCES shift (venue_id, id)
);
CREATE INDEX drawer_request_shift ON drawer_request (venue_id, shift_id, state);
SELECT protect_venue_table('drawer_request');

-- Wristbands handed out at check-in: each is with one person at a time, and comes back, or is lost.
CREATE TABLE wristband (
  venue_id text NOT NULL,
  id text NOT NULL,
  code text NOT NULL CHECK (code <> '' AND code = upper(code)),
  session_order_id text NOT NULL,
  state text NOT NULL DEFAULT 'out' CHECK (state IN ('out', 'back', 'lost')),
  given_at timestamptz NOT NULL,
  settled_at timestamptz,
  PRIMARY KEY (venue_id, id),
  CHECK ((state = 'out') = (settled_at IS NULL)),
  FOREIGN KEY (venue_id, session_order_id) REFERENCES session_order (venue_id, id)
);
CREATE UNIQUE INDEX wristband_out ON wristband (venue_id, code) WHERE state = 'out';
CREATE INDEX wristband_order ON wristband (venue_id, session_order_id);
SELECT protect_venue_table('wristband');

-- A sale that its till kept before it was sent: under its key it is one sale, however late it arrives again.
ALTER TABLE sale ADD COLUMN till_key text, ADD COLUMN till_at timestamptz;
CREATE UNIQUE INDEX sale_till_key ON sale (venue_id, till_key) WHERE till_key IS NOT NULL;

-- What a card was worth that came from another one, beside what was paid for it; and which warnings about it were given.
ALTER TABLE holding
  ADD COLUMN carried bigint NOT NULL DEFAULT 0 CHECK (carried >= 0),
  ADD COLUMN warned text[] NOT NULL DEFAULT '{}';
UPDATE holding SET carried = price, price = 0 WHERE from_id IS NOT NULL AND state IN ('inactive', 'active', 'paused', 'used_up', 'expired');
CREATE INDEX holding_from ON holding (venue_id, from_id) WHERE from_id IS NOT NULL;

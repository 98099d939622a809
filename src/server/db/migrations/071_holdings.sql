-- What becomes of package cards in members' hands: started later, paused, handed on, given back; and a log of all of it.
ALTER TABLE holding
  ADD COLUMN kind text NOT NULL DEFAULT 'times' CHECK (kind IN ('times', 'period', 'hours')),
  ADD COLUMN paused_on date,
  -- The card that it came from by transfer or exchange.
  ADD COLUMN from_id text,
  ADD COLUMN memo text NOT NULL DEFAULT '',
  ADD CONSTRAINT holding_from FOREIGN KEY (venue_id, from_id) REFERENCES holding (venue_id, id);
UPDATE holding h SET kind = c.kind FROM package_card c WHERE c.venue_id = h.venue_id AND c.id = h.package_card_id AND c.kind <> 'times';
-- A period card counts its visits, of which it has no number.
ALTER TABLE holding
  DROP CONSTRAINT holding_check,
  ADD CONSTRAINT holding_uses CHECK (kind = 'period' OR used <= times + bonus_times),
  ADD CONSTRAINT holding_paused CHECK ((state = 'paused') = (paused_on IS NOT NULL) OR paused_on IS NULL);
CREATE INDEX holding_card ON holding (venue_id, package_card_id);
CREATE INDEX holding_start ON holding (venue_id, activated_on) WHERE state = 'inactive';

ALTER TABLE holding_use
  -- What happened; a use with less than 0 times is one that went back.
  ADD COLUMN kind text NOT NULL DEFAULT 'use'
    CHECK (kind IN ('use', 'sell', 'activate', 'extend', 'pause', 'resume', 'addTimes', 'transfer', 'exchange', 'refund', 'expire')),
  -- The day on which it was used, which limits count by; older uses: the day of the entry.
  ADD COLUMN used_on date,
  ALTER COLUMN before DROP NOT NULL,
  ALTER COLUMN after DROP NOT NULL,
  DROP CONSTRAINT holding_use_times_check,
  ADD CONSTRAINT holding_use_times CHECK (times <> 0 OR kind <> 'use');
CREATE INDEX holding_use_time ON holding_use (venue_id, at DESC, id DESC);

-- Double elimination, and ties of teams: a rubber is a match of its own under the tie.
ALTER TABLE game_event_setting
  DROP CONSTRAINT game_event_setting_racecard_rule_check,
  ADD CHECK (racecard_rule IN ('knockout', 'doubleElimination', 'roundRobin', 'groupsKnockout')),
  ADD COLUMN grand_reset boolean NOT NULL DEFAULT true,
  ADD COLUMN rubbers text[] NOT NULL DEFAULT '{}',
  ADD COLUMN all_rubbers boolean NOT NULL DEFAULT false;

ALTER TABLE racecard
  DROP CONSTRAINT racecard_kind_check,
  ADD CHECK (kind IN ('groups', 'knockout', 'losers', 'final'));

ALTER TABLE battle
  DROP CONSTRAINT battle_state_check,
  ADD CHECK (state IN ('waiting', 'ready', 'running', 'suspended', 'finished', 'walkover', 'retired', 'dropped')),
  ADD COLUMN tie_id text,
  -- Which of the tie it is, as the event's settings name it.
  ADD COLUMN rubber text,
  ADD CHECK ((tie_id IS NULL) = (rubber IS NULL)),
  ADD FOREIGN KEY (venue_id, tie_id) REFERENCES battle (venue_id, id) ON DELETE CASCADE;
CREATE INDEX battle_tie ON battle (venue_id, tie_id) WHERE tie_id IS NOT NULL;

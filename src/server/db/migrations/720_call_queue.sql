-- Order of play without fixed times: matches in an order, called to a court when players and court are free.
ALTER TABLE game_setting
  ADD COLUMN order_of_play text NOT NULL DEFAULT 'fixed' CHECK (order_of_play IN ('fixed', 'queue')),
  ADD COLUMN call_minutes integer NOT NULL DEFAULT 10 CHECK (call_minutes BETWEEN 1 AND 60);

CREATE TABLE battle_call (
  venue_id text NOT NULL,
  battle_id text NOT NULL,
  -- Order among the matches of the game that are still to be called.
  position integer NOT NULL,
  -- The court whose list it is on; null: any court.
  court_id text,
  called_at timestamptz,
  -- How often it was called.
  calls integer NOT NULL DEFAULT 0,
  on_court_at timestamptz,
  late text NOT NULL DEFAULT '' CHECK (late IN ('', 'home', 'away', 'both')),
  PRIMARY KEY (venue_id, battle_id),
  FOREIGN KEY (venue_id, battle_id) REFERENCES battle (venue_id, id) ON DELETE CASCADE,
  FOREIGN KEY (venue_id, court_id) REFERENCES place (venue_id, id),
  CHECK (called_at IS NOT NULL OR (on_court_at IS NULL AND late = '' AND calls = 0))
);
SELECT protect_venue_table('battle_call');

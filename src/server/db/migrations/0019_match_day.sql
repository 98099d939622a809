-- Players who agreed to texts about their matches, and what a game sends them: called to court, a new time, the result.
ALTER TABLE game_team_member ADD COLUMN texts boolean NOT NULL DEFAULT false;
ALTER TABLE game_setting ADD COLUMN text_called boolean NOT NULL DEFAULT false;
ALTER TABLE game_setting ADD COLUMN text_moved boolean NOT NULL DEFAULT false;
ALTER TABLE game_setting ADD COLUMN text_result boolean NOT NULL DEFAULT false;
ALTER TABLE game_setting ADD COLUMN text_most int NOT NULL DEFAULT 8 CHECK (text_most BETWEEN 1 AND 50);
ALTER TABLE game_setting ADD COLUMN text_language text NOT NULL DEFAULT 'zh' CHECK (text_language IN ('zh', 'en'));
ALTER TABLE customer_message DROP CONSTRAINT customer_message_source_check;
ALTER TABLE customer_message ADD CONSTRAINT customer_message_source_check CHECK (source IN ('activity', 'segment', 'member', 'match'));
-- Each text of a match once: source_id is the match and what the text says.
CREATE UNIQUE INDEX customer_message_match ON customer_message (venue_id, source_id, phone) WHERE source = 'match' AND state <> 'dropped';
CREATE INDEX customer_message_match_day ON customer_message (venue_id, phone, day) WHERE source = 'match';

-- Players score their match themselves: one side enters the result with its PIN, the other confirms or disputes it.
ALTER TABLE game_event_setting ADD COLUMN players_score boolean NOT NULL DEFAULT false;
CREATE TABLE player_access (
  venue_id text NOT NULL,
  battle_id text NOT NULL,
  side text NOT NULL CHECK (side IN ('home', 'away')),
  pin_hash text NOT NULL,
  -- Of the phone that was opened last; null: none yet.
  token_hash text,
  issued_at timestamptz NOT NULL,
  -- The match is over or has another side: the PIN opens nothing any more.
  ended_at timestamptz,
  PRIMARY KEY (venue_id, battle_id, side),
  FOREIGN KEY (venue_id, battle_id) REFERENCES battle(venue_id, id) ON DELETE CASCADE
);
CREATE UNIQUE INDEX player_access_token ON player_access (venue_id, token_hash) WHERE token_hash IS NOT NULL;
SELECT protect_venue_table('player_access');

CREATE TABLE score_claim (
  venue_id text NOT NULL,
  battle_id text NOT NULL,
  side text NOT NULL CHECK (side IN ('home', 'away')),
  sets jsonb NOT NULL CHECK (jsonb_typeof(sets) = 'array' AND jsonb_array_length(sets) BETWEEN 1 AND 15),
  -- Version of the score that the side saw.
  version int NOT NULL,
  -- How often a result was entered.
  entries int NOT NULL DEFAULT 1,
  is_disputed boolean NOT NULL DEFAULT false,
  entered_at timestamptz NOT NULL,
  PRIMARY KEY (venue_id, battle_id),
  FOREIGN KEY (venue_id, battle_id) REFERENCES battle(venue_id, id) ON DELETE CASCADE
);
SELECT protect_venue_table('score_claim');

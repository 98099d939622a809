-- Draws, stages, groups, matches and their sets.
CREATE TABLE game_draw (
  venue_id text NOT NULL,
  id text NOT NULL,
  event_id text NOT NULL,
  -- The text that the lots were drawn from, and who was drawn, "id|seed|club": with both anybody can repeat it.
  random_seed text NOT NULL,
  entrants text[] NOT NULL,
  state text NOT NULL CHECK (state IN ('drawn', 'published', 'undone')),
  reason text NOT NULL DEFAULT '',
  operator text NOT NULL,
  published_at timestamptz,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (venue_id, id),
  FOREIGN KEY (venue_id, event_id) REFERENCES game_event (venue_id, id)
);
CREATE UNIQUE INDEX game_draw_valid ON game_draw (venue_id, event_id) WHERE state <> 'undone';
CREATE INDEX game_draw_event ON game_draw (venue_id, event_id, created_at DESC);
SELECT protect_venue_table('game_draw');

CREATE TABLE racecard (
  venue_id text NOT NULL,
  id text NOT NULL,
  event_id text NOT NULL,
  sequence integer NOT NULL,
  kind text NOT NULL CHECK (kind IN ('groups', 'knockout')),
  -- Lines of a bracket from top to bottom: "entry:<id>", "bye:", "place:<group>/<place>".
  lines text[] NOT NULL,
  PRIMARY KEY (venue_id, id),
  UNIQUE (venue_id, event_id, sequence),
  FOREIGN KEY (venue_id, event_id) REFERENCES game_event (venue_id, id)
);
SELECT protect_venue_table('racecard');

CREATE TABLE racecard_group (
  venue_id text NOT NULL,
  racecard_id text NOT NULL,
  number integer NOT NULL,
  team_ids text[] NOT NULL,
  PRIMARY KEY (venue_id, racecard_id, number),
  FOREIGN KEY (venue_id, racecard_id) REFERENCES racecard (venue_id, id) ON DELETE CASCADE
);
SELECT protect_venue_table('racecard_group');

CREATE TABLE battle (
  venue_id text NOT NULL,
  id text NOT NULL,
  event_id text NOT NULL,
  racecard_id text NOT NULL,
  -- Its name within the draw, to which other matches refer.
  key text NOT NULL,
  stage integer NOT NULL,
  group_no integer,
  round integer NOT NULL,
  sequence integer NOT NULL,
  third boolean NOT NULL,
  state text NOT NULL CHECK (state IN ('waiting', 'ready', 'running', 'suspended', 'finished', 'walkover', 'retired')),
  home_id text,
  away_id text,
  -- Where a side comes from while it is not known, and later for corrections: "winner:<key>", "loser:<key>", "place:<group>/<place>".
  home_from text NOT NULL,
  away_from text NOT NULL,
  court_id text,
  starts_at timestamptz,
  minutes integer NOT NULL,
  rest integer NOT NULL,
  pinned boolean NOT NULL DEFAULT false,
  referee_id text,
  winner smallint CHECK (winner IN (0, 1)),
  home_sets integer NOT NULL DEFAULT 0,
  away_sets integer NOT NULL DEFAULT 0,
  score text NOT NULL DEFAULT '',
  reason text NOT NULL DEFAULT '',
  version integer NOT NULL DEFAULT 0,
  begun_at timestamptz,
  ended_at timestamptz,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (venue_id, id),
  UNIQUE (venue_id, event_id, key),
  FOREIGN KEY (venue_id, event_id) REFERENCES game_event (venue_id, id),
  FOREIGN KEY (venue_id, racecard_id) REFERENCES racecard (venue_id, id) ON DELETE CASCADE,
  FOREIGN KEY (venue_id, home_id) REFERENCES game_team (venue_id, id),
  FOREIGN KEY (venue_id, away_id) REFERENCES game_team (venue_id, id),
  FOREIGN KEY (venue_id, court_id) REFERENCES place (venue_id, id),
  FOREIGN KEY (venue_id, referee_id) REFERENCES referee (venue_id, id),
  CHECK ((court_id IS NULL) = (starts_at IS NULL)),
  CHECK ((winner IS NULL) = (state NOT IN ('finished', 'walkover', 'retired')))
);
CREATE INDEX battle_starts ON battle (venue_id, starts_at);
CREATE INDEX battle_referee ON battle (venue_id, referee_id) WHERE referee_id IS NOT NULL;
CREATE INDEX battle_home ON battle (venue_id, home_id);
CREATE INDEX battle_away ON battle (venue_id, away_id);
CREATE UNIQUE INDEX battle_court ON battle (venue_id, court_id, starts_at) WHERE court_id IS NOT NULL;
SELECT protect_venue_table('battle');

CREATE TABLE inning (
  venue_id text NOT NULL,
  battle_id text NOT NULL,
  number integer NOT NULL,
  home integer NOT NULL CHECK (home >= 0),
  away integer NOT NULL CHECK (away >= 0),
  PRIMARY KEY (venue_id, battle_id, number),
  FOREIGN KEY (venue_id, battle_id) REFERENCES battle (venue_id, id) ON DELETE CASCADE
);
SELECT protect_venue_table('inning');

-- Who of an entry plays in a match.
CREATE TABLE battle_player (
  venue_id text NOT NULL,
  battle_id text NOT NULL,
  member_id text NOT NULL,
  position integer NOT NULL,
  PRIMARY KEY (venue_id, battle_id, member_id),
  FOREIGN KEY (venue_id, battle_id) REFERENCES battle (venue_id, id) ON DELETE CASCADE,
  FOREIGN KEY (venue_id, member_id) REFERENCES game_team_member (venue_id, id) ON DELETE CASCADE
);
SELECT protect_venue_table('battle_player');

-- Competitions: the game that takes courts becomes a whole game, with its settings, events, entries, players and referees.

ALTER TABLE game RENAME COLUMN title TO short_title;
ALTER TABLE game RENAME COLUMN phone TO mobile;
ALTER TABLE game RENAME COLUMN remark TO memo;
ALTER TABLE game DROP COLUMN person_id;
ALTER TABLE game ALTER COLUMN operator SET DEFAULT '';
ALTER TABLE game
  ADD COLUMN long_title text NOT NULL DEFAULT '',
  ADD COLUMN status text NOT NULL DEFAULT 'draft' CHECK (status IN ('draft', 'published', 'signing_up', 'closed', 'running', 'finished', 'settled', 'cancelled')),
  ADD COLUMN game_start date,
  ADD COLUMN game_end date,
  ADD COLUMN registration_start timestamptz,
  ADD COLUMN registration_end timestamptz,
  ADD COLUMN max_quota integer,
  ADD COLUMN game_type text NOT NULL DEFAULT 'venueGame' CHECK (game_type IN ('venueGame', 'clubGame', 'trainingGame', 'platformGame')),
  ADD COLUMN business_code text NOT NULL DEFAULT 'venue' CHECK (business_code IN ('venue', 'platform', 'club', 'training')),
  ADD COLUMN game_type_level text CHECK (game_type_level IN ('friendly', 'district', 'city', 'province', 'national')),
  ADD COLUMN tags text[] NOT NULL DEFAULT '{}',
  ADD COLUMN country text NOT NULL DEFAULT '',
  ADD COLUMN region text[] NOT NULL DEFAULT '{}',
  ADD COLUMN address text NOT NULL DEFAULT '',
  ADD COLUMN longitude text NOT NULL DEFAULT '',
  ADD COLUMN latitude text NOT NULL DEFAULT '',
  ADD COLUMN fee bigint,
  ADD COLUMN bail bigint,
  ADD COLUMN member_type text NOT NULL DEFAULT 'personal' CHECK (member_type IN ('personal', 'team')),
  ADD COLUMN min_members integer,
  ADD COLUMN max_members integer,
  ADD COLUMN min_male integer,
  ADD COLUMN max_male integer,
  ADD COLUMN min_fe_male integer,
  ADD COLUMN max_fe_male integer,
  ADD COLUMN team_review boolean NOT NULL DEFAULT false,
  ADD COLUMN concurrent_item integer,
  ADD COLUMN sign_in boolean NOT NULL DEFAULT false,
  ADD COLUMN qualifying boolean NOT NULL DEFAULT false,
  ADD COLUMN insurance boolean NOT NULL DEFAULT false,
  ADD COLUMN privacy boolean NOT NULL DEFAULT false,
  ADD COLUMN hidden_join boolean NOT NULL DEFAULT false,
  ADD COLUMN show_all_team boolean NOT NULL DEFAULT false,
  ADD COLUMN show_status boolean NOT NULL DEFAULT false,
  ADD COLUMN city_game boolean NOT NULL DEFAULT false,
  ADD COLUMN recommend boolean NOT NULL DEFAULT false,
  ADD COLUMN top boolean NOT NULL DEFAULT false,
  ADD COLUMN simulcast boolean NOT NULL DEFAULT false,
  ADD COLUMN max_simulcasts integer,
  ADD COLUMN role_tags text[] NOT NULL DEFAULT '{}',
  ADD COLUMN pic text,
  ADD COLUMN cover text,
  ADD COLUMN poster text,
  ADD COLUMN game_rule text NOT NULL DEFAULT '',
  ADD COLUMN disclaimer text NOT NULL DEFAULT '',
  ADD COLUMN settled_fees bigint,
  ADD COLUMN settled_refunds bigint,
  ADD COLUMN settled_handling bigint,
  ADD COLUMN settled_net bigint,
  ADD COLUMN pinyin text NOT NULL DEFAULT '';
-- Games known so far are those that courts were taken for: their days are those of the courts.
UPDATE game g SET game_start = c.first, game_end = c.last FROM (
  SELECT x.venue_id, x.id, coalesce(min(l.day), x.created_at::date) AS first, coalesce(max(l.day), x.created_at::date) AS last
  FROM game x
  LEFT JOIN booking_order o ON o.venue_id = x.venue_id AND o.game_id = x.id
  LEFT JOIN booking_line l ON l.venue_id = o.venue_id AND l.order_id = o.id AND l.status = 'active'
  GROUP BY x.venue_id, x.id, x.created_at
) c WHERE c.venue_id = g.venue_id AND c.id = g.id;
ALTER TABLE game ALTER COLUMN game_start SET NOT NULL, ALTER COLUMN game_end SET NOT NULL, ADD CHECK (game_end >= game_start);
CREATE INDEX game_status ON game (venue_id, status);

CREATE TABLE game_setting (
  venue_id text NOT NULL,
  id text NOT NULL,
  game_id text NOT NULL,
  win_integral integer NOT NULL,
  lost_integral integer NOT NULL,
  abandonment_integral integer NOT NULL,
  place_rule text[] NOT NULL DEFAULT '{}',
  score_unit text NOT NULL CHECK (score_unit IN ('point', 'goal', 'set')),
  win_when_big_score boolean NOT NULL DEFAULT false,
  weights numeric(7, 2) NOT NULL,
  inning_referee_quantity integer NOT NULL,
  score_rule text NOT NULL DEFAULT '',
  end_inning_rule text NOT NULL DEFAULT '',
  merger_rule_code text NOT NULL DEFAULT '',
  change_attack_rule text NOT NULL DEFAULT '',
  change_position_rule text NOT NULL DEFAULT '',
  property_rules text NOT NULL DEFAULT '',
  created_at timestamptz NOT NULL,
  PRIMARY KEY (venue_id, id),
  FOREIGN KEY (venue_id, game_id) REFERENCES game (venue_id, id) ON DELETE CASCADE
);
CREATE UNIQUE INDEX game_setting_game_id ON game_setting (venue_id, game_id);
CREATE INDEX game_setting_created ON game_setting (venue_id, created_at DESC, id DESC);
SELECT protect_venue_table('game_setting');

CREATE TABLE game_event (
  venue_id text NOT NULL,
  id text NOT NULL,
  game_id text NOT NULL,
  title text NOT NULL,
  state text NOT NULL CHECK (state IN ('planned', 'drawn', 'running', 'finished')),
  kind text NOT NULL CHECK (kind IN ('singles', 'doubles', 'mixed', 'team')),
  gender text NOT NULL CHECK (gender IN ('open', 'male', 'female')),
  program_id text,
  min_age integer,
  max_age integer,
  fee bigint NOT NULL,
  max_quota integer,
  seeds integer,
  memo text NOT NULL DEFAULT '',
  pinyin text NOT NULL DEFAULT '',
  created_at timestamptz NOT NULL,
  PRIMARY KEY (venue_id, id),
  FOREIGN KEY (venue_id, game_id) REFERENCES game (venue_id, id),
  FOREIGN KEY (venue_id, program_id) REFERENCES program (venue_id, id)
);
CREATE INDEX game_event_game ON game_event (venue_id, game_id);
CREATE INDEX game_event_created ON game_event (venue_id, created_at DESC, id DESC);
SELECT protect_venue_table('game_event');

CREATE TABLE game_event_setting (
  venue_id text NOT NULL,
  id text NOT NULL,
  event_id text NOT NULL,
  racecard_rule text NOT NULL CHECK (racecard_rule IN ('knockout', 'roundRobin', 'groupsKnockout')),
  group_quantity integer NOT NULL,
  win_team_quantity integer NOT NULL,
  inning_quantity integer NOT NULL,
  inning_points integer NOT NULL,
  win_by integer NOT NULL,
  inning_cap integer NOT NULL,
  immediately_stop boolean NOT NULL DEFAULT false,
  inning_minutes integer NOT NULL,
  rest_minutes integer NOT NULL,
  separate_clubs boolean NOT NULL DEFAULT false,
  third_place boolean NOT NULL DEFAULT false,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (venue_id, id),
  FOREIGN KEY (venue_id, event_id) REFERENCES game_event (venue_id, id) ON DELETE CASCADE
);
CREATE UNIQUE INDEX game_event_setting_event_id ON game_event_setting (venue_id, event_id);
CREATE INDEX game_event_setting_created ON game_event_setting (venue_id, created_at DESC, id DESC);
SELECT protect_venue_table('game_event_setting');

CREATE TABLE game_team (
  venue_id text NOT NULL,
  id text NOT NULL,
  no text NOT NULL DEFAULT '',
  event_id text NOT NULL,
  name text NOT NULL,
  state text NOT NULL CHECK (state IN ('applied', 'confirmed', 'paid', 'checked_in', 'refused', 'withdrawn', 'abandoned')),
  club text NOT NULL DEFAULT '',
  captain text NOT NULL,
  phone text NOT NULL,
  member_id text,
  seed integer,
  paid bigint DEFAULT 0,
  refunded bigint DEFAULT 0,
  balance_freeze bigint DEFAULT 0,
  audit text NOT NULL DEFAULT '',
  win_count integer DEFAULT 0,
  lost_count integer DEFAULT 0,
  abandonment_count integer DEFAULT 0,
  integral integer DEFAULT 0,
  place integer,
  memo text NOT NULL DEFAULT '',
  pinyin text NOT NULL DEFAULT '',
  created_at timestamptz NOT NULL,
  PRIMARY KEY (venue_id, id),
  FOREIGN KEY (venue_id, event_id) REFERENCES game_event (venue_id, id),
  FOREIGN KEY (venue_id, member_id) REFERENCES member (venue_id, id)
);
CREATE INDEX game_team_event ON game_team (venue_id, event_id);
CREATE UNIQUE INDEX game_team_no ON game_team (venue_id, no);
CREATE INDEX game_team_created ON game_team (venue_id, created_at DESC, id DESC);
SELECT protect_venue_table('game_team');

CREATE TABLE game_team_member (
  venue_id text NOT NULL,
  id text NOT NULL,
  team_id text NOT NULL,
  name text NOT NULL,
  sex text NOT NULL CHECK (sex IN ('male', 'female')),
  birthday date,
  phone text NOT NULL DEFAULT '',
  captain boolean NOT NULL DEFAULT false,
  shirt text NOT NULL DEFAULT '',
  position text NOT NULL DEFAULT '',
  replaced text NOT NULL DEFAULT '',
  pinyin text NOT NULL DEFAULT '',
  created_at timestamptz NOT NULL,
  PRIMARY KEY (venue_id, id),
  FOREIGN KEY (venue_id, team_id) REFERENCES game_team (venue_id, id)
);
CREATE INDEX game_team_member_team ON game_team_member (venue_id, team_id);
CREATE INDEX game_team_member_created ON game_team_member (venue_id, created_at DESC, id DESC);
SELECT protect_venue_table('game_team_member');

CREATE TABLE referee (
  venue_id text NOT NULL,
  id text NOT NULL,
  name text NOT NULL,
  sex text NOT NULL CHECK (sex IN ('male', 'female')),
  phone text NOT NULL,
  level text NOT NULL CHECK (level IN ('third', 'second', 'first', 'national', 'international')),
  certificate text NOT NULL DEFAULT '',
  sports text[] NOT NULL DEFAULT '{}',
  active boolean NOT NULL DEFAULT false,
  memo text NOT NULL DEFAULT '',
  pinyin text NOT NULL DEFAULT '',
  created_at timestamptz NOT NULL,
  PRIMARY KEY (venue_id, id)
);
CREATE UNIQUE INDEX referee_phone ON referee (venue_id, phone);
CREATE INDEX referee_created ON referee (venue_id, created_at DESC, id DESC);
SELECT protect_venue_table('referee');

INSERT INTO game_setting (venue_id, id, game_id, win_integral, lost_integral, abandonment_integral, place_rule, score_unit, win_when_big_score, weights, inning_referee_quantity, created_at)
  SELECT venue_id, id, id, 2, 1, 0, '{points,headToHead,setDifference,pointDifference,lot}', 'point', true, 100, 1, created_at FROM game;
CREATE INDEX payment_entry ON payment (venue_id, at DESC) WHERE document_kind = 'entry';

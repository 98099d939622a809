-- Activities and who signed up for them. Amounts in fen.
CREATE TABLE activity (
  venue_id text NOT NULL,
  id text NOT NULL,
  title text NOT NULL,
  state text NOT NULL CHECK (state IN ('draft', 'published', 'closed', 'running', 'finished', 'cancelled')),
  starts_at timestamptz NOT NULL,
  ends_at timestamptz NOT NULL CHECK (ends_at > starts_at),
  deadline timestamptz NOT NULL CHECK (deadline <= starts_at),
  place text NOT NULL,
  capacity int NOT NULL CHECK (capacity > 0),
  -- Places that may still be taken: the guard of the last one.
  "left" int NOT NULL,
  member_fee bigint NOT NULL CHECK (member_fee >= 0),
  guest_fee bigint NOT NULL CHECK (guest_fee >= 0),
  child_fee bigint NOT NULL CHECK (child_fee >= 0),
  free_hours int NOT NULL CHECK (free_hours >= 0),
  late_percent numeric(5, 2) NOT NULL CHECK (late_percent BETWEEN 0 AND 100),
  questions text[] NOT NULL DEFAULT '{}',
  pictures text[] NOT NULL DEFAULT '{}',
  content text NOT NULL DEFAULT '',
  reason text NOT NULL DEFAULT '',
  created_at timestamptz NOT NULL,
  PRIMARY KEY (venue_id, id),
  CONSTRAINT activity_left_check CHECK ("left" BETWEEN 0 AND capacity)
);
CREATE INDEX activity_time ON activity (venue_id, starts_at DESC, id DESC);
CREATE INDEX activity_coming ON activity (venue_id, starts_at) WHERE state IN ('published', 'closed', 'running');
SELECT protect_venue_table('activity');

CREATE TABLE activity_join (
  venue_id text NOT NULL,
  id text NOT NULL,
  no text NOT NULL,
  activity_id text NOT NULL,
  name text NOT NULL,
  state text NOT NULL DEFAULT 'joined' CHECK (state IN ('joined', 'checked_in', 'left')),
  attendee text NOT NULL CHECK (attendee IN ('member', 'guest', 'child')),
  phone text NOT NULL DEFAULT '',
  member_id text,
  check_in_code text NOT NULL,
  paid bigint NOT NULL CHECK (paid >= 0),
  refunded bigint NOT NULL DEFAULT 0 CHECK (refunded >= 0),
  kept bigint NOT NULL DEFAULT 0 CHECK (kept >= 0),
  answers text[] NOT NULL DEFAULT '{}',
  entered_at timestamptz,
  reason text NOT NULL DEFAULT '',
  person_id text NOT NULL,
  operator text NOT NULL,
  left_at timestamptz,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (venue_id, id),
  UNIQUE (venue_id, no),
  UNIQUE (venue_id, activity_id, check_in_code),
  CHECK (CASE WHEN state = 'left' THEN refunded + kept = paid ELSE refunded + kept = 0 END),
  CHECK ((state = 'left') = (left_at IS NOT NULL)),
  CHECK (attendee <> 'member' OR member_id IS NOT NULL),
  FOREIGN KEY (venue_id, activity_id) REFERENCES activity (venue_id, id),
  FOREIGN KEY (venue_id, member_id) REFERENCES member (venue_id, id)
);
-- A member has one place of their own.
CREATE UNIQUE INDEX activity_join_once ON activity_join (venue_id, activity_id, member_id) WHERE attendee = 'member' AND state <> 'left';
CREATE INDEX activity_join_member ON activity_join (venue_id, member_id) WHERE member_id IS NOT NULL;
CREATE INDEX activity_join_created ON activity_join (venue_id, created_at DESC, id DESC);
CREATE INDEX activity_join_left ON activity_join (venue_id, left_at) WHERE left_at IS NOT NULL;
SELECT protect_venue_table('activity_join');

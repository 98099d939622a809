-- Clubs that play at a venue, and their members.
CREATE TABLE club (
  venue_id text NOT NULL,
  id text NOT NULL,
  name text NOT NULL,
  pinyin text NOT NULL DEFAULT '',
  state text NOT NULL CHECK (state IN ('applied', 'approved', 'refused', 'suspended')),
  logo text,
  leader text NOT NULL,
  phone text NOT NULL,
  programs text[] NOT NULL DEFAULT '{}',
  founded_on date,
  memo text NOT NULL DEFAULT '',
  created_at timestamptz NOT NULL,
  PRIMARY KEY (venue_id, id)
);
CREATE UNIQUE INDEX club_name ON club (venue_id, name);
CREATE INDEX club_created ON club (venue_id, created_at DESC, id DESC);
SELECT protect_venue_table('club');

CREATE TABLE club_member (
  venue_id text NOT NULL,
  id text NOT NULL,
  club_id text NOT NULL,
  member_id text NOT NULL,
  captain boolean NOT NULL DEFAULT false,
  joined_on date,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (venue_id, id),
  FOREIGN KEY (venue_id, club_id) REFERENCES club (venue_id, id),
  FOREIGN KEY (venue_id, member_id) REFERENCES member (venue_id, id)
);
CREATE UNIQUE INDEX club_member_member_id ON club_member (venue_id, club_id, member_id);
SELECT protect_venue_table('club_member');

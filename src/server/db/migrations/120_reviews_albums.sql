-- What customers say of the venue, and the albums that they see.
CREATE TABLE review (
  venue_id text NOT NULL,
  id text NOT NULL,
  author text NOT NULL,
  state text NOT NULL CHECK (state IN ('visible', 'hidden')),
  score text NOT NULL CHECK (score IN ('1', '2', '3', '4', '5')),
  subject text NOT NULL,
  subject_name text NOT NULL DEFAULT '',
  title text NOT NULL DEFAULT '',
  memo text NOT NULL,
  pictures text[] NOT NULL DEFAULT '{}',
  award boolean NOT NULL DEFAULT false,
  diggs int DEFAULT 0 CHECK (diggs >= 0),
  member_id text,
  phone text NOT NULL DEFAULT '',
  source text NOT NULL,
  reply text NOT NULL DEFAULT '',
  replied_at timestamptz,
  replied_by text NOT NULL DEFAULT '',
  reason text NOT NULL DEFAULT '',
  created_at timestamptz NOT NULL,
  PRIMARY KEY (venue_id, id),
  -- What is hidden is not held up to others.
  CHECK (NOT (state = 'hidden' AND award)),
  FOREIGN KEY (venue_id, member_id) REFERENCES member (venue_id, id)
);
CREATE INDEX review_created ON review (venue_id, created_at DESC, id DESC);
SELECT protect_venue_table('review');

CREATE TABLE album (
  venue_id text NOT NULL,
  id text NOT NULL,
  name text NOT NULL,
  shown boolean NOT NULL DEFAULT true,
  position int NOT NULL DEFAULT 0,
  memo text NOT NULL DEFAULT '',
  created_at timestamptz NOT NULL,
  PRIMARY KEY (venue_id, id)
);
CREATE UNIQUE INDEX album_name ON album (venue_id, name);
SELECT protect_venue_table('album');

CREATE TABLE photo (
  venue_id text NOT NULL,
  id text NOT NULL,
  album_id text NOT NULL,
  url text NOT NULL,
  title text NOT NULL DEFAULT '',
  position int NOT NULL,
  cover boolean NOT NULL DEFAULT false,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (venue_id, id),
  FOREIGN KEY (venue_id, album_id) REFERENCES album (venue_id, id)
);
CREATE INDEX photo_album ON photo (venue_id, album_id, position, id);
CREATE UNIQUE INDEX photo_cover ON photo (venue_id, album_id) WHERE cover;
SELECT protect_venue_table('photo');

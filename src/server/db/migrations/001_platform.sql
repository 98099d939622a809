-- Platform: who runs which venue with which codes. These tables have no venue_id (the listed exceptions of the design); every other
-- table starts its primary key with venue_id and is protected by protect_venue_table().

DO $$ BEGIN
  CREATE ROLE venue_app NOLOGIN NOBYPASSRLS;
EXCEPTION WHEN duplicate_object OR unique_violation THEN NULL;
END $$;
DO $$ BEGIN
  EXECUTE format('GRANT venue_app TO %I', current_user);
EXCEPTION WHEN OTHERS THEN NULL;
END $$;
GRANT USAGE ON SCHEMA public TO venue_app;

CREATE TABLE organization (
  id text PRIMARY KEY,
  name text NOT NULL,
  created_at timestamptz NOT NULL
);

CREATE TABLE venue (
  id text PRIMARY KEY,
  organization_id text NOT NULL REFERENCES organization,
  name text NOT NULL,
  logo text,
  province text NOT NULL DEFAULT '',
  city text NOT NULL DEFAULT '',
  area text NOT NULL DEFAULT '',
  address text NOT NULL DEFAULT '',
  phone text NOT NULL DEFAULT '',
  zone text NOT NULL DEFAULT 'Asia/Shanghai',
  main_tag text NOT NULL,
  tags text[] NOT NULL DEFAULT '{}',
  site_type_source_id text NOT NULL,
  hold_minutes int NOT NULL DEFAULT 15 CHECK (hold_minutes > 0),
  days_ahead int NOT NULL DEFAULT 30 CHECK (days_ahead > 0),
  free_cancel_hours int NOT NULL DEFAULT 24 CHECK (free_cancel_hours >= 0),
  late_cancel_percent numeric(5,2) NOT NULL DEFAULT 20 CHECK (late_cancel_percent BETWEEN 0 AND 100),
  purse_order text NOT NULL DEFAULT 'principalFirst' CHECK (purse_order IN ('principalFirst', 'giftFirst', 'proRata')),
  created_at timestamptz NOT NULL
);

CREATE TABLE person (
  id text PRIMARY KEY,
  username text NOT NULL,
  password_hash text NOT NULL,
  name text NOT NULL,
  phone text NOT NULL DEFAULT '',
  avatar text,
  language text,
  state text NOT NULL DEFAULT 'active' CHECK (state IN ('active', 'disabled')),
  lock_count int NOT NULL DEFAULT 0,
  lock_time timestamptz,
  last_login_at timestamptz,
  created_at timestamptz NOT NULL
);
CREATE UNIQUE INDEX person_username ON person (lower(username));

-- Session tokens: only their sha256 is kept.
CREATE TABLE person_session (
  token_hash text PRIMARY KEY,
  person_id text NOT NULL REFERENCES person,
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  address text NOT NULL
);
CREATE INDEX person_session_person ON person_session (person_id);
CREATE INDEX person_session_expiry ON person_session (expires_at);

CREATE TABLE login_attempt (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  username text NOT NULL,
  address text NOT NULL,
  at timestamptz NOT NULL,
  succeeded boolean NOT NULL
);
CREATE INDEX login_attempt_address ON login_attempt (address, at);

-- QR login: a ticket lives 2 minutes, is confirmed once, and gives its code once.
CREATE TABLE qr_ticket (
  ticket_hash text PRIMARY KEY,
  code_hash text UNIQUE,
  code text,
  person_id text REFERENCES person,
  expires_at timestamptz NOT NULL,
  used_at timestamptz
);

CREATE TABLE role (
  id text PRIMARY KEY,
  organization_id text NOT NULL REFERENCES organization,
  name text NOT NULL,
  kind text NOT NULL DEFAULT 'custom',
  UNIQUE (organization_id, name)
);
CREATE TABLE role_code (
  role_id text NOT NULL REFERENCES role ON DELETE CASCADE,
  code text NOT NULL,
  PRIMARY KEY (role_id, code)
);
CREATE TABLE person_venue (
  person_id text NOT NULL REFERENCES person ON DELETE CASCADE,
  venue_id text NOT NULL REFERENCES venue,
  role_id text NOT NULL REFERENCES role,
  PRIMARY KEY (person_id, venue_id)
);
CREATE INDEX person_venue_venue ON person_venue (venue_id);

CREATE TABLE preference (
  person_id text NOT NULL REFERENCES person ON DELETE CASCADE,
  venue_id text NOT NULL,
  key text NOT NULL,
  value text NOT NULL,
  PRIMARY KEY (person_id, venue_id, key)
);

GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO venue_app;
GRANT USAGE ON ALL SEQUENCES IN SCHEMA public TO venue_app;

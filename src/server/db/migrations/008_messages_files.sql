-- Message centre, index of uploaded pictures, secrets that the processes of one installation share.

CREATE TABLE message (
  venue_id text NOT NULL,
  id text NOT NULL,
  at timestamptz NOT NULL,
  kind text NOT NULL CHECK (kind IN ('booking', 'payment', 'stock', 'approval', 'system')),
  title text NOT NULL,
  text text NOT NULL DEFAULT '',
  state text NOT NULL DEFAULT 'unread' CHECK (state IN ('unread', 'read', 'cleared')),
  -- What the message opens: the screen's resource and its id.
  resource text,
  resource_id text,
  PRIMARY KEY (venue_id, id)
);
CREATE INDEX message_time ON message (venue_id, at DESC, id DESC) WHERE state <> 'cleared';
CREATE INDEX message_unread ON message (venue_id) WHERE state = 'unread';
SELECT protect_venue_table('message', audited => false);

-- Pictures are uploaded before anything names them, by calls that carry no venue: their rows stand under '-'.
CREATE TABLE uploaded_file (
  venue_id text NOT NULL,
  id text NOT NULL,
  organization_id text NOT NULL DEFAULT '',
  path text NOT NULL,
  type text NOT NULL,
  bytes int NOT NULL CHECK (bytes > 0),
  address text NOT NULL,
  at timestamptz NOT NULL,
  PRIMARY KEY (venue_id, id)
);
CREATE INDEX uploaded_file_address ON uploaded_file (venue_id, address, at);
SELECT protect_venue_table('uploaded_file', audited => false);

-- A platform table.
CREATE TABLE platform_secret (
  name text PRIMARY KEY,
  value text NOT NULL
);
GRANT SELECT, INSERT, UPDATE, DELETE ON platform_secret TO venue_app;

-- Customers sign in on a venue's public pages with a code that is sent to their mobile. A code counts only together with the ticket of the browser
-- that requested it, so that nobody else's guesses or requests spend it. Codes, tickets and tokens are stored as hashes.
CREATE TABLE customer_code (
  venue_id text NOT NULL,
  ticket_hash text NOT NULL,
  mobile text NOT NULL,
  code_hash text NOT NULL,
  at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  tries int NOT NULL DEFAULT 0,
  -- The code was right; the mobile is nobody's yet, who signs up next.
  verified_at timestamptz,
  used_at timestamptz,
  PRIMARY KEY (venue_id, ticket_hash)
);
CREATE INDEX customer_code_age ON customer_code (venue_id, at);
SELECT protect_venue_table('customer_code', false);

-- A session ends as soon as the member has another mobile than the one that was verified.
CREATE TABLE customer_session (
  venue_id text NOT NULL,
  token_hash text NOT NULL,
  member_id text NOT NULL,
  mobile text NOT NULL,
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  PRIMARY KEY (venue_id, token_hash)
);
CREATE INDEX customer_session_member ON customer_session (venue_id, member_id);
CREATE INDEX customer_session_expiry ON customer_session (venue_id, expires_at);
SELECT protect_venue_table('customer_session', false);

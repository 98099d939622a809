-- Segments of members, who agreed to be written to, and messages to customers. Amounts in fen.
CREATE TABLE member_segment (
  venue_id text NOT NULL,
  id text NOT NULL,
  name text NOT NULL,
  card_type_id text,
  spent_from bigint CHECK (spent_from >= 0),
  spent_to bigint CHECK (spent_to >= 0),
  absent_days int CHECK (absent_days > 0),
  birthday text CHECK (birthday IN ('thisMonth', 'nextMonth', 'today')),
  memo text NOT NULL DEFAULT '',
  created_at timestamptz NOT NULL,
  PRIMARY KEY (venue_id, id),
  FOREIGN KEY (venue_id, card_type_id) REFERENCES card_type (venue_id, id)
);
CREATE UNIQUE INDEX member_segment_name ON member_segment (venue_id, name);
SELECT protect_venue_table('member_segment');

CREATE TABLE message_consent (
  venue_id text NOT NULL,
  id text NOT NULL,
  member_id text NOT NULL,
  given_by text NOT NULL,
  given_on date NOT NULL,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (venue_id, id),
  FOREIGN KEY (venue_id, member_id) REFERENCES member (venue_id, id)
);
CREATE UNIQUE INDEX message_consent_member_id ON message_consent (venue_id, member_id);
SELECT protect_venue_table('message_consent');

CREATE TABLE customer_message (
  venue_id text NOT NULL,
  id text NOT NULL,
  name text NOT NULL,
  state text NOT NULL CHECK (state IN ('waiting', 'sent', 'dropped')),
  phone text NOT NULL,
  text text NOT NULL,
  source text NOT NULL CHECK (source IN ('activity', 'segment')),
  source_id text NOT NULL,
  source_name text NOT NULL,
  member_id text,
  -- Of a segment: it is written to once a day.
  day date NOT NULL,
  sent_at timestamptz,
  operator text NOT NULL,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (venue_id, id),
  CHECK ((state = 'sent') = (sent_at IS NOT NULL)),
  FOREIGN KEY (venue_id, member_id) REFERENCES member (venue_id, id)
);
CREATE INDEX customer_message_created ON customer_message (venue_id, created_at DESC, id DESC);
CREATE INDEX customer_message_source ON customer_message (venue_id, source_id, day);
CREATE UNIQUE INDEX customer_message_once ON customer_message (venue_id, source_id, day, member_id) WHERE source = 'segment';
SELECT protect_venue_table('customer_message');

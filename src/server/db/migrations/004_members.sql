-- Members, card types, recharges (product members-and-cards). Purses live in the ledger (balance).

CREATE TABLE card_type (
  venue_id text NOT NULL,
  id text NOT NULL,
  name text NOT NULL,
  colour int NOT NULL CHECK (colour IN (100, 200, 300, 400, 500, 600, 700)),
  place_percent numeric(5,2) NOT NULL DEFAULT 100 CHECK (place_percent BETWEEN 0 AND 100),
  product_percent numeric(5,2) NOT NULL DEFAULT 100 CHECK (product_percent BETWEEN 0 AND 100),
  months int NOT NULL DEFAULT 0 CHECK (months >= 0),
  position int NOT NULL DEFAULT 0,
  PRIMARY KEY (venue_id, id),
  UNIQUE (venue_id, name)
);
SELECT protect_venue_table('card_type');

CREATE TABLE member (
  venue_id text NOT NULL,
  id text NOT NULL,
  card_no text NOT NULL,
  name text NOT NULL,
  -- For search: full pinyin without spaces, and its initials, both lower case.
  pinyin text NOT NULL DEFAULT '',
  initials text NOT NULL DEFAULT '',
  phone text NOT NULL,
  gender text NOT NULL DEFAULT 'unknown',
  birthday date,
  card_type_id text NOT NULL,
  state text NOT NULL DEFAULT 'active' CHECK (state IN ('active', 'frozen', 'expired', 'closing', 'closed')),
  expires_on date,
  tags text[] NOT NULL DEFAULT '{}',
  memo text NOT NULL DEFAULT '',
  -- Everything spent (fen), moved by the transactions that spend; doctor proves it.
  spent bigint NOT NULL DEFAULT 0,
  last_visit_at timestamptz,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (venue_id, id),
  FOREIGN KEY (venue_id, card_type_id) REFERENCES card_type (venue_id, id)
);
CREATE UNIQUE INDEX member_phone ON member (venue_id, phone) WHERE state <> 'closed';
CREATE UNIQUE INDEX member_card_no ON member (venue_id, lower(card_no));
CREATE INDEX member_recent ON member (venue_id, last_visit_at DESC NULLS LAST, id DESC);
CREATE INDEX member_created ON member (venue_id, created_at DESC, id DESC);
CREATE INDEX member_name ON member (venue_id, name text_pattern_ops);
CREATE INDEX member_pinyin ON member (venue_id, pinyin text_pattern_ops);
CREATE INDEX member_initials ON member (venue_id, initials text_pattern_ops);
CREATE INDEX member_phone_prefix ON member (venue_id, phone text_pattern_ops);
CREATE INDEX member_phone_tail ON member (venue_id, right(phone, 4));
SELECT protect_venue_table('member');

CREATE TABLE recharge_offer (
  venue_id text NOT NULL,
  id text NOT NULL,
  name text NOT NULL,
  pay bigint NOT NULL CHECK (pay > 0),
  principal bigint NOT NULL CHECK (principal > 0),
  gift bigint NOT NULL DEFAULT 0 CHECK (gift >= 0),
  on_shelf boolean NOT NULL DEFAULT true,
  position int NOT NULL DEFAULT 0,
  PRIMARY KEY (venue_id, id)
);
SELECT protect_venue_table('recharge_offer');

CREATE TABLE recharge (
  venue_id text NOT NULL,
  id text NOT NULL,
  no text NOT NULL,
  member_id text NOT NULL,
  offer_id text,
  paid bigint NOT NULL CHECK (paid > 0),
  principal bigint NOT NULL,
  gift bigint NOT NULL,
  method text NOT NULL,
  remark text NOT NULL DEFAULT '',
  tx_id text NOT NULL,
  revoked_at timestamptz,
  person_id text NOT NULL,
  at timestamptz NOT NULL,
  PRIMARY KEY (venue_id, id),
  UNIQUE (venue_id, no),
  FOREIGN KEY (venue_id, member_id) REFERENCES member (venue_id, id)
);
CREATE INDEX recharge_member ON recharge (venue_id, member_id, at DESC);
SELECT protect_venue_table('recharge');

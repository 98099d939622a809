-- Other income and costs of a venue (water, power, repairs …), entered by hand and posted to the ledger. Never changed: voided by a mirror.
CREATE TABLE manual_entry (
  venue_id text NOT NULL,
  id text NOT NULL,
  no text NOT NULL,
  state text NOT NULL CHECK (state IN ('recorded', 'voided')),
  kind text NOT NULL CHECK (kind IN ('income', 'cost')),
  category text NOT NULL,
  day date NOT NULL,
  amount bigint NOT NULL CHECK (amount > 0),
  method text NOT NULL CHECK (method IN ('Cash', 'Transfer', 'BankCard', 'WeChat', 'Alipay', 'Other')),
  party text NOT NULL DEFAULT '',
  documents text[] NOT NULL DEFAULT '{}',
  remark text NOT NULL DEFAULT '',
  operator text NOT NULL DEFAULT '',
  created_at timestamptz NOT NULL,
  PRIMARY KEY (venue_id, id),
  UNIQUE (venue_id, no)
);
CREATE INDEX manual_entry_created ON manual_entry (venue_id, created_at DESC, id DESC);
CREATE INDEX manual_entry_day ON manual_entry (venue_id, day DESC);
SELECT protect_venue_table('manual_entry');

-- Applications of people who want to be known as sports experts, with their documents.
CREATE TABLE qualification (
  venue_id text NOT NULL,
  id text NOT NULL,
  no text NOT NULL,
  state text NOT NULL CHECK (state IN ('draft', 'submitted', 'approved', 'rejected', 'expired')),
  name text NOT NULL,
  pinyin text NOT NULL DEFAULT '',
  phone text NOT NULL,
  member_id text,
  program_id text NOT NULL,
  level text NOT NULL,
  certificate_no text NOT NULL,
  issuer text NOT NULL DEFAULT '',
  issued_on date NOT NULL,
  expires_on date NOT NULL,
  documents text[] NOT NULL,
  memo text NOT NULL DEFAULT '',
  review text NOT NULL DEFAULT '',
  reviewer text NOT NULL DEFAULT '',
  created_at timestamptz NOT NULL,
  PRIMARY KEY (venue_id, id),
  UNIQUE (venue_id, no),
  FOREIGN KEY (venue_id, member_id) REFERENCES member (venue_id, id),
  FOREIGN KEY (venue_id, program_id) REFERENCES program (venue_id, id)
);
CREATE UNIQUE INDEX qualification_certificate_no ON qualification (venue_id, certificate_no);
CREATE INDEX qualification_created ON qualification (venue_id, created_at DESC, id DESC);
CREATE INDEX qualification_ending ON qualification (venue_id, expires_on) WHERE state = 'approved';
SELECT protect_venue_table('qualification');

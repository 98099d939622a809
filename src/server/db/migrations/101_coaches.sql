-- Coaches, the bank cards that they are paid to, and their requests to draw on what they earned.
CREATE TABLE coach (
  venue_id text NOT NULL,
  id text NOT NULL,
  name text NOT NULL,
  state text NOT NULL CHECK (state IN ('applied', 'approved', 'suspended', 'refused')),
  audit_reason text NOT NULL DEFAULT '',
  photo text,
  phone text NOT NULL,
  gender text CHECK (gender IN ('male', 'female')),
  programs text[] NOT NULL DEFAULT '{}',
  level text NOT NULL CHECK (level IN ('junior', 'middle', 'senior', 'national')),
  hour_price bigint NOT NULL,
  share numeric(7, 2) NOT NULL,
  institution_id text,
  account text NOT NULL DEFAULT '',
  certificate_no text NOT NULL DEFAULT '',
  certificate_ends_on date,
  memo text NOT NULL DEFAULT '',
  pinyin text NOT NULL DEFAULT '',
  created_at timestamptz NOT NULL,
  PRIMARY KEY (venue_id, id),
  FOREIGN KEY (venue_id, institution_id) REFERENCES training_institution (venue_id, id)
);
CREATE UNIQUE INDEX coach_phone ON coach (venue_id, phone);
CREATE INDEX coach_created ON coach (venue_id, created_at DESC, id DESC);
SELECT protect_venue_table('coach');

CREATE TABLE coach_bank_card (
  venue_id text NOT NULL,
  id text NOT NULL,
  label text NOT NULL DEFAULT '',
  coach_id text NOT NULL,
  holder text NOT NULL,
  bank text NOT NULL,
  branch text NOT NULL DEFAULT '',
  card_no text NOT NULL,
  main boolean NOT NULL DEFAULT false,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (venue_id, id),
  FOREIGN KEY (venue_id, coach_id) REFERENCES coach (venue_id, id)
);
CREATE INDEX coach_bank_card_created ON coach_bank_card (venue_id, created_at DESC, id DESC);
SELECT protect_venue_table('coach_bank_card');

CREATE TABLE coach_withdraw (
  venue_id text NOT NULL,
  id text NOT NULL,
  no text NOT NULL DEFAULT '',
  state text NOT NULL CHECK (state IN ('requested', 'approved', 'paid_out', 'refused')),
  coach_id text NOT NULL,
  amount bigint NOT NULL,
  bank_card_id text NOT NULL,
  memo text NOT NULL DEFAULT '',
  reason text NOT NULL DEFAULT '',
  bank_ref text NOT NULL DEFAULT '',
  paid_at timestamptz,
  operator text NOT NULL DEFAULT '',
  created_at timestamptz NOT NULL,
  PRIMARY KEY (venue_id, id),
  FOREIGN KEY (venue_id, coach_id) REFERENCES coach (venue_id, id),
  FOREIGN KEY (venue_id, bank_card_id) REFERENCES coach_bank_card (venue_id, id)
);
CREATE INDEX coach_withdraw_created ON coach_withdraw (venue_id, created_at DESC, id DESC);
SELECT protect_venue_table('coach_withdraw');

CREATE UNIQUE INDEX coach_account ON coach (venue_id, lower(account)) WHERE account <> '';
CREATE INDEX coach_institution ON coach (venue_id, institution_id);
CREATE INDEX coach_bank_card_coach ON coach_bank_card (venue_id, coach_id);
CREATE UNIQUE INDEX coach_bank_card_main ON coach_bank_card (venue_id, coach_id) WHERE main;
CREATE UNIQUE INDEX coach_withdraw_no ON coach_withdraw (venue_id, no);
CREATE INDEX coach_withdraw_coach ON coach_withdraw (venue_id, coach_id, state);

-- The whole number of a card, apart from it and in no log: read by who pays only.
CREATE TABLE coach_bank_number (
  venue_id text NOT NULL,
  id text NOT NULL,
  digits text NOT NULL CHECK (digits ~ '^\d{12,19}$'),
  PRIMARY KEY (venue_id, id),
  FOREIGN KEY (venue_id, id) REFERENCES coach_bank_card (venue_id, id) ON DELETE CASCADE
);
CREATE UNIQUE INDEX coach_bank_number_digits ON coach_bank_number (venue_id, digits);
SELECT protect_venue_table('coach_bank_number', audited => false);

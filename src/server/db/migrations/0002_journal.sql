-- Vouchers for the accountant's program.

CREATE TABLE account_code (
  venue_id text NOT NULL,
  id text NOT NULL,
  account text NOT NULL,
  category text,
  code text NOT NULL,
  name text NOT NULL,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (venue_id, id)
);
CREATE UNIQUE INDEX account_code_account ON account_code (venue_id, account, coalesce(category, ''));
CREATE INDEX account_code_created ON account_code (venue_id, created_at DESC, id DESC);
SELECT protect_venue_table('account_code');

CREATE TABLE journal_batch (
  venue_id text NOT NULL,
  id text NOT NULL,
  no text NOT NULL,
  state text NOT NULL CHECK (state IN ('exported', 'voided')),
  -- Nothing of earlier days is exported: the accountant has it as opening balances.
  start_day date NOT NULL,
  from_day date,
  to_day date NOT NULL,
  vouchers int,
  lines int,
  debit bigint,
  credit bigint,
  operator text NOT NULL DEFAULT '',
  remark text NOT NULL DEFAULT '',
  void_reason text NOT NULL DEFAULT '',
  created_at timestamptz NOT NULL,
  PRIMARY KEY (venue_id, id),
  UNIQUE (venue_id, no),
  CONSTRAINT journal_batch_balanced CHECK (debit = credit)
);
CREATE INDEX journal_batch_created ON journal_batch (venue_id, created_at DESC, id DESC);
SELECT protect_venue_table('journal_batch');

CREATE TABLE journal_line (
  venue_id text NOT NULL,
  id text NOT NULL,
  batch_id text NOT NULL,
  day date NOT NULL,
  voucher_no int NOT NULL,
  entry int NOT NULL,
  summary text NOT NULL,
  account text NOT NULL,
  code text NOT NULL,
  name text NOT NULL,
  debit bigint NOT NULL CHECK (debit >= 0),
  credit bigint NOT NULL CHECK (credit >= 0),
  created_at timestamptz NOT NULL,
  PRIMARY KEY (venue_id, id),
  UNIQUE (venue_id, batch_id, day, voucher_no, entry),
  CONSTRAINT journal_line_side CHECK ((debit = 0) <> (credit = 0)),
  FOREIGN KEY (venue_id, batch_id) REFERENCES journal_batch(venue_id, id)
);
CREATE INDEX journal_line_created ON journal_line (venue_id, created_at DESC, id DESC);
CREATE INDEX journal_line_day ON journal_line (venue_id, day, voucher_no, entry, id);
SELECT protect_venue_table('journal_line', false, true);

-- What of a transaction was exported, day by day: a posting that is earned later is counted on two days.
CREATE TABLE journal_entry (
  venue_id text NOT NULL,
  tx_id text NOT NULL,
  day date NOT NULL,
  batch_id text NOT NULL,
  PRIMARY KEY (venue_id, tx_id, day),
  FOREIGN KEY (venue_id, batch_id) REFERENCES journal_batch(venue_id, id)
);
CREATE INDEX journal_entry_batch ON journal_entry (venue_id, batch_id);
SELECT protect_venue_table('journal_entry', false);

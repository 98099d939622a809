-- Bank accounts, cash deposited into them, payouts of channels, and lines of their statements.

CREATE TABLE bank_account (
  venue_id text NOT NULL,
  id text NOT NULL,
  name text NOT NULL,
  pinyin text NOT NULL DEFAULT '',
  state text NOT NULL CHECK (state IN ('active', 'closed')),
  bank text NOT NULL,
  number text NOT NULL,
  ledger_account text NOT NULL CHECK (ledger_account IN ('bank.basic', 'bank.general')),
  opening_day date NOT NULL,
  -- What the bank had at the end of the day before, and the parts of it that the books already have as received, fen.
  opening bigint NOT NULL CHECK (opening >= 0),
  opening_wechat bigint CHECK (opening_wechat >= 0),
  opening_alipay bigint CHECK (opening_alipay >= 0),
  opening_card bigint CHECK (opening_card >= 0),
  opening_transfer bigint CHECK (opening_transfer >= 0),
  -- Headings of its statement: day, amount, received, paid, counterpart, text, balance; '' for none.
  mapping text[] NOT NULL DEFAULT '{}',
  -- First day of the lines by these columns, where earlier ones were imported by others.
  mapping_since date,
  remark text NOT NULL DEFAULT '',
  created_at timestamptz NOT NULL,
  PRIMARY KEY (venue_id, id)
);
CREATE UNIQUE INDEX bank_account_name ON bank_account (venue_id, name);
CREATE INDEX bank_account_created ON bank_account (venue_id, created_at DESC, id DESC);
SELECT protect_venue_table('bank_account');

CREATE TABLE bank_deposit (
  venue_id text NOT NULL,
  id text NOT NULL,
  no text NOT NULL,
  state text NOT NULL CHECK (state IN ('posted', 'reversed')),
  account_id text NOT NULL,
  amount bigint NOT NULL CHECK (amount > 0),
  slip_no text NOT NULL,
  day date NOT NULL,
  booked_on date NOT NULL,
  operator text NOT NULL,
  remark text NOT NULL DEFAULT '',
  reversal_reason text NOT NULL DEFAULT '',
  created_at timestamptz NOT NULL,
  PRIMARY KEY (venue_id, id),
  UNIQUE (venue_id, no),
  FOREIGN KEY (venue_id, account_id) REFERENCES bank_account(venue_id, id)
);
CREATE UNIQUE INDEX bank_deposit_slip_no ON bank_deposit (venue_id, account_id, slip_no) WHERE state = 'posted';
CREATE INDEX bank_deposit_created ON bank_deposit (venue_id, created_at DESC, id DESC);
CREATE INDEX bank_deposit_day ON bank_deposit (venue_id, day, id);
SELECT protect_venue_table('bank_deposit');

CREATE TABLE bank_payout (
  venue_id text NOT NULL,
  id text NOT NULL,
  no text NOT NULL,
  state text NOT NULL CHECK (state IN ('posted', 'reversed')),
  account_id text NOT NULL,
  channel text NOT NULL CHECK (channel IN ('wechat', 'alipay', 'bank_card', 'online')),
  day date NOT NULL,
  from_day date,
  to_day date,
  -- What leaves the channel's account, and the part of it that the channel keeps; fen.
  gross bigint CHECK (gross > 0),
  fee bigint CHECK (fee >= 0),
  booked_on date NOT NULL,
  operator text NOT NULL,
  remark text NOT NULL DEFAULT '',
  reversal_reason text NOT NULL DEFAULT '',
  created_at timestamptz NOT NULL,
  PRIMARY KEY (venue_id, id),
  UNIQUE (venue_id, no),
  CONSTRAINT bank_payout_fee CHECK (fee <= gross),
  FOREIGN KEY (venue_id, account_id) REFERENCES bank_account(venue_id, id)
);
CREATE INDEX bank_payout_created ON bank_payout (venue_id, created_at DESC, id DESC);
CREATE INDEX bank_payout_day ON bank_payout (venue_id, day, id);
SELECT protect_venue_table('bank_payout');

-- Each bill is paid out once.
ALTER TABLE channel_bill ADD COLUMN payout_id text;
ALTER TABLE channel_bill ADD FOREIGN KEY (venue_id, payout_id) REFERENCES bank_payout(venue_id, id);
CREATE INDEX channel_bill_payout ON channel_bill (venue_id, payout_id) WHERE payout_id IS NOT NULL;

CREATE TABLE bank_line (
  venue_id text NOT NULL,
  id text NOT NULL,
  state text NOT NULL CHECK (state IN ('unmatched', 'matched', 'booked')),
  account_id text NOT NULL,
  day date NOT NULL,
  -- Received above zero, paid below; fen.
  amount bigint NOT NULL CHECK (amount <> 0),
  balance bigint,
  party text NOT NULL,
  text text NOT NULL,
  -- Place in its file; content of the line with its number among equal ones: a line that is imported again has the same.
  seq int NOT NULL,
  line_key text NOT NULL,
  file_name text NOT NULL,
  -- The transaction that the line is, and the one that it posted.
  tx_id text,
  posted_tx_id text,
  document_no text NOT NULL DEFAULT '',
  matched_by text NOT NULL DEFAULT '',
  created_at timestamptz NOT NULL,
  PRIMARY KEY (venue_id, id),
  FOREIGN KEY (venue_id, account_id) REFERENCES bank_account(venue_id, id)
);
CREATE UNIQUE INDEX bank_line_key ON bank_line (venue_id, account_id, line_key);
CREATE UNIQUE INDEX bank_line_tx ON bank_line (venue_id, tx_id) WHERE tx_id IS NOT NULL;
CREATE INDEX bank_line_created ON bank_line (venue_id, created_at DESC, id DESC);
CREATE INDEX bank_line_day ON bank_line (venue_id, day DESC, id DESC);
CREATE INDEX bank_line_unmatched ON bank_line (venue_id, account_id, amount) WHERE state = 'unmatched';
SELECT protect_venue_table('bank_line');

CREATE INDEX posting_bank ON posting (venue_id, subject, amount) WHERE account IN ('bank.basic', 'bank.general');
CREATE INDEX posting_transfer ON posting (venue_id, amount) WHERE account = 'tender.transfer';

ALTER TABLE approval DROP CONSTRAINT approval_action_check;
ALTER TABLE approval ADD CONSTRAINT approval_action_check
  CHECK (action IN ('returnGoods', 'discount', 'setPrice', 'waiveFee', 'closeAccount', 'cashOut', 'bankEntry'));

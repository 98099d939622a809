-- Bills of payment channels, each row held against what the ledger says the channel took (product finance "Reconciliation").
CREATE TABLE channel_bill (
  venue_id text NOT NULL,
  id text NOT NULL,
  channel text NOT NULL CHECK (channel IN ('wechat', 'alipay')),
  day date NOT NULL,
  file_name text NOT NULL,
  state text NOT NULL CHECK (state IN ('open', 'done')),
  -- The bill's own summary, fen: what was taken, given back, and kept as fees.
  taken bigint NOT NULL,
  refunded bigint NOT NULL,
  fee bigint NOT NULL,
  operator text NOT NULL,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (venue_id, id)
);
CREATE UNIQUE INDEX channel_bill_once ON channel_bill (venue_id, channel, day);
SELECT protect_venue_table('channel_bill');

CREATE TABLE channel_bill_row (
  venue_id text NOT NULL,
  id text NOT NULL,
  bill_id text NOT NULL,
  seq int NOT NULL,
  result text NOT NULL CHECK (result IN ('matched', 'ours', 'theirs', 'amount', 'fee')),
  way text NOT NULL CHECK (way IN ('pay', 'refund', 'fee')),
  at timestamptz,
  -- Our payment, and its number; the channel's number.
  payment_id text,
  our_no text NOT NULL DEFAULT '',
  channel_no text NOT NULL DEFAULT '',
  matter text NOT NULL DEFAULT '',
  -- Fen, signed: refunds and fees are below zero.
  ours bigint NOT NULL,
  theirs bigint NOT NULL,
  note text NOT NULL DEFAULT '',
  handled_by text NOT NULL DEFAULT '',
  handled_at timestamptz,
  PRIMARY KEY (venue_id, id),
  FOREIGN KEY (venue_id, bill_id) REFERENCES channel_bill (venue_id, id)
);
CREATE INDEX channel_bill_row_of ON channel_bill_row (venue_id, bill_id, seq);
SELECT protect_venue_table('channel_bill_row', audited => false);

-- Scan-to-pay: attempts that a payment channel decides, and refunds that go back through it (product states.md "payment").

-- `sent_at`: when the channel was asked; null on payments taken by hand. `next_at`: when it may be asked again. `tries`: how often it was.
ALTER TABLE payment
  ADD COLUMN no text NOT NULL DEFAULT '',
  ADD COLUMN purpose text NOT NULL DEFAULT '' CHECK (purpose IN ('', 'collect', 'document')),
  ADD COLUMN code_tail text NOT NULL DEFAULT '',
  ADD COLUMN sandbox boolean NOT NULL DEFAULT false,
  ADD COLUMN sent_at timestamptz,
  ADD COLUMN next_at timestamptz,
  ADD COLUMN tries int NOT NULL DEFAULT 0;
CREATE INDEX payment_open ON payment (venue_id, next_at) WHERE state IN ('created', 'processing', 'unknown') AND next_at IS NOT NULL;

CREATE INDEX payment_unclaimed ON payment (venue_id, at) WHERE purpose = 'document' AND document_kind = 'collection';

-- The payment that a scanned code was last used for: one code is one charge, whoever scans it again. Only a hash of the code is kept.
CREATE TABLE pay_code (
  venue_id text NOT NULL,
  code_hash text NOT NULL,
  payment_id text NOT NULL,
  at timestamptz NOT NULL,
  PRIMARY KEY (venue_id, code_hash)
);
CREATE INDEX pay_code_age ON pay_code (venue_id, at);
SELECT protect_venue_table('pay_code', audited => false);

-- A refund that the channel carries out. The ledger moves when it is asked for; the row lives until the channel has said what became of it.
CREATE TABLE channel_refund (
  venue_id text NOT NULL,
  id text NOT NULL,
  payment_id text NOT NULL,
  amount bigint NOT NULL CHECK (amount > 0),
  state text NOT NULL CHECK (state IN ('refunding', 'refunded', 'refund_failed')),
  channel_ref text NOT NULL DEFAULT '',
  note text NOT NULL DEFAULT '',
  tries int NOT NULL DEFAULT 0,
  next_at timestamptz NOT NULL,
  person_id text NOT NULL,
  operator text NOT NULL,
  at timestamptz NOT NULL,
  PRIMARY KEY (venue_id, id),
  FOREIGN KEY (venue_id, payment_id) REFERENCES payment (venue_id, id)
);
CREATE INDEX channel_refund_payment ON channel_refund (venue_id, payment_id);
CREATE INDEX channel_refund_open ON channel_refund (venue_id, next_at) WHERE state = 'refunding';
SELECT protect_venue_table('channel_refund');

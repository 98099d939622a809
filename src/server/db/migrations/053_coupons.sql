-- Coupons of the authority. Amounts in fen. One pays once: its states are the machine `coupon`, moved by UPDATE … WHERE state.
CREATE TABLE coupon (
  venue_id text NOT NULL,
  id text NOT NULL,
  code text NOT NULL,
  scheme text NOT NULL,
  face bigint NOT NULL CHECK (face > 0),
  threshold bigint NOT NULL CHECK (threshold >= 0),
  starts_on date NOT NULL,
  ends_on date NOT NULL CHECK (ends_on >= starts_on),
  state text NOT NULL DEFAULT 'issued' CHECK (state IN ('issued', 'used', 'to_settle', 'settled', 'returned', 'expired')),
  payment_id text,
  used bigint NOT NULL DEFAULT 0 CHECK (used BETWEEN 0 AND face),
  given_back bigint NOT NULL DEFAULT 0 CHECK (given_back BETWEEN 0 AND used),
  document_kind text,
  document_id text,
  document_no text,
  used_at timestamptz,
  operator text,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (venue_id, id),
  UNIQUE (venue_id, code),
  CHECK ((state IN ('issued', 'expired')) = (payment_id IS NULL)),
  CHECK ((payment_id IS NULL) = (used = 0))
);
CREATE UNIQUE INDEX coupon_payment ON coupon (venue_id, payment_id) WHERE payment_id IS NOT NULL;
CREATE INDEX coupon_created ON coupon (venue_id, created_at DESC, id DESC);
CREATE INDEX coupon_ending ON coupon (venue_id, ends_on) WHERE state = 'issued';
SELECT protect_venue_table('coupon');

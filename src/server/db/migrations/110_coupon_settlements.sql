-- Settlements of the authority's coupons: each use stands in one settlement; what is given back later is a negative line in the next.
CREATE TABLE coupon_settlement (
  venue_id text NOT NULL,
  id text NOT NULL,
  no text NOT NULL,
  state text NOT NULL CHECK (state IN ('draft', 'submitted', 'approved', 'rejected', 'paid_out')),
  scheme text NOT NULL,
  until date NOT NULL,
  amount bigint NOT NULL,
  remark text NOT NULL DEFAULT '',
  review text NOT NULL DEFAULT '',
  operator text NOT NULL DEFAULT '',
  approved_on date,
  paid_out_on date,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (venue_id, id),
  UNIQUE (venue_id, no)
);
CREATE INDEX coupon_settlement_created ON coupon_settlement (venue_id, created_at DESC, id DESC);
-- One settlement of a scheme at a time is under way: its lines are what the next would take too.
CREATE UNIQUE INDEX coupon_settlement_open ON coupon_settlement (venue_id, scheme) WHERE state IN ('draft', 'submitted', 'rejected');
SELECT protect_venue_table('coupon_settlement');

CREATE TABLE coupon_settlement_line (
  venue_id text NOT NULL,
  id text NOT NULL,
  settlement_id text NOT NULL,
  coupon_id text NOT NULL,
  kind text NOT NULL CHECK (kind IN ('use', 'refund')),
  code text NOT NULL,
  document_no text NOT NULL DEFAULT '',
  used_at timestamptz,
  amount bigint NOT NULL CHECK ((kind = 'use') = (amount > 0) AND amount <> 0),
  created_at timestamptz NOT NULL,
  PRIMARY KEY (venue_id, id),
  FOREIGN KEY (venue_id, settlement_id) REFERENCES coupon_settlement (venue_id, id),
  FOREIGN KEY (venue_id, coupon_id) REFERENCES coupon (venue_id, id)
);
CREATE UNIQUE INDEX coupon_settlement_line_once ON coupon_settlement_line (venue_id, coupon_id) WHERE kind = 'use';
CREATE INDEX coupon_settlement_line_of ON coupon_settlement_line (venue_id, settlement_id);
CREATE INDEX coupon_settlement_line_created ON coupon_settlement_line (venue_id, created_at DESC, id DESC);
SELECT protect_venue_table('coupon_settlement_line', audited => false, append_only => true);

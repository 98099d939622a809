-- The venue's own coupons: what is on offer, and the coupons given or claimed of it. Amounts in fen.
CREATE TABLE coupon_offer (
  venue_id text NOT NULL,
  id text NOT NULL,
  name text NOT NULL,
  state text NOT NULL CHECK (state IN ('live', 'stopped')),
  kind text NOT NULL CHECK (kind IN ('amount', 'percent', 'hour')),
  amount bigint CHECK (amount > 0),
  percent numeric(5, 2) CHECK (percent > 0 AND percent <= 100),
  least bigint CHECK (least >= 0),
  good_for text NOT NULL CHECK (good_for IN ('booking', 'product', 'both')),
  starts_on date NOT NULL,
  ends_on date NOT NULL CHECK (ends_on >= starts_on),
  weekdays text[] NOT NULL DEFAULT '{}',
  start_minute int,
  end_minute int CHECK (end_minute > start_minute),
  stock int NOT NULL CHECK (stock > 0),
  -- What may still be given or claimed: the guard of the last one.
  "left" int NOT NULL,
  per_member int NOT NULL CHECK (per_member >= 0),
  promo_code text NOT NULL DEFAULT '',
  created_at timestamptz NOT NULL,
  PRIMARY KEY (venue_id, id),
  CONSTRAINT coupon_offer_left_check CHECK ("left" BETWEEN 0 AND stock),
  CHECK (CASE kind WHEN 'amount' THEN amount IS NOT NULL WHEN 'percent' THEN percent IS NOT NULL ELSE good_for = 'booking' END)
);
CREATE UNIQUE INDEX coupon_offer_name ON coupon_offer (venue_id, name);
CREATE UNIQUE INDEX coupon_offer_promo_code ON coupon_offer (venue_id, promo_code) WHERE promo_code <> '';
CREATE INDEX coupon_offer_created ON coupon_offer (venue_id, created_at DESC, id DESC);
SELECT protect_venue_table('coupon_offer');

CREATE TABLE member_coupon (
  venue_id text NOT NULL,
  id text NOT NULL,
  coupon_no text NOT NULL,
  offer_id text NOT NULL,
  member_id text,
  source text NOT NULL CHECK (source IN ('hand', 'segment', 'code')),
  state text NOT NULL CHECK (state IN ('issued', 'used', 'expired', 'withdrawn')),
  document_kind text CHECK (document_kind IN ('order', 'sale')),
  document_id text,
  saved bigint NOT NULL DEFAULT 0 CHECK (saved >= 0),
  used_at timestamptz,
  person_id text NOT NULL,
  operator text NOT NULL,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (venue_id, id),
  CHECK ((state = 'used') = (document_id IS NOT NULL)),
  CHECK ((state = 'used') = (document_kind IS NOT NULL)),
  CHECK ((state = 'used') = (used_at IS NOT NULL)),
  CHECK (member_id IS NOT NULL OR source = 'code'),
  FOREIGN KEY (venue_id, offer_id) REFERENCES coupon_offer (venue_id, id),
  FOREIGN KEY (venue_id, member_id) REFERENCES member (venue_id, id)
);
CREATE UNIQUE INDEX member_coupon_no ON member_coupon (venue_id, coupon_no);
-- A document takes one coupon, and a coupon one document.
CREATE UNIQUE INDEX member_coupon_document ON member_coupon (venue_id, document_kind, document_id) WHERE document_id IS NOT NULL;
CREATE INDEX member_coupon_created ON member_coupon (venue_id, created_at DESC, id DESC);
CREATE INDEX member_coupon_offer ON member_coupon (venue_id, offer_id, member_id);
CREATE INDEX member_coupon_member ON member_coupon (venue_id, member_id) WHERE state = 'issued';
SELECT protect_venue_table('member_coupon');

-- Group-buy goods, the vouchers sold of them and their uses. Amounts in fen.
CREATE TABLE groupon_goods (
  venue_id text NOT NULL,
  id text NOT NULL,
  title text NOT NULL,
  state text NOT NULL CHECK (state IN ('draft', 'on_shelf', 'off_shelf', 'finished', 'cancelled')),
  price bigint NOT NULL CHECK (price >= 0),
  market_price bigint NOT NULL CHECK (market_price >= 0),
  stock int NOT NULL CHECK (stock > 0),
  -- What may still be sold: the guard of the last one.
  "left" int NOT NULL,
  per_person int NOT NULL CHECK (per_person >= 0),
  sale_from timestamptz NOT NULL,
  sale_to timestamptz NOT NULL CHECK (sale_to > sale_from),
  use_from date NOT NULL,
  use_to date NOT NULL CHECK (use_to >= use_from),
  valid_days int CHECK (valid_days > 0),
  weekdays text[] NOT NULL DEFAULT '{}',
  excluded text[] NOT NULL DEFAULT '{}',
  times int NOT NULL CHECK (times > 0),
  refund_rule text NOT NULL CHECK (refund_rule IN ('anytime', 'never')),
  redeems text NOT NULL CHECK (redeems IN ('ticket', 'slot', 'product')),
  program_id text,
  minutes int,
  product_id text,
  pictures text[] NOT NULL DEFAULT '{}',
  content text NOT NULL DEFAULT '',
  reason text NOT NULL DEFAULT '',
  created_at timestamptz NOT NULL,
  PRIMARY KEY (venue_id, id),
  CONSTRAINT groupon_goods_left_check CHECK ("left" BETWEEN 0 AND stock),
  FOREIGN KEY (venue_id, program_id) REFERENCES program (venue_id, id),
  FOREIGN KEY (venue_id, product_id) REFERENCES product (venue_id, id)
);
CREATE INDEX groupon_goods_created ON groupon_goods (venue_id, created_at DESC, id DESC);
CREATE INDEX groupon_goods_ending ON groupon_goods (venue_id, sale_to) WHERE state IN ('on_shelf', 'off_shelf');
SELECT protect_venue_table('groupon_goods');

CREATE TABLE voucher (
  venue_id text NOT NULL,
  id text NOT NULL,
  no text NOT NULL,
  voucher_code text NOT NULL,
  goods_id text NOT NULL,
  state text NOT NULL DEFAULT 'unused' CHECK (state IN ('unused', 'part_used', 'used', 'expired', 'refunded')),
  holder text NOT NULL,
  phone text NOT NULL DEFAULT '',
  member_id text,
  price bigint NOT NULL CHECK (price >= 0),
  times int NOT NULL CHECK (times > 0),
  used int NOT NULL DEFAULT 0,
  refunded bigint NOT NULL DEFAULT 0 CHECK (refunded BETWEEN 0 AND price),
  valid_from date NOT NULL,
  valid_to date NOT NULL CHECK (valid_to >= valid_from),
  reason text NOT NULL DEFAULT '',
  -- When it was refunded or expired.
  ended_at timestamptz,
  person_id text NOT NULL,
  operator text NOT NULL,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (venue_id, id),
  UNIQUE (venue_id, no),
  UNIQUE (venue_id, voucher_code),
  CONSTRAINT voucher_used_check CHECK (used BETWEEN 0 AND times),
  CONSTRAINT voucher_state_used CHECK (CASE state WHEN 'unused' THEN used = 0 WHEN 'part_used' THEN used BETWEEN 1 AND times - 1 WHEN 'used' THEN used = times ELSE used < times END),
  CHECK ((state IN ('expired', 'refunded')) = (ended_at IS NOT NULL)),
  FOREIGN KEY (venue_id, goods_id) REFERENCES groupon_goods (venue_id, id),
  FOREIGN KEY (venue_id, member_id) REFERENCES member (venue_id, id)
);
CREATE INDEX voucher_created ON voucher (venue_id, created_at DESC, id DESC);
CREATE INDEX voucher_goods ON voucher (venue_id, goods_id);
CREATE INDEX voucher_ending ON voucher (venue_id, valid_to) WHERE state IN ('unused', 'part_used');
CREATE INDEX voucher_member ON voucher (venue_id, member_id) WHERE member_id IS NOT NULL;
CREATE INDEX voucher_ended ON voucher (venue_id, ended_at) WHERE ended_at IS NOT NULL;
SELECT protect_venue_table('voucher');

CREATE TABLE voucher_use (
  venue_id text NOT NULL,
  id text NOT NULL,
  voucher_id text NOT NULL,
  day date NOT NULL,
  times int NOT NULL CHECK (times > 0),
  -- Times left after it.
  "left" int NOT NULL CHECK ("left" >= 0),
  value bigint NOT NULL CHECK (value >= 0),
  -- Of goods that left the shop.
  cost bigint NOT NULL DEFAULT 0 CHECK (cost >= 0),
  tx_id text,
  lock_id text,
  slot text NOT NULL DEFAULT '',
  undone_at timestamptz,
  undone_by text NOT NULL DEFAULT '',
  reason text NOT NULL DEFAULT '',
  person_id text NOT NULL,
  operator text NOT NULL,
  at timestamptz NOT NULL,
  PRIMARY KEY (venue_id, id),
  FOREIGN KEY (venue_id, voucher_id) REFERENCES voucher (venue_id, id),
  FOREIGN KEY (venue_id, lock_id) REFERENCES place_lock (venue_id, id)
);
CREATE INDEX voucher_use_day ON voucher_use (venue_id, day, at DESC);
CREATE INDEX voucher_use_voucher ON voucher_use (venue_id, voucher_id);
SELECT protect_venue_table('voucher_use');

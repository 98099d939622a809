-- Rewards for bringing a member: what the venue offers, and what was given for whom. Amounts in fen.
ALTER TABLE member
  ADD COLUMN referrer_id text,
  ADD CONSTRAINT member_referrer_other CHECK (referrer_id <> id),
  ADD CONSTRAINT member_referrer FOREIGN KEY (venue_id, referrer_id) REFERENCES member (venue_id, id);
CREATE INDEX member_referred ON member (venue_id, referrer_id) WHERE referrer_id IS NOT NULL;

CREATE TABLE referral_offer (
  venue_id text NOT NULL,
  id text NOT NULL,
  name text NOT NULL,
  active boolean NOT NULL,
  least bigint NOT NULL CHECK (least > 0),
  referrer_gift bigint NOT NULL CHECK (referrer_gift >= 0),
  newcomer_gift bigint NOT NULL CHECK (newcomer_gift >= 0),
  referrer_coupon_id text,
  newcomer_coupon_id text,
  per_month int NOT NULL CHECK (per_month >= 0),
  starts_on date NOT NULL,
  ends_on date,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (venue_id, id),
  CHECK (ends_on >= starts_on),
  FOREIGN KEY (venue_id, referrer_coupon_id) REFERENCES coupon_offer (venue_id, id),
  FOREIGN KEY (venue_id, newcomer_coupon_id) REFERENCES coupon_offer (venue_id, id)
);
CREATE UNIQUE INDEX referral_offer_name ON referral_offer (venue_id, name);
CREATE INDEX referral_offer_created ON referral_offer (venue_id, created_at DESC, id DESC);
SELECT protect_venue_table('referral_offer');

CREATE TABLE referral_reward (
  venue_id text NOT NULL,
  id text NOT NULL,
  no text NOT NULL,
  offer_id text NOT NULL,
  newcomer_id text NOT NULL,
  referrer_id text NOT NULL,
  recharge_id text NOT NULL,
  day date NOT NULL,
  referrer_gift bigint NOT NULL CHECK (referrer_gift >= 0),
  newcomer_gift bigint NOT NULL CHECK (newcomer_gift >= 0),
  taken_back bigint NOT NULL DEFAULT 0 CHECK (taken_back BETWEEN 0 AND referrer_gift + newcomer_gift),
  -- Null where only coupons were given.
  tx_id text,
  revoked_at timestamptz,
  operator text NOT NULL,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (venue_id, id),
  UNIQUE (venue_id, no),
  FOREIGN KEY (venue_id, offer_id) REFERENCES referral_offer (venue_id, id),
  FOREIGN KEY (venue_id, newcomer_id) REFERENCES member (venue_id, id),
  FOREIGN KEY (venue_id, referrer_id) REFERENCES member (venue_id, id),
  FOREIGN KEY (venue_id, recharge_id) REFERENCES recharge (venue_id, id)
);
-- A newcomer is rewarded for once.
CREATE UNIQUE INDEX referral_reward_newcomer ON referral_reward (venue_id, newcomer_id) WHERE revoked_at IS NULL;
CREATE INDEX referral_reward_referrer ON referral_reward (venue_id, referrer_id, day);
CREATE INDEX referral_reward_of_newcomer ON referral_reward (venue_id, newcomer_id);
CREATE INDEX referral_reward_recharge ON referral_reward (venue_id, recharge_id);
CREATE INDEX referral_reward_created ON referral_reward (venue_id, created_at DESC, id DESC);
SELECT protect_venue_table('referral_reward');

ALTER TABLE member_coupon
  DROP CONSTRAINT member_coupon_source_check,
  ADD CONSTRAINT member_coupon_source_check CHECK (source IN ('hand', 'segment', 'code', 'recharge', 'referral')),
  DROP CONSTRAINT member_coupon_recharge,
  ADD CONSTRAINT member_coupon_recharge CHECK ((source IN ('recharge', 'referral')) = (recharge_id IS NOT NULL));

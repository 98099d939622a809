-- Coupons that come with a recharge offer: how many of which, and of a coupon the recharge that it came with.
ALTER TABLE recharge_offer
  ADD COLUMN coupon_offer_id text,
  ADD COLUMN coupons int CHECK (coupons > 0),
  ADD CONSTRAINT recharge_offer_coupons CHECK ((coupon_offer_id IS NULL) = (coupons IS NULL)),
  ADD CONSTRAINT recharge_offer_coupon_offer FOREIGN KEY (venue_id, coupon_offer_id) REFERENCES coupon_offer (venue_id, id);
ALTER TABLE member_coupon
  DROP CONSTRAINT member_coupon_source_check,
  ADD CONSTRAINT member_coupon_source_check CHECK (source IN ('hand', 'segment', 'code', 'recharge')),
  ADD COLUMN recharge_id text,
  ADD CONSTRAINT member_coupon_recharge CHECK ((source = 'recharge') = (recharge_id IS NOT NULL)),
  ADD CONSTRAINT member_coupon_recharge_id FOREIGN KEY (venue_id, recharge_id) REFERENCES recharge (venue_id, id);
CREATE INDEX member_coupon_of_recharge ON member_coupon (venue_id, recharge_id) WHERE recharge_id IS NOT NULL;

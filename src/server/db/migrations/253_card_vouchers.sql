-- Group-buy goods may redeem a package card: the voucher's money becomes the card's value.
ALTER TABLE groupon_goods ADD COLUMN package_card_id text,
  ADD FOREIGN KEY (venue_id, package_card_id) REFERENCES package_card (venue_id, id),
  DROP CONSTRAINT groupon_goods_redeems_check,
  ADD CONSTRAINT groupon_goods_redeems_check CHECK (redeems IN ('ticket', 'slot', 'product', 'card'));
ALTER TABLE voucher_use ADD COLUMN holding_id text, ADD FOREIGN KEY (venue_id, holding_id) REFERENCES holding (venue_id, id);

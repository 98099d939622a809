-- Rounding of a cart down to whole jiao or yuan: the coarsest unit that the till may round to, and the greatest amount, fen.
ALTER TABLE venue ADD COLUMN rounding text NOT NULL DEFAULT 'off' CHECK (rounding IN ('off', 'jiao', 'yuan'));
ALTER TABLE venue ADD COLUMN rounding_limit bigint NOT NULL DEFAULT 100 CHECK (rounding_limit >= 0);

-- Amount that rounding took off the sale, fen; a part of `discount`, shared over the lines by their prices.
ALTER TABLE sale ADD COLUMN rounding bigint NOT NULL DEFAULT 0 CHECK (rounding >= 0 AND rounding < 100);
ALTER TABLE sale_line ADD COLUMN rounding bigint NOT NULL DEFAULT 0 CHECK (rounding >= 0);

-- A price per piece that was set at the till, with its reason and the product's own price; null: sold at its own price.
ALTER TABLE sale_line ADD COLUMN set_price bigint CHECK (set_price >= 0);
ALTER TABLE sale_line ADD COLUMN shelf_price bigint CHECK (shelf_price >= 0);
ALTER TABLE sale_line ADD COLUMN set_reason text NOT NULL DEFAULT '';
ALTER TABLE sale_line ADD CONSTRAINT sale_line_set_price CHECK ((set_price IS NULL) = (shelf_price IS NULL) AND (set_price IS NULL) = (set_reason = ''));

ALTER TABLE approval DROP CONSTRAINT approval_action_check;
ALTER TABLE approval ADD CONSTRAINT approval_action_check
  CHECK (action IN ('returnGoods', 'discount', 'setPrice', 'waiveFee', 'closeAccount', 'cashOut'));

-- Who gives any discount also sets any price.
INSERT INTO role_code (role_id, code)
  SELECT r.role_id, 'sale_price_any' FROM role_code r WHERE r.code = 'sale_discount_any'
  ON CONFLICT DO NOTHING;

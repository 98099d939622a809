-- What a coupon of the venue took off a line of goods, fen; a part of `discount`.
ALTER TABLE sale_line ADD COLUMN coupon_off bigint NOT NULL DEFAULT 0 CHECK (coupon_off >= 0);

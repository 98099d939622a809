-- What a waiting cart was typed as: discounts by line and of the whole, its coupon, cards put aside. Null once it is paid.
ALTER TABLE sale ADD COLUMN draft jsonb;

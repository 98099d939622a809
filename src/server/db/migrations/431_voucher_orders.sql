-- A voucher of court time books its court: the order that came of a use.
ALTER TABLE voucher_use ADD COLUMN order_id text;
ALTER TABLE voucher_use ADD FOREIGN KEY (venue_id, order_id) REFERENCES booking_order (venue_id, id);
CREATE UNIQUE INDEX voucher_use_order ON voucher_use (venue_id, order_id) WHERE order_id IS NOT NULL;

-- Collections and shifts are found by their number.
CREATE INDEX payment_no ON payment (venue_id, no) WHERE no <> '';
CREATE INDEX shift_no ON shift (venue_id, no);

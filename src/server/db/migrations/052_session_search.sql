-- Finding bookings of sessions as orders of places are found: by the beginning of number, name and phone, the phone's last digits, the member.
ALTER TABLE session_order ADD COLUMN phone_tail text GENERATED ALWAYS AS (right(phone, 4)) STORED;
CREATE INDEX session_order_no ON session_order (venue_id, no text_pattern_ops);
CREATE INDEX session_order_name ON session_order (venue_id, name text_pattern_ops);
CREATE INDEX session_order_phone ON session_order (venue_id, phone text_pattern_ops);
CREATE INDEX session_order_phone_tail ON session_order (venue_id, phone_tail);
CREATE INDEX session_order_member ON session_order (venue_id, member_id) WHERE member_id IS NOT NULL;

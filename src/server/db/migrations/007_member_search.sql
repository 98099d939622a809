-- Search of members by the last digits of the phone and by card number. Under row-level security an index serves a condition only when
-- nothing in it could leak a row: right() and lower() could, a column of its own cannot.
ALTER TABLE member ADD COLUMN phone_tail text GENERATED ALWAYS AS (right(phone, 4)) STORED;
ALTER TABLE member ADD COLUMN card_key text GENERATED ALWAYS AS (lower(card_no)) STORED;
DROP INDEX member_phone_tail;
CREATE INDEX member_phone_tail ON member (venue_id, phone_tail);
CREATE INDEX member_card_key ON member (venue_id, card_key text_pattern_ops);
CREATE INDEX member_expiry ON member (venue_id, expires_on) WHERE expires_on IS NOT NULL;

-- A collection that pays several documents of one cart is split: its own row keeps the first part, `part_of` names it in the others.
ALTER TABLE payment ADD COLUMN part_of text, ADD FOREIGN KEY (venue_id, part_of) REFERENCES payment (venue_id, id);
CREATE INDEX payment_part ON payment (venue_id, part_of) WHERE part_of IS NOT NULL;

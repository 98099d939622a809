-- A collection says for which order it was begun, so that money which arrives when the order's hold has run out finds it again.
-- Only an order is held unpaid: whatever else takes collections does so in the call that makes the document.
ALTER TABLE payment ADD COLUMN for_order_id text,
  ADD FOREIGN KEY (venue_id, for_order_id) REFERENCES booking_order (venue_id, id);

-- What has arrived for an order and was not taken for it yet: few, and gone as soon as it is.
CREATE INDEX payment_waiting ON payment (venue_id, for_order_id) WHERE for_order_id IS NOT NULL AND document_kind = 'collection' AND state = 'succeeded';

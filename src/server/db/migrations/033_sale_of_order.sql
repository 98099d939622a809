-- Goods that are added to a booking, and returns of goods as documents of their own (product booking, cashier-and-stock).

ALTER TABLE sale
  ADD COLUMN order_id text,
  ADD CONSTRAINT sale_of_order FOREIGN KEY (venue_id, order_id) REFERENCES booking_order (venue_id, id);
CREATE INDEX sale_order ON sale (venue_id, order_id) WHERE order_id IS NOT NULL;

CREATE TABLE sale_return (
  venue_id text NOT NULL,
  id text NOT NULL,
  no text NOT NULL,
  sale_id text NOT NULL,
  refund bigint NOT NULL CHECK (refund >= 0),
  reason text NOT NULL,
  person_id text NOT NULL,
  operator text NOT NULL,
  at timestamptz NOT NULL,
  PRIMARY KEY (venue_id, id),
  UNIQUE (venue_id, no),
  FOREIGN KEY (venue_id, sale_id) REFERENCES sale (venue_id, id)
);
CREATE INDEX sale_return_sale ON sale_return (venue_id, sale_id);
SELECT protect_venue_table('sale_return', append_only => true);

CREATE TABLE sale_return_line (
  venue_id text NOT NULL,
  return_id text NOT NULL,
  line_id text NOT NULL,
  quantity int NOT NULL CHECK (quantity > 0),
  refund bigint NOT NULL CHECK (refund >= 0),
  -- Where the goods went: back to the shop, or written off.
  goes_to text NOT NULL CHECK (goes_to IN ('shop', 'writeOff')),
  PRIMARY KEY (venue_id, return_id, line_id),
  FOREIGN KEY (venue_id, return_id) REFERENCES sale_return (venue_id, id),
  FOREIGN KEY (venue_id, line_id) REFERENCES sale_line (venue_id, id)
);
SELECT protect_venue_table('sale_return_line', audited => false, append_only => true);

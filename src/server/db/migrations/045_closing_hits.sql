-- What a closing did to each booking, as it was then: names and ground may change later, what was done does not.

CREATE TABLE closing_hit (
  venue_id text NOT NULL,
  closing_id text NOT NULL,
  line_id text NOT NULL,
  order_id text NOT NULL,
  order_no text NOT NULL,
  name text NOT NULL,
  phone text NOT NULL,
  place text NOT NULL,
  day date NOT NULL,
  start_minute int NOT NULL,
  end_minute int NOT NULL CHECK (end_minute > start_minute),
  -- Null: given back.
  to_place text,
  refund bigint NOT NULL CHECK (refund >= 0),
  PRIMARY KEY (venue_id, closing_id, line_id),
  CHECK (to_place IS NULL OR refund = 0),
  FOREIGN KEY (venue_id, closing_id) REFERENCES closing (venue_id, id),
  FOREIGN KEY (venue_id, order_id) REFERENCES booking_order (venue_id, id)
);
CREATE INDEX closing_hit_order ON closing_hit (venue_id, order_id);
SELECT protect_venue_table('closing_hit');

-- Lines of booking orders that uses of a package card cover instead of money (product booking, members-and-cards).

-- `uses`: taken from the card for the line; `uses_back`: of them given back since.
ALTER TABLE booking_line
  ADD COLUMN holding_id text,
  ADD COLUMN uses int NOT NULL DEFAULT 0 CHECK (uses >= 0),
  ADD COLUMN uses_back int NOT NULL DEFAULT 0,
  ADD CONSTRAINT booking_line_uses CHECK (uses_back BETWEEN 0 AND uses),
  -- What a card covers costs no money.
  ADD CONSTRAINT booking_line_covered CHECK (holding_id IS NULL AND uses = 0 OR holding_id IS NOT NULL AND uses > 0 AND price = 0),
  ADD CONSTRAINT booking_line_holding FOREIGN KEY (venue_id, holding_id) REFERENCES holding (venue_id, id);

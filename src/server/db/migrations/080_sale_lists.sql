-- Lines of sales as a list of their own, and what a sale keeps for its shift, its voiding and the copies of its receipt.
ALTER TABLE sale_line ADD COLUMN day date, ADD COLUMN created_at timestamptz;
UPDATE sale_line l SET day = s.day, created_at = s.at FROM sale s WHERE s.venue_id = l.venue_id AND s.id = l.sale_id;
ALTER TABLE sale_line ALTER COLUMN day SET NOT NULL, ALTER COLUMN created_at SET NOT NULL;
CREATE INDEX sale_line_created ON sale_line (venue_id, created_at DESC, id DESC);
CREATE INDEX sale_line_day ON sale_line (venue_id, day);

ALTER TABLE sale
  -- The till's shift in which it was paid: only while it is open can the sale be voided.
  ADD COLUMN shift_id text,
  -- How often its receipt was printed: every print after the first is a copy.
  ADD COLUMN prints int NOT NULL DEFAULT 0 CHECK (prints >= 0),
  ADD COLUMN reason text NOT NULL DEFAULT '';
CREATE INDEX sale_waiting ON sale (venue_id, at DESC) WHERE state IN ('open', 'hung');

-- What a sale's line shows apart: the member's price and what was taken off by hand.
ALTER TABLE sale_line ADD COLUMN member_off bigint NOT NULL DEFAULT 0;

-- Lists of sales, movements and holdings straight from an index; numbers found by how they begin.
CREATE INDEX sale_no ON sale (venue_id, no text_pattern_ops);
CREATE INDEX sale_line_product ON sale_line (venue_id, product_id);
CREATE INDEX stock_movement_time ON stock_movement (venue_id, warehouse, at DESC, id DESC);
CREATE INDEX holding_no ON holding (venue_id, no text_pattern_ops);
CREATE INDEX holding_time ON holding (venue_id, at DESC, id DESC);

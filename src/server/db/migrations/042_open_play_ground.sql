-- The ground of an open play is a kind of its own: games and tournaments are events.
ALTER TABLE booking_order DROP CONSTRAINT booking_order_kind_check;
ALTER TABLE booking_order
  ADD CONSTRAINT booking_order_kind_check CHECK (kind IN ('single', 'fixed', 'deal', 'event', 'openPlay')),
  -- The last day on which it has a line, where that is another than the first: such orders are few, and found on each of their days.
  ADD COLUMN last_day date CHECK (last_day > day);
UPDATE booking_order SET kind = 'openPlay' WHERE kind = 'event' AND source <> 'competition';
UPDATE booking_order o SET last_day = l.day
FROM (
  SELECT venue_id, order_id, max(day) AS day FROM booking_line WHERE status IN ('active', 'missed') GROUP BY venue_id, order_id
) l
WHERE l.venue_id = o.venue_id AND l.order_id = o.id AND l.day > o.day;
CREATE INDEX booking_order_last_day ON booking_order (venue_id, last_day) WHERE last_day IS NOT NULL;

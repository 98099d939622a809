-- What earlier migrations left undone where row-level security bound the database's owner: they found no rows then. Elsewhere nothing is left.

UPDATE booking_line l SET fee = l.price - l.refunded
FROM booking_order o
WHERE o.venue_id = l.venue_id AND o.id = l.order_id AND o.order_status = 'cancelled' AND o.fee > 0 AND l.fee = 0 AND l.status = 'released'
  AND l.price > l.refunded
  AND o.fee = (SELECT sum(x.price - x.refunded) FROM booking_line x WHERE x.venue_id = o.venue_id AND x.order_id = o.id AND x.status = 'released');

UPDATE open_play_ticket t SET entered = t.heads FROM open_play e
WHERE e.venue_id = t.venue_id AND e.id = t.open_play_id AND e.state = 'finished' AND t.state = 'joined' AND t.entered = 0 AND t.absent = 0;

UPDATE booking_order SET kind = 'openPlay' WHERE kind = 'event' AND source <> 'competition';

UPDATE booking_order o SET last_day = l.day
FROM (
  SELECT venue_id, order_id, max(day) AS day FROM booking_line WHERE status IN ('active', 'missed') GROUP BY venue_id, order_id
) l
WHERE l.venue_id = o.venue_id AND l.order_id = o.id AND l.day > o.day AND o.last_day IS NULL;

-- Orders that were cancelled before lines carried fees: what was kept of each line is what was not given back.
UPDATE booking_line l SET fee = l.price - l.refunded
FROM booking_order o
WHERE o.venue_id = l.venue_id AND o.id = l.order_id AND o.order_status = 'cancelled' AND o.fee > 0 AND l.fee = 0 AND l.status = 'released'
  AND o.fee = (SELECT sum(x.price - x.refunded) FROM booking_line x WHERE x.venue_id = o.venue_id AND x.order_id = o.id AND x.status = 'released');

-- What package cards paid and took back counts for the pay status as money does: an order of which everything went back is refunded, or
-- unpaid where it goes on.
UPDATE booking_order o SET pay_status = CASE WHEN o.order_status IN ('held', 'reserved') THEN 'unpaid' ELSE 'refunded' END
FROM (
  SELECT venue_id, order_id FROM booking_line WHERE uses > 0 GROUP BY venue_id, order_id HAVING sum(uses) = sum(uses_back)
) l
WHERE l.venue_id = o.venue_id AND l.order_id = o.id AND o.paid = o.refunded AND o.pay_status IN ('part_paid', 'paid', 'part_refunded');

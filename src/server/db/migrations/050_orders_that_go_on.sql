-- An order is refunded where all its money and all its uses of cards went back and nothing goes on that was free from the start: others
-- that said so go on, and take money again.
UPDATE booking_order o SET pay_status = 'part_refunded'
WHERE o.pay_status = 'refunded' AND EXISTS (
  SELECT FROM booking_line l
  WHERE l.venue_id = o.venue_id AND l.order_id = o.id AND (l.uses > l.uses_back OR (l.status = 'active' AND l.price = 0 AND l.uses = 0))
);
-- Of an order that is still to be paid and took no money, what cards paid is all that is paid.
UPDATE booking_order o SET pay_status = 'unpaid'
WHERE o.order_status IN ('held', 'reserved') AND o.pay_status = 'part_paid' AND o.paid = 0 AND NOT EXISTS (
  SELECT FROM booking_line l WHERE l.venue_id = o.venue_id AND l.order_id = o.id AND l.status = 'active' AND l.uses > 0
);

-- What 014 left undone where row-level security bound the database's owner: a program has the hours of its halls, where nobody gave it
-- any and they agree.
UPDATE program g SET open_minutes = h.open_minutes, close_minutes = h.close_minutes
FROM (
  SELECT venue_id, program_id, min(open_minutes) AS open_minutes, min(close_minutes) AS close_minutes FROM hall
  GROUP BY venue_id, program_id HAVING min(open_minutes) = max(open_minutes) AND min(close_minutes) = max(close_minutes)
) h
WHERE h.venue_id = g.venue_id AND h.program_id = g.id AND (h.open_minutes, h.close_minutes) IS DISTINCT FROM (g.open_minutes, g.close_minutes)
  AND g.open_minutes = '{480,480,480,480,480,480,480}' AND g.close_minutes = '{1320,1320,1320,1320,1320,1320,1320}';

-- What a closing did is not undone by writing it down anew.
REVOKE UPDATE, DELETE ON closing_hit FROM venue_app;
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE ON closing_hit FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER append_only_truncate BEFORE TRUNCATE ON closing_hit FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- What each kind of discount took off a line, and what a move or a part payment above the price gave back of it, so that lists and reports
-- add up columns. The database works the discounts out of the price trace as it is written: they can't disagree with it.
CREATE FUNCTION traced_off(trace jsonb, VARIADIC rules text[]) RETURNS bigint LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT coalesce(-sum(round((step ->> 'amount')::numeric * 100)), 0)::bigint FROM jsonb_array_elements(trace -> 'steps') AS step
  WHERE step ->> 'rule' = ANY (rules) AND (step ->> 'matched')::boolean
$$;
ALTER TABLE booking_line
  ADD COLUMN member_off bigint NOT NULL GENERATED ALWAYS AS (traced_off(trace, 'member')) STORED,
  ADD COLUMN promotion_off bigint NOT NULL GENERATED ALWAYS AS (traced_off(trace, 'promotion')) STORED,
  ADD COLUMN bundle_off bigint NOT NULL GENERATED ALWAYS AS (traced_off(trace, 'bundle')) STORED,
  ADD COLUMN manual_off bigint NOT NULL GENERATED ALWAYS AS (traced_off(trace, 'manual', 'free')) STORED,
  ADD COLUMN moved_back bigint NOT NULL DEFAULT 0 CHECK (moved_back >= 0);

-- Which line of an order was moved is no longer known: its first carries what moves gave back.
UPDATE booking_line l SET moved_back = o.moved_back FROM booking_order o
WHERE o.venue_id = l.venue_id AND o.id = l.order_id AND o.moved_back > 0
  AND l.id = (SELECT min(f.id) FROM booking_line f WHERE f.venue_id = o.venue_id AND f.order_id = o.id AND f.status <> 'dropped');
-- What the clock or the desk gave back of lapsed holds and of part payments nobody came for was written to the order only.
UPDATE booking_line l SET refunded = l.refunded + least(x.room, x.missing - x.before)
FROM (SELECT f.venue_id, f.id, f.price - f.fee - f.refunded AS room, o.refunded - o.moved_back - sum(f.refunded) OVER whole AS missing,
    sum(f.price - f.fee - f.refunded) OVER (PARTITION BY f.venue_id, f.order_id ORDER BY f.id) - (f.price - f.fee - f.refunded) AS before
  FROM booking_order o JOIN booking_line f ON f.venue_id = o.venue_id AND f.order_id = o.id AND f.status <> 'dropped'
  WHERE o.order_status IN ('expired', 'no_show') WINDOW whole AS (PARTITION BY f.venue_id, f.order_id)) x
WHERE l.venue_id = x.venue_id AND l.id = x.id AND x.missing > x.before;

-- What a coupon takes off each line stands in the line's price trace, as do the other discounts; what it saves in all follows from the lines
-- that stand: of those given up or taken back, their part of the coupon is given up too.
ALTER TABLE booking_line ADD COLUMN coupon_off bigint NOT NULL GENERATED ALWAYS AS (traced_off(trace, 'coupon')) STORED;
ALTER TABLE member_coupon DROP COLUMN saved;
CREATE FUNCTION coupon_saved(venue text, kind text, document text) RETURNS bigint LANGUAGE sql STABLE PARALLEL SAFE AS $$
  SELECT CASE kind
    WHEN 'order' THEN (SELECT coalesce(sum(coupon_off), 0) FROM booking_line WHERE venue_id = venue AND order_id = document AND status = 'active')
    WHEN 'sale' THEN (SELECT coalesce(sum(coupon_off - ceil(coupon_off * returned::numeric / quantity)), 0) FROM sale_line
      WHERE venue_id = venue AND sale_id = document)
    ELSE 0 END::bigint
$$;

-- An offer past its last day has ended.
ALTER TABLE coupon_offer DROP CONSTRAINT coupon_offer_state_check,
  ADD CONSTRAINT coupon_offer_state_check CHECK (state IN ('live', 'stopped', 'ended'));

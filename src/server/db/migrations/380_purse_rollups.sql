-- What purses hold is rolled up as well.
CREATE OR REPLACE FUNCTION posting_touches() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM touch_rollups('{taken,earned,expense,purse}', a.venue_id, a.days) FROM (
    SELECT n.venue_id, array_agg(DISTINCT d.day) AS days FROM new_rows n CROSS JOIN LATERAL (VALUES (n.day), (n.earned_on)) d (day) GROUP BY n.venue_id) a;
  RETURN NULL;
END $$;

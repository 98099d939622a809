-- Days that are rolled up are added up by month as well, under the name with `.month`: a mark on a day is one on its month.
CREATE OR REPLACE FUNCTION touch_rollups(names text[], venue text, days date[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_advisory_xact_lock_shared(l.key) FROM (SELECT DISTINCT rollup_lock(venue, d) AS key FROM unnest(days) d WHERE d IS NOT NULL ORDER BY 1) l;
  INSERT INTO rollup_touch (venue_id, name, day)
    SELECT r.venue_id, r.name, r.day FROM rollup_day r WHERE r.venue_id = venue AND r.name = ANY (names) AND r.day = ANY (days)
    UNION ALL SELECT r.venue_id, r.name, r.day FROM rollup_day r WHERE r.venue_id = venue
      AND r.name = ANY (ARRAY(SELECT n || '.month' FROM unnest(names) n)) AND r.day = ANY (ARRAY(SELECT DISTINCT date_trunc('month', d::timestamp)::date FROM unnest(days) d));
END $$;

-- What purses hold is rolled up by member as well.
CREATE OR REPLACE FUNCTION posting_touches() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM touch_rollups('{taken,earned,expense,purse,member_purse}', a.venue_id, a.days) FROM (
    SELECT n.venue_id, array_agg(DISTINCT d.day) AS days FROM new_rows n CROSS JOIN LATERAL (VALUES (n.day), (n.earned_on)) d (day) GROUP BY n.venue_id) a;
  RETURN NULL;
END $$;
-- Read whole from the index: their rows lie in the table as they come, not by day.
CREATE INDEX rollup_member ON rollup (venue_id, name, day) INCLUDE (key, sub, figures) WHERE name IN ('member_purse', 'member_purse.month');
-- The card types of many members, without their rows.
CREATE INDEX member_of_type ON member (venue_id, id) INCLUDE (card_type_id);

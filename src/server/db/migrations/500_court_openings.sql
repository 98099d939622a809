-- The hours at which courts are on sale, as `openUnits` counts them: half hours within the opening times of the hall, by court, day and hour,
-- without days on which the venue is closed. Opening times are those of now, also for days gone by.
CREATE VIEW court_opening WITH (security_invoker = true) AS
SELECT o.venue_id, d.day || '.' || o.unit_id || '.' || o.hour AS id, o.unit_id, o.hall_id, d.day, o.hour, o.weekday::text AS weekday, o.halves,
  d.day::timestamp AT TIME ZONE v.zone AS created_at
FROM (
  SELECT u.venue_id, u.unit_id, u.hall_id, w.weekday, to_char(m.minute / 60, 'FM00') AS hour, count(*)::int AS halves
  FROM (SELECT DISTINCT p.venue_id, p.hall_id, unnest(p.unit_ids) AS unit_id FROM place p WHERE p.active) u
  JOIN hall h ON h.venue_id = u.venue_id AND h.id = u.hall_id AND h.sells = 'places'
  CROSS JOIN generate_series(1, 7) w (weekday)
  CROSS JOIN LATERAL generate_series(h.open_minutes[w.weekday], h.close_minutes[w.weekday] - 30, 30) m (minute)
  WHERE NOT EXISTS (SELECT FROM jsonb_to_recordset(h.closed_times) c (weekdays int[], start int, "end" int)
    WHERE (cardinality(c.weekdays) = 0 OR w.weekday = ANY (c.weekdays)) AND m.minute < c."end" AND c.start < m.minute + 30)
  GROUP BY 1, 2, 3, 4, 5
) o
JOIN venue v ON v.id = o.venue_id
JOIN (SELECT s::date AS day, extract(isodow FROM s)::int AS weekday FROM generate_series(timestamp '2000-01-01', current_date + interval '3 years', interval '1 day') s) d
  ON d.weekday = o.weekday
WHERE NOT EXISTS (SELECT FROM holiday y WHERE y.venue_id = o.venue_id AND y.day = d.day AND y.kind = 'closed');
GRANT SELECT ON court_opening TO venue_app;

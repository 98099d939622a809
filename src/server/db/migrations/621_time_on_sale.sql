-- Utilisation is time sold ÷ time on sale, for courts by their halves and for sessions by their places. Locked and closed time is not on sale.

-- What bookings take of courts, as it was until now.
CREATE VIEW place_hour WITH (security_invoker = true) AS
SELECT l.venue_id, l.id || '.' || u.unit || '.' || h.hour AS id, l.id AS line_id, o.created_at, l.day, o.no, o.name AS customer, u.unit AS unit_id, p.hall_id,
  h.hour AS at_hour, to_char(h.hour, 'FM00') AS hour, extract(isodow FROM l.day)::text AS weekday,
  (h.hour = l.start_minute / 60)::int AS sessions,
  least(l.end_minute, (h.hour + 1) * 60) - greatest(l.start_minute, h.hour * 60) AS minutes,
  e.earned * s.upto / s.whole - e.earned * (s.upto - (least(l.end_minute, (h.hour + 1) * 60) - greatest(l.start_minute, h.hour * 60))) / s.whole AS income
FROM booking_line l
JOIN booking_order o ON o.venue_id = l.venue_id AND o.id = l.order_id
JOIN place p ON p.venue_id = l.venue_id AND p.id = l.place_id
CROSS JOIN LATERAL unnest(p.unit_ids) WITH ORDINALITY u (unit, nth)
CROSS JOIN LATERAL generate_series(l.start_minute / 60, (l.end_minute - 1) / 60) h (hour)
CROSS JOIN LATERAL (SELECT CASE WHEN o.pay_status IN ('paid', 'part_refunded', 'refunded') THEN l.price - l.refunded ELSE 0 END AS earned) e
CROSS JOIN LATERAL (SELECT (u.nth - 1) * (l.end_minute - l.start_minute) + least(l.end_minute, (h.hour + 1) * 60) - l.start_minute AS upto,
  (l.end_minute - l.start_minute) * cardinality(p.unit_ids) AS whole) s
WHERE l.status = 'active' AND o.order_status NOT IN ('held', 'cancelled', 'expired');
GRANT SELECT ON place_hour TO venue_app;

-- What bookings take of sessions: their places, hour by hour. The hall stands for the court.
CREATE VIEW session_hour WITH (security_invoker = true) AS
SELECT o.venue_id, o.id || '.' || b.hall_id || '.' || h.hour AS id, o.id AS line_id, o.at AS created_at, b.day, o.no, o.name AS customer, b.hall_id AS unit_id, b.hall_id,
  h.hour AS at_hour, to_char(h.hour, 'FM00') AS hour, extract(isodow FROM b.day)::text AS weekday,
  (h.hour = b.start_minute / 60)::int AS sessions,
  (o.heads * (least(b.end_minute, (h.hour + 1) * 60) - greatest(b.start_minute, h.hour * 60)))::int AS minutes,
  0::bigint AS income
FROM session_order o
JOIN hall_booking b ON b.venue_id = o.venue_id AND b.id = o.hall_booking_id
JOIN hall f ON f.venue_id = b.venue_id AND f.id = b.hall_id AND f.sells <> 'places'
CROSS JOIN LATERAL generate_series(b.start_minute / 60, (b.end_minute - 1) / 60) h (hour)
WHERE o.status = 'booked';
GRANT SELECT ON session_hour TO venue_app;

CREATE OR REPLACE VIEW court_hour WITH (security_invoker = true) AS
SELECT * FROM place_hour UNION ALL SELECT * FROM session_hour;

-- Half hours of courts that are locked or closed.
CREATE VIEW locked_half WITH (security_invoker = true) AS
SELECT DISTINCT l.venue_id, l.day, u.unit_id, m.minute
FROM place_lock l
JOIN place p ON p.venue_id = l.venue_id AND p.id = l.place_id
CROSS JOIN LATERAL unnest(p.unit_ids) u (unit_id)
CROSS JOIN LATERAL generate_series(l.start_minute, l.end_minute - 30, 30) m (minute)
WHERE l.status = 'locked';
GRANT SELECT ON locked_half TO venue_app;

-- Places of sessions that are on sale and sold, hour by hour; of one that was taken off the shelf, those that are sold.
CREATE VIEW session_opening WITH (security_invoker = true) AS
SELECT b.venue_id, b.hall_id, b.day, h.hour,
  sum((CASE WHEN b.status = 'off_shelf' THEN b.max_place - b.left_place ELSE b.max_place END)
    * (least(b.end_minute, (h.hour + 1) * 60) - greatest(b.start_minute, h.hour * 60)))::int AS minutes,
  sum((b.max_place - b.left_place) * (least(b.end_minute, (h.hour + 1) * 60) - greatest(b.start_minute, h.hour * 60)))::int AS sold
FROM hall_booking b
JOIN hall f ON f.venue_id = b.venue_id AND f.id = b.hall_id AND f.sells <> 'places'
CROSS JOIN LATERAL generate_series(b.start_minute / 60, (b.end_minute - 1) / 60) h (hour)
WHERE b.status IN ('on_shelf', 'off_shelf', 'finished')
GROUP BY 1, 2, 3, 4;
GRANT SELECT ON session_opening TO venue_app;

CREATE OR REPLACE VIEW court_opening WITH (security_invoker = true) AS
SELECT o.venue_id, d.day || '.' || o.unit_id || '.' || o.hour AS id, o.unit_id, o.hall_id, d.day, o.hour, o.weekday::text AS weekday,
  (cardinality(o.minutes) - h.locked)::int AS halves, d.day::timestamp AT TIME ZONE v.zone AS created_at
FROM (
  SELECT u.venue_id, u.unit_id, u.hall_id, w.weekday, to_char(m.minute / 60, 'FM00') AS hour, array_agg(m.minute) AS minutes
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
LEFT JOIN (SELECT venue_id, day, unit_id, array_agg(minute) AS minutes FROM locked_half GROUP BY 1, 2, 3) k
  ON k.venue_id = o.venue_id AND k.day = d.day AND k.unit_id = o.unit_id
CROSS JOIN LATERAL (SELECT CASE WHEN k.minutes IS NULL THEN 0
  ELSE (SELECT count(*)::int FROM unnest(o.minutes) m WHERE m = ANY (k.minutes)) END AS locked) h
WHERE cardinality(o.minutes) > h.locked
  AND NOT EXISTS (SELECT FROM holiday y WHERE y.venue_id = o.venue_id AND y.day = d.day AND y.kind = 'closed')
UNION ALL
SELECT s.venue_id, s.day || '.' || s.hall_id || '.' || to_char(s.hour, 'FM00'), s.hall_id, s.hall_id, s.day, to_char(s.hour, 'FM00'),
  extract(isodow FROM s.day)::text, (s.minutes / 30)::int, s.day::timestamp AT TIME ZONE v.zone
FROM session_opening s JOIN venue v ON v.id = s.venue_id WHERE s.minutes > 0;

-- What the use of time is counted by: courts, and halls that sell places of sessions.
CREATE VIEW use_unit WITH (security_invoker = true) AS
SELECT venue_id, id, name FROM unit UNION ALL SELECT venue_id, id, name FROM hall WHERE sells <> 'places';
GRANT SELECT ON use_unit TO venue_app;

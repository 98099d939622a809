-- Who requested a withdrawal or handed in a coupon settlement: they don't decide on it. A release that does not know the column yet writes it
-- by its default; requests of before have theirs from the log.
ALTER TABLE coach_withdraw ADD COLUMN requester text NOT NULL DEFAULT coalesce(current_setting('app.person_id', true), '');
ALTER TABLE coupon_settlement ADD COLUMN requester text NOT NULL DEFAULT coalesce(current_setting('app.person_id', true), '');
ALTER TABLE coach_withdraw DISABLE TRIGGER USER;
ALTER TABLE coupon_settlement DISABLE TRIGGER USER;
UPDATE coach_withdraw w SET requester = a.person_id
FROM (SELECT DISTINCT ON (venue_id, object_id) venue_id, object_id, person_id FROM audit_log WHERE object = 'coach_withdraw' ORDER BY venue_id, object_id, id) a
WHERE a.venue_id = w.venue_id AND a.object_id = w.id AND w.state IN ('requested', 'approved');
UPDATE coupon_settlement s SET requester = a.person_id
FROM (SELECT DISTINCT ON (venue_id, object_id) venue_id, object_id, person_id FROM audit_log
  WHERE object = 'coupon_settlement' AND after->>'state' IN ('draft', 'submitted') ORDER BY venue_id, object_id, id DESC) a
WHERE a.venue_id = s.venue_id AND a.object_id = s.id AND s.state IN ('draft', 'submitted', 'rejected');
ALTER TABLE coach_withdraw ENABLE TRIGGER USER;
ALTER TABLE coupon_settlement ENABLE TRIGGER USER;

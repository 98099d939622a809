-- Work at a time: a job of a venue is due at a moment. Whoever writes a deadline writes the row in the same transaction; any process takes
-- it, once. Work of no venue is under '-', which also sees every venue's rows: to find what is due, nobody walks over the venues.
CREATE TABLE due (
  venue_id text NOT NULL,
  job text NOT NULL,
  due_at timestamptz NOT NULL,
  -- How often the job failed in a row; it waits longer each time.
  tries int NOT NULL DEFAULT 0,
  PRIMARY KEY (venue_id, job, due_at)
);
CREATE INDEX due_time ON due (due_at);
CREATE INDEX due_failing ON due (venue_id) WHERE tries > 0;
SELECT protect_venue_table('due', audited => false);
ALTER POLICY own_venue ON due USING (current_setting('app.venue_id', true) IN (venue_id, '-'));

-- What the deadlines of jobs are read from, where no index led to the earliest.
CREATE INDEX booking_order_inside ON booking_order (venue_id, ends_at) WHERE order_status = 'checked_in';
CREATE INDEX booking_order_games ON booking_order (venue_id, ends_at) WHERE kind = 'event' AND order_status = 'paid';
CREATE INDEX payment_ready ON payment (venue_id, at) WHERE purpose = 'document' AND document_kind = 'collection' AND state = 'succeeded';

-- Venues that are older than this table plan all of their jobs once.
INSERT INTO due (venue_id, job, due_at) SELECT id, 'due.plan', now() FROM venue;

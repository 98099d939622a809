-- Figures of whole days that reports add up instead of the rows behind them. Whatever writes such a row says which days it touched; a day that
-- was touched since it was rolled up is read from its rows until it is rolled up again. So a report is the same with rollups and without.
CREATE TABLE rollup (
  venue_id text NOT NULL,
  name text NOT NULL,
  day date NOT NULL,
  key text NOT NULL,
  sub text NOT NULL,
  figures bigint[] NOT NULL,
  PRIMARY KEY (venue_id, name, day, key, sub)
);
SELECT protect_venue_table('rollup', audited => false);

CREATE TABLE rollup_day (
  venue_id text NOT NULL,
  name text NOT NULL,
  day date NOT NULL,
  -- Of the query that made the figures: those of another release are not read.
  form text NOT NULL,
  PRIMARY KEY (venue_id, name, day)
);
SELECT protect_venue_table('rollup_day', audited => false);

-- A row for each touch, so that two who touch the same days never wait for each other.
CREATE TABLE rollup_touch (
  venue_id text NOT NULL,
  name text NOT NULL,
  day date NOT NULL,
  id bigint GENERATED ALWAYS AS IDENTITY,
  PRIMARY KEY (venue_id, name, day, id)
);
SELECT protect_venue_table('rollup_touch', audited => false);

-- Days share 32 locks, so that one change never takes more of them.
CREATE FUNCTION rollup_lock(venue text, day date) RETURNS bigint LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT hashtextextended('rollup ' || venue || ' ' || mod(day - DATE '2000-01-01', 32), 0)
$$;

-- Who rolls a day up holds its lock alone: rows of that day are then committed and read by it, or see here that it was rolled up.
CREATE FUNCTION touch_rollups(names text[], venue text, days date[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_advisory_xact_lock_shared(l.key) FROM (SELECT DISTINCT rollup_lock(venue, d) AS key FROM unnest(days) d WHERE d IS NOT NULL ORDER BY 1) l;
  INSERT INTO rollup_touch (venue_id, name, day) SELECT r.venue_id, r.name, r.day FROM rollup_day r
    WHERE r.venue_id = venue AND r.name = ANY (names) AND r.day = ANY (days);
END $$;

CREATE FUNCTION posting_touches() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM touch_rollups('{taken,earned,expense}', a.venue_id, a.days) FROM (
    SELECT n.venue_id, array_agg(DISTINCT d.day) AS days FROM new_rows n CROSS JOIN LATERAL (VALUES (n.day), (n.earned_on)) d (day) GROUP BY n.venue_id) a;
  RETURN NULL;
END $$;
CREATE TRIGGER rollups AFTER INSERT ON posting REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION posting_touches();

-- What a document takes over of a collection was another's business before.
CREATE FUNCTION claim_touches() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM touch_rollups('{taken,earned,expense}', NEW.venue_id, (SELECT array_agg(DISTINCT d.day) FROM ledger_tx t
    JOIN posting p ON p.venue_id = t.venue_id AND p.tx_id = t.id CROSS JOIN LATERAL (VALUES (p.day), (p.earned_on)) d (day)
    WHERE t.venue_id = NEW.venue_id AND t.document_kind = 'collection' AND t.document_id = NEW.id));
  RETURN NULL;
END $$;
CREATE TRIGGER rollups_claim AFTER UPDATE OF document_kind ON payment FOR EACH ROW WHEN (OLD.document_kind <> NEW.document_kind) EXECUTE FUNCTION claim_touches();

CREATE FUNCTION sale_touches() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'DELETE' THEN PERFORM touch_rollups('{sold}', NEW.venue_id, ARRAY[NEW.day]); END IF;
  IF TG_OP <> 'INSERT' THEN PERFORM touch_rollups('{sold}', OLD.venue_id, ARRAY[OLD.day]); END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER rollups AFTER INSERT OR UPDATE OR DELETE ON sale FOR EACH ROW EXECUTE FUNCTION sale_touches();

CREATE FUNCTION sale_part_touches() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  part jsonb;
BEGIN
  FOREACH part IN ARRAY CASE TG_OP WHEN 'INSERT' THEN ARRAY[to_jsonb(NEW)] WHEN 'DELETE' THEN ARRAY[to_jsonb(OLD)] ELSE ARRAY[to_jsonb(OLD), to_jsonb(NEW)] END LOOP
    PERFORM touch_rollups('{sold}', s.venue_id, ARRAY[s.day]) FROM sale s
      WHERE s.venue_id = part ->> 'venue_id' AND s.id = coalesce(part ->> 'sale_id', part ->> 'document_id');
  END LOOP;
  RETURN NULL;
END $$;
CREATE TRIGGER rollups AFTER INSERT OR UPDATE OR DELETE ON sale_line FOR EACH ROW EXECUTE FUNCTION sale_part_touches();
CREATE TRIGGER rollups_added AFTER INSERT ON payment FOR EACH ROW WHEN (NEW.document_kind = 'sale') EXECUTE FUNCTION sale_part_touches();
CREATE TRIGGER rollups_changed AFTER UPDATE ON payment FOR EACH ROW WHEN ('sale' IN (OLD.document_kind, NEW.document_kind)) EXECUTE FUNCTION sale_part_touches();

CREATE FUNCTION line_touches() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'DELETE' THEN PERFORM touch_rollups('{courts}', NEW.venue_id, ARRAY[NEW.day]); END IF;
  IF TG_OP <> 'INSERT' THEN PERFORM touch_rollups('{courts}', OLD.venue_id, ARRAY[OLD.day]); END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER rollups AFTER INSERT OR UPDATE OR DELETE ON booking_line FOR EACH ROW EXECUTE FUNCTION line_touches();

CREATE FUNCTION order_touches() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM touch_rollups('{courts}', NEW.venue_id, (SELECT array_agg(DISTINCT day) FROM booking_line WHERE venue_id = NEW.venue_id AND order_id = NEW.id));
  RETURN NULL;
END $$;
CREATE TRIGGER rollups AFTER UPDATE OF order_status, pay_status ON booking_order FOR EACH ROW
  WHEN ((OLD.order_status, OLD.pay_status) IS DISTINCT FROM (NEW.order_status, NEW.pay_status)) EXECUTE FUNCTION order_touches();

CREATE FUNCTION place_touches() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM touch_rollups('{courts}', NEW.venue_id, (SELECT array_agg(DISTINCT day) FROM booking_line WHERE venue_id = NEW.venue_id AND place_id = NEW.id));
  RETURN NULL;
END $$;
CREATE TRIGGER rollups AFTER UPDATE OF unit_ids ON place FOR EACH ROW WHEN (OLD.unit_ids IS DISTINCT FROM NEW.unit_ids) EXECUTE FUNCTION place_touches();

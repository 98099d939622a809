-- Cards that are opened are rolled up as well.
CREATE FUNCTION opening_touches() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  zone text := (SELECT v.zone FROM venue v WHERE v.id = coalesce(NEW.venue_id, OLD.venue_id));
BEGIN
  IF TG_OP <> 'DELETE' THEN PERFORM touch_rollups('{openings}', NEW.venue_id, ARRAY[(NEW.created_at AT TIME ZONE zone)::date]); END IF;
  IF TG_OP <> 'INSERT' THEN PERFORM touch_rollups('{openings}', OLD.venue_id, ARRAY[(OLD.created_at AT TIME ZONE zone)::date]); END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER rollups AFTER INSERT OR DELETE OR UPDATE OF card_type_id, created_at ON member FOR EACH ROW EXECUTE FUNCTION opening_touches();

CREATE FUNCTION card_touches() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM touch_rollups('{openings}', NEW.venue_id, ARRAY[(NEW.posted_at AT TIME ZONE (SELECT v.zone FROM venue v WHERE v.id = NEW.venue_id))::date]);
  RETURN NULL;
END $$;
CREATE TRIGGER rollups AFTER INSERT ON ledger_tx FOR EACH ROW WHEN (NEW.document_kind = 'card' AND NEW.operation = 'package card') EXECUTE FUNCTION card_touches();

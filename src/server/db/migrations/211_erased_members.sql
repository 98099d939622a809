-- Personal data is erased on request: from the member, from what documents say of them, and from what the log kept of both. What happened,
-- when and by whom stays.
ALTER TABLE member ADD COLUMN erased_at timestamptz, ADD CHECK (erased_at IS NULL OR state = 'closed');

CREATE OR REPLACE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- Only `erase_from_log` may write the log, and nobody but the owner of its tables is granted it.
  IF TG_TABLE_NAME = 'audit_log' AND TG_OP = 'UPDATE' AND current_setting('app.erasing', true) = 'on' THEN RETURN NEW; END IF;
  RAISE EXCEPTION '% is append-only', TG_TABLE_NAME USING ERRCODE = '42501';
END $$;

CREATE FUNCTION erased(kept jsonb, keys text[]) RETURNS jsonb LANGUAGE sql IMMUTABLE AS $$
  SELECT jsonb_object_agg(e.key, CASE WHEN e.key = ANY (keys) THEN '"***"'::jsonb ELSE e.value END) FROM jsonb_each(kept) e
$$;
-- Replaces the values of these keys in what the venue's log kept of the records of a table.
CREATE FUNCTION erase_from_log(of_object text, ids text[], keys text[]) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path = public AS $$
BEGIN
  PERFORM set_config('app.erasing', 'on', true);
  UPDATE audit_log SET before = erased(before, keys), after = erased(after, keys)
    WHERE venue_id = current_setting('app.venue_id', true) AND object = of_object AND object_id = ANY (ids) AND (before ?| keys OR after ?| keys);
  PERFORM set_config('app.erasing', '', true);
END $$;

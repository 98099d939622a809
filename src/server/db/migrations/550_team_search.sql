-- What an entry is found by, in one text: each line of it is looked through as typed, in lower case, without a locale.
ALTER TABLE game_team ADD COLUMN finds text COLLATE "C" NOT NULL
  GENERATED ALWAYS AS (lower(no || chr(10) || name || chr(10) || club || chr(10) || captain) || chr(10) || replace(pinyin, ' ', chr(10))) STORED;

-- Nor does that text enter the log: it says again what the row's own columns say.
CREATE OR REPLACE FUNCTION audit_row() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  secrets text[] := ARRAY['password_hash', 'pinyin', 'initials', 'phone_tail', 'card_key', 'finds'];
  was jsonb := CASE WHEN TG_OP = 'INSERT' THEN NULL ELSE to_jsonb(OLD) - secrets END;
  is_now jsonb := CASE WHEN TG_OP = 'DELETE' THEN NULL ELSE to_jsonb(NEW) - secrets END;
  -- A new row says itself when it was made.
  made_at timestamptz := CASE WHEN TG_OP = 'INSERT' THEN coalesce(is_now ->> 'created_at', is_now ->> 'at')::timestamptz END;
  before_part jsonb := was;
  after_part jsonb := is_now;
BEGIN
  IF TG_OP = 'UPDATE' THEN
    SELECT jsonb_object_agg(w.key, w.value), jsonb_object_agg(w.key, is_now -> w.key) INTO before_part, after_part
      FROM jsonb_each(was) w WHERE w.value IS DISTINCT FROM is_now -> w.key;
    IF before_part IS NULL THEN RETURN NULL; END IF;
  END IF;
  INSERT INTO audit_log (venue_id, at, person_id, operator, address, action, object, object_id, before, after) VALUES (
    coalesce(nullif(current_setting('app.venue_id', true), ''), '-'),
    coalesce(made_at, nullif(current_setting('app.now', true), '')::timestamptz, clock_timestamp()),
    coalesce(current_setting('app.person_id', true), ''),
    coalesce(current_setting('app.operator', true), ''),
    coalesce(current_setting('app.address', true), ''),
    coalesce(nullif(current_setting('app.action', true), ''), 'system'),
    TG_TABLE_NAME,
    coalesce(coalesce(is_now, was) ->> 'id', coalesce(is_now, was) ->> 'member_id', coalesce(is_now, was) ->> 'person_id', coalesce(is_now, was) ->> 'role_id', ''),
    before_part,
    after_part
  );
  RETURN NULL;
END $$;

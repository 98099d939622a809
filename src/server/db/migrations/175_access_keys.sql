-- A notice of access names whose: a process forgets what it keeps of that session, person, role or venue, and nothing else.
CREATE OR REPLACE FUNCTION access_changed() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  which jsonb;
BEGIN
  FOR which IN SELECT to_jsonb(OLD) WHERE TG_OP <> 'INSERT' UNION ALL SELECT to_jsonb(NEW) WHERE TG_OP <> 'DELETE' LOOP
    PERFORM pg_notify('access', CASE TG_TABLE_NAME
      WHEN 'person_session' THEN jsonb_build_object('session', which ->> 'token_hash', 'person', which ->> 'person_id')
      WHEN 'person' THEN jsonb_build_object('person', which ->> 'id')
      WHEN 'person_venue' THEN jsonb_build_object('person', which ->> 'person_id', 'venue', which ->> 'venue_id')
      WHEN 'role_code' THEN jsonb_build_object('role', which ->> 'role_id')
      WHEN 'role' THEN jsonb_build_object('role', which ->> 'id')
      ELSE jsonb_build_object('venue', which ->> 'id') END::text);
  END LOOP;
  RETURN NULL;
END $$;

DROP TRIGGER access ON person_session;
DROP TRIGGER access ON person;
DROP TRIGGER access ON person_venue;
DROP TRIGGER access ON role_code;
DROP TRIGGER access ON role;
DROP TRIGGER access ON venue;
CREATE TRIGGER access AFTER DELETE ON person_session FOR EACH ROW EXECUTE FUNCTION access_changed();
-- Not the columns that every login touches.
CREATE TRIGGER access AFTER UPDATE OF username, password_hash, name, language, state OR DELETE ON person FOR EACH ROW EXECUTE FUNCTION access_changed();
CREATE TRIGGER access AFTER INSERT OR UPDATE OR DELETE ON person_venue FOR EACH ROW EXECUTE FUNCTION access_changed();
CREATE TRIGGER access AFTER INSERT OR UPDATE OR DELETE ON role_code FOR EACH ROW EXECUTE FUNCTION access_changed();
CREATE TRIGGER access AFTER UPDATE OF base_id, kind ON role FOR EACH ROW EXECUTE FUNCTION access_changed();
CREATE TRIGGER access AFTER UPDATE OR DELETE ON venue FOR EACH ROW EXECUTE FUNCTION access_changed();

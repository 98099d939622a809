-- Processes keep sessions, codes and venues for five seconds. Whatever changes what a person may do says so at commit, so that a
-- revocation counts at once in every process, whichever service made it.

CREATE FUNCTION access_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('access', TG_TABLE_NAME);
  RETURN NULL;
END $$;

CREATE TRIGGER access AFTER DELETE ON person_session FOR EACH STATEMENT EXECUTE FUNCTION access_changed();
-- Not the columns that every login touches.
CREATE TRIGGER access AFTER UPDATE OF username, password_hash, name, language, state OR DELETE ON person FOR EACH STATEMENT EXECUTE FUNCTION access_changed();
CREATE TRIGGER access AFTER INSERT OR UPDATE OR DELETE ON person_venue FOR EACH STATEMENT EXECUTE FUNCTION access_changed();
CREATE TRIGGER access AFTER INSERT OR UPDATE OR DELETE ON role_code FOR EACH STATEMENT EXECUTE FUNCTION access_changed();
CREATE TRIGGER access AFTER UPDATE OR DELETE ON venue FOR EACH STATEMENT EXECUTE FUNCTION access_changed();

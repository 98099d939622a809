-- Staff and roles as screens show them: a role may build on another one, a person may be shown first.
ALTER TABLE role ADD COLUMN base_id text REFERENCES role;
ALTER TABLE role ADD COLUMN memo text NOT NULL DEFAULT '';
ALTER TABLE role ADD COLUMN created_at timestamptz NOT NULL DEFAULT now();
ALTER TABLE role RENAME CONSTRAINT role_organization_id_name_key TO role_name;
CREATE INDEX role_base ON role (base_id);
CREATE INDEX person_venue_role ON person_venue (role_id);
ALTER TABLE person_venue ADD COLUMN top boolean NOT NULL DEFAULT false;
CREATE TRIGGER access AFTER UPDATE OF base_id, kind ON role FOR EACH STATEMENT EXECUTE FUNCTION access_changed();

-- The codes that a role grants: its own, and those of the role that it builds on.
CREATE VIEW role_grant WITH (security_invoker = true) AS
  SELECT role_id, code FROM role_code
  UNION SELECT r.id, c.code FROM role r JOIN role_code c ON c.role_id = r.base_id;
GRANT SELECT ON role_grant TO venue_app;

-- The organization's roles, and the staff of the venue that the connection serves, as tables of that venue.
CREATE VIEW venue_role WITH (security_invoker = true) AS
  SELECT current_setting('app.venue_id', true) AS venue_id, r.* FROM role r WHERE r.organization_id = own_organization();
CREATE VIEW venue_staff WITH (security_invoker = true) AS
  SELECT pv.venue_id, p.id, p.username, ''::text AS password, p.name, p.phone, p.avatar, pv.role_id, pv.top, p.state,
    p.lock_time AS locked_until, p.last_login_at, p.created_at
  FROM person_venue pv JOIN person p ON p.id = pv.person_id
  WHERE pv.venue_id = current_setting('app.venue_id', true);
GRANT SELECT, INSERT, UPDATE, DELETE ON venue_role, venue_staff TO venue_app;

CREATE FUNCTION add_role() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO role (id, organization_id, name, base_id, memo, created_at)
    VALUES (NEW.id, own_organization(), NEW.name, NEW.base_id, NEW.memo, NEW.created_at);
  RETURN NEW;
END $$;
CREATE TRIGGER add INSTEAD OF INSERT ON venue_role FOR EACH ROW EXECUTE FUNCTION add_role();

-- `password` is written only, as its hash, when a person is made; a password is changed by a call of its own.
CREATE FUNCTION change_staff() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' THEN
    DELETE FROM person_venue WHERE person_id = OLD.id AND venue_id = OLD.venue_id;
    RETURN OLD;
  ELSIF TG_OP = 'INSERT' THEN
    INSERT INTO person (id, username, password_hash, name, phone, created_at)
      VALUES (NEW.id, NEW.username, NEW.password, NEW.name, NEW.phone, NEW.created_at);
    INSERT INTO person_venue (person_id, venue_id, role_id) VALUES (NEW.id, NEW.venue_id, NEW.role_id);
    RETURN NEW;
  END IF;
  IF (NEW.name, NEW.phone, NEW.state, NEW.locked_until) IS DISTINCT FROM (OLD.name, OLD.phone, OLD.state, OLD.locked_until) THEN
    UPDATE person SET name = NEW.name, phone = NEW.phone, state = NEW.state, lock_time = NEW.locked_until,
      lock_count = CASE WHEN NEW.locked_until IS NULL AND OLD.locked_until IS NOT NULL THEN 0 ELSE lock_count END
      WHERE id = OLD.id;
  END IF;
  IF (NEW.role_id, NEW.top) IS DISTINCT FROM (OLD.role_id, OLD.top) THEN
    UPDATE person_venue SET role_id = NEW.role_id, top = NEW.top WHERE person_id = OLD.id AND venue_id = OLD.venue_id;
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER change INSTEAD OF INSERT OR UPDATE OR DELETE ON venue_staff FOR EACH ROW EXECUTE FUNCTION change_staff();

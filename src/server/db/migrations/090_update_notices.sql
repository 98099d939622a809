-- Release notes of an organization. A platform table: every venue of the organization shows them.
CREATE TABLE update_notice (
  id text PRIMARY KEY,
  organization_id text NOT NULL REFERENCES organization,
  title text NOT NULL,
  version text NOT NULL DEFAULT '',
  state text NOT NULL CHECK (state IN ('draft', 'published', 'withdrawn')),
  memo text NOT NULL,
  published_at timestamptz,
  published_by text NOT NULL DEFAULT '',
  created_at timestamptz NOT NULL
);
CREATE INDEX update_notice_list ON update_notice (organization_id, created_at DESC, id DESC);
CREATE INDEX update_notice_shown ON update_notice (organization_id, published_at DESC) WHERE state = 'published';
GRANT SELECT, INSERT, UPDATE, DELETE ON update_notice TO venue_app;
CREATE TRIGGER audit AFTER INSERT OR UPDATE OR DELETE ON update_notice FOR EACH ROW EXECUTE FUNCTION audit_row();

-- The organization of the venue that the connection serves; none outside venues.
CREATE FUNCTION own_organization() RETURNS text LANGUAGE sql STABLE AS $$
  SELECT organization_id FROM venue WHERE id = current_setting('app.venue_id', true)
$$;

-- The organization's notes as a table of the venue that looks: nothing of another organization is in it.
CREATE VIEW venue_update_notice WITH (security_invoker = true) AS
  SELECT current_setting('app.venue_id', true) AS venue_id, n.* FROM update_notice n WHERE n.organization_id = own_organization();
GRANT SELECT, INSERT, UPDATE, DELETE ON venue_update_notice TO venue_app;

CREATE FUNCTION add_update_notice() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO update_notice (id, organization_id, title, version, state, memo, created_at)
    VALUES (NEW.id, own_organization(), NEW.title, NEW.version, NEW.state, NEW.memo, NEW.created_at);
  RETURN NEW;
END $$;
CREATE TRIGGER add INSTEAD OF INSERT ON venue_update_notice FOR EACH ROW EXECUTE FUNCTION add_update_notice();

-- What the platform itself writes beside every change: audit log, live events, counters, idempotency keys.

-- Puts a table under the venue's protection: row-level security on venue_id, grants for the application's role and, unless told
-- otherwise, a trigger that writes every change to the audit log. `append_only` leaves SELECT and INSERT alone.
CREATE FUNCTION protect_venue_table(name text, audited boolean DEFAULT true, append_only boolean DEFAULT false) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', name);
  EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', name);
  EXECUTE format('CREATE POLICY own_venue ON %I USING (venue_id = current_setting(''app.venue_id'', true)) WITH CHECK (venue_id = current_setting(''app.venue_id'', true))', name);
  IF append_only THEN
    EXECUTE format('GRANT SELECT, INSERT ON %I TO venue_app', name);
    EXECUTE format('CREATE TRIGGER append_only BEFORE UPDATE OR DELETE ON %I FOR EACH ROW EXECUTE FUNCTION refuse_change()', name);
    EXECUTE format('CREATE TRIGGER append_only_truncate BEFORE TRUNCATE ON %I FOR EACH STATEMENT EXECUTE FUNCTION refuse_change()', name);
  ELSE
    EXECUTE format('GRANT SELECT, INSERT, UPDATE, DELETE ON %I TO venue_app', name);
  END IF;
  IF audited THEN
    EXECUTE format('CREATE TRIGGER audit AFTER INSERT OR UPDATE OR DELETE ON %I FOR EACH ROW EXECUTE FUNCTION audit_row()', name);
  END IF;
END $$;

CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% is append-only', TG_TABLE_NAME USING ERRCODE = '42501';
END $$;

CREATE TABLE audit_log (
  venue_id text NOT NULL,
  id bigint GENERATED ALWAYS AS IDENTITY,
  at timestamptz NOT NULL,
  person_id text NOT NULL,
  operator text NOT NULL,
  address text NOT NULL,
  action text NOT NULL,
  object text NOT NULL,
  object_id text NOT NULL,
  before jsonb,
  after jsonb,
  PRIMARY KEY (venue_id, id)
);
CREATE INDEX audit_log_time ON audit_log (venue_id, at DESC, id DESC);
CREATE INDEX audit_log_object ON audit_log (venue_id, object, object_id, id);

-- One audit row per changed row: who and what come from the transaction's settings (app.*), before and after from the row itself;
-- an update keeps only the columns that changed. Secrets never enter the log.
CREATE FUNCTION audit_row() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  secrets text[] := ARRAY['password_hash', 'pinyin', 'initials', 'phone_tail', 'card_key'];
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
SELECT protect_venue_table('audit_log', audited => false, append_only => true);

-- Platform rows are audited too, under the venue in which the change was made ('-' when none was chosen).
CREATE TRIGGER audit AFTER INSERT OR UPDATE OR DELETE ON venue FOR EACH ROW EXECUTE FUNCTION audit_row();
CREATE TRIGGER audit AFTER INSERT OR UPDATE OR DELETE ON person FOR EACH ROW EXECUTE FUNCTION audit_row();
CREATE TRIGGER audit AFTER INSERT OR UPDATE OR DELETE ON role FOR EACH ROW EXECUTE FUNCTION audit_row();
CREATE TRIGGER audit AFTER INSERT OR UPDATE OR DELETE ON role_code FOR EACH ROW EXECUTE FUNCTION audit_row();
CREATE TRIGGER audit AFTER INSERT OR UPDATE OR DELETE ON person_venue FOR EACH ROW EXECUTE FUNCTION audit_row();

-- Counters of a venue: document numbers per kind and day, and the sequence of live events. A counter row is locked until commit,
-- so event ids are in commit order and a reader that has seen n has seen everything up to n.
CREATE TABLE counter (
  venue_id text NOT NULL,
  name text NOT NULL,
  value bigint NOT NULL,
  PRIMARY KEY (venue_id, name)
);
SELECT protect_venue_table('counter', audited => false);

CREATE TABLE outbox (
  venue_id text NOT NULL,
  id bigint NOT NULL,
  at timestamptz NOT NULL,
  type text NOT NULL,
  order_id text NOT NULL DEFAULT '',
  amount bigint NOT NULL DEFAULT 0,
  data jsonb NOT NULL DEFAULT '{}',
  PRIMARY KEY (venue_id, id)
);
SELECT protect_venue_table('outbox', audited => false);

CREATE TABLE idempotency (
  venue_id text NOT NULL,
  person_id text NOT NULL,
  call text NOT NULL,
  key text NOT NULL,
  body_hash text NOT NULL,
  answer jsonb,
  at timestamptz NOT NULL,
  PRIMARY KEY (venue_id, person_id, call, key)
);
CREATE INDEX idempotency_age ON idempotency (venue_id, at);
SELECT protect_venue_table('idempotency', audited => false);

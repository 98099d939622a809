-- The operation log in months: what is older than it is to be kept goes as a whole table, not row by row. The months are in a schema of
-- their own, which nobody but the owner may use: rows are reached through audit_log alone, with its policy and its grants. The table keeps its name and
-- its columns: the release before works with it as it did.
CREATE SCHEMA months;

ALTER TABLE audit_log SET SCHEMA months;
ALTER TABLE months.audit_log RENAME TO audit_log_before;
DROP POLICY own_venue ON months.audit_log_before;
ALTER TABLE months.audit_log_before DISABLE ROW LEVEL SECURITY, NO FORCE ROW LEVEL SECURITY;
REVOKE ALL ON months.audit_log_before FROM venue_app;
DROP TRIGGER append_only ON months.audit_log_before;

-- No identity: a partitioned table has one from PostgreSQL 17 on only.
CREATE SEQUENCE audit_log_id_seq;
SELECT setval('public.audit_log_id_seq', last_value, is_called) FROM months.audit_log_id_seq;
ALTER TABLE months.audit_log_before ALTER id DROP IDENTITY, DROP CONSTRAINT audit_log_pkey, ADD PRIMARY KEY (venue_id, id, at);

CREATE TABLE audit_log (LIKE months.audit_log_before, PRIMARY KEY (venue_id, id, at)) PARTITION BY RANGE (at);
ALTER TABLE audit_log ALTER id SET DEFAULT nextval('audit_log_id_seq');
ALTER SEQUENCE audit_log_id_seq OWNED BY audit_log.id;
GRANT USAGE ON SEQUENCE audit_log_id_seq TO venue_app;
CREATE INDEX audit_log_time ON audit_log (venue_id, at DESC, id DESC);
CREATE INDEX audit_log_object ON audit_log (venue_id, object, object_id, id);

-- A month calls itself by its own name.
CREATE OR REPLACE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- Only the functions that erase may write these, and nobody but the owner of the tables is granted it.
  IF (TG_TABLE_NAME = 'closing_hit' OR starts_with(TG_TABLE_NAME, 'audit_log')) AND TG_OP = 'UPDATE' AND current_setting('app.erasing', true) = 'on'
    THEN RETURN NEW; END IF;
  RAISE EXCEPTION '% is append-only', TG_TABLE_NAME USING ERRCODE = '42501';
END $$;
SELECT protect_venue_table('audit_log', audited => false, append_only => true);

-- What there is already, and what is dated before this month; and what no month was made for.
DO $$
DECLARE
  newest timestamptz := (SELECT max(at) FROM months.audit_log_before);
  months_from timestamptz := date_trunc('month', greatest(newest, now()) AT TIME ZONE 'UTC') AT TIME ZONE 'UTC';
BEGIN
  IF newest IS NOT NULL THEN months_from := (months_from AT TIME ZONE 'UTC' + interval '1 month') AT TIME ZONE 'UTC'; END IF;
  EXECUTE format('ALTER TABLE audit_log ATTACH PARTITION months.audit_log_before FOR VALUES FROM (MINVALUE) TO (%L)', months_from);
END $$;
CREATE TABLE months.audit_log_rest PARTITION OF audit_log DEFAULT;
CREATE TRIGGER append_only_truncate BEFORE TRUNCATE ON months.audit_log_rest FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- The months of the operation log with the end of each; the rest has none.
CREATE VIEW months.audit AS
  SELECT c.oid, c.relname::text AS name, substring(pg_get_expr(c.relpartbound, c.oid) FROM 'FROM \(''([^'']+)')::timestamptz AS begins,
    substring(pg_get_expr(c.relpartbound, c.oid) FROM 'TO \(''([^'']+)')::timestamptz AS ends
  FROM pg_class c JOIN pg_inherits i ON i.inhrelid = c.oid WHERE i.inhparent = 'public.audit_log'::regclass;

-- Makes the months up to three after `until`, and drops those that ended more than `kept` months ago, never less than three years: so long
-- the law wants records of transactions kept. What the rest holds of a month stays there. Gives up rather than make writers wait.
CREATE FUNCTION keep_audit_months(kept int, until timestamptz DEFAULT now()) RETURNS int LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = public, pg_temp SET lock_timeout = '500ms' AS $$
DECLARE
  one record;
  done int := 0;
BEGIN
  FOR one IN
    SELECT 'audit_log_' || to_char(month, 'YYYY_MM') AS name, month AT TIME ZONE 'UTC' AS begins, (month + interval '1 month') AT TIME ZONE 'UTC' AS ends
    FROM generate_series((SELECT max(ends) AT TIME ZONE 'UTC' FROM months.audit), until AT TIME ZONE 'UTC' + interval '3 months', interval '1 month') AS month
  LOOP
    CONTINUE WHEN EXISTS (SELECT FROM months.audit_log_rest WHERE at >= one.begins AND at < one.ends);
    EXECUTE format('CREATE TABLE months.%I (LIKE audit_log INCLUDING DEFAULTS)', one.name);
    EXECUTE format('ALTER TABLE audit_log ATTACH PARTITION months.%I FOR VALUES FROM (%L) TO (%L)', one.name, one.begins, one.ends);
    EXECUTE format('CREATE TRIGGER append_only_truncate BEFORE TRUNCATE ON months.%I FOR EACH STATEMENT EXECUTE FUNCTION refuse_change()', one.name);
    done := done + 1;
  END LOOP;
  FOR one IN SELECT name FROM months.audit WHERE ends <= now() - make_interval(months => greatest(kept, 36)) LOOP
    EXECUTE format('DROP TABLE months.%I', one.name);
    done := done + 1;
  END LOOP;
  RETURN done;
END $$;
REVOKE ALL ON FUNCTION keep_audit_months(int, timestamptz) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION keep_audit_months(int, timestamptz) TO venue_app;
SELECT keep_audit_months(120);

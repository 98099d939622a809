-- The whole schema, table by table in the order of the domains. What comes after 0.1.0 is in the numbered files that follow this one.
--
-- Venue tables begin their primary key with venue_id and are under row-level security (protect_venue_table): the application's role sees
-- the rows of the venue in app.venue_id. Tables of the platform have no venue_id. Amounts are in fen, places of time in minutes from midnight.

DO $$ BEGIN
  CREATE ROLE venue_app NOLOGIN NOBYPASSRLS;
EXCEPTION WHEN duplicate_object OR unique_violation THEN NULL;
END $$;
DO $$ BEGIN
  EXECUTE format('GRANT venue_app TO %I', current_user);
EXCEPTION WHEN OTHERS THEN NULL;
END $$;
GRANT USAGE ON SCHEMA public TO venue_app;
GRANT SELECT ON schema_migration TO venue_app;

-- ====================================================================================================
-- Functions that tables, keys and triggers use
-- ====================================================================================================

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

-- What each kind of discount took off a line, and what a move or a part payment above the price gave back of it, so that lists and reports
-- add up columns. The database works the discounts out of the price trace as it is written: they can't disagree with it.
CREATE FUNCTION traced_off(trace jsonb, VARIADIC rules text[]) RETURNS bigint LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT coalesce(-sum(round((step ->> 'amount')::numeric * 100)), 0)::bigint FROM jsonb_array_elements(trace -> 'steps') AS step
  WHERE step ->> 'rule' = ANY (rules) AND (step ->> 'matched')::boolean
$$;

-- Barcodes are compared as GTINs: UPC-A 012345678905 and EAN-13 0012345678905 are one. `barcodeKey` of the contract says the same.
CREATE FUNCTION barcode_key(barcode text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT CASE WHEN barcode ~ '^([0-9]{8}|[0-9]{12,14})$' THEN lpad(barcode, 14, '0') ELSE upper(barcode) END
$$;

CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- Only the functions that erase may write these, and nobody but the owner of the tables is granted it.
  IF (TG_TABLE_NAME = 'closing_hit' OR starts_with(TG_TABLE_NAME, 'audit_log')) AND TG_OP = 'UPDATE' AND current_setting('app.erasing', true) = 'on'
    THEN RETURN NEW; END IF;
  RAISE EXCEPTION '% is append-only', TG_TABLE_NAME USING ERRCODE = '42501';
END $$;

-- Nor does that text enter the log: it says again what the row's own columns say.
CREATE FUNCTION audit_row() RETURNS trigger LANGUAGE plpgsql AS $$
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

CREATE FUNCTION ledger_balanced() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  total numeric;
BEGIN
  SELECT sum(amount) INTO total FROM posting WHERE venue_id = NEW.venue_id AND tx_id = NEW.id;
  IF total IS DISTINCT FROM 0 THEN
    RAISE EXCEPTION 'ledger transaction % does not balance: %', NEW.id, coalesce(total::text, 'no postings') USING ERRCODE = '23514';
  END IF;
  RETURN NULL;
END $$;

-- Postings join only a ledger transaction of the database transaction that writes them. A row that is seen while its writer is still in
-- progress is one's own, also where it was written after a savepoint: rows of an import are tried there.
CREATE FUNCTION posting_joins_fresh_tx() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  current_xid bigint := pg_current_xact_id()::text::bigint;
BEGIN
  IF EXISTS (
    SELECT FROM (SELECT DISTINCT venue_id, tx_id FROM added) a
    LEFT JOIN LATERAL (
      SELECT t.xmin::text::bigint AS written FROM ledger_tx t WHERE t.venue_id = a.venue_id AND t.id = a.tx_id
    ) t ON true
    -- Numbers of rows' writers come round: the one meant is the nearest to the current, before it or, after a savepoint, behind it.
    WHERE t.written IS NULL OR t.written < 3 OR pg_xact_status(
      (current_xid - 2147483648 + ((t.written - current_xid + 2147483648) & 4294967295))::text::xid8) IS DISTINCT FROM 'in progress'
  ) THEN
    RAISE EXCEPTION 'posting to a ledger transaction that is already closed' USING ERRCODE = '42501';
  END IF;
  RETURN NULL;
END $$;

-- A notice of access names whose: a process forgets what it keeps of that session, person, role or venue, and nothing else.
CREATE FUNCTION access_changed() RETURNS trigger LANGUAGE plpgsql AS $$
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

CREATE FUNCTION add_update_notice() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO update_notice (id, organization_id, title, version, state, memo, created_at)
    VALUES (NEW.id, own_organization(), NEW.title, NEW.version, NEW.state, NEW.memo, NEW.created_at);
  RETURN NEW;
END $$;

CREATE FUNCTION add_role() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO role (id, organization_id, name, base_id, memo, created_at, discount_percent, second_factor)
    VALUES (NEW.id, own_organization(), NEW.name, NEW.base_id, NEW.memo, NEW.created_at, coalesce(NEW.discount_percent, 20),
      coalesce(NEW.second_factor, false));
  RETURN NEW;
END $$;

-- Who is made with a password by somebody else chooses their own at the first login, within a week.
CREATE FUNCTION change_staff() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' THEN
    DELETE FROM person_venue WHERE person_id = OLD.id AND venue_id = OLD.venue_id;
    RETURN OLD;
  ELSIF TG_OP = 'INSERT' THEN
    INSERT INTO person (id, username, password_hash, name, phone, avatar, email, nickname, gender, language, promotion_code, created_at,
        first_password_until)
      VALUES (NEW.id, NEW.username, NEW.password, NEW.name, NEW.phone, NEW.avatar, NEW.email, NEW.nickname, NEW.gender, NEW.language,
        NEW.promotion_code, NEW.created_at, CASE WHEN NEW.password <> '' THEN NEW.created_at + interval '7 days' END);
    INSERT INTO person_venue (person_id, venue_id, role_id) VALUES (NEW.id, NEW.venue_id, NEW.role_id);
    RETURN NEW;
  END IF;
  IF (NEW.name, NEW.phone, NEW.avatar, NEW.email, NEW.nickname, NEW.gender, NEW.language, NEW.promotion_code, NEW.state, NEW.locked_until)
    IS DISTINCT FROM
    (OLD.name, OLD.phone, OLD.avatar, OLD.email, OLD.nickname, OLD.gender, OLD.language, OLD.promotion_code, OLD.state, OLD.locked_until) THEN
    UPDATE person SET name = NEW.name, phone = NEW.phone, avatar = NEW.avatar, email = NEW.email, nickname = NEW.nickname,
      gender = NEW.gender, language = NEW.language, promotion_code = NEW.promotion_code, state = NEW.state, lock_time = NEW.locked_until,
      lock_count = CASE WHEN NEW.locked_until IS NULL AND OLD.locked_until IS NOT NULL THEN 0 ELSE lock_count END
      WHERE id = OLD.id;
  END IF;
  IF (NEW.role_id, NEW.top) IS DISTINCT FROM (OLD.role_id, OLD.top) THEN
    UPDATE person_venue SET role_id = NEW.role_id, top = NEW.top WHERE person_id = OLD.id AND venue_id = OLD.venue_id;
  END IF;
  RETURN NEW;
END $$;

-- What is written for a member while they are being merged waits for it, and is the other's.
CREATE FUNCTION follow_merged_member() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  kept text;
BEGIN
  SELECT merged_into_id INTO kept FROM member WHERE venue_id = NEW.venue_id AND id = NEW.member_id FOR KEY SHARE;
  NEW.member_id := coalesce(kept, NEW.member_id);
  RETURN NEW;
END $$;

-- What purses hold is rolled up by member as well.
CREATE FUNCTION posting_touches() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM touch_rollups('{taken,earned,expense,purse,member_purse,accounts}', a.venue_id, a.days) FROM (
    SELECT n.venue_id, array_agg(DISTINCT d.day) AS days FROM new_rows n CROSS JOIN LATERAL (VALUES (n.day), (n.earned_on)) d (day) GROUP BY n.venue_id) a;
  RETURN NULL;
END $$;

-- What a document takes over of a collection was another's business before.
CREATE FUNCTION claim_touches() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM touch_rollups('{taken,earned,expense}', NEW.venue_id, (SELECT array_agg(DISTINCT d.day) FROM ledger_tx t
    JOIN posting p ON p.venue_id = t.venue_id AND p.tx_id = t.id CROSS JOIN LATERAL (VALUES (p.day), (p.earned_on)) d (day)
    WHERE t.venue_id = NEW.venue_id AND t.document_kind = 'collection' AND t.document_id = NEW.id));
  RETURN NULL;
END $$;

CREATE FUNCTION sale_touches() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'DELETE' THEN PERFORM touch_rollups('{sold}', NEW.venue_id, ARRAY[NEW.day]); END IF;
  IF TG_OP <> 'INSERT' THEN PERFORM touch_rollups('{sold}', OLD.venue_id, ARRAY[OLD.day]); END IF;
  RETURN NULL;
END $$;

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

CREATE FUNCTION line_touches() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'DELETE' THEN PERFORM touch_rollups('{courts}', NEW.venue_id, ARRAY[NEW.day]); END IF;
  IF TG_OP <> 'INSERT' THEN PERFORM touch_rollups('{courts}', OLD.venue_id, ARRAY[OLD.day]); END IF;
  RETURN NULL;
END $$;

CREATE FUNCTION order_touches() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM touch_rollups('{courts}', NEW.venue_id, (SELECT array_agg(DISTINCT day) FROM booking_line WHERE venue_id = NEW.venue_id AND order_id = NEW.id));
  RETURN NULL;
END $$;

CREATE FUNCTION place_touches() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM touch_rollups('{courts}', NEW.venue_id, (SELECT array_agg(DISTINCT day) FROM booking_line WHERE venue_id = NEW.venue_id AND place_id = NEW.id));
  RETURN NULL;
END $$;

-- Cards that are opened are rolled up as well.
CREATE FUNCTION opening_touches() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  zone text := (SELECT v.zone FROM venue v WHERE v.id = coalesce(NEW.venue_id, OLD.venue_id));
BEGIN
  IF TG_OP <> 'DELETE' THEN PERFORM touch_rollups('{openings}', NEW.venue_id, ARRAY[(NEW.created_at AT TIME ZONE zone)::date]); END IF;
  IF TG_OP <> 'INSERT' THEN PERFORM touch_rollups('{openings}', OLD.venue_id, ARRAY[(OLD.created_at AT TIME ZONE zone)::date]); END IF;
  RETURN NULL;
END $$;

CREATE FUNCTION card_touches() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM touch_rollups('{openings}', NEW.venue_id, ARRAY[(NEW.posted_at AT TIME ZONE (SELECT v.zone FROM venue v WHERE v.id = NEW.venue_id))::date]);
  RETURN NULL;
END $$;

CREATE FUNCTION digg_counted() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    UPDATE review SET diggs = coalesce(diggs, 0) + 1 WHERE venue_id = NEW.venue_id AND id = NEW.review_id;
  ELSE
    UPDATE review SET diggs = greatest(coalesce(diggs, 0) - 1, 0) WHERE venue_id = OLD.venue_id AND id = OLD.review_id;
  END IF;
  RETURN NULL;
END $$;

CREATE FUNCTION line_leaves_lock() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM store_locked_line(OLD, o.order_status, o.pay_status, true) FROM booking_order o WHERE o.venue_id = OLD.venue_id AND o.id = OLD.order_id;
  RETURN NEW;
END $$;

CREATE FUNCTION line_joins_lock() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM store_locked_line(NEW, '', '', false);
  RETURN NULL;
END $$;

CREATE FUNCTION order_leaves_lock() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM store_locked_line(l, OLD.order_status, OLD.pay_status, true) FROM booking_line l WHERE l.venue_id = OLD.venue_id AND l.order_id = OLD.id;
  RETURN NEW;
END $$;

CREATE FUNCTION sale_leaves_lock() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM store_locked_sale(OLD.venue_id, OLD.id, NULL);
  RETURN NEW;
END $$;

CREATE FUNCTION sale_line_leaves_lock() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM store_locked_sale(NEW.venue_id, NEW.sale_id, CASE TG_OP WHEN 'INSERT' THEN NEW.id END);
  RETURN NEW;
END $$;

CREATE FUNCTION sale_payment_leaves_lock() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM store_locked_sale(NEW.venue_id, NEW.document_id, NULL);
  RETURN NEW;
END $$;

CREATE FUNCTION manual_entry_booked() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.booked_on := NEW.day;
  RETURN NEW;
END $$;

-- ====================================================================================================
-- Platform: organizations, venues, people and what they may do
-- ====================================================================================================

CREATE TABLE organization (
  id text PRIMARY KEY,
  name text NOT NULL,
  created_at timestamptz NOT NULL
);
GRANT SELECT, INSERT, UPDATE, DELETE ON organization TO venue_app;

CREATE TABLE person (
  id text PRIMARY KEY,
  username text NOT NULL,
  password_hash text NOT NULL,
  name text NOT NULL,
  phone text NOT NULL DEFAULT '',
  avatar text,
  language text,
  state text NOT NULL DEFAULT 'active' CHECK (state IN ('active', 'disabled')),
  lock_count int NOT NULL DEFAULT 0,
  lock_time timestamptz,
  last_login_at timestamptz,
  created_at timestamptz NOT NULL,
  -- Who works here: what the record of a person says beside name and mobile, and the code by which they introduce members.
  email text NOT NULL DEFAULT '',
  nickname text NOT NULL DEFAULT '',
  gender text CHECK (gender IN ('male', 'female')),
  promotion_code text NOT NULL DEFAULT '',
  -- A password that somebody else chose: it opens nothing but the choice of an own one, until this moment.
  first_password_until timestamptz
);
CREATE UNIQUE INDEX person_username ON person (lower(username));
CREATE UNIQUE INDEX person_promotion_code ON person (lower(promotion_code)) WHERE promotion_code <> '';
GRANT SELECT, INSERT, UPDATE, DELETE ON person TO venue_app;
CREATE TRIGGER audit AFTER INSERT OR UPDATE OR DELETE ON person FOR EACH ROW EXECUTE FUNCTION audit_row();
-- Not the columns that every login touches.
CREATE TRIGGER access AFTER UPDATE OF username, password_hash, name, language, state OR DELETE ON person FOR EACH ROW EXECUTE FUNCTION access_changed();

-- Session tokens: only their sha256 is kept.
CREATE TABLE person_session (
  token_hash text PRIMARY KEY,
  person_id text NOT NULL REFERENCES person,
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  address text NOT NULL,
  device_hash text NOT NULL DEFAULT '',
  -- Sessions as their person sees them: which one, and when it was used last.
  id text NOT NULL DEFAULT (gen_random_uuid())::text,
  used_at timestamptz
);
CREATE INDEX person_session_person ON person_session (person_id);
CREATE INDEX person_session_expiry ON person_session (expires_at);
CREATE UNIQUE INDEX person_session_id ON person_session (id);
GRANT SELECT, INSERT, UPDATE, DELETE ON person_session TO venue_app;
CREATE TRIGGER access AFTER DELETE ON person_session FOR EACH ROW EXECUTE FUNCTION access_changed();

CREATE TABLE login_attempt (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  username text NOT NULL,
  address text NOT NULL,
  at timestamptz NOT NULL,
  succeeded boolean NOT NULL
);
CREATE INDEX login_attempt_address ON login_attempt (address, at);
GRANT SELECT, INSERT, UPDATE, DELETE ON login_attempt TO venue_app;

-- QR login: a ticket lives 2 minutes, is confirmed once, and gives its code once.
CREATE TABLE qr_ticket (
  ticket_hash text PRIMARY KEY,
  code_hash text,
  code text,
  person_id text REFERENCES person,
  expires_at timestamptz NOT NULL,
  used_at timestamptz,
  agent text NOT NULL DEFAULT '',
  address text NOT NULL DEFAULT '',
  UNIQUE (code_hash)
);
GRANT SELECT, INSERT, UPDATE, DELETE ON qr_ticket TO venue_app;

CREATE TABLE role (
  id text PRIMARY KEY,
  organization_id text NOT NULL REFERENCES organization,
  name text NOT NULL,
  kind text NOT NULL DEFAULT 'custom',
  -- Staff and roles as screens show them: a role may build on another one, a person may be shown first.
  base_id text REFERENCES role,
  memo text NOT NULL DEFAULT '',
  created_at timestamptz NOT NULL DEFAULT now(),
  -- Percent of a sale that the role may take off by hand.
  discount_percent int NOT NULL DEFAULT 20 CHECK (discount_percent >= 0 AND discount_percent <= 100),
  -- Roles whose holders sign in with a second step.
  second_factor boolean NOT NULL DEFAULT false,
  CONSTRAINT role_name UNIQUE (organization_id, name)
);
CREATE INDEX role_base ON role (base_id);
GRANT SELECT, INSERT, UPDATE, DELETE ON role TO venue_app;
CREATE TRIGGER access AFTER UPDATE OF base_id, kind ON role FOR EACH ROW EXECUTE FUNCTION access_changed();
CREATE TRIGGER audit AFTER INSERT OR UPDATE OR DELETE ON role FOR EACH ROW EXECUTE FUNCTION audit_row();

CREATE TABLE role_code (
  role_id text NOT NULL REFERENCES role ON DELETE CASCADE,
  code text NOT NULL,
  PRIMARY KEY (role_id, code)
);
GRANT SELECT, INSERT, UPDATE, DELETE ON role_code TO venue_app;
CREATE TRIGGER access AFTER INSERT OR UPDATE OR DELETE ON role_code FOR EACH ROW EXECUTE FUNCTION access_changed();
CREATE TRIGGER audit AFTER INSERT OR UPDATE OR DELETE ON role_code FOR EACH ROW EXECUTE FUNCTION audit_row();

CREATE TABLE person_venue (
  person_id text NOT NULL REFERENCES person ON DELETE CASCADE,
  venue_id text NOT NULL,
  role_id text NOT NULL REFERENCES role,
  top boolean NOT NULL DEFAULT false,
  PRIMARY KEY (person_id, venue_id)
);
CREATE INDEX person_venue_venue ON person_venue (venue_id);
CREATE INDEX person_venue_role ON person_venue (role_id);
GRANT SELECT, INSERT, UPDATE, DELETE ON person_venue TO venue_app;
CREATE TRIGGER access AFTER INSERT OR UPDATE OR DELETE ON person_venue FOR EACH ROW EXECUTE FUNCTION access_changed();
CREATE TRIGGER audit AFTER INSERT OR UPDATE OR DELETE ON person_venue FOR EACH ROW EXECUTE FUNCTION audit_row();

CREATE TABLE preference (
  person_id text NOT NULL REFERENCES person ON DELETE CASCADE,
  venue_id text NOT NULL,
  key text NOT NULL,
  value text NOT NULL,
  PRIMARY KEY (person_id, venue_id, key)
);
GRANT SELECT, INSERT, UPDATE, DELETE ON preference TO venue_app;

-- Codes for a new password, sent to a mobile. A mobile that nobody has gets a row as well, so that the limits tell nothing.
CREATE TABLE sms_code (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  mobile text NOT NULL,
  code_hash text NOT NULL,
  person_id text REFERENCES person ON DELETE CASCADE,
  address text NOT NULL,
  at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  tries int NOT NULL DEFAULT 0,
  used_at timestamptz
);
CREATE INDEX sms_code_mobile ON sms_code (mobile, id);
CREATE INDEX sms_code_address ON sms_code (address, at);
CREATE INDEX sms_code_time ON sms_code (at);
GRANT SELECT, INSERT, UPDATE, DELETE ON sms_code TO venue_app;

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

-- Guesses that failed, by who makes them of what: a row a key, of one window of time. Devices from which a person has logged in before.
CREATE TABLE guess (
  key text PRIMARY KEY,
  tries int NOT NULL,
  since timestamptz NOT NULL,
  until timestamptz
);
CREATE INDEX guess_since ON guess (since);
GRANT SELECT, INSERT, UPDATE, DELETE ON guess TO venue_app;

CREATE TABLE person_device (
  token_hash text NOT NULL,
  person_id text NOT NULL REFERENCES person ON DELETE CASCADE,
  used_at timestamptz NOT NULL,
  -- Devices as the record of the staff shows them: what each is, and the sessions that were opened on it. Each sign-in is kept, with the phone
  -- that confirmed it where a code was scanned.
  id text NOT NULL DEFAULT (gen_random_uuid())::text,
  agent text NOT NULL DEFAULT '',
  address text NOT NULL DEFAULT '',
  first_at timestamptz,
  PRIMARY KEY (token_hash, person_id)
);
CREATE INDEX person_device_person ON person_device (person_id);
CREATE INDEX person_device_used ON person_device (used_at);
CREATE UNIQUE INDEX person_device_id ON person_device (id);
GRANT SELECT, INSERT, UPDATE, DELETE ON person_device TO venue_app;

CREATE TABLE person_sign_in (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  person_id text NOT NULL REFERENCES person ON DELETE CASCADE,
  at timestamptz NOT NULL,
  way text NOT NULL CHECK (way IN ('password', 'scan', 'setup')),
  agent text NOT NULL,
  address text NOT NULL,
  -- The phone that confirmed the scanned code.
  phone_agent text,
  phone_address text
);
CREATE INDEX person_sign_in_person ON person_sign_in (person_id, id DESC);
CREATE INDEX person_sign_in_at ON person_sign_in (at);
GRANT SELECT, INSERT, UPDATE, DELETE ON person_sign_in TO venue_app;

-- A person's second step: the secret of their authenticator app, not good before its first code was entered; the last period of 30 seconds whose
-- code was used; and codes for a lost phone, each as its hash.
CREATE TABLE person_totp (
  person_id text PRIMARY KEY REFERENCES person ON DELETE CASCADE,
  secret text NOT NULL,
  created_at timestamptz NOT NULL,
  confirmed_at timestamptz,
  last_period bigint NOT NULL DEFAULT 0
);
GRANT SELECT, INSERT, UPDATE, DELETE ON person_totp TO venue_app;

CREATE TABLE person_recovery_code (
  person_id text NOT NULL REFERENCES person ON DELETE CASCADE,
  code_hash text NOT NULL,
  used_at timestamptz,
  PRIMARY KEY (person_id, code_hash)
);
GRANT SELECT, INSERT, UPDATE, DELETE ON person_recovery_code TO venue_app;

-- ====================================================================================================
-- The venue itself
-- ====================================================================================================

CREATE TABLE venue (
  id text PRIMARY KEY,
  organization_id text NOT NULL REFERENCES organization,
  name text NOT NULL,
  logo text,
  province text NOT NULL DEFAULT '',
  city text NOT NULL DEFAULT '',
  area text NOT NULL DEFAULT '',
  address text NOT NULL DEFAULT '',
  phone text NOT NULL DEFAULT '',
  zone text NOT NULL DEFAULT 'Asia/Shanghai',
  main_tag text NOT NULL,
  tags text[] NOT NULL DEFAULT '{}',
  site_type_source_id text NOT NULL,
  hold_minutes int NOT NULL DEFAULT 15 CHECK (hold_minutes > 0),
  days_ahead int NOT NULL DEFAULT 30 CHECK (days_ahead > 0),
  free_cancel_hours int NOT NULL DEFAULT 24 CHECK (free_cancel_hours >= 0),
  late_cancel_percent numeric(5,2) NOT NULL DEFAULT 20 CHECK (late_cancel_percent >= 0 AND late_cancel_percent <= 100),
  purse_order text NOT NULL DEFAULT 'principalFirst' CHECK (purse_order IN ('principalFirst', 'giftFirst', 'proRata')),
  created_at timestamptz NOT NULL,
  -- Moves, refunds in part, the policy of no-shows, the waitlist and closings (product booking).
  no_show_percent numeric(5,2) NOT NULL DEFAULT 100 CHECK (no_show_percent >= 0 AND no_show_percent <= 100),
  offer_minutes int NOT NULL DEFAULT 20 CHECK (offer_minutes > 0),
  -- What customers and receipts are told of a venue.
  short_name text NOT NULL DEFAULT '',
  pictures text[] NOT NULL DEFAULT '{}',
  intro text NOT NULL DEFAULT '',
  contact text NOT NULL DEFAULT '',
  email text NOT NULL DEFAULT '',
  longitude numeric(9,6) CHECK (longitude >= '-180'::integer::numeric AND longitude <= 180),
  latitude numeric(9,6) CHECK (latitude >= '-90'::integer::numeric AND latitude <= 90),
  -- Minutes from midnight by weekday, Monday first; closed where both are the same.
  open_minutes int[] NOT NULL DEFAULT '{480,480,480,480,480,480,480}'::integer[] CHECK (cardinality(open_minutes) = 7),
  close_minutes int[] NOT NULL DEFAULT '{1320,1320,1320,1320,1320,1320,1320}'::integer[] CHECK (cardinality(close_minutes) = 7),
  receipt_head text NOT NULL DEFAULT '',
  receipt_foot text NOT NULL DEFAULT '',
  -- Checking in earlier than this before the start asks first.
  early_check_in_minutes int NOT NULL DEFAULT 60 CHECK (early_check_in_minutes >= 0 AND early_check_in_minutes <= 1440),
  -- What a till may take from a member's principal while it is without the server: signed by the installation, told to one till. Off where the
  -- venue's most is 0. Amounts in fen; `used` is what sales that arrived have taken of it.
  offline_balance bigint NOT NULL DEFAULT 0 CHECK (offline_balance >= 0)
);
GRANT SELECT, INSERT, UPDATE, DELETE ON venue TO venue_app;
CREATE TRIGGER access AFTER UPDATE OR DELETE ON venue FOR EACH ROW EXECUTE FUNCTION access_changed();
-- Platform rows are audited too, under the venue in which the change was made ('-' when none was chosen).
CREATE TRIGGER audit AFTER INSERT OR UPDATE OR DELETE ON venue FOR EACH ROW EXECUTE FUNCTION audit_row();

-- Pictures are uploaded before anything names them, by calls that carry no venue: their rows stand under '-'.
CREATE TABLE uploaded_file (
  venue_id text NOT NULL,
  id text NOT NULL,
  organization_id text NOT NULL DEFAULT '',
  path text NOT NULL,
  type text NOT NULL,
  bytes int NOT NULL CHECK (bytes > 0),
  address text NOT NULL,
  at timestamptz NOT NULL,
  -- A picture is looked for once, a day after its upload: whether any row names it. What was cropped, replaced or given up before is not kept.
  named boolean NOT NULL DEFAULT false,
  PRIMARY KEY (venue_id, id)
);
CREATE INDEX uploaded_file_address ON uploaded_file (venue_id, address, at);
CREATE INDEX uploaded_file_unnamed ON uploaded_file (venue_id, at) WHERE NOT named;
SELECT protect_venue_table('uploaded_file', false);

-- A platform table.
CREATE TABLE platform_secret (
  name text PRIMARY KEY,
  value text NOT NULL
);
GRANT SELECT, INSERT, UPDATE, DELETE ON platform_secret TO venue_app;

-- What a venue offers beside its courts, and the entries of its mini-program.
CREATE TABLE venue_service (
  venue_id text NOT NULL,
  id text NOT NULL,
  name text NOT NULL,
  kind text NOT NULL CHECK (kind IN ('facility', 'rental', 'training', 'other')),
  picture text,
  price bigint,
  shown boolean NOT NULL DEFAULT false,
  sequence int NOT NULL,
  memo text NOT NULL DEFAULT '',
  created_at timestamptz NOT NULL,
  PRIMARY KEY (venue_id, id)
);
CREATE INDEX venue_service_created ON venue_service (venue_id, created_at DESC, id DESC);
CREATE INDEX venue_service_order ON venue_service (venue_id, sequence, id);
SELECT protect_venue_table('venue_service');

CREATE TABLE venue_navigation (
  venue_id text NOT NULL,
  id text NOT NULL,
  name text NOT NULL,
  icon text,
  target text NOT NULL CHECK (target IN ('booking', 'session', 'activity', 'groupon', 'article', 'phone')),
  shown boolean NOT NULL DEFAULT false,
  sequence int NOT NULL,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (venue_id, id)
);
CREATE INDEX venue_navigation_created ON venue_navigation (venue_id, created_at DESC, id DESC);
CREATE INDEX venue_navigation_order ON venue_navigation (venue_id, sequence, id);
SELECT protect_venue_table('venue_navigation');

-- ====================================================================================================
-- Kernel: audit, numbers, idempotency, jobs and what all domains use
-- ====================================================================================================

-- Counters of a venue: document numbers per kind and day, and the sequence of live events. A counter row is locked until commit,
-- so event ids are in commit order and a reader that has seen n has seen everything up to n.
CREATE TABLE counter (
  venue_id text NOT NULL,
  name text NOT NULL,
  value bigint NOT NULL,
  PRIMARY KEY (venue_id, name)
);
SELECT protect_venue_table('counter', false);

CREATE TABLE outbox (
  venue_id text NOT NULL,
  id bigint NOT NULL,
  at timestamptz NOT NULL,
  type text NOT NULL,
  order_id text NOT NULL DEFAULT '',
  amount bigint NOT NULL DEFAULT 0,
  data jsonb NOT NULL DEFAULT '{}'::jsonb,
  PRIMARY KEY (venue_id, id)
);
SELECT protect_venue_table('outbox', false);

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
SELECT protect_venue_table('idempotency', false);

-- Imports from files: what was sent, row by row, and how far each row came. Values are kept until the import is over.
CREATE TABLE import_job (
  venue_id text NOT NULL,
  id text NOT NULL,
  resource text NOT NULL,
  file text NOT NULL,
  state text NOT NULL CHECK (state IN ('checking', 'running', 'done', 'stopped')),
  total int NOT NULL CHECK (total > 0),
  language text NOT NULL,
  person_id text NOT NULL,
  operator text NOT NULL,
  created_at timestamptz NOT NULL,
  stepped_at timestamptz NOT NULL,
  PRIMARY KEY (venue_id, id)
);
CREATE INDEX import_job_resource ON import_job (venue_id, resource, created_at DESC);
CREATE INDEX import_job_open ON import_job (venue_id, stepped_at) WHERE state IN ('checking', 'running');
SELECT protect_venue_table('import_job');

CREATE TABLE import_row (
  venue_id text NOT NULL,
  job_id text NOT NULL,
  row int NOT NULL,
  cells jsonb NOT NULL,
  state text NOT NULL CHECK (state IN ('pending', 'bad', 'added')),
  errors jsonb NOT NULL DEFAULT '{}'::jsonb,
  PRIMARY KEY (venue_id, job_id, "row"),
  FOREIGN KEY (venue_id, job_id) REFERENCES import_job(venue_id, id) ON DELETE CASCADE
);
CREATE INDEX import_row_pending ON import_row (venue_id, job_id, row) WHERE state = 'pending';
SELECT protect_venue_table('import_row', false);

-- Addresses of who works at the venue; they go when the person leaves it.
CREATE TABLE staff_address (
  venue_id text NOT NULL,
  id text NOT NULL,
  contact text NOT NULL,
  staff_id text NOT NULL,
  phone text NOT NULL,
  area text[] NOT NULL DEFAULT '{}',
  address text NOT NULL,
  emergency boolean NOT NULL DEFAULT false,
  memo text NOT NULL DEFAULT '',
  created_at timestamptz NOT NULL,
  PRIMARY KEY (venue_id, id),
  FOREIGN KEY (staff_id, venue_id) REFERENCES person_venue(person_id, venue_id) ON DELETE CASCADE
);
CREATE INDEX staff_address_created ON staff_address (venue_id, created_at DESC, id DESC);
CREATE INDEX staff_address_staff ON staff_address (venue_id, staff_id);
SELECT protect_venue_table('staff_address');

-- Work at a time: a job of a venue is due at a moment. Whoever writes a deadline writes the row in the same transaction; any process takes
-- it, once. Work of no venue is under '-', which also sees every venue's rows: to find what is due, nobody walks over the venues.
CREATE TABLE due (
  venue_id text NOT NULL,
  job text NOT NULL,
  due_at timestamptz NOT NULL,
  -- How often the job failed in a row; it waits longer each time.
  tries int NOT NULL DEFAULT 0,
  PRIMARY KEY (venue_id, job, due_at)
);
CREATE INDEX due_time ON due (due_at);
CREATE INDEX due_failing ON due (venue_id) WHERE tries > 0;
SELECT protect_venue_table('due', false);
ALTER POLICY own_venue ON due USING ((current_setting('app.venue_id', true) = venue_id) OR (current_setting('app.venue_id', true) = '-')) WITH CHECK ((current_setting('app.venue_id', true) = venue_id) OR (current_setting('app.venue_id', true) = '-'));

-- Requests by key and window, added up over all processes: a process writes what it counted once a second. Of no venue.
CREATE TABLE rate (
  key text PRIMARY KEY,
  since timestamptz NOT NULL,
  hits int NOT NULL
);
CREATE INDEX rate_age ON rate (since);
GRANT SELECT, INSERT, UPDATE, DELETE ON rate TO venue_app;

CREATE TABLE check_rule (
  venue_id text NOT NULL,
  id text NOT NULL,
  target text NOT NULL CHECK (target IN ('cardNo', 'username', 'certificateNo')),
  pattern text NOT NULL,
  memo text NOT NULL DEFAULT '',
  created_at timestamptz NOT NULL,
  PRIMARY KEY (venue_id, id)
);
CREATE UNIQUE INDEX check_rule_target ON check_rule (venue_id, target);
CREATE INDEX check_rule_created ON check_rule (venue_id, created_at DESC, id DESC);
SELECT protect_venue_table('check_rule');

-- The row that /readyz writes to find out that the database takes writes.
CREATE TABLE write_probe (
  only_one boolean DEFAULT true PRIMARY KEY CHECK (only_one),
  at timestamptz NOT NULL
) WITH (fillfactor=10);
GRANT SELECT, UPDATE ON write_probe TO venue_app;
INSERT INTO write_probe (at) VALUES (now());

-- ====================================================================================================
-- Places
-- ====================================================================================================

-- Places sold together at one price: all of them, at the same time, for so many minutes. The days are those on which it is sold; weekdays
-- and hours those that are played.
CREATE TABLE bundle (
  venue_id text NOT NULL,
  id text NOT NULL,
  name text NOT NULL,
  place_ids text[] NOT NULL CHECK (cardinality(place_ids) > 0),
  minutes int NOT NULL CHECK (minutes > 0 AND (minutes % 30) = 0),
  price bigint NOT NULL CHECK (price >= 0),
  valid_from date NOT NULL,
  valid_to date NOT NULL,
  weekdays int[] NOT NULL DEFAULT '{}'::integer[],
  start_minute int NOT NULL DEFAULT 0,
  end_minute int NOT NULL DEFAULT 1440,
  enabled boolean NOT NULL DEFAULT true,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (venue_id, id),
  CONSTRAINT bundle_check CHECK (valid_from <= valid_to),
  CONSTRAINT bundle_check1 CHECK ((end_minute - start_minute) >= minutes)
);
CREATE INDEX bundle_days ON bundle (venue_id, valid_to) WHERE enabled;
CREATE INDEX bundle_created ON bundle (venue_id, created_at DESC, id DESC);
SELECT protect_venue_table('bundle');

-- Public days that the venue took out of its calendar: filling it in again leaves them out.
CREATE TABLE holiday_dropped (
  venue_id text NOT NULL,
  day date NOT NULL,
  reason text NOT NULL,
  operator text NOT NULL,
  PRIMARY KEY (venue_id, day)
);
SELECT protect_venue_table('holiday_dropped');

-- ====================================================================================================
-- Prices
-- ====================================================================================================

-- What a card type pays of the price of a program's places; where there is none, the card type's own percent.
CREATE TABLE base_discount (
  venue_id text NOT NULL,
  card_type_id text NOT NULL,
  program_id text NOT NULL,
  percent numeric(5,2) NOT NULL CHECK (percent >= 0 AND percent <= 100),
  PRIMARY KEY (venue_id, card_type_id, program_id)
);
SELECT protect_venue_table('base_discount');

-- A window of rules: no place: all of the program; no card type: everyone; no weekday: every day; the end is not included.
CREATE TABLE promotion (
  venue_id text NOT NULL,
  id text NOT NULL,
  name text NOT NULL,
  -- Null: all programs.
  program_id text,
  place_ids text[] NOT NULL DEFAULT '{}',
  card_type_id text,
  valid_from date NOT NULL,
  valid_to date NOT NULL,
  weekdays int[] NOT NULL DEFAULT '{}'::integer[],
  start_minute int NOT NULL DEFAULT 0,
  end_minute int NOT NULL DEFAULT 1440,
  kind text NOT NULL CHECK (kind IN ('percent', 'minus', 'fixed')),
  percent numeric(5,2) CHECK (percent >= 0 AND percent <= 100),
  amount bigint CHECK (amount >= 0),
  stackable boolean NOT NULL DEFAULT false,
  enabled boolean NOT NULL DEFAULT true,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (venue_id, id),
  CONSTRAINT promotion_check CHECK (valid_from <= valid_to),
  CONSTRAINT promotion_check1 CHECK (start_minute < end_minute),
  CONSTRAINT promotion_check2 CHECK (
CASE
    WHEN kind = 'percent' THEN percent IS NOT NULL
    ELSE amount IS NOT NULL
END)
);
CREATE INDEX promotion_days ON promotion (venue_id, valid_to);
CREATE INDEX promotion_created ON promotion (venue_id, created_at DESC, id DESC);
SELECT protect_venue_table('promotion');

CREATE TABLE temporary_price (
  venue_id text NOT NULL,
  id text NOT NULL,
  name text NOT NULL,
  program_id text NOT NULL,
  place_ids text[] NOT NULL DEFAULT '{}',
  card_type_id text,
  valid_from date NOT NULL,
  valid_to date NOT NULL,
  weekdays int[] NOT NULL DEFAULT '{}'::integer[],
  start_minute int NOT NULL DEFAULT 0,
  end_minute int NOT NULL DEFAULT 1440,
  price bigint NOT NULL CHECK (price >= 0),
  unit text NOT NULL DEFAULT 'place' CHECK (unit IN ('place', 'head')),
  reason text NOT NULL,
  operator text NOT NULL,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (venue_id, id),
  CONSTRAINT temporary_price_check CHECK (valid_from <= valid_to),
  CONSTRAINT temporary_price_check1 CHECK (start_minute < end_minute)
);
CREATE INDEX temporary_price_days ON temporary_price (venue_id, program_id, valid_to);
CREATE INDEX temporary_price_created ON temporary_price (venue_id, created_at DESC, id DESC);
SELECT protect_venue_table('temporary_price');

-- A run that writes a plan's prices down for places and days; `done` of `total` days of places, the counts in slots.
CREATE TABLE price_sync (
  venue_id text NOT NULL,
  id text NOT NULL,
  plan_id text NOT NULL,
  plan_name text NOT NULL,
  program_id text NOT NULL,
  program_name text NOT NULL,
  first_day date NOT NULL,
  last_day date NOT NULL,
  place_ids text[] NOT NULL,
  places text NOT NULL,
  state text NOT NULL DEFAULT 'running' CHECK (state IN ('running', 'done', 'cancelled')),
  done int NOT NULL DEFAULT 0,
  total int NOT NULL CHECK (total > 0),
  added int NOT NULL DEFAULT 0,
  repriced int NOT NULL DEFAULT 0,
  kept int NOT NULL DEFAULT 0,
  same int NOT NULL DEFAULT 0,
  person_id text NOT NULL,
  operator text NOT NULL,
  created_at timestamptz NOT NULL,
  finished_at timestamptz,
  -- The log of syncs also tells which synced days were given back to live prices. Of those, `lost` slots are without a price from then on.
  kind text NOT NULL DEFAULT 'sync' CHECK (kind IN ('sync', 'release')),
  lost int NOT NULL DEFAULT 0,
  PRIMARY KEY (venue_id, id),
  CONSTRAINT price_sync_check CHECK (done <= total),
  CONSTRAINT price_sync_check1 CHECK (first_day <= last_day)
);
-- One run at a time.
CREATE UNIQUE INDEX price_sync_running ON price_sync (venue_id) WHERE state = 'running';
SELECT protect_venue_table('price_sync');

-- Prices of one day by class of customer, named by their content: days of equal prices share one.
CREATE TABLE price_sheet (
  venue_id text NOT NULL,
  id text NOT NULL,
  -- { "walkIn": [48 (fen | null)], "peak": [48 boolean] }; also "member" and "group" where they differ.
  prices jsonb NOT NULL,
  PRIMARY KEY (venue_id, id)
);
SELECT protect_venue_table('price_sheet', false);

CREATE TABLE synced_day (
  venue_id text NOT NULL,
  place_id text NOT NULL,
  day date NOT NULL,
  sheet_id text NOT NULL,
  plan_name text NOT NULL,
  sync_id text NOT NULL,
  synced_on date NOT NULL,
  PRIMARY KEY (venue_id, place_id, day),
  FOREIGN KEY (venue_id, sheet_id) REFERENCES price_sheet(venue_id, id)
);
SELECT protect_venue_table('synced_day', false);

-- ====================================================================================================
-- Members
-- ====================================================================================================

-- Members, card types, recharges (product members-and-cards). Purses live in the ledger (balance).
CREATE TABLE card_type (
  venue_id text NOT NULL,
  id text NOT NULL,
  name text NOT NULL,
  colour int NOT NULL CHECK (colour IN (100, 200, 300, 400, 500, 600, 700)),
  place_percent numeric(5,2) NOT NULL DEFAULT 100 CHECK (place_percent >= 0 AND place_percent <= 100),
  product_percent numeric(5,2) NOT NULL DEFAULT 100 CHECK (product_percent >= 0 AND product_percent <= 100),
  months int NOT NULL DEFAULT 0 CHECK (months >= 0),
  position int NOT NULL DEFAULT 0,
  kind text NOT NULL DEFAULT 'prepaid' CHECK (kind IN ('prepaid', 'credit')),
  -- Days ahead that its members may book, where it differs from the venue's.
  days_ahead int CHECK (days_ahead >= 0),
  -- Days of the week (1 Monday … 7) and hours in which its members may play; empty and null: always.
  weekdays text[] NOT NULL DEFAULT '{}',
  start_minute int CHECK (start_minute >= 0 AND start_minute <= 1440),
  end_minute int CHECK (end_minute >= 0 AND end_minute <= 1440),
  fee bigint CHECK (fee >= 0),
  deposit bigint CHECK (deposit >= 0),
  credit_limit bigint CHECK (credit_limit >= 0),
  -- Members who have spent this much move up to that type.
  upgrade_spent bigint CHECK (upgrade_spent > 0),
  upgrade_to_id text,
  memo text NOT NULL DEFAULT '',
  created_at timestamptz NOT NULL DEFAULT now(),
  -- Cards of one venue pay at another one of the same organization.
  roams_at text[] NOT NULL DEFAULT '{}',
  -- Minutes from midnight, Monday first; a day whose ends are equal is not usable.
  usable_from int[] NOT NULL DEFAULT '{0,0,0,0,0,0,0}'::integer[] CHECK (cardinality(usable_from) = 7),
  usable_to int[] NOT NULL DEFAULT '{1440,1440,1440,1440,1440,1440,1440}'::integer[] CHECK (cardinality(usable_to) = 7),
  -- "<class>:<percent of the list price>".
  class_percents text[] NOT NULL DEFAULT '{}',
  PRIMARY KEY (venue_id, id),
  CONSTRAINT card_type_name UNIQUE (venue_id, name),
  CONSTRAINT card_type_hours CHECK ((start_minute IS NULL) = (end_minute IS NULL) AND start_minute < end_minute),
  CONSTRAINT card_type_upgrade CHECK ((upgrade_spent IS NULL) = (upgrade_to_id IS NULL) AND upgrade_to_id IS DISTINCT FROM id),
  CONSTRAINT card_type_upgrade_to FOREIGN KEY (venue_id, upgrade_to_id) REFERENCES card_type(venue_id, id)
);
CREATE INDEX card_type_created ON card_type (venue_id, created_at DESC, id DESC);
CREATE INDEX card_type_roams ON card_type USING gin (roams_at) WHERE roams_at <> '{}';
CREATE INDEX card_type_order ON card_type (venue_id, position, id);
SELECT protect_venue_table('card_type');

CREATE TABLE member (
  venue_id text NOT NULL,
  id text NOT NULL,
  card_no text NOT NULL,
  name text NOT NULL,
  -- For search: full pinyin without spaces, and its initials, both lower case.
  pinyin text NOT NULL DEFAULT '',
  initials text NOT NULL DEFAULT '',
  phone text NOT NULL,
  gender text NOT NULL DEFAULT 'unknown',
  birthday date,
  card_type_id text NOT NULL,
  state text NOT NULL DEFAULT 'active' CHECK (state IN ('active', 'frozen', 'expired', 'closing', 'closed')),
  expires_on date,
  tags text[] NOT NULL DEFAULT '{}',
  memo text NOT NULL DEFAULT '',
  -- Everything spent (fen), moved by the transactions that spend; doctor proves it.
  spent bigint NOT NULL DEFAULT 0,
  last_visit_at timestamptz,
  created_at timestamptz NOT NULL,
  -- Search of members by the last digits of the phone and by card number. Under row-level security an index serves a condition only when
  -- nothing in it could leak a row: right() and lower() could, a column of its own cannot.
  phone_tail text GENERATED ALWAYS AS (right(phone, 4)) STORED,
  card_key text GENERATED ALWAYS AS (lower(card_no)) STORED,
  -- Why a member was frozen, or let in again.
  state_reason text NOT NULL DEFAULT '',
  -- A duplicate that was merged stays as a closed record that points to the member who has everything of it now.
  merged_into_id text,
  merged_at timestamptz,
  -- Personal data is erased on request: from the member, from what documents say of them, and from what the log kept of both. What happened,
  -- when and by whom stays.
  erased_at timestamptz,
  -- Rewards for bringing a member: what the venue offers, and what was given for whom. Amounts in fen.
  referrer_id text,
  -- Who a member is at the desk: a photo, the coach who looks after them, and the family that uses the card.
  photo text,
  coach_id text,
  family text[] NOT NULL DEFAULT '{}',
  -- Who enrolled a member stands in the member, as who sold a card stands in its booking: the log is kept for some months only, and it would be
  -- looked up for each card of a list. A release that does not know the column yet writes it by its default.
  enrolled_by text NOT NULL DEFAULT COALESCE(current_setting('app.operator', true), ''),
  PRIMARY KEY (venue_id, id),
  CONSTRAINT member_check CHECK ((merged_into_id IS NULL) = (merged_at IS NULL)),
  CONSTRAINT member_check1 CHECK (merged_into_id IS NULL OR state = 'closed' AND merged_into_id <> id),
  CONSTRAINT member_check2 CHECK (erased_at IS NULL OR state = 'closed'),
  CONSTRAINT member_referrer_other CHECK (referrer_id <> id),
  CONSTRAINT member_referrer FOREIGN KEY (venue_id, referrer_id) REFERENCES member(venue_id, id),
  FOREIGN KEY (venue_id, card_type_id) REFERENCES card_type(venue_id, id),
  FOREIGN KEY (venue_id, merged_into_id) REFERENCES member(venue_id, id)
);
CREATE UNIQUE INDEX member_phone ON member (venue_id, phone) WHERE state <> 'closed';
CREATE UNIQUE INDEX member_card_no ON member (venue_id, lower(card_no));
CREATE INDEX member_recent ON member (venue_id, last_visit_at DESC NULLS LAST, id DESC);
CREATE INDEX member_created ON member (venue_id, created_at DESC, id DESC);
CREATE INDEX member_name ON member (venue_id, name text_pattern_ops);
CREATE INDEX member_pinyin ON member (venue_id, pinyin text_pattern_ops);
CREATE INDEX member_initials ON member (venue_id, initials text_pattern_ops);
CREATE INDEX member_phone_prefix ON member (venue_id, phone text_pattern_ops);
CREATE INDEX member_phone_tail ON member (venue_id, phone_tail);
CREATE INDEX member_card_key ON member (venue_id, card_key text_pattern_ops);
CREATE INDEX member_expiry ON member (venue_id, expires_on) WHERE expires_on IS NOT NULL;
CREATE INDEX member_merged_into ON member (venue_id, merged_into_id) WHERE merged_into_id IS NOT NULL;
CREATE INDEX member_referred ON member (venue_id, referrer_id) WHERE referrer_id IS NOT NULL;
-- Found each night: members whose membership has an end.
CREATE INDEX member_ends ON member (venue_id, expires_on) WHERE state = 'active' AND expires_on IS NOT NULL;
CREATE INDEX member_coached ON member (venue_id, coach_id) WHERE coach_id IS NOT NULL;
-- The card types of many members, without their rows.
CREATE INDEX member_of_type ON member (venue_id, id) INCLUDE (card_type_id);
CREATE INDEX member_spent ON member (venue_id, spent DESC NULLS LAST, id DESC);
SELECT protect_venue_table('member', false);
CREATE TRIGGER audit AFTER INSERT OR DELETE ON member FOR EACH ROW EXECUTE FUNCTION audit_row();
CREATE TRIGGER rollups AFTER INSERT OR DELETE OR UPDATE OF card_type_id, created_at ON member FOR EACH ROW EXECUTE FUNCTION opening_touches();
CREATE TRIGGER audit_update AFTER UPDATE OF venue_id, id, card_no, name, pinyin, initials, phone, gender, birthday, card_type_id, state, state_reason, expires_on, tags, memo,
  created_at, merged_into_id, merged_at, erased_at, referrer_id, photo, coach_id, family, enrolled_by
  ON member FOR EACH ROW EXECUTE FUNCTION audit_row();

CREATE TABLE recharge_offer (
  venue_id text NOT NULL,
  id text NOT NULL,
  name text NOT NULL,
  pay bigint NOT NULL CHECK (pay > 0),
  principal bigint NOT NULL CHECK (principal > 0),
  gift bigint NOT NULL DEFAULT 0 CHECK (gift >= 0),
  on_shelf boolean NOT NULL DEFAULT true,
  position int NOT NULL DEFAULT 0,
  raise_to_id text,
  -- How often one member may take it; null: as often as they like.
  per_person int CHECK (per_person > 0),
  valid_from date,
  valid_to date,
  memo text NOT NULL DEFAULT '',
  created_at timestamptz NOT NULL DEFAULT now(),
  -- Coupons that come with a recharge offer: how many of which, and of a coupon the recharge that it came with.
  coupon_offer_id text,
  coupons int CHECK (coupons > 0),
  PRIMARY KEY (venue_id, id),
  CONSTRAINT recharge_offer_coupons CHECK ((coupon_offer_id IS NULL) = (coupons IS NULL)),
  CONSTRAINT recharge_offer_days CHECK (valid_from <= valid_to),
  CONSTRAINT recharge_offer_raise FOREIGN KEY (venue_id, raise_to_id) REFERENCES card_type(venue_id, id)
);
CREATE UNIQUE INDEX recharge_offer_name ON recharge_offer (venue_id, name);
CREATE INDEX recharge_offer_created ON recharge_offer (venue_id, created_at DESC, id DESC);
CREATE INDEX recharge_offer_order ON recharge_offer (venue_id, position, id);
SELECT protect_venue_table('recharge_offer');

CREATE TABLE recharge (
  venue_id text NOT NULL,
  id text NOT NULL,
  no text NOT NULL,
  member_id text NOT NULL,
  offer_id text,
  paid bigint NOT NULL CHECK (paid > 0),
  principal bigint NOT NULL,
  gift bigint NOT NULL,
  method text NOT NULL,
  remark text NOT NULL DEFAULT '',
  tx_id text NOT NULL,
  revoked_at timestamptz,
  person_id text NOT NULL,
  at timestamptz NOT NULL,
  -- The card type that an offer raised the member from, for its revocation.
  raised_from text,
  PRIMARY KEY (venue_id, id),
  UNIQUE (venue_id, no),
  FOREIGN KEY (venue_id, member_id) REFERENCES member(venue_id, id)
);
CREATE INDEX recharge_member ON recharge (venue_id, member_id, at DESC);
CREATE INDEX recharge_offer_taken ON recharge (venue_id, offer_id, member_id) WHERE offer_id IS NOT NULL;
SELECT protect_venue_table('recharge');
CREATE TRIGGER follow_merged_member BEFORE INSERT ON recharge FOR EACH ROW WHEN ((new.member_id IS NOT NULL)) EXECUTE FUNCTION follow_merged_member();

-- Runs that move many members to another card type, member by member, so that a run can be gone on with and undone.
CREATE TABLE card_type_move (
  venue_id text NOT NULL,
  id text NOT NULL,
  to_id text NOT NULL,
  state text NOT NULL CHECK (state IN ('running', 'stopped', 'done', 'undoing', 'undone')),
  reason text NOT NULL,
  total int NOT NULL CHECK (total > 0),
  person_id text NOT NULL,
  operator text NOT NULL,
  at timestamptz NOT NULL,
  PRIMARY KEY (venue_id, id),
  FOREIGN KEY (venue_id, to_id) REFERENCES card_type(venue_id, id)
);
CREATE INDEX card_type_move_time ON card_type_move (venue_id, at DESC, id DESC);
-- One run at a time: a second one would count members that the first is about to move.
CREATE UNIQUE INDEX card_type_move_open ON card_type_move (venue_id) WHERE state IN ('running', 'undoing');
SELECT protect_venue_table('card_type_move');

CREATE TABLE card_type_move_line (
  venue_id text NOT NULL,
  move_id text NOT NULL,
  member_id text NOT NULL,
  from_id text NOT NULL,
  -- `left`: the member had changed since, and stays as they are.
  state text NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'moved', 'left', 'undone', 'kept')),
  PRIMARY KEY (venue_id, move_id, member_id),
  FOREIGN KEY (venue_id, from_id) REFERENCES card_type(venue_id, id),
  FOREIGN KEY (venue_id, member_id) REFERENCES member(venue_id, id),
  FOREIGN KEY (venue_id, move_id) REFERENCES card_type_move(venue_id, id)
);
CREATE INDEX card_type_move_line_state ON card_type_move_line (venue_id, move_id, state, member_id);
SELECT protect_venue_table('card_type_move_line', false);

-- How a member came here (spread), and what they follow (attention); numbers that people type follow the venue's patterns (check_rule).
CREATE TABLE spread (
  venue_id text NOT NULL,
  id text NOT NULL,
  member_id text NOT NULL,
  channel text NOT NULL CHECK (channel IN ('staff', 'member', 'poster', 'online', 'other')),
  staff_id text REFERENCES person,
  promotion_code text NOT NULL DEFAULT '',
  memo text NOT NULL DEFAULT '',
  created_at timestamptz NOT NULL,
  PRIMARY KEY (venue_id, id),
  FOREIGN KEY (venue_id, member_id) REFERENCES member(venue_id, id)
);
CREATE UNIQUE INDEX spread_member_id ON spread (venue_id, member_id);
CREATE INDEX spread_created ON spread (venue_id, created_at DESC, id DESC);
CREATE INDEX spread_staff ON spread (venue_id, staff_id);
SELECT protect_venue_table('spread');
CREATE TRIGGER follow_merged_member BEFORE INSERT ON spread FOR EACH ROW WHEN (NEW.member_id IS NOT NULL) EXECUTE FUNCTION follow_merged_member();

CREATE TABLE attention (
  venue_id text NOT NULL,
  id text NOT NULL,
  member_id text NOT NULL,
  subject text NOT NULL CHECK (subject IN ('venue', 'coach', 'club', 'activity', 'game', 'groupon')),
  subject_name text NOT NULL,
  memo text NOT NULL DEFAULT '',
  created_at timestamptz NOT NULL,
  PRIMARY KEY (venue_id, id),
  FOREIGN KEY (venue_id, member_id) REFERENCES member(venue_id, id)
);
CREATE INDEX attention_created ON attention (venue_id, created_at DESC, id DESC);
CREATE UNIQUE INDEX attention_subject_name ON attention (venue_id, member_id, subject, subject_name);
SELECT protect_venue_table('attention');
CREATE TRIGGER follow_merged_member BEFORE INSERT ON attention FOR EACH ROW WHEN (NEW.member_id IS NOT NULL) EXECUTE FUNCTION follow_merged_member();

-- What a member paid of a debt that no document of its own asks for. Amounts in fen.
CREATE TABLE debt_payment (
  venue_id text NOT NULL,
  id text NOT NULL,
  no text NOT NULL,
  member_id text NOT NULL,
  amount bigint NOT NULL CHECK (amount > 0),
  method text NOT NULL,
  remark text NOT NULL,
  operator text NOT NULL,
  created_at timestamptz NOT NULL,
  -- Payments of debts and fees of cards can be taken back, once each: the money goes the way it came.
  refunded bigint NOT NULL DEFAULT 0,
  revoked_at timestamptz,
  PRIMARY KEY (venue_id, id),
  UNIQUE (venue_id, no),
  CONSTRAINT debt_payment_check CHECK (refunded =
CASE
    WHEN revoked_at IS NULL THEN 0
    ELSE amount
END),
  FOREIGN KEY (venue_id, member_id) REFERENCES member(venue_id, id)
);
CREATE INDEX debt_payment_member ON debt_payment (venue_id, member_id, created_at DESC);
SELECT protect_venue_table('debt_payment');
CREATE TRIGGER follow_merged_member BEFORE INSERT ON debt_payment FOR EACH ROW WHEN (NEW.member_id IS NOT NULL) EXECUTE FUNCTION follow_merged_member();

-- What members paid for their cards: the fee, and the deposit that goes back when the account closes. Amounts in fen.
CREATE TABLE card_fee (
  venue_id text NOT NULL,
  id text NOT NULL,
  no text NOT NULL,
  member_id text NOT NULL,
  card_type_id text NOT NULL,
  card_type_name text NOT NULL,
  fee bigint NOT NULL CHECK (fee >= 0),
  deposit bigint NOT NULL CHECK (deposit >= 0),
  paid bigint NOT NULL,
  -- Of the deposit.
  refunded bigint NOT NULL DEFAULT 0,
  operator text NOT NULL,
  created_at timestamptz NOT NULL,
  -- Of the fee, too, once it is revoked. The card type that the member carried before, where they did not enrol with it.
  revoked_at timestamptz,
  raised_from text,
  PRIMARY KEY (venue_id, id),
  UNIQUE (venue_id, no),
  CONSTRAINT card_fee_check CHECK (paid > 0 AND paid = (fee + deposit)),
  CONSTRAINT card_fee_check1 CHECK (
CASE
    WHEN revoked_at IS NULL THEN refunded >= 0 AND refunded <= deposit
    ELSE refunded = paid
END),
  FOREIGN KEY (venue_id, member_id) REFERENCES member(venue_id, id)
);
CREATE INDEX card_fee_member ON card_fee (venue_id, member_id, created_at DESC);
SELECT protect_venue_table('card_fee');
CREATE TRIGGER follow_merged_member BEFORE INSERT ON card_fee FOR EACH ROW WHEN (NEW.member_id IS NOT NULL) EXECUTE FUNCTION follow_merged_member();

-- ====================================================================================================
-- Booking
-- ====================================================================================================

-- Halls, places, prices, orders, and the table that makes double booking impossible (product booking).
CREATE TABLE program (
  venue_id text NOT NULL,
  id text NOT NULL,
  name text NOT NULL,
  sport text NOT NULL,
  slot_minutes int NOT NULL DEFAULT 30 CHECK (slot_minutes IN (30, 60)),
  -- Price per half hour in fen where no plan matches; null: not for sale without a plan.
  default_price bigint,
  -- A program's opening hours are those of its halls without their own; rules of booking that are null are the venue's.
  open_minutes int[] NOT NULL DEFAULT '{480,480,480,480,480,480,480}'::integer[] CHECK (cardinality(open_minutes) = 7),
  close_minutes int[] NOT NULL DEFAULT '{1320,1320,1320,1320,1320,1320,1320}'::integer[] CHECK (cardinality(close_minutes) = 7),
  days_ahead int CHECK (days_ahead > 0),
  hold_minutes int CHECK (hold_minutes > 0),
  free_cancel_hours int CHECK (free_cancel_hours >= 0),
  late_cancel_percent numeric(5,2) CHECK (late_cancel_percent >= 0 AND late_cancel_percent <= 100),
  -- When a program was made: lists begin with the oldest.
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (venue_id, id)
);
CREATE INDEX program_created ON program (venue_id, created_at, id);
SELECT protect_venue_table('program');

CREATE TABLE hall (
  venue_id text NOT NULL,
  id text NOT NULL,
  program_id text NOT NULL,
  name text NOT NULL,
  max_row int NOT NULL DEFAULT 1,
  max_column int NOT NULL DEFAULT 1,
  place_start int NOT NULL DEFAULT 1,
  -- Opening and closing, minutes from midnight, Monday first.
  open_minutes int[] NOT NULL CHECK (cardinality(open_minutes) = 7),
  close_minutes int[] NOT NULL CHECK (cardinality(close_minutes) = 7),
  -- 'places' are booked one by one; 'capacity' sells sessions (hall_booking).
  sells text NOT NULL DEFAULT 'places' CHECK (sells IN ('places', 'capacity')),
  position int NOT NULL DEFAULT 0,
  -- A hall keeps its hours in its own row, so that who reads them looks in one place; without hours of its own it is given the program's.
  own_hours boolean NOT NULL DEFAULT true,
  -- A hall's closed times within its opening hours: [{ "weekdays": [1…7, none: every day], "start": minute, "end": minute }].
  -- `version` counts the saves of hall and places together, so that two who change them at once do not overwrite each other.
  closed_times jsonb NOT NULL DEFAULT '[]'::jsonb,
  place_icon text NOT NULL DEFAULT '',
  vr_url text NOT NULL DEFAULT '',
  version int NOT NULL DEFAULT 1,
  changed_by text NOT NULL DEFAULT '',
  changed_at timestamptz,
  -- When a hall was made, as every declared resource says it.
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (venue_id, id),
  FOREIGN KEY (venue_id, program_id) REFERENCES program(venue_id, id)
);
CREATE INDEX hall_order ON hall (venue_id, position, id);
SELECT protect_venue_table('hall');

CREATE TABLE unit (
  venue_id text NOT NULL,
  id text NOT NULL,
  hall_id text NOT NULL,
  name text NOT NULL,
  PRIMARY KEY (venue_id, id),
  FOREIGN KEY (venue_id, hall_id) REFERENCES hall(venue_id, id)
);
SELECT protect_venue_table('unit');

CREATE TABLE place (
  venue_id text NOT NULL,
  id text NOT NULL,
  hall_id text NOT NULL,
  name text NOT NULL,
  unit_ids text[] NOT NULL CHECK (cardinality(unit_ids) > 0),
  position int NOT NULL DEFAULT 0,
  map_row int NOT NULL DEFAULT 1,
  map_column int NOT NULL DEFAULT 1,
  -- A place that was ever booked stays; one that is no longer offered is switched off. Without an icon of its own it has the hall's.
  active boolean NOT NULL DEFAULT true,
  icon text NOT NULL DEFAULT '',
  PRIMARY KEY (venue_id, id),
  FOREIGN KEY (venue_id, hall_id) REFERENCES hall(venue_id, id)
);
SELECT protect_venue_table('place');
CREATE TRIGGER rollups AFTER UPDATE OF unit_ids ON place FOR EACH ROW WHEN (OLD.unit_ids IS DISTINCT FROM NEW.unit_ids) EXECUTE FUNCTION place_touches();

-- A price plan: weekday × half hour, fen per half hour, null where the plan says nothing. Higher priority wins.
CREATE TABLE price_plan (
  venue_id text NOT NULL,
  id text NOT NULL,
  program_id text NOT NULL,
  name text NOT NULL,
  priority int NOT NULL DEFAULT 0,
  valid_from date NOT NULL,
  valid_to date NOT NULL,
  -- Places it applies to; empty: all of the program.
  place_ids text[] NOT NULL DEFAULT '{}',
  -- { "walkIn": [7 × 48 (fen | null)] , "peak": [7 × 48 boolean] }; also "member" and "group" where they differ.
  matrix jsonb NOT NULL,
  enabled boolean NOT NULL DEFAULT true,
  PRIMARY KEY (venue_id, id),
  CONSTRAINT price_plan_check CHECK (valid_from <= valid_to),
  FOREIGN KEY (venue_id, program_id) REFERENCES program(venue_id, id)
);
CREATE INDEX price_plan_program ON price_plan (venue_id, program_id, valid_to);
SELECT protect_venue_table('price_plan');

CREATE TABLE holiday (
  venue_id text NOT NULL,
  day date NOT NULL,
  name text NOT NULL,
  -- A holiday is priced like this weekday (7 = Sunday); a make-up workday like a Monday.
  priced_as int NOT NULL CHECK (priced_as >= 1 AND priced_as <= 7),
  -- Whether people rest or work on a day of the calendar: fixed bookings skip holidays, never make-up workdays.
  kind text NOT NULL DEFAULT 'holiday' CHECK (kind IN ('holiday', 'workday', 'closed', 'special')),
  own boolean NOT NULL DEFAULT false,
  reason text NOT NULL DEFAULT '',
  operator text NOT NULL DEFAULT '',
  PRIMARY KEY (venue_id, day)
);
SELECT protect_venue_table('holiday');

CREATE TABLE booking_order (
  venue_id text NOT NULL,
  id text NOT NULL,
  no text NOT NULL,
  kind text NOT NULL DEFAULT 'single' CHECK (kind IN ('single', 'fixed', 'deal', 'event', 'openPlay')),
  source text NOT NULL,
  member_id text,
  card_type_id text,
  name text NOT NULL,
  phone text NOT NULL DEFAULT '',
  program_id text NOT NULL,
  -- Play day in the venue's zone, first start and last end of its lines.
  day date NOT NULL,
  start_minute int NOT NULL,
  end_minute int NOT NULL,
  starts_at timestamptz NOT NULL,
  ends_at timestamptz NOT NULL,
  places text NOT NULL,
  list bigint NOT NULL CHECK (list >= 0),
  discount bigint NOT NULL CHECK (discount >= 0),
  total bigint NOT NULL CHECK (total >= 0),
  paid bigint NOT NULL DEFAULT 0 CHECK (paid >= 0),
  refunded bigint NOT NULL DEFAULT 0 CHECK (refunded >= 0),
  fee bigint NOT NULL DEFAULT 0 CHECK (fee >= 0),
  order_status text NOT NULL CHECK (order_status IN ('held', 'reserved', 'paid', 'checked_in', 'no_show', 'finished', 'cancelled', 'expired')),
  pay_status text NOT NULL CHECK (pay_status IN ('unpaid', 'part_paid', 'paid', 'part_refunded', 'refunded')),
  hold_until timestamptz,
  discount_reason text NOT NULL DEFAULT '',
  remark text NOT NULL DEFAULT '',
  person_id text NOT NULL,
  operator text NOT NULL,
  created_at timestamptz NOT NULL,
  phone_tail text GENERATED ALWAYS AS (right(phone, 4)) STORED,
  -- What went back because a move made a paid order cheaper: `paid` and `refunded` stay sums over all that came and went.
  moved_back bigint NOT NULL DEFAULT 0 CHECK (moved_back >= 0),
  -- Bookings and fixed contracts of a group: priced at the plan's group prices. A member has a card and is no group.
  as_group boolean NOT NULL DEFAULT false,
  game_id text,
  -- The last day on which it has a line, where that is another than the first: such orders are few, and found on each of their days.
  last_day date,
  -- Why an order was last changed, so that its log can say it, and what a cancellation keeps at least because a late move went before it.
  reason text NOT NULL DEFAULT '',
  late_percent numeric(5,2) NOT NULL DEFAULT 0 CHECK (late_percent >= 0 AND late_percent <= 100),
  PRIMARY KEY (venue_id, id),
  UNIQUE (venue_id, no),
  CONSTRAINT booking_order_check CHECK (total = (list - discount)),
  CONSTRAINT booking_order_check1 CHECK (last_day > day),
  CONSTRAINT booking_order_check2 CHECK ((refunded + fee) <= paid),
  CONSTRAINT booking_order_game_kind CHECK (game_id IS NULL OR kind = 'event' AND source = 'competition'),
  CONSTRAINT booking_order_group CHECK (NOT as_group OR member_id IS NULL),
  CONSTRAINT booking_order_paid CHECK (paid <= (total + moved_back)),
  FOREIGN KEY (venue_id, member_id) REFERENCES member(venue_id, id)
);
CREATE INDEX booking_order_day ON booking_order (venue_id, day, start_minute);
CREATE INDEX booking_order_created ON booking_order (venue_id, created_at DESC, id DESC);
CREATE INDEX booking_order_member ON booking_order (venue_id, member_id, day DESC) WHERE member_id IS NOT NULL;
CREATE INDEX booking_order_phone ON booking_order (venue_id, phone text_pattern_ops);
CREATE INDEX booking_order_name ON booking_order (venue_id, name text_pattern_ops);
CREATE INDEX booking_order_holds ON booking_order (venue_id, hold_until) WHERE order_status = 'held';
CREATE INDEX booking_order_running ON booking_order (venue_id, ends_at) WHERE order_status IN ('reserved', 'paid', 'checked_in');
-- Finding orders by the beginning of their number and by the last digits of the phone. Under row-level security an index serves a
-- condition only when nothing in it could leak a row: right() could, a column of its own cannot.
CREATE INDEX booking_order_no ON booking_order (venue_id, no text_pattern_ops);
CREATE INDEX booking_order_phone_tail ON booking_order (venue_id, phone_tail);
CREATE INDEX booking_order_game ON booking_order (venue_id, game_id) WHERE game_id IS NOT NULL;
CREATE INDEX booking_order_last_day ON booking_order (venue_id, last_day) WHERE last_day IS NOT NULL;
-- What the deadlines of jobs are read from, where no index led to the earliest.
CREATE INDEX booking_order_inside ON booking_order (venue_id, ends_at) WHERE order_status = 'checked_in';
CREATE INDEX booking_order_games ON booking_order (venue_id, ends_at) WHERE kind = 'event' AND order_status = 'paid';
SELECT protect_venue_table('booking_order');
CREATE TRIGGER rollups AFTER UPDATE OF order_status, pay_status ON booking_order FOR EACH ROW
  WHEN ((OLD.order_status, OLD.pay_status) IS DISTINCT FROM (NEW.order_status, NEW.pay_status)) EXECUTE FUNCTION order_touches();
CREATE TRIGGER locked BEFORE UPDATE OF order_status, pay_status ON booking_order FOR EACH ROW
  WHEN ((OLD.order_status, OLD.pay_status) IS DISTINCT FROM (NEW.order_status, NEW.pay_status)) EXECUTE FUNCTION order_leaves_lock();
CREATE TRIGGER follow_merged_member BEFORE INSERT ON booking_order FOR EACH ROW WHEN ((new.member_id IS NOT NULL)) EXECUTE FUNCTION follow_merged_member();

CREATE TABLE booking_line (
  venue_id text NOT NULL,
  id text NOT NULL,
  order_id text NOT NULL,
  place_id text NOT NULL,
  day date NOT NULL,
  start_minute int NOT NULL,
  end_minute int NOT NULL,
  list bigint NOT NULL CHECK (list >= 0),
  discount bigint NOT NULL CHECK (discount >= 0),
  price bigint NOT NULL CHECK (price >= 0),
  refunded bigint NOT NULL DEFAULT 0,
  -- The price trace as answered when it was sold; paid orders are never re-priced.
  trace jsonb NOT NULL,
  status text NOT NULL DEFAULT 'active' CHECK (status IN ('active', 'released', 'dropped', 'missed')),
  -- What a line left with the venue as a fee. 'released': given up; 'dropped': taken off before it was paid, no part of the order; 'missed': nobody
  -- came, and the rest above the fee went back.
  fee bigint NOT NULL DEFAULT 0 CHECK (fee >= 0),
  -- `uses`: taken from the card for the line; `uses_back`: of them given back since.
  holding_id text,
  uses int NOT NULL DEFAULT 0 CHECK (uses >= 0),
  uses_back int NOT NULL DEFAULT 0,
  late_percent numeric(5,2) NOT NULL DEFAULT 0 CHECK (late_percent >= 0 AND late_percent <= 100),
  member_off bigint NOT NULL GENERATED ALWAYS AS (traced_off(trace, VARIADIC ARRAY['member'])) STORED,
  promotion_off bigint NOT NULL GENERATED ALWAYS AS (traced_off(trace, VARIADIC ARRAY['promotion'])) STORED,
  bundle_off bigint NOT NULL GENERATED ALWAYS AS (traced_off(trace, VARIADIC ARRAY['bundle'])) STORED,
  manual_off bigint NOT NULL GENERATED ALWAYS AS (traced_off(trace, VARIADIC ARRAY['manual', 'free'])) STORED,
  moved_back bigint NOT NULL DEFAULT 0 CHECK (moved_back >= 0),
  -- What a coupon takes off each line stands in the line's price trace, as do the other discounts; what it saves in all follows from the lines
  -- that stand: of those given up or taken back, their part of the coupon is given up too.
  coupon_off bigint NOT NULL GENERATED ALWAYS AS (traced_off(trace, VARIADIC ARRAY['coupon'])) STORED,
  PRIMARY KEY (venue_id, id),
  CONSTRAINT booking_line_check CHECK (end_minute > start_minute),
  CONSTRAINT booking_line_check1 CHECK (price = (list - discount)),
  CONSTRAINT booking_line_covered CHECK (holding_id IS NULL AND uses = 0 OR holding_id IS NOT NULL AND uses > 0 AND price = 0),
  CONSTRAINT booking_line_kept CHECK (refunded >= 0 AND (refunded + fee) <= price),
  CONSTRAINT booking_line_uses CHECK (uses_back >= 0 AND uses_back <= uses),
  FOREIGN KEY (venue_id, order_id) REFERENCES booking_order(venue_id, id),
  FOREIGN KEY (venue_id, place_id) REFERENCES place(venue_id, id)
);
CREATE INDEX booking_line_order ON booking_line (venue_id, order_id);
-- Whether a place was ever used.
CREATE INDEX booking_line_place ON booking_line (venue_id, place_id);
CREATE INDEX booking_line_day ON booking_line (venue_id, day, place_id);
SELECT protect_venue_table('booking_line');
CREATE TRIGGER locked_added AFTER INSERT ON booking_line FOR EACH ROW EXECUTE FUNCTION line_joins_lock();
CREATE TRIGGER locked BEFORE UPDATE ON booking_line FOR EACH ROW
  WHEN ((OLD.day, OLD.place_id, OLD.start_minute, OLD.end_minute, OLD.list, OLD.discount, OLD.price, OLD.refunded, OLD.fee, OLD.moved_back, OLD.status)
    IS DISTINCT FROM (NEW.day, NEW.place_id, NEW.start_minute, NEW.end_minute, NEW.list, NEW.discount, NEW.price, NEW.refunded, NEW.fee, NEW.moved_back, NEW.status))
  EXECUTE FUNCTION line_leaves_lock();
CREATE TRIGGER rollups AFTER INSERT OR UPDATE OR DELETE ON booking_line FOR EACH ROW EXECUTE FUNCTION line_touches();

CREATE TABLE place_lock (
  venue_id text NOT NULL,
  id text NOT NULL,
  place_id text NOT NULL,
  day date NOT NULL,
  start_minute int NOT NULL,
  end_minute int NOT NULL,
  reason text NOT NULL,
  status text NOT NULL DEFAULT 'locked' CHECK (status IN ('locked', 'released')),
  person_id text NOT NULL,
  operator text NOT NULL,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (venue_id, id),
  CONSTRAINT place_lock_check CHECK (end_minute > start_minute),
  FOREIGN KEY (venue_id, place_id) REFERENCES place(venue_id, id)
);
CREATE INDEX place_lock_day ON place_lock (venue_id, day) WHERE status = 'locked';
CREATE INDEX place_lock_place ON place_lock (venue_id, place_id);
SELECT protect_venue_table('place_lock');

-- The guard: one row per unit and half hour taken, from whatever source. Two holders of one cell are impossible.
CREATE TABLE occupancy (
  venue_id text NOT NULL,
  unit_id text NOT NULL,
  slot_start timestamptz NOT NULL,
  -- The line or lock that holds the cell.
  holder_id text NOT NULL,
  PRIMARY KEY (venue_id, unit_id, slot_start)
);
CREATE INDEX occupancy_holder ON occupancy (venue_id, holder_id);
CREATE INDEX occupancy_time ON occupancy (venue_id, slot_start);
SELECT protect_venue_table('occupancy', false);

-- Payments of any document (order, recharge, sale, card): one attempt a row.
CREATE TABLE payment (
  venue_id text NOT NULL,
  id text NOT NULL,
  document_kind text NOT NULL,
  document_id text NOT NULL,
  type text NOT NULL,
  amount bigint NOT NULL CHECK (amount > 0),
  refunded bigint NOT NULL DEFAULT 0 CHECK (refunded >= 0),
  tendered bigint,
  state text NOT NULL CHECK (state IN ('created', 'processing', 'succeeded', 'refused', 'unknown', 'cancelled', 'refunding', 'refunded', 'refund_failed')),
  channel text NOT NULL DEFAULT '',
  channel_ref text,
  shift_id text,
  note text NOT NULL DEFAULT '',
  person_id text NOT NULL,
  operator text NOT NULL,
  at timestamptz NOT NULL,
  -- `sent_at`: when the channel was asked; null on payments taken by hand. `next_at`: when it may be asked again. `tries`: how often it was.
  no text NOT NULL DEFAULT '',
  purpose text NOT NULL DEFAULT '' CHECK (purpose IN ('', 'collect', 'document')),
  code_tail text NOT NULL DEFAULT '',
  sandbox boolean NOT NULL DEFAULT false,
  sent_at timestamptz,
  next_at timestamptz,
  tries int NOT NULL DEFAULT 0,
  -- A collection says for which order it was begun, so that money which arrives when the order's hold has run out finds it again.
  -- Only an order is held unpaid: whatever else takes collections does so in the call that makes the document.
  for_order_id text,
  -- What a channel keeps of a payment, known from its bill.
  fee bigint NOT NULL DEFAULT 0 CHECK (fee >= 0),
  -- A collection that pays several documents of one cart is split: its own row keeps the first part, `part_of` names it in the others.
  part_of text,
  -- At the venue that was paid: whose purse paid. Another venue may be in another archive, so nothing refers to it.
  home_venue_id text,
  PRIMARY KEY (venue_id, id),
  CONSTRAINT payment_check CHECK (refunded <= amount),
  CONSTRAINT payment_check1 CHECK ((home_venue_id IS NOT NULL) = (type = 'RoamingCard')),
  FOREIGN KEY (venue_id, for_order_id) REFERENCES booking_order(venue_id, id),
  FOREIGN KEY (venue_id, part_of) REFERENCES payment(venue_id, id)
);
CREATE INDEX payment_document ON payment (venue_id, document_kind, document_id);
CREATE INDEX payment_time ON payment (venue_id, at DESC);
CREATE UNIQUE INDEX payment_channel_ref ON payment (venue_id, channel, channel_ref) WHERE channel_ref IS NOT NULL;
CREATE INDEX payment_open ON payment (venue_id, next_at) WHERE state IN ('created', 'processing', 'unknown') AND next_at IS NOT NULL;
CREATE INDEX payment_unclaimed ON payment (venue_id, at) WHERE purpose = 'document' AND document_kind = 'collection';
-- What has arrived for an order and was not taken for it yet: few, and gone as soon as it is.
CREATE INDEX payment_waiting ON payment (venue_id, for_order_id) WHERE for_order_id IS NOT NULL AND document_kind = 'collection' AND state = 'succeeded';
CREATE INDEX payment_channel ON payment (venue_id, at DESC, id DESC) WHERE channel <> '';
CREATE INDEX payment_entry ON payment (venue_id, at DESC) WHERE document_kind = 'entry';
CREATE INDEX payment_part ON payment (venue_id, part_of) WHERE part_of IS NOT NULL;
CREATE INDEX payment_ready ON payment (venue_id, at) WHERE purpose = 'document' AND document_kind = 'collection' AND state = 'succeeded';
CREATE INDEX payment_collected ON payment (venue_id, at DESC, id DESC) WHERE document_kind = 'collection';
-- Collections and shifts are found by their number.
CREATE INDEX payment_no ON payment (venue_id, no) WHERE no <> '';
SELECT protect_venue_table('payment');
CREATE TRIGGER locked_sale BEFORE INSERT OR UPDATE ON payment FOR EACH ROW WHEN (NEW.document_kind = 'sale') EXECUTE FUNCTION sale_payment_leaves_lock();
CREATE TRIGGER rollups_claim AFTER UPDATE OF document_kind ON payment FOR EACH ROW WHEN (OLD.document_kind <> NEW.document_kind) EXECUTE FUNCTION claim_touches();
CREATE TRIGGER rollups_added AFTER INSERT ON payment FOR EACH ROW WHEN (NEW.document_kind = 'sale') EXECUTE FUNCTION sale_part_touches();
CREATE TRIGGER rollups_changed AFTER UPDATE ON payment FOR EACH ROW WHEN ('sale' IN (OLD.document_kind, NEW.document_kind)) EXECUTE FUNCTION sale_part_touches();

-- ====================================================================================================
-- Waitlist
-- ====================================================================================================

CREATE TABLE waitlist_entry (
  venue_id text NOT NULL,
  id text NOT NULL,
  program_id text NOT NULL,
  -- Null: any place of the program.
  place_id text,
  day date NOT NULL,
  start_minute int NOT NULL,
  end_minute int NOT NULL,
  starts_at timestamptz NOT NULL,
  member_id text,
  name text NOT NULL,
  phone text NOT NULL DEFAULT '',
  note text NOT NULL DEFAULT '',
  state text NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'offered', 'accepted', 'lapsed', 'withdrawn', 'expired')),
  -- Offers go by this: when it joined, or queued again.
  queued_at timestamptz NOT NULL,
  requeued boolean NOT NULL DEFAULT false,
  -- The unpaid order that holds the ground of the offer, or that came of it.
  order_id text,
  person_id text NOT NULL,
  operator text NOT NULL,
  created_at timestamptz NOT NULL,
  -- A group waits as a group, so that what it is offered costs the group's price.
  as_group boolean NOT NULL DEFAULT false,
  PRIMARY KEY (venue_id, id),
  CONSTRAINT waitlist_entry_check CHECK (end_minute > start_minute),
  CONSTRAINT waitlist_entry_check1 CHECK ((state NOT IN ('offered', 'accepted')) OR order_id IS NOT NULL),
  CONSTRAINT waitlist_entry_check2 CHECK (NOT (as_group AND member_id IS NOT NULL)),
  FOREIGN KEY (venue_id, member_id) REFERENCES member(venue_id, id),
  FOREIGN KEY (venue_id, order_id) REFERENCES booking_order(venue_id, id),
  FOREIGN KEY (venue_id, place_id) REFERENCES place(venue_id, id),
  FOREIGN KEY (venue_id, program_id) REFERENCES program(venue_id, id)
);
CREATE INDEX waitlist_entry_queue ON waitlist_entry (venue_id, day, queued_at, id) WHERE state = 'waiting';
CREATE UNIQUE INDEX waitlist_entry_order ON waitlist_entry (venue_id, order_id) WHERE state = 'offered';
CREATE INDEX waitlist_entry_day ON waitlist_entry (venue_id, day);
CREATE UNIQUE INDEX waitlist_entry_once ON waitlist_entry (venue_id, member_id, program_id, day, start_minute, end_minute)
  WHERE state IN ('waiting', 'offered') AND member_id IS NOT NULL;
CREATE INDEX waitlist_entry_member ON waitlist_entry (venue_id, member_id) WHERE member_id IS NOT NULL;
CREATE UNIQUE INDEX waitlist_entry_walk_in ON waitlist_entry (venue_id, program_id, day, start_minute, end_minute, name, phone)
  WHERE state IN ('waiting', 'offered') AND member_id IS NULL;
SELECT protect_venue_table('waitlist_entry');
CREATE TRIGGER follow_merged_member BEFORE INSERT ON waitlist_entry FOR EACH ROW WHEN ((new.member_id IS NOT NULL)) EXECUTE FUNCTION follow_merged_member();

-- ====================================================================================================
-- Closings
-- ====================================================================================================

CREATE TABLE closing (
  venue_id text NOT NULL,
  id text NOT NULL,
  reason text NOT NULL,
  from_day date NOT NULL,
  to_day date NOT NULL,
  start_minute int NOT NULL,
  end_minute int NOT NULL,
  places text NOT NULL,
  moves int NOT NULL,
  refunds int NOT NULL,
  refund_total bigint NOT NULL,
  person_id text NOT NULL,
  operator text NOT NULL,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (venue_id, id),
  CONSTRAINT closing_check CHECK (end_minute > start_minute),
  CONSTRAINT closing_check1 CHECK (from_day <= to_day)
);
CREATE INDEX closing_time ON closing (venue_id, created_at DESC, id DESC);
SELECT protect_venue_table('closing');

-- What a closing did to each booking, as it was then: names and ground may change later, what was done does not.
CREATE TABLE closing_hit (
  venue_id text NOT NULL,
  closing_id text NOT NULL,
  line_id text NOT NULL,
  order_id text NOT NULL,
  order_no text NOT NULL,
  name text NOT NULL,
  phone text NOT NULL,
  place text NOT NULL,
  day date NOT NULL,
  start_minute int NOT NULL,
  end_minute int NOT NULL,
  -- Null: given back.
  to_place text,
  refund bigint NOT NULL CHECK (refund >= 0),
  PRIMARY KEY (venue_id, closing_id, line_id),
  CONSTRAINT closing_hit_check CHECK (end_minute > start_minute),
  CONSTRAINT closing_hit_check1 CHECK (to_place IS NULL OR refund = 0),
  FOREIGN KEY (venue_id, closing_id) REFERENCES closing(venue_id, id),
  FOREIGN KEY (venue_id, order_id) REFERENCES booking_order(venue_id, id)
);
CREATE INDEX closing_hit_order ON closing_hit (venue_id, order_id);
SELECT protect_venue_table('closing_hit', true, true);

-- ====================================================================================================
-- Fixed bookings
-- ====================================================================================================

-- Fixed bookings: contracts and their occurrences. Each occurrence is an ordinary order of one line, of kind 'fixed' (product booking).
CREATE TABLE fixed_contract (
  venue_id text NOT NULL,
  id text NOT NULL,
  no text NOT NULL,
  member_id text,
  card_type_id text,
  name text NOT NULL,
  phone text NOT NULL DEFAULT '',
  program_id text NOT NULL,
  place_ids text[] NOT NULL CHECK (cardinality(place_ids) > 0),
  -- What people read of the recurrence; `rule` is the same as RFC 5545 writes it and is what counts.
  weekdays int[] NOT NULL,
  every_weeks int NOT NULL DEFAULT 1,
  rule text NOT NULL,
  except_days date[] NOT NULL DEFAULT '{}'::date[],
  skip_holidays boolean NOT NULL,
  start_minute int NOT NULL,
  end_minute int NOT NULL,
  -- The first day decides which weeks count where not every week does; a renewal moves the last.
  from_day date NOT NULL,
  to_day date NOT NULL,
  price_basis text NOT NULL CHECK (price_basis IN ('tariff', 'agreed')),
  agreed_price bigint CHECK (agreed_price >= 0),
  pay_mode text NOT NULL CHECK (pay_mode IN ('card', 'purse', 'term', 'monthly')),
  holding_id text,
  times_per_use int NOT NULL DEFAULT 1,
  state text NOT NULL CHECK (state IN ('draft', 'active', 'paused', 'expired', 'ended')),
  -- Received less given back, and the value of what was used; fen. Moved by the transactions that move the money.
  paid bigint NOT NULL DEFAULT 0,
  used bigint NOT NULL DEFAULT 0 CHECK (used >= 0),
  -- When the renewal was offered, and whether the customer declined.
  offered_at timestamptz,
  declined boolean NOT NULL DEFAULT false,
  remark text NOT NULL DEFAULT '',
  person_id text NOT NULL,
  operator text NOT NULL,
  created_at timestamptz NOT NULL,
  as_group boolean NOT NULL DEFAULT false,
  PRIMARY KEY (venue_id, id),
  UNIQUE (venue_id, no),
  CONSTRAINT fixed_contract_check CHECK (end_minute > start_minute),
  CONSTRAINT fixed_contract_check1 CHECK (to_day >= from_day),
  CONSTRAINT fixed_contract_check2 CHECK (price_basis <> 'agreed' OR agreed_price IS NOT NULL),
  CONSTRAINT fixed_contract_check3 CHECK (pay_mode <> 'card' OR holding_id IS NOT NULL),
  CONSTRAINT fixed_contract_group CHECK (NOT as_group OR member_id IS NULL),
  FOREIGN KEY (venue_id, member_id) REFERENCES member(venue_id, id)
);
CREATE INDEX fixed_contract_created ON fixed_contract (venue_id, created_at DESC, id DESC);
CREATE INDEX fixed_contract_member ON fixed_contract (venue_id, member_id) WHERE member_id IS NOT NULL;
CREATE INDEX fixed_contract_running ON fixed_contract (venue_id, to_day) WHERE state IN ('active', 'paused');
SELECT protect_venue_table('fixed_contract');
CREATE TRIGGER follow_merged_member BEFORE INSERT ON fixed_contract FOR EACH ROW WHEN ((new.member_id IS NOT NULL)) EXECUTE FUNCTION follow_merged_member();

CREATE TABLE fixed_occurrence (
  venue_id text NOT NULL,
  id text NOT NULL,
  contract_id text NOT NULL,
  order_id text NOT NULL,
  line_id text NOT NULL,
  place_id text NOT NULL,
  day date NOT NULL,
  start_minute int NOT NULL,
  end_minute int NOT NULL,
  ends_at timestamptz NOT NULL,
  price bigint NOT NULL CHECK (price >= 0),
  state text NOT NULL CHECK (state IN ('planned', 'used', 'no_show', 'leave', 'moved', 'cancelled', 'settled')),
  missed boolean NOT NULL DEFAULT false,
  -- Given free by a pause: resuming books it again.
  paused boolean NOT NULL DEFAULT false,
  -- Of its price, what the contract's prepaid money or its debt bore; purses and cards bore the rest.
  covered bigint NOT NULL DEFAULT 0 CHECK (covered >= 0),
  note text NOT NULL DEFAULT '',
  created_at timestamptz NOT NULL,
  PRIMARY KEY (venue_id, id),
  UNIQUE (venue_id, order_id),
  FOREIGN KEY (venue_id, contract_id) REFERENCES fixed_contract(venue_id, id),
  FOREIGN KEY (venue_id, order_id) REFERENCES booking_order(venue_id, id)
);
CREATE INDEX fixed_occurrence_contract ON fixed_occurrence (venue_id, contract_id, day);
CREATE INDEX fixed_occurrence_open ON fixed_occurrence (venue_id, ends_at) WHERE state IN ('planned', 'used', 'no_show');
-- The list of all orders has every kind that customers pay for: entries, activities, vouchers, places in classes, fixed contracts, what was
-- collected by itself, deposits, fees and deposits of cards, and debts that are paid. A booking that a fixed contract bore counts what the contract did not.
CREATE INDEX fixed_occurrence_order ON fixed_occurrence (venue_id, order_id);
SELECT protect_venue_table('fixed_occurrence');

-- Ground kept for the first refusal of a renewal: ordinary locks of the grid, and whose they are.
CREATE TABLE fixed_hold (
  venue_id text NOT NULL,
  lock_id text NOT NULL,
  contract_id text NOT NULL,
  PRIMARY KEY (venue_id, lock_id),
  FOREIGN KEY (venue_id, contract_id) REFERENCES fixed_contract(venue_id, id),
  FOREIGN KEY (venue_id, lock_id) REFERENCES place_lock(venue_id, id)
);
CREATE INDEX fixed_hold_contract ON fixed_hold (venue_id, contract_id);
SELECT protect_venue_table('fixed_hold', false);

-- ====================================================================================================
-- Open play
-- ====================================================================================================

-- Open play: a court slot sold by the head, run when enough people joined by a deadline.
CREATE TABLE open_play (
  venue_id text NOT NULL,
  id text NOT NULL,
  no text NOT NULL,
  title text NOT NULL,
  place_ids text[] NOT NULL CHECK (cardinality(place_ids) > 0),
  program_id text NOT NULL,
  hall_id text NOT NULL,
  day date NOT NULL,
  start_minute int NOT NULL,
  end_minute int NOT NULL,
  starts_at timestamptz NOT NULL,
  ends_at timestamptz NOT NULL,
  -- Until when the minimum must have joined.
  deadline_hours int NOT NULL CHECK (deadline_hours >= 0),
  deadline timestamptz NOT NULL,
  capacity int NOT NULL CHECK (capacity > 0),
  -- Heads that may still join: the guard of the last place.
  left_heads int NOT NULL,
  minimum int NOT NULL CHECK (minimum > 0),
  price bigint NOT NULL CHECK (price >= 0),
  state text NOT NULL CHECK (state IN ('draft', 'open', 'confirmed', 'finished', 'failed', 'cancelled')),
  -- The order of kind "event" that holds the ground, from opening on.
  order_id text,
  remark text NOT NULL DEFAULT '',
  reason text NOT NULL DEFAULT '',
  person_id text NOT NULL,
  operator text NOT NULL,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (venue_id, id),
  UNIQUE (venue_id, no),
  CONSTRAINT open_play_check CHECK (end_minute > start_minute),
  CONSTRAINT open_play_check1 CHECK (deadline <= starts_at),
  CONSTRAINT open_play_check2 CHECK (minimum <= capacity),
  CONSTRAINT open_play_check3 CHECK (state = 'draft' OR state = 'cancelled' OR order_id IS NOT NULL),
  CONSTRAINT open_play_left_check CHECK (left_heads >= 0 AND left_heads <= capacity),
  FOREIGN KEY (venue_id, hall_id) REFERENCES hall(venue_id, id),
  FOREIGN KEY (venue_id, order_id) REFERENCES booking_order(venue_id, id),
  FOREIGN KEY (venue_id, program_id) REFERENCES program(venue_id, id)
);
CREATE INDEX open_play_time ON open_play (venue_id, starts_at DESC, id DESC);
CREATE INDEX open_play_running ON open_play (venue_id, ends_at) WHERE state IN ('open', 'confirmed');
CREATE UNIQUE INDEX open_play_order ON open_play (venue_id, order_id) WHERE order_id IS NOT NULL;
SELECT protect_venue_table('open_play');

CREATE TABLE open_play_ticket (
  venue_id text NOT NULL,
  id text NOT NULL,
  no text NOT NULL,
  open_play_id text NOT NULL,
  member_id text,
  name text NOT NULL,
  phone text NOT NULL DEFAULT '',
  heads int NOT NULL CHECK (heads > 0),
  -- Of one head, as it was when they joined.
  price bigint NOT NULL CHECK (price >= 0),
  total bigint NOT NULL CHECK (total >= 0),
  paid bigint NOT NULL CHECK (paid >= 0),
  refunded bigint NOT NULL DEFAULT 0 CHECK (refunded >= 0),
  fee bigint NOT NULL DEFAULT 0 CHECK (fee >= 0),
  state text NOT NULL DEFAULT 'joined' CHECK (state IN ('joined', 'no_show', 'left')),
  reason text NOT NULL DEFAULT '',
  person_id text NOT NULL,
  operator text NOT NULL,
  at timestamptz NOT NULL,
  left_at timestamptz,
  -- The level whose price it was; none: the price for everybody.
  card_type_id text,
  -- Heads that came in, and heads that had not when it was over.
  entered int NOT NULL DEFAULT 0,
  absent int NOT NULL DEFAULT 0,
  -- Cash that the clock gave back and that waits at the desk.
  owed bigint NOT NULL DEFAULT 0,
  PRIMARY KEY (venue_id, id),
  UNIQUE (venue_id, no),
  CONSTRAINT open_play_ticket_back_check CHECK (owed >= 0 AND
CASE
    WHEN state = 'left' THEN (refunded + fee + owed) = paid
    ELSE (refunded + fee + owed) <= (price * absent)
END),
  CONSTRAINT open_play_ticket_came_check CHECK (entered >= 0 AND absent >= 0 AND (entered + absent) <= heads),
  CONSTRAINT open_play_ticket_check CHECK (total = (price * heads) AND paid = total),
  FOREIGN KEY (venue_id, card_type_id) REFERENCES card_type(venue_id, id),
  FOREIGN KEY (venue_id, member_id) REFERENCES member(venue_id, id),
  FOREIGN KEY (venue_id, open_play_id) REFERENCES open_play(venue_id, id)
);
CREATE INDEX open_play_ticket_play ON open_play_ticket (venue_id, open_play_id);
CREATE INDEX open_play_ticket_member ON open_play_ticket (venue_id, member_id) WHERE member_id IS NOT NULL;
CREATE INDEX open_play_ticket_time ON open_play_ticket (venue_id, at DESC);
SELECT protect_venue_table('open_play_ticket');
CREATE TRIGGER follow_merged_member BEFORE INSERT ON open_play_ticket FOR EACH ROW WHEN ((new.member_id IS NOT NULL)) EXECUTE FUNCTION follow_merged_member();

-- Open play by head: a price for each card level, who came, and what goes back to those who did not.
CREATE TABLE open_play_level (
  venue_id text NOT NULL,
  open_play_id text NOT NULL,
  card_type_id text NOT NULL,
  -- Of one head that a member of this level pays for.
  price bigint NOT NULL CHECK (price >= 0),
  PRIMARY KEY (venue_id, open_play_id, card_type_id),
  FOREIGN KEY (venue_id, card_type_id) REFERENCES card_type(venue_id, id),
  FOREIGN KEY (venue_id, open_play_id) REFERENCES open_play(venue_id, id)
);
SELECT protect_venue_table('open_play_level');

-- ====================================================================================================
-- Sessions sold by capacity
-- ====================================================================================================

-- A hall booking (场次): one time slot of a hall sold by capacity. leftPlace never passes below zero under any load.
CREATE TABLE hall_booking (
  venue_id text NOT NULL,
  id text NOT NULL,
  hall_id text NOT NULL,
  name text NOT NULL DEFAULT '',
  day date NOT NULL,
  start_minute int NOT NULL,
  end_minute int NOT NULL,
  starts_at timestamptz NOT NULL,
  ends_at timestamptz NOT NULL,
  price bigint NOT NULL CHECK (price >= 0),
  max_place int NOT NULL CHECK (max_place > 0),
  left_place int NOT NULL CHECK (left_place >= 0),
  status text NOT NULL CHECK (status IN ('draft', 'on_shelf', 'off_shelf', 'finished', 'cancelled')),
  PRIMARY KEY (venue_id, id),
  CONSTRAINT hall_booking_check CHECK (end_minute > start_minute),
  CONSTRAINT hall_booking_check1 CHECK (left_place <= max_place),
  FOREIGN KEY (venue_id, hall_id) REFERENCES hall(venue_id, id)
);
CREATE INDEX hall_booking_day ON hall_booking (venue_id, day, start_minute);
CREATE UNIQUE INDEX hall_booking_time ON hall_booking (venue_id, hall_id, day, start_minute) WHERE status <> 'cancelled';
CREATE INDEX hall_booking_running ON hall_booking (venue_id, ends_at) WHERE status IN ('on_shelf', 'off_shelf');
SELECT protect_venue_table('hall_booking');

CREATE TABLE session_order (
  venue_id text NOT NULL,
  id text NOT NULL,
  no text NOT NULL,
  hall_booking_id text NOT NULL,
  member_id text,
  name text NOT NULL,
  phone text NOT NULL DEFAULT '',
  heads int NOT NULL CHECK (heads > 0),
  total bigint NOT NULL CHECK (total >= 0),
  paid bigint NOT NULL CHECK (paid >= 0),
  -- Paid by uses of a package card instead of money.
  holding_id text,
  person_id text NOT NULL,
  operator text NOT NULL,
  at timestamptz NOT NULL,
  status text NOT NULL DEFAULT 'booked' CHECK (status IN ('booked', 'cancelled')),
  entered int NOT NULL DEFAULT 0,
  refunded bigint NOT NULL DEFAULT 0 CHECK (refunded >= 0),
  fee bigint NOT NULL DEFAULT 0 CHECK (fee >= 0),
  reason text NOT NULL DEFAULT '',
  cancelled_at timestamptz,
  -- Finding bookings of sessions as orders of places are found: by the beginning of number, name and phone, the phone's last digits, the member.
  phone_tail text GENERATED ALWAYS AS (right(phone, 4)) STORED,
  PRIMARY KEY (venue_id, id),
  UNIQUE (venue_id, no),
  CONSTRAINT session_order_entered_check CHECK (entered >= 0 AND entered <= heads),
  CONSTRAINT session_order_money_check CHECK (
CASE
    WHEN status = 'booked' THEN (refunded + fee) = 0
    ELSE (refunded + fee) = paid
END),
  FOREIGN KEY (venue_id, hall_booking_id) REFERENCES hall_booking(venue_id, id),
  FOREIGN KEY (venue_id, member_id) REFERENCES member(venue_id, id)
);
CREATE INDEX session_order_booking ON session_order (venue_id, hall_booking_id);
CREATE INDEX session_order_time ON session_order (venue_id, at DESC);
CREATE INDEX session_order_no ON session_order (venue_id, no text_pattern_ops);
CREATE INDEX session_order_name ON session_order (venue_id, name text_pattern_ops);
CREATE INDEX session_order_phone ON session_order (venue_id, phone text_pattern_ops);
CREATE INDEX session_order_phone_tail ON session_order (venue_id, phone_tail);
CREATE INDEX session_order_member ON session_order (venue_id, member_id) WHERE member_id IS NOT NULL;
SELECT protect_venue_table('session_order');
CREATE TRIGGER follow_merged_member BEFORE INSERT ON session_order FOR EACH ROW WHEN ((new.member_id IS NOT NULL)) EXECUTE FUNCTION follow_merged_member();

-- Wristbands handed out at check-in: each is with one person at a time, and comes back, or is lost.
CREATE TABLE wristband (
  venue_id text NOT NULL,
  id text NOT NULL,
  code text NOT NULL CHECK (code <> '' AND code = upper(code)),
  session_order_id text NOT NULL,
  state text NOT NULL DEFAULT 'out' CHECK (state IN ('out', 'back', 'lost')),
  given_at timestamptz NOT NULL,
  settled_at timestamptz,
  PRIMARY KEY (venue_id, id),
  CONSTRAINT wristband_check CHECK ((state = 'out') = (settled_at IS NULL)),
  FOREIGN KEY (venue_id, session_order_id) REFERENCES session_order(venue_id, id)
);
CREATE UNIQUE INDEX wristband_out ON wristband (venue_id, code) WHERE state = 'out';
CREATE INDEX wristband_order ON wristband (venue_id, session_order_id);
SELECT protect_venue_table('wristband');

-- ====================================================================================================
-- Cards
-- ====================================================================================================

CREATE TABLE package_card (
  venue_id text NOT NULL,
  id text NOT NULL,
  name text NOT NULL,
  kind text NOT NULL DEFAULT 'times' CHECK (kind IN ('times', 'period', 'hours')),
  program_id text NOT NULL,
  price bigint NOT NULL CHECK (price > 0),
  times int NOT NULL,
  bonus_times int NOT NULL DEFAULT 0 CHECK (bonus_times >= 0),
  valid_days int NOT NULL CHECK (valid_days > 0),
  on_shelf boolean NOT NULL DEFAULT true,
  position int NOT NULL DEFAULT 0,
  -- Opens every sport, not that of its program alone.
  every_sport boolean NOT NULL DEFAULT false,
  activation text NOT NULL DEFAULT 'purchase' CHECK (activation IN ('purchase', 'firstUse', 'fixedDate')),
  -- Days after its sale in which a card that its first use activates must be used.
  activate_within int NOT NULL DEFAULT 365 CHECK (activate_within > 0),
  weekdays text[] NOT NULL DEFAULT '{}',
  start_minute int CHECK (start_minute >= 0 AND start_minute <= 1440),
  end_minute int CHECK (end_minute >= 0 AND end_minute <= 1440),
  most_a_day int CHECK (most_a_day > 0),
  most_a_week int CHECK (most_a_week > 0),
  most_a_month int CHECK (most_a_month > 0),
  -- People that may come in by it together.
  people int CHECK (people > 0),
  transferable boolean NOT NULL DEFAULT true,
  transfer_fee bigint CHECK (transfer_fee >= 0),
  refundable boolean NOT NULL DEFAULT true,
  refund_percent numeric(5,2) NOT NULL DEFAULT 0 CHECK (refund_percent >= 0 AND refund_percent <= 100),
  memo text NOT NULL DEFAULT '',
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (venue_id, id),
  CONSTRAINT package_card_name UNIQUE (venue_id, name),
  CONSTRAINT package_card_hours CHECK ((start_minute IS NULL) = (end_minute IS NULL) AND start_minute < end_minute),
  CONSTRAINT package_card_times CHECK (
CASE kind
    WHEN 'period' THEN times = 0 AND bonus_times = 0
    ELSE times > 0
END),
  FOREIGN KEY (venue_id, program_id) REFERENCES program(venue_id, id)
);
CREATE INDEX package_card_created ON package_card (venue_id, created_at DESC, id DESC);
CREATE INDEX package_card_order ON package_card (venue_id, position, id);
SELECT protect_venue_table('package_card');

CREATE TABLE holding (
  venue_id text NOT NULL,
  id text NOT NULL,
  no text NOT NULL,
  package_card_id text NOT NULL,
  name text NOT NULL,
  member_id text NOT NULL,
  times int NOT NULL,
  bonus_times int NOT NULL,
  used int NOT NULL DEFAULT 0 CHECK (used >= 0),
  price bigint NOT NULL,
  state text NOT NULL CHECK (state IN ('inactive', 'active', 'paused', 'used_up', 'expired', 'transferred', 'exchanged', 'refunded')),
  activated_on date,
  expires_on date NOT NULL,
  person_id text NOT NULL,
  operator text NOT NULL,
  at timestamptz NOT NULL,
  -- What becomes of package cards in members' hands: started later, paused, handed on, given back; and a log of all of it.
  kind text NOT NULL DEFAULT 'times' CHECK (kind IN ('times', 'period', 'hours')),
  paused_on date,
  -- The card that it came from by transfer or exchange.
  from_id text,
  memo text NOT NULL DEFAULT '',
  -- What a card was worth that came from another one, beside what was paid for it; and which warnings about it were given.
  carried bigint NOT NULL DEFAULT 0 CHECK (carried >= 0),
  warned text[] NOT NULL DEFAULT '{}',
  -- What a card that was taken back gave back: its price less what was used of it and the fee that was kept.
  refunded bigint NOT NULL DEFAULT 0 CHECK (refunded >= 0),
  PRIMARY KEY (venue_id, id),
  UNIQUE (venue_id, no),
  CONSTRAINT holding_paused CHECK ((state = 'paused') = (paused_on IS NOT NULL) OR paused_on IS NULL),
  CONSTRAINT holding_uses CHECK (kind = 'period' OR used <= (times + bonus_times)),
  CONSTRAINT holding_from FOREIGN KEY (venue_id, from_id) REFERENCES holding(venue_id, id),
  FOREIGN KEY (venue_id, member_id) REFERENCES member(venue_id, id),
  FOREIGN KEY (venue_id, package_card_id) REFERENCES package_card(venue_id, id)
);
CREATE INDEX holding_member ON holding (venue_id, member_id);
CREATE INDEX holding_expiry ON holding (venue_id, expires_on) WHERE state = 'active';
CREATE INDEX holding_no ON holding (venue_id, no text_pattern_ops);
CREATE INDEX holding_time ON holding (venue_id, at DESC, id DESC);
CREATE INDEX holding_card ON holding (venue_id, package_card_id);
CREATE INDEX holding_start ON holding (venue_id, activated_on) WHERE state = 'inactive';
CREATE INDEX holding_from ON holding (venue_id, from_id) WHERE from_id IS NOT NULL;
SELECT protect_venue_table('holding');
CREATE TRIGGER follow_merged_member BEFORE INSERT ON holding FOR EACH ROW WHEN ((new.member_id IS NOT NULL)) EXECUTE FUNCTION follow_merged_member();

CREATE TABLE holding_use (
  venue_id text NOT NULL,
  id text NOT NULL,
  holding_id text NOT NULL,
  times int NOT NULL,
  before int,
  after int,
  value bigint NOT NULL,
  document_kind text NOT NULL DEFAULT '',
  document_id text NOT NULL DEFAULT '',
  note text NOT NULL DEFAULT '',
  operator text NOT NULL,
  at timestamptz NOT NULL,
  -- What happened; a use with less than 0 times is one that went back.
  kind text NOT NULL DEFAULT 'use' CHECK (kind IN ('use', 'sell', 'activate', 'extend', 'pause', 'resume', 'addTimes', 'transfer', 'exchange', 'refund', 'expire')),
  -- The day on which it was used, which limits count by; older uses: the day of the entry.
  used_on date,
  PRIMARY KEY (venue_id, id),
  CONSTRAINT holding_use_check CHECK (after = (before - times)),
  CONSTRAINT holding_use_times CHECK (times <> 0 OR kind <> 'use'),
  FOREIGN KEY (venue_id, holding_id) REFERENCES holding(venue_id, id)
);
CREATE INDEX holding_use_holding ON holding_use (venue_id, holding_id, at DESC);
-- Uses that go back to a card are found by what they were for.
CREATE INDEX holding_use_document ON holding_use (venue_id, document_kind, document_id) WHERE document_id <> '';
CREATE INDEX holding_use_time ON holding_use (venue_id, at DESC, id DESC);
SELECT protect_venue_table('holding_use', false, true);

-- ====================================================================================================
-- Transfers
-- ====================================================================================================

-- Transfers between members, from the request to the posting of both sides.
CREATE TABLE member_transfer (
  venue_id text NOT NULL,
  id text NOT NULL,
  no text NOT NULL,
  state text NOT NULL CHECK (state IN ('requested', 'approved', 'done', 'failed', 'refused', 'withdrawn')),
  giver_id text NOT NULL,
  receiver_id text NOT NULL,
  purse text NOT NULL CHECK (purse IN ('principal', 'gift')),
  amount bigint NOT NULL CHECK (amount > 0),
  reason text NOT NULL,
  -- Who asked: may withdraw it, and must not approve it.
  requester text NOT NULL DEFAULT '',
  requested_by text NOT NULL,
  decided_by text NOT NULL DEFAULT '',
  decided_at timestamptz,
  outcome text NOT NULL DEFAULT '',
  created_at timestamptz NOT NULL,
  PRIMARY KEY (venue_id, id),
  UNIQUE (venue_id, no),
  CONSTRAINT member_transfer_check CHECK (giver_id <> receiver_id),
  FOREIGN KEY (venue_id, giver_id) REFERENCES member(venue_id, id),
  FOREIGN KEY (venue_id, receiver_id) REFERENCES member(venue_id, id)
);
CREATE INDEX member_transfer_created ON member_transfer (venue_id, created_at DESC, id DESC);
CREATE INDEX member_transfer_giver ON member_transfer (venue_id, giver_id);
CREATE INDEX member_transfer_receiver ON member_transfer (venue_id, receiver_id);
SELECT protect_venue_table('member_transfer');

-- ====================================================================================================
-- Adjustments
-- ====================================================================================================

-- Changes of members' balances by hand: asked for by one person, decided by another. Amounts in fen.
CREATE TABLE member_adjustment (
  venue_id text NOT NULL,
  id text NOT NULL,
  no text NOT NULL,
  state text NOT NULL CHECK (state IN ('requested', 'approved', 'done', 'failed', 'refused', 'withdrawn')),
  member_id text NOT NULL,
  purse text NOT NULL CHECK (purse IN ('principal', 'gift')),
  direction text NOT NULL CHECK (direction IN ('add', 'take')),
  amount bigint NOT NULL CHECK (amount > 0),
  reason text NOT NULL,
  -- Who asked: may withdraw it, and must not approve it.
  requester text NOT NULL DEFAULT '',
  requested_by text NOT NULL,
  decided_by text NOT NULL DEFAULT '',
  decided_at timestamptz,
  outcome text NOT NULL DEFAULT '',
  created_at timestamptz NOT NULL,
  PRIMARY KEY (venue_id, id),
  UNIQUE (venue_id, no),
  FOREIGN KEY (venue_id, member_id) REFERENCES member(venue_id, id)
);
CREATE INDEX member_adjustment_created ON member_adjustment (venue_id, created_at DESC, id DESC);
CREATE INDEX member_adjustment_member ON member_adjustment (venue_id, member_id);
SELECT protect_venue_table('member_adjustment');
CREATE TRIGGER follow_merged_member BEFORE INSERT ON member_adjustment FOR EACH ROW WHEN (NEW.member_id IS NOT NULL) EXECUTE FUNCTION follow_merged_member();

-- ====================================================================================================
-- Stock
-- ====================================================================================================

-- What is sold at the desk beside places: products with stock, sales, package cards, and sessions sold by capacity
-- (product cashier-and-stock, members-and-cards, booking).
CREATE TABLE product_class (
  venue_id text NOT NULL,
  id text NOT NULL,
  name text NOT NULL,
  position int NOT NULL DEFAULT 0,
  parent_id text,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (venue_id, id),
  CONSTRAINT product_class_name UNIQUE (venue_id, name),
  CONSTRAINT product_class_parent FOREIGN KEY (venue_id, parent_id) REFERENCES product_class(venue_id, id)
);
CREATE INDEX product_class_parent ON product_class (venue_id, parent_id) WHERE parent_id IS NOT NULL;
CREATE INDEX product_class_order ON product_class (venue_id, position, id);
SELECT protect_venue_table('product_class');

CREATE TABLE product (
  venue_id text NOT NULL,
  id text NOT NULL,
  class_id text NOT NULL,
  name text NOT NULL,
  barcode text,
  unit text NOT NULL,
  price bigint NOT NULL CHECK (price >= 0),
  -- Moving-average cost per unit, fen; moved by receipts.
  cost bigint NOT NULL DEFAULT 0 CHECK (cost >= 0),
  -- Services carry no stock.
  stocked boolean NOT NULL DEFAULT true,
  low_limit int NOT NULL DEFAULT 0,
  on_shelf boolean NOT NULL DEFAULT true,
  position int NOT NULL DEFAULT 0,
  pinyin text NOT NULL DEFAULT '',
  spec text NOT NULL DEFAULT '',
  pack_unit text NOT NULL DEFAULT '',
  pack_size int NOT NULL DEFAULT 1 CHECK (pack_size > 0),
  pictures text[] NOT NULL DEFAULT '{}',
  rental boolean NOT NULL DEFAULT false,
  gift boolean NOT NULL DEFAULT false,
  memo text NOT NULL DEFAULT '',
  created_at timestamptz NOT NULL DEFAULT now(),
  -- What is asked as security for one piece that is lent.
  deposit bigint CHECK (deposit >= 0),
  -- What a product is found by at the checkout, in one text: each line of it is looked through as typed, in lower case, without a locale.
  finds text COLLATE "C" NOT NULL GENERATED ALWAYS AS (((((lower(((name || chr(10)) || spec)) || chr(10)) || pinyin) || chr(10)) || COALESCE(barcode, ''))) STORED,
  PRIMARY KEY (venue_id, id),
  FOREIGN KEY (venue_id, class_id) REFERENCES product_class(venue_id, id)
);
CREATE INDEX product_class_id ON product (venue_id, class_id, position);
CREATE INDEX product_position ON product (venue_id, position, id);
CREATE UNIQUE INDEX product_barcode ON product (venue_id, barcode_key(barcode)) WHERE barcode IS NOT NULL;
SELECT protect_venue_table('product');

-- On hand per warehouse: equals the sum of movements, never below zero.
CREATE TABLE stock (
  venue_id text NOT NULL,
  warehouse text NOT NULL CHECK (warehouse IN ('main', 'shop')),
  product_id text NOT NULL,
  quantity int NOT NULL CHECK (quantity >= 0),
  PRIMARY KEY (venue_id, warehouse, product_id),
  FOREIGN KEY (venue_id, product_id) REFERENCES product(venue_id, id)
);
SELECT protect_venue_table('stock', false);

CREATE TABLE stock_movement (
  venue_id text NOT NULL,
  id text NOT NULL,
  warehouse text NOT NULL CHECK (warehouse IN ('main', 'shop')),
  product_id text NOT NULL,
  quantity int NOT NULL CHECK (quantity <> 0),
  before int NOT NULL,
  after int NOT NULL,
  -- Cost moved with it, fen, same sign as quantity.
  cost bigint NOT NULL,
  kind text NOT NULL CHECK (kind IN ('receipt', 'sale', 'return', 'transfer', 'count', 'writeOff')),
  document_id text NOT NULL,
  document_no text NOT NULL,
  operator text NOT NULL,
  at timestamptz NOT NULL,
  -- A movement of a voided document is the counter-movement of one that stays.
  voids boolean NOT NULL DEFAULT false,
  PRIMARY KEY (venue_id, id),
  CONSTRAINT stock_movement_check CHECK (after = (before + quantity)),
  FOREIGN KEY (venue_id, product_id) REFERENCES product(venue_id, id)
);
CREATE INDEX stock_movement_product ON stock_movement (venue_id, product_id, at DESC);
CREATE INDEX stock_movement_time ON stock_movement (venue_id, warehouse, at DESC, id DESC);
CREATE INDEX stock_movement_document ON stock_movement (venue_id, document_id);
CREATE INDEX stock_movement_order ON stock_movement (venue_id, at DESC, id DESC);
SELECT protect_venue_table('stock_movement', false, true);

CREATE TABLE supplier (
  venue_id text NOT NULL,
  id text NOT NULL,
  name text NOT NULL,
  pinyin text NOT NULL DEFAULT '',
  contact text NOT NULL DEFAULT '',
  tel text NOT NULL DEFAULT '',
  address text NOT NULL DEFAULT '',
  term_days int NOT NULL DEFAULT 0,
  account text NOT NULL DEFAULT '',
  active boolean NOT NULL DEFAULT true,
  memo text NOT NULL DEFAULT '',
  created_at timestamptz NOT NULL,
  PRIMARY KEY (venue_id, id)
);
CREATE UNIQUE INDEX supplier_name ON supplier (venue_id, name);
CREATE INDEX supplier_created ON supplier (venue_id, created_at DESC, id DESC);
SELECT protect_venue_table('supplier');

-- What a product's stock is worth over all warehouses, moved with each movement: the moving average is value ÷ held, and what goes out
-- takes its share, so that the last piece leaves nothing behind.
CREATE TABLE stock_value (
  venue_id text NOT NULL,
  product_id text NOT NULL,
  held int NOT NULL,
  value bigint NOT NULL,
  PRIMARY KEY (venue_id, product_id),
  FOREIGN KEY (venue_id, product_id) REFERENCES product(venue_id, id)
);
SELECT protect_venue_table('stock_value', false);

-- Every document that moves goods, sales apart: receipts, transfers, counts, write-offs (product cashier-and-stock, states "stock document").
CREATE TABLE stock_document (
  venue_id text NOT NULL,
  id text NOT NULL,
  no text NOT NULL,
  kind text NOT NULL CHECK (kind IN ('receiptShop', 'receiptMain', 'transfer', 'count', 'writeOff', 'supplierReturn')),
  state text NOT NULL CHECK (state IN ('draft', 'posted', 'voided')),
  -- Where the goods come into, go out of, or are counted. A transfer goes to the other one.
  warehouse text NOT NULL CHECK (warehouse IN ('main', 'shop')),
  supplier_id text,
  day date NOT NULL,
  reference text NOT NULL DEFAULT '',
  reason text CHECK (reason IN ('damaged', 'expired', 'lost', 'used', 'other')),
  memo text NOT NULL DEFAULT '',
  -- Of its lines: products, pieces moved, their value in fen (of a count: what was gained less what was lost).
  products int NOT NULL DEFAULT 0,
  quantity int NOT NULL DEFAULT 0,
  total bigint NOT NULL DEFAULT 0,
  person_id text NOT NULL,
  operator text NOT NULL,
  posted_at timestamptz,
  posted_by text NOT NULL DEFAULT '',
  voided_at timestamptz,
  voided_by text NOT NULL DEFAULT '',
  void_reason text NOT NULL DEFAULT '',
  created_at timestamptz NOT NULL,
  PRIMARY KEY (venue_id, id),
  UNIQUE (venue_id, no),
  CONSTRAINT stock_document_check CHECK ((state = 'draft') = (posted_at IS NULL)),
  CONSTRAINT stock_document_check1 CHECK ((state = 'voided') = (voided_at IS NOT NULL)),
  FOREIGN KEY (venue_id, supplier_id) REFERENCES supplier(venue_id, id)
);
CREATE INDEX stock_document_kind ON stock_document (venue_id, kind, day DESC, id DESC);
CREATE INDEX stock_document_created ON stock_document (venue_id, created_at DESC, id DESC);
CREATE INDEX stock_document_supplier ON stock_document (venue_id, supplier_id) WHERE supplier_id IS NOT NULL;
SELECT protect_venue_table('stock_document');

CREATE TABLE stock_document_line (
  venue_id text NOT NULL,
  id text NOT NULL,
  document_id text NOT NULL,
  seq int NOT NULL,
  product_id text NOT NULL,
  -- Pieces; of a count, those that were found, null while nobody counted.
  quantity int CHECK (quantity >= 0),
  packs int CHECK (packs > 0),
  pack_size int NOT NULL DEFAULT 1 CHECK (pack_size > 0),
  unit_cost bigint CHECK (unit_cost >= 0),
  -- Of a count: on hand when it was counted. What differs is moved at posting, whatever was sold in between.
  book int,
  -- Once posted: pieces in the warehouse before and after, and what was moved, fen, signed.
  before int,
  after int,
  cost bigint,
  PRIMARY KEY (venue_id, id),
  UNIQUE (venue_id, document_id, product_id),
  FOREIGN KEY (venue_id, document_id) REFERENCES stock_document(venue_id, id) ON DELETE CASCADE,
  FOREIGN KEY (venue_id, product_id) REFERENCES product(venue_id, id)
);
CREATE INDEX stock_document_line_product ON stock_document_line (venue_id, product_id);
SELECT protect_venue_table('stock_document_line', false);

-- ====================================================================================================
-- Sale
-- ====================================================================================================

CREATE TABLE sale (
  venue_id text NOT NULL,
  id text NOT NULL,
  no text NOT NULL,
  member_id text,
  list bigint NOT NULL CHECK (list >= 0),
  discount bigint NOT NULL CHECK (discount >= 0),
  total bigint NOT NULL CHECK (total >= 0),
  paid bigint NOT NULL DEFAULT 0 CHECK (paid >= 0),
  refunded bigint NOT NULL DEFAULT 0 CHECK (refunded >= 0),
  state text NOT NULL CHECK (state IN ('open', 'hung', 'paid', 'partly_returned', 'returned', 'void', 'abandoned')),
  remark text NOT NULL DEFAULT '',
  day date NOT NULL,
  person_id text NOT NULL,
  operator text NOT NULL,
  at timestamptz NOT NULL,
  -- Goods that are added to a booking, and returns of goods as documents of their own (product booking, cashier-and-stock).
  order_id text,
  -- The till's shift in which it was paid: only while it is open can the sale be voided.
  shift_id text,
  -- How often its receipt was printed: every print after the first is a copy.
  prints int NOT NULL DEFAULT 0 CHECK (prints >= 0),
  reason text NOT NULL DEFAULT '',
  -- A sale that its till kept before it was sent: under its key it is one sale, however late it arrives again.
  till_key text,
  till_at timestamptz,
  -- What a waiting cart was typed as: discounts by line and of the whole, its coupon, cards put aside. Null once it is paid.
  draft jsonb,
  -- The content of a sale that its till kept, as a hash: under its key no other sale is accepted.
  till_hash text,
  PRIMARY KEY (venue_id, id),
  UNIQUE (venue_id, no),
  CONSTRAINT sale_check CHECK (total = (list - discount)),
  CONSTRAINT sale_check1 CHECK (refunded <= paid),
  CONSTRAINT sale_of_order FOREIGN KEY (venue_id, order_id) REFERENCES booking_order(venue_id, id),
  FOREIGN KEY (venue_id, member_id) REFERENCES member(venue_id, id)
);
CREATE INDEX sale_time ON sale (venue_id, at DESC, id DESC);
CREATE INDEX sale_day ON sale (venue_id, day);
CREATE INDEX sale_member ON sale (venue_id, member_id, at DESC) WHERE member_id IS NOT NULL;
-- Lists of sales, movements and holdings straight from an index; numbers found by how they begin.
CREATE INDEX sale_no ON sale (venue_id, no text_pattern_ops);
CREATE INDEX sale_order ON sale (venue_id, order_id) WHERE order_id IS NOT NULL;
CREATE INDEX sale_waiting ON sale (venue_id, at DESC) WHERE state IN ('open', 'hung');
-- Sales are searched by who sold.
CREATE INDEX sale_operator ON sale (venue_id, operator);
CREATE UNIQUE INDEX sale_till_key ON sale (venue_id, till_key) WHERE till_key IS NOT NULL;
SELECT protect_venue_table('sale');
CREATE TRIGGER locked BEFORE UPDATE OF state, day ON sale FOR EACH ROW WHEN ((OLD.state, OLD.day) IS DISTINCT FROM (NEW.state, NEW.day))
  EXECUTE FUNCTION sale_leaves_lock();
CREATE TRIGGER follow_merged_member BEFORE INSERT ON sale FOR EACH ROW WHEN ((new.member_id IS NOT NULL)) EXECUTE FUNCTION follow_merged_member();
CREATE TRIGGER rollups AFTER INSERT OR UPDATE OR DELETE ON sale FOR EACH ROW EXECUTE FUNCTION sale_touches();

CREATE TABLE sale_line (
  venue_id text NOT NULL,
  id text NOT NULL,
  sale_id text NOT NULL,
  product_id text NOT NULL,
  name text NOT NULL,
  quantity int NOT NULL CHECK (quantity > 0),
  returned int NOT NULL DEFAULT 0 CHECK (returned >= 0),
  unit_price bigint NOT NULL,
  list bigint NOT NULL,
  discount bigint NOT NULL,
  price bigint NOT NULL,
  cost bigint NOT NULL,
  -- What a sale's line shows apart: the member's price and what was taken off by hand.
  member_off bigint NOT NULL DEFAULT 0,
  -- Lines of sales as a list of their own, and what a sale keeps for its shift, its voiding and the copies of its receipt.
  day date NOT NULL,
  created_at timestamptz NOT NULL,
  -- What a coupon of the venue took off a line of goods, fen; a part of `discount`.
  coupon_off bigint NOT NULL DEFAULT 0 CHECK (coupon_off >= 0),
  PRIMARY KEY (venue_id, id),
  CONSTRAINT sale_line_check CHECK (returned <= quantity),
  CONSTRAINT sale_line_check1 CHECK (price = (list - discount)),
  FOREIGN KEY (venue_id, product_id) REFERENCES product(venue_id, id),
  FOREIGN KEY (venue_id, sale_id) REFERENCES sale(venue_id, id)
);
CREATE INDEX sale_line_sale ON sale_line (venue_id, sale_id);
CREATE INDEX sale_line_product ON sale_line (venue_id, product_id);
CREATE INDEX sale_line_created ON sale_line (venue_id, created_at DESC, id DESC);
CREATE INDEX sale_line_day ON sale_line (venue_id, day);
SELECT protect_venue_table('sale_line', false);
CREATE TRIGGER rollups AFTER INSERT OR UPDATE OR DELETE ON sale_line FOR EACH ROW EXECUTE FUNCTION sale_part_touches();
CREATE TRIGGER locked BEFORE UPDATE ON sale_line FOR EACH ROW
  WHEN ((OLD.quantity, OLD.returned, OLD.list, OLD.price, OLD.cost) IS DISTINCT FROM (NEW.quantity, NEW.returned, NEW.list, NEW.price, NEW.cost))
  EXECUTE FUNCTION sale_line_leaves_lock();
CREATE TRIGGER locked_added AFTER INSERT ON sale_line FOR EACH ROW EXECUTE FUNCTION sale_line_leaves_lock();

CREATE TABLE sale_return (
  venue_id text NOT NULL,
  id text NOT NULL,
  no text NOT NULL,
  sale_id text NOT NULL,
  refund bigint NOT NULL CHECK (refund >= 0),
  reason text NOT NULL,
  person_id text NOT NULL,
  operator text NOT NULL,
  at timestamptz NOT NULL,
  PRIMARY KEY (venue_id, id),
  UNIQUE (venue_id, no),
  FOREIGN KEY (venue_id, sale_id) REFERENCES sale(venue_id, id)
);
CREATE INDEX sale_return_sale ON sale_return (venue_id, sale_id);
SELECT protect_venue_table('sale_return', true, true);

CREATE TABLE sale_return_line (
  venue_id text NOT NULL,
  return_id text NOT NULL,
  line_id text NOT NULL,
  quantity int NOT NULL CHECK (quantity > 0),
  refund bigint NOT NULL CHECK (refund >= 0),
  -- Where the goods went: back to the shop, or written off.
  goes_to text NOT NULL CHECK (goes_to IN ('shop', 'writeOff')),
  PRIMARY KEY (venue_id, return_id, line_id),
  FOREIGN KEY (venue_id, line_id) REFERENCES sale_line(venue_id, id),
  FOREIGN KEY (venue_id, return_id) REFERENCES sale_return(venue_id, id)
);
SELECT protect_venue_table('sale_return_line', false, true);

-- A cart sells more than goods: cards, recharges, places of sessions, what is due of a booking, and the deposit of what is lent. Each is a
-- document of its own; the sale whose receipt it is on names it. Of a cart that waits, they are only wanted.
CREATE TABLE sale_item (
  venue_id text NOT NULL,
  id text NOT NULL,
  sale_id text NOT NULL,
  kind text NOT NULL CHECK (kind IN ('card', 'recharge', 'session', 'class', 'order', 'deposit')),
  -- The card's definition, the offer (null: a free amount), the session, the booking order, the product that is lent.
  of_id text,
  quantity int NOT NULL CHECK (quantity > 0),
  name text NOT NULL,
  total bigint NOT NULL CHECK (total >= 0),
  document_id text,
  document_no text NOT NULL DEFAULT '',
  -- Of a deposit: what was given back and what was kept of it, once it is settled.
  given_back bigint CHECK (given_back >= 0),
  kept bigint CHECK (kept >= 0),
  created_at timestamptz NOT NULL,
  -- The package cards that paid for an item of a sale instead of money, as its receipt shows them.
  cards jsonb NOT NULL DEFAULT '[]'::jsonb,
  PRIMARY KEY (venue_id, id),
  CONSTRAINT sale_item_check CHECK ((given_back + kept) = total),
  FOREIGN KEY (venue_id, sale_id) REFERENCES sale(venue_id, id)
);
CREATE INDEX sale_item_sale ON sale_item (venue_id, sale_id);
CREATE UNIQUE INDEX sale_item_document ON sale_item (venue_id, kind, document_id) WHERE document_id IS NOT NULL AND kind <> 'order';
-- A deposit is found by its number.
CREATE INDEX sale_item_document_no ON sale_item (venue_id, document_no);
SELECT protect_venue_table('sale_item');

-- Goods that are sent to who bought them, one delivery a sale: to whom, what, by whom, and how it came back.
CREATE TABLE delivery (
  venue_id text NOT NULL,
  id text NOT NULL,
  no text NOT NULL,
  sale_id text NOT NULL,
  state text NOT NULL CHECK (state IN ('waiting', 'delivered', 'received', 'returned')),
  recipient text NOT NULL,
  phone text NOT NULL,
  province text NOT NULL DEFAULT '',
  city text NOT NULL DEFAULT '',
  area text NOT NULL DEFAULT '',
  address text NOT NULL,
  remark text NOT NULL DEFAULT '',
  express text NOT NULL DEFAULT '',
  tracking_no text NOT NULL DEFAULT '',
  delivered_at timestamptz,
  received_at timestamptz,
  -- The shipment back.
  reship_express text NOT NULL DEFAULT '',
  reship_no text NOT NULL DEFAULT '',
  reship_reason text NOT NULL DEFAULT '',
  returned_at timestamptz,
  operator text NOT NULL,
  created_at timestamptz NOT NULL,
  -- What an order of goods is marked with, what is made for its customer, and how it was sent: registered, insured.
  flags text[] NOT NULL DEFAULT '{}',
  customize text NOT NULL DEFAULT '',
  registered boolean NOT NULL DEFAULT false,
  insured boolean NOT NULL DEFAULT false,
  PRIMARY KEY (venue_id, id),
  FOREIGN KEY (venue_id, sale_id) REFERENCES sale(venue_id, id)
);
CREATE UNIQUE INDEX delivery_sale ON delivery (venue_id, sale_id);
CREATE UNIQUE INDEX delivery_no ON delivery (venue_id, no);
CREATE INDEX delivery_created ON delivery (venue_id, created_at DESC, id DESC);
SELECT protect_venue_table('delivery');

-- What is in it: pieces of a line of the sale that were not taken back when it was made up, and how many of them came back with it.
CREATE TABLE delivery_item (
  venue_id text NOT NULL,
  delivery_id text NOT NULL,
  sale_line_id text NOT NULL,
  quantity int NOT NULL CHECK (quantity > 0),
  reshipped int NOT NULL DEFAULT 0,
  PRIMARY KEY (venue_id, delivery_id, sale_line_id),
  CONSTRAINT delivery_item_check CHECK (reshipped >= 0 AND reshipped <= quantity),
  FOREIGN KEY (venue_id, delivery_id) REFERENCES delivery(venue_id, id) ON DELETE CASCADE,
  FOREIGN KEY (venue_id, sale_line_id) REFERENCES sale_line(venue_id, id)
);
SELECT protect_venue_table('delivery_item', false);

CREATE TABLE till_allowance (
  venue_id text NOT NULL,
  id text NOT NULL,
  member_id text NOT NULL,
  -- Of the device's secret, its hash.
  till text NOT NULL,
  amount bigint NOT NULL CHECK (amount > 0),
  used bigint NOT NULL DEFAULT 0 CHECK (used >= 0),
  until timestamptz NOT NULL,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (venue_id, id),
  FOREIGN KEY (venue_id, member_id) REFERENCES member(venue_id, id)
);
CREATE INDEX till_allowance_member ON till_allowance (venue_id, member_id, until);
SELECT protect_venue_table('till_allowance');
CREATE TRIGGER follow_merged_member BEFORE INSERT ON till_allowance FOR EACH ROW WHEN (NEW.member_id IS NOT NULL) EXECUTE FUNCTION follow_merged_member();

-- ====================================================================================================
-- Coaches
-- ====================================================================================================

-- Coaches, the bank cards that they are paid to, and their requests to draw on what they earned.
CREATE TABLE coach (
  venue_id text NOT NULL,
  id text NOT NULL,
  name text NOT NULL,
  state text NOT NULL CHECK (state IN ('applied', 'approved', 'suspended', 'refused')),
  audit_reason text NOT NULL DEFAULT '',
  photo text,
  phone text NOT NULL,
  gender text CHECK (gender IN ('male', 'female')),
  programs text[] NOT NULL DEFAULT '{}',
  level text NOT NULL CHECK (level IN ('junior', 'middle', 'senior', 'national')),
  hour_price bigint NOT NULL,
  share numeric(7,2) NOT NULL,
  institution_id text,
  account text NOT NULL DEFAULT '',
  certificate_no text NOT NULL DEFAULT '',
  certificate_ends_on date,
  memo text NOT NULL DEFAULT '',
  pinyin text NOT NULL DEFAULT '',
  created_at timestamptz NOT NULL,
  PRIMARY KEY (venue_id, id)
);
CREATE UNIQUE INDEX coach_phone ON coach (venue_id, phone);
CREATE INDEX coach_created ON coach (venue_id, created_at DESC, id DESC);
CREATE UNIQUE INDEX coach_account ON coach (venue_id, lower(account)) WHERE account <> '';
CREATE INDEX coach_institution ON coach (venue_id, institution_id);
SELECT protect_venue_table('coach');

CREATE TABLE coach_bank_card (
  venue_id text NOT NULL,
  id text NOT NULL,
  label text NOT NULL DEFAULT '',
  coach_id text NOT NULL,
  holder text NOT NULL,
  bank text NOT NULL,
  branch text NOT NULL DEFAULT '',
  card_no text NOT NULL,
  main boolean NOT NULL DEFAULT false,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (venue_id, id),
  FOREIGN KEY (venue_id, coach_id) REFERENCES coach(venue_id, id)
);
CREATE INDEX coach_bank_card_created ON coach_bank_card (venue_id, created_at DESC, id DESC);
CREATE INDEX coach_bank_card_coach ON coach_bank_card (venue_id, coach_id);
CREATE UNIQUE INDEX coach_bank_card_main ON coach_bank_card (venue_id, coach_id) WHERE main;
SELECT protect_venue_table('coach_bank_card');

CREATE TABLE coach_withdraw (
  venue_id text NOT NULL,
  id text NOT NULL,
  no text NOT NULL DEFAULT '',
  state text NOT NULL CHECK (state IN ('requested', 'approved', 'paid_out', 'refused')),
  coach_id text NOT NULL,
  amount bigint NOT NULL,
  bank_card_id text NOT NULL,
  memo text NOT NULL DEFAULT '',
  reason text NOT NULL DEFAULT '',
  bank_ref text NOT NULL DEFAULT '',
  paid_at timestamptz,
  operator text NOT NULL DEFAULT '',
  created_at timestamptz NOT NULL,
  -- Who requested a withdrawal or handed in a coupon settlement: they don't decide on it. A release that does not know the column yet writes it
  -- by its default; requests of before have theirs from the log.
  requester text NOT NULL DEFAULT COALESCE(current_setting('app.person_id', true), ''),
  PRIMARY KEY (venue_id, id),
  FOREIGN KEY (venue_id, bank_card_id) REFERENCES coach_bank_card(venue_id, id),
  FOREIGN KEY (venue_id, coach_id) REFERENCES coach(venue_id, id)
);
CREATE INDEX coach_withdraw_created ON coach_withdraw (venue_id, created_at DESC, id DESC);
CREATE UNIQUE INDEX coach_withdraw_no ON coach_withdraw (venue_id, no);
CREATE INDEX coach_withdraw_coach ON coach_withdraw (venue_id, coach_id, state);
SELECT protect_venue_table('coach_withdraw');

-- The whole number of a card, apart from it and in no log: read by who pays only.
CREATE TABLE coach_bank_number (
  venue_id text NOT NULL,
  id text NOT NULL,
  digits text NOT NULL CHECK (digits ~ '^\d{12,19}$'),
  PRIMARY KEY (venue_id, id),
  FOREIGN KEY (venue_id, id) REFERENCES coach_bank_card(venue_id, id) ON DELETE CASCADE
);
CREATE UNIQUE INDEX coach_bank_number_digits ON coach_bank_number (venue_id, digits);
SELECT protect_venue_table('coach_bank_number', false);

-- Classes that coaches give on the venue's courts, and who takes part in them.
CREATE TABLE coach_class (
  venue_id text NOT NULL,
  id text NOT NULL,
  title text NOT NULL,
  no text NOT NULL DEFAULT '',
  state text NOT NULL CHECK (state IN ('planned', 'finished', 'cancelled')),
  coach_id text NOT NULL,
  place_id text NOT NULL,
  day date NOT NULL,
  start int NOT NULL CHECK (start >= 0 AND start <= 1440),
  minutes int NOT NULL CHECK (minutes > 0),
  capacity int NOT NULL CHECK (capacity > 0),
  price bigint NOT NULL CHECK (price >= 0),
  -- What the coach gets of the income, as it was when the class was planned.
  share numeric(7,2) CHECK (share >= 0 AND share <= 100),
  weeks int NOT NULL,
  -- The order that holds the court in the booking grid.
  order_id text NOT NULL DEFAULT '',
  reason text NOT NULL DEFAULT '',
  memo text NOT NULL DEFAULT '',
  created_at timestamptz NOT NULL,
  PRIMARY KEY (venue_id, id),
  FOREIGN KEY (venue_id, coach_id) REFERENCES coach(venue_id, id),
  FOREIGN KEY (venue_id, place_id) REFERENCES place(venue_id, id)
);
CREATE UNIQUE INDEX coach_class_no ON coach_class (venue_id, no);
CREATE INDEX coach_class_created ON coach_class (venue_id, created_at DESC, id DESC);
CREATE INDEX coach_class_day ON coach_class (venue_id, day, coach_id);
CREATE INDEX coach_class_planned ON coach_class (venue_id, day) WHERE state = 'planned';
-- The class of the order that holds a court: closing a court asks for it.
CREATE INDEX coach_class_order ON coach_class (venue_id, order_id) WHERE state = 'planned';
SELECT protect_venue_table('coach_class');

CREATE TABLE coach_booking (
  venue_id text NOT NULL,
  id text NOT NULL,
  name text NOT NULL DEFAULT '',
  no text NOT NULL DEFAULT '',
  state text NOT NULL CHECK (state IN ('booked', 'attended', 'cancelled')),
  coach_class_id text NOT NULL,
  member_id text,
  phone text NOT NULL DEFAULT '',
  pay_by text NOT NULL CHECK (pay_by IN ('WeChat', 'Alipay', 'Cash', 'BankCard', 'Balance', 'Card', 'till')),
  card_no text NOT NULL DEFAULT '',
  amount bigint NOT NULL CHECK (amount >= 0),
  refunded bigint NOT NULL,
  reason text NOT NULL DEFAULT '',
  created_at timestamptz NOT NULL,
  PRIMARY KEY (venue_id, id),
  CONSTRAINT coach_booking_check CHECK (refunded >= 0 AND refunded <= amount),
  FOREIGN KEY (venue_id, coach_class_id) REFERENCES coach_class(venue_id, id),
  FOREIGN KEY (venue_id, member_id) REFERENCES member(venue_id, id)
);
CREATE UNIQUE INDEX coach_booking_no ON coach_booking (venue_id, no);
CREATE INDEX coach_booking_created ON coach_booking (venue_id, created_at DESC, id DESC);
CREATE INDEX coach_booking_class ON coach_booking (venue_id, coach_class_id);
CREATE UNIQUE INDEX coach_booking_once ON coach_booking (venue_id, coach_class_id, member_id) WHERE state <> 'cancelled' AND member_id IS NOT NULL;
CREATE INDEX coach_booking_member ON coach_booking (venue_id, member_id) WHERE member_id IS NOT NULL;
SELECT protect_venue_table('coach_booking');
CREATE TRIGGER follow_merged_member BEFORE INSERT ON coach_booking FOR EACH ROW WHEN ((new.member_id IS NOT NULL)) EXECUTE FUNCTION follow_merged_member();

-- ====================================================================================================
-- Competitions
-- ====================================================================================================

-- Games of a competition, as far as their courts go. The courts themselves are orders of kind "event": one truth for ground, in the grid.
CREATE TABLE game (
  venue_id text NOT NULL,
  id text NOT NULL,
  no text NOT NULL,
  short_title text NOT NULL,
  contact text NOT NULL DEFAULT '',
  mobile text NOT NULL DEFAULT '',
  memo text NOT NULL DEFAULT '',
  operator text NOT NULL DEFAULT '',
  created_at timestamptz NOT NULL,
  long_title text NOT NULL DEFAULT '',
  status text NOT NULL DEFAULT 'draft' CHECK (status IN ('draft', 'published', 'signing_up', 'closed', 'running', 'finished', 'settled', 'cancelled')),
  game_start date NOT NULL,
  game_end date NOT NULL,
  registration_start timestamptz,
  registration_end timestamptz,
  max_quota int,
  game_type text NOT NULL DEFAULT 'venueGame' CHECK (game_type IN ('venueGame', 'clubGame', 'trainingGame', 'platformGame')),
  business_code text NOT NULL DEFAULT 'venue' CHECK (business_code IN ('venue', 'platform', 'club', 'training')),
  game_type_level text CHECK (game_type_level IN ('friendly', 'district', 'city', 'province', 'national')),
  tags text[] NOT NULL DEFAULT '{}',
  country text NOT NULL DEFAULT '',
  region text[] NOT NULL DEFAULT '{}',
  address text NOT NULL DEFAULT '',
  longitude text NOT NULL DEFAULT '',
  latitude text NOT NULL DEFAULT '',
  fee bigint,
  bail bigint,
  member_type text NOT NULL DEFAULT 'personal' CHECK (member_type IN ('personal', 'team')),
  min_members int,
  max_members int,
  min_male int,
  max_male int,
  min_fe_male int,
  max_fe_male int,
  team_review boolean NOT NULL DEFAULT false,
  concurrent_item int,
  sign_in boolean NOT NULL DEFAULT false,
  qualifying boolean NOT NULL DEFAULT false,
  insurance boolean NOT NULL DEFAULT false,
  privacy boolean NOT NULL DEFAULT false,
  hidden_join boolean NOT NULL DEFAULT false,
  show_all_team boolean NOT NULL DEFAULT false,
  show_status boolean NOT NULL DEFAULT false,
  city_game boolean NOT NULL DEFAULT false,
  recommend boolean NOT NULL DEFAULT false,
  top boolean NOT NULL DEFAULT false,
  simulcast boolean NOT NULL DEFAULT false,
  max_simulcasts int,
  role_tags text[] NOT NULL DEFAULT '{}',
  pic text,
  cover text,
  poster text,
  game_rule text NOT NULL DEFAULT '',
  disclaimer text NOT NULL DEFAULT '',
  settled_fees bigint,
  settled_refunds bigint,
  settled_handling bigint,
  settled_net bigint,
  pinyin text NOT NULL DEFAULT '',
  -- The organization that a game is held for.
  organization_id text,
  -- Entries that have not paid are drawn only where the organiser allows it.
  draw_unpaid boolean NOT NULL DEFAULT false,
  PRIMARY KEY (venue_id, id),
  UNIQUE (venue_id, no),
  CONSTRAINT game_check CHECK (game_end >= game_start)
);
CREATE INDEX game_created ON game (venue_id, created_at DESC, id DESC);
CREATE INDEX game_status ON game (venue_id, status);
SELECT protect_venue_table('game');

CREATE TABLE game_setting (
  venue_id text NOT NULL,
  id text NOT NULL,
  game_id text NOT NULL,
  win_integral int NOT NULL,
  lost_integral int NOT NULL,
  abandonment_integral int NOT NULL,
  place_rule text[] NOT NULL DEFAULT '{}',
  score_unit text NOT NULL CHECK (score_unit IN ('point', 'goal', 'set')),
  win_when_big_score boolean NOT NULL DEFAULT false,
  weights numeric(7,2) NOT NULL,
  inning_referee_quantity int NOT NULL,
  score_rule text NOT NULL DEFAULT '',
  end_inning_rule text NOT NULL DEFAULT '',
  merger_rule_code text NOT NULL DEFAULT '',
  change_attack_rule text NOT NULL DEFAULT '',
  change_position_rule text NOT NULL DEFAULT '',
  property_rules text NOT NULL DEFAULT '',
  created_at timestamptz NOT NULL,
  draw_integral int NOT NULL DEFAULT 1,
  -- Regulations of a game's sport: what results of those that leave a group count, and points of matches that the last set decided.
  sport text NOT NULL DEFAULT 'other' CHECK (sport IN ('badminton', 'tableTennis', 'tennis', 'volleyball', 'basketball', 'football', 'other')),
  leaving text NOT NULL DEFAULT 'keep' CHECK (leaving IN ('keep', 'annul', 'annulIncomplete')),
  narrow_win_integral int,
  narrow_loss_integral int,
  -- Order of play without fixed times: matches in an order, called to a court when players and court are free.
  order_of_play text NOT NULL DEFAULT 'fixed' CHECK (order_of_play IN ('fixed', 'queue')),
  call_minutes int NOT NULL DEFAULT 10 CHECK (call_minutes >= 1 AND call_minutes <= 60),
  PRIMARY KEY (venue_id, id),
  FOREIGN KEY (venue_id, game_id) REFERENCES game(venue_id, id) ON DELETE CASCADE
);
CREATE UNIQUE INDEX game_setting_game_id ON game_setting (venue_id, game_id);
CREATE INDEX game_setting_created ON game_setting (venue_id, created_at DESC, id DESC);
SELECT protect_venue_table('game_setting');

CREATE TABLE game_event (
  venue_id text NOT NULL,
  id text NOT NULL,
  game_id text NOT NULL,
  title text NOT NULL,
  state text NOT NULL CHECK (state IN ('planned', 'drawn', 'running', 'finished')),
  kind text NOT NULL CHECK (kind IN ('singles', 'doubles', 'mixed', 'team')),
  gender text NOT NULL CHECK (gender IN ('open', 'male', 'female')),
  program_id text,
  min_age int,
  max_age int,
  fee bigint NOT NULL,
  max_quota int,
  seeds int,
  memo text NOT NULL DEFAULT '',
  pinyin text NOT NULL DEFAULT '',
  created_at timestamptz NOT NULL,
  PRIMARY KEY (venue_id, id),
  FOREIGN KEY (venue_id, game_id) REFERENCES game(venue_id, id),
  FOREIGN KEY (venue_id, program_id) REFERENCES program(venue_id, id)
);
CREATE INDEX game_event_game ON game_event (venue_id, game_id);
CREATE INDEX game_event_created ON game_event (venue_id, created_at DESC, id DESC);
SELECT protect_venue_table('game_event');

CREATE TABLE game_event_setting (
  venue_id text NOT NULL,
  id text NOT NULL,
  event_id text NOT NULL,
  racecard_rule text NOT NULL CHECK (racecard_rule IN ('knockout', 'doubleElimination', 'roundRobin', 'groupsKnockout')),
  group_quantity int NOT NULL,
  win_team_quantity int NOT NULL,
  inning_quantity int NOT NULL,
  inning_points int NOT NULL,
  win_by int NOT NULL,
  inning_cap int NOT NULL,
  immediately_stop boolean NOT NULL DEFAULT false,
  inning_minutes int NOT NULL,
  rest_minutes int NOT NULL,
  separate_clubs boolean NOT NULL DEFAULT false,
  third_place boolean NOT NULL DEFAULT false,
  created_at timestamptz NOT NULL,
  -- Double elimination, and ties of teams: a rubber is a match of its own under the tie.
  grand_reset boolean NOT NULL DEFAULT true,
  rubbers text[] NOT NULL DEFAULT '{}',
  all_rubbers boolean NOT NULL DEFAULT false,
  -- A last set with points of its own; timed matches, which may be draws.
  counting text NOT NULL DEFAULT 'sets' CHECK (counting IN ('sets', 'timed')),
  deciding_points int,
  deciding_cap int,
  period_minutes int,
  draws boolean NOT NULL DEFAULT false,
  -- An organiser's table of first matches after groups, "A1-B2 C1-D2".
  crossing text NOT NULL DEFAULT '',
  PRIMARY KEY (venue_id, id),
  FOREIGN KEY (venue_id, event_id) REFERENCES game_event(venue_id, id) ON DELETE CASCADE
);
CREATE UNIQUE INDEX game_event_setting_event_id ON game_event_setting (venue_id, event_id);
CREATE INDEX game_event_setting_created ON game_event_setting (venue_id, created_at DESC, id DESC);
SELECT protect_venue_table('game_event_setting');

CREATE TABLE game_team (
  venue_id text NOT NULL,
  id text NOT NULL,
  no text NOT NULL DEFAULT '',
  event_id text NOT NULL,
  name text NOT NULL,
  state text NOT NULL CHECK (state IN ('applied', 'confirmed', 'paid', 'checked_in', 'refused', 'withdrawn', 'abandoned')),
  club text NOT NULL DEFAULT '',
  captain text NOT NULL,
  phone text NOT NULL,
  member_id text,
  seed int,
  paid bigint DEFAULT 0,
  refunded bigint DEFAULT 0,
  balance_freeze bigint DEFAULT 0,
  audit text NOT NULL DEFAULT '',
  win_count int DEFAULT 0,
  lost_count int DEFAULT 0,
  abandonment_count int DEFAULT 0,
  integral int DEFAULT 0,
  place int,
  memo text NOT NULL DEFAULT '',
  pinyin text NOT NULL DEFAULT '',
  created_at timestamptz NOT NULL,
  draw_count int DEFAULT 0,
  -- What an entry is found by, in one text: each line of it is looked through as typed, in lower case, without a locale.
  finds text COLLATE "C" NOT NULL GENERATED ALWAYS AS (((lower(((((((no || chr(10)) || name) || chr(10)) || club) || chr(10)) || captain)) || chr(10)) || replace(pinyin, ' ', chr(10)))) STORED,
  -- Of these among the matches won and lost, to which the points of narrow ones go.
  narrow_win_count int NOT NULL DEFAULT 0,
  narrow_loss_count int NOT NULL DEFAULT 0,
  PRIMARY KEY (venue_id, id),
  FOREIGN KEY (venue_id, event_id) REFERENCES game_event(venue_id, id),
  FOREIGN KEY (venue_id, member_id) REFERENCES member(venue_id, id)
);
CREATE INDEX game_team_event ON game_team (venue_id, event_id);
CREATE UNIQUE INDEX game_team_no ON game_team (venue_id, no);
CREATE INDEX game_team_created ON game_team (venue_id, created_at DESC, id DESC);
SELECT protect_venue_table('game_team');
CREATE TRIGGER follow_merged_member BEFORE INSERT ON game_team FOR EACH ROW WHEN ((new.member_id IS NOT NULL)) EXECUTE FUNCTION follow_merged_member();

CREATE TABLE game_team_member (
  venue_id text NOT NULL,
  id text NOT NULL,
  team_id text NOT NULL,
  name text NOT NULL,
  sex text NOT NULL CHECK (sex IN ('male', 'female')),
  birthday date,
  phone text NOT NULL DEFAULT '',
  captain boolean NOT NULL DEFAULT false,
  shirt text NOT NULL DEFAULT '',
  position text NOT NULL DEFAULT '',
  replaced text NOT NULL DEFAULT '',
  pinyin text NOT NULL DEFAULT '',
  created_at timestamptz NOT NULL,
  PRIMARY KEY (venue_id, id),
  FOREIGN KEY (venue_id, team_id) REFERENCES game_team(venue_id, id)
);
CREATE INDEX game_team_member_team ON game_team_member (venue_id, team_id);
CREATE INDEX game_team_member_created ON game_team_member (venue_id, created_at DESC, id DESC);
SELECT protect_venue_table('game_team_member');

CREATE TABLE referee (
  venue_id text NOT NULL,
  id text NOT NULL,
  name text NOT NULL,
  sex text NOT NULL CHECK (sex IN ('male', 'female')),
  phone text NOT NULL,
  level text NOT NULL CHECK (level IN ('third', 'second', 'first', 'national', 'international')),
  certificate text NOT NULL DEFAULT '',
  sports text[] NOT NULL DEFAULT '{}',
  active boolean NOT NULL DEFAULT false,
  memo text NOT NULL DEFAULT '',
  pinyin text NOT NULL DEFAULT '',
  created_at timestamptz NOT NULL,
  PRIMARY KEY (venue_id, id)
);
CREATE UNIQUE INDEX referee_phone ON referee (venue_id, phone);
CREATE INDEX referee_created ON referee (venue_id, created_at DESC, id DESC);
SELECT protect_venue_table('referee');

-- Draws, stages, groups, matches and their sets.
CREATE TABLE game_draw (
  venue_id text NOT NULL,
  id text NOT NULL,
  event_id text NOT NULL,
  -- The text that the lots were drawn from, and who was drawn, "id|seed|club": with both anybody can repeat it.
  random_seed text NOT NULL,
  entrants text[] NOT NULL,
  state text NOT NULL CHECK (state IN ('drawn', 'published', 'undone')),
  reason text NOT NULL DEFAULT '',
  operator text NOT NULL,
  published_at timestamptz,
  created_at timestamptz NOT NULL,
  -- Which draw method made a draw: only the same one repeats it.
  method int NOT NULL DEFAULT 1,
  PRIMARY KEY (venue_id, id),
  FOREIGN KEY (venue_id, event_id) REFERENCES game_event(venue_id, id)
);
CREATE UNIQUE INDEX game_draw_valid ON game_draw (venue_id, event_id) WHERE state <> 'undone';
CREATE INDEX game_draw_event ON game_draw (venue_id, event_id, created_at DESC);
SELECT protect_venue_table('game_draw');

CREATE TABLE racecard (
  venue_id text NOT NULL,
  id text NOT NULL,
  event_id text NOT NULL,
  sequence int NOT NULL,
  kind text NOT NULL CHECK (kind IN ('groups', 'knockout', 'losers', 'final')),
  -- Lines of a bracket from top to bottom: "entry:<id>", "bye:", "place:<group>/<place>".
  lines text[] NOT NULL,
  PRIMARY KEY (venue_id, id),
  UNIQUE (venue_id, event_id, sequence),
  FOREIGN KEY (venue_id, event_id) REFERENCES game_event(venue_id, id)
);
SELECT protect_venue_table('racecard');

CREATE TABLE racecard_group (
  venue_id text NOT NULL,
  racecard_id text NOT NULL,
  number int NOT NULL,
  team_ids text[] NOT NULL,
  PRIMARY KEY (venue_id, racecard_id, number),
  FOREIGN KEY (venue_id, racecard_id) REFERENCES racecard(venue_id, id) ON DELETE CASCADE
);
SELECT protect_venue_table('racecard_group');

CREATE TABLE battle (
  venue_id text NOT NULL,
  id text NOT NULL,
  event_id text NOT NULL,
  racecard_id text NOT NULL,
  -- Its name within the draw, to which other matches refer.
  key text NOT NULL,
  stage int NOT NULL,
  group_no int,
  round int NOT NULL,
  sequence int NOT NULL,
  third boolean NOT NULL,
  state text NOT NULL CHECK (state IN ('waiting', 'ready', 'running', 'suspended', 'finished', 'walkover', 'retired', 'dropped')),
  home_id text,
  away_id text,
  -- Where a side comes from while it is not known, and later for corrections: "winner:<key>", "loser:<key>", "place:<group>/<place>".
  home_from text NOT NULL,
  away_from text NOT NULL,
  court_id text,
  starts_at timestamptz,
  minutes int NOT NULL,
  rest int NOT NULL,
  pinned boolean NOT NULL DEFAULT false,
  referee_id text,
  winner smallint CHECK (winner IN (0, 1)),
  home_sets int NOT NULL DEFAULT 0,
  away_sets int NOT NULL DEFAULT 0,
  score text NOT NULL DEFAULT '',
  reason text NOT NULL DEFAULT '',
  version int NOT NULL DEFAULT 0,
  begun_at timestamptz,
  ended_at timestamptz,
  created_at timestamptz NOT NULL,
  tie_id text,
  -- Which of the tie it is, as the event's settings name it.
  rubber text,
  PRIMARY KEY (venue_id, id),
  UNIQUE (venue_id, event_id, key),
  CONSTRAINT battle_check CHECK ((court_id IS NULL) = (starts_at IS NULL)),
  CONSTRAINT battle_check2 CHECK ((tie_id IS NULL) = (rubber IS NULL)),
  CONSTRAINT battle_winner CHECK ((winner IS NULL OR (state IN ('finished', 'walkover', 'retired'))) AND (winner IS NOT NULL OR state <> 'retired')),
  FOREIGN KEY (venue_id, away_id) REFERENCES game_team(venue_id, id),
  FOREIGN KEY (venue_id, court_id) REFERENCES place(venue_id, id),
  FOREIGN KEY (venue_id, event_id) REFERENCES game_event(venue_id, id),
  FOREIGN KEY (venue_id, home_id) REFERENCES game_team(venue_id, id),
  FOREIGN KEY (venue_id, racecard_id) REFERENCES racecard(venue_id, id) ON DELETE CASCADE,
  FOREIGN KEY (venue_id, referee_id) REFERENCES referee(venue_id, id),
  FOREIGN KEY (venue_id, tie_id) REFERENCES battle(venue_id, id) ON DELETE CASCADE
);
CREATE INDEX battle_referee ON battle (venue_id, referee_id) WHERE referee_id IS NOT NULL;
CREATE INDEX battle_home ON battle (venue_id, home_id);
CREATE INDEX battle_away ON battle (venue_id, away_id);
CREATE UNIQUE INDEX battle_court ON battle (venue_id, court_id, starts_at) WHERE court_id IS NOT NULL;
CREATE INDEX battle_tie ON battle (venue_id, tie_id) WHERE tie_id IS NOT NULL;
-- The list of matches in its own order, which fills a page without sorting all of them.
CREATE INDEX battle_created ON battle (venue_id, created_at DESC, id DESC);
CREATE INDEX battle_order ON battle (venue_id, starts_at NULLS FIRST, id);
SELECT protect_venue_table('battle');

CREATE TABLE inning (
  venue_id text NOT NULL,
  battle_id text NOT NULL,
  number int NOT NULL,
  home int NOT NULL CHECK (home >= 0),
  away int NOT NULL CHECK (away >= 0),
  -- Who won the last points of a set, as far as they were counted one by one.
  run text NOT NULL DEFAULT '' CHECK (run ~ '^[ha]*$'),
  PRIMARY KEY (venue_id, battle_id, number),
  FOREIGN KEY (venue_id, battle_id) REFERENCES battle(venue_id, id) ON DELETE CASCADE
);
SELECT protect_venue_table('inning');

-- Who of an entry plays in a match.
CREATE TABLE battle_player (
  venue_id text NOT NULL,
  battle_id text NOT NULL,
  member_id text NOT NULL,
  position int NOT NULL,
  PRIMARY KEY (venue_id, battle_id, member_id),
  FOREIGN KEY (venue_id, battle_id) REFERENCES battle(venue_id, id) ON DELETE CASCADE,
  FOREIGN KEY (venue_id, member_id) REFERENCES game_team_member(venue_id, id) ON DELETE CASCADE
);
SELECT protect_venue_table('battle_player');

CREATE TABLE battle_call (
  venue_id text NOT NULL,
  battle_id text NOT NULL,
  -- Order among the matches of the game that are still to be called.
  position int NOT NULL,
  -- The court whose list it is on; null: any court.
  court_id text,
  called_at timestamptz,
  -- How often it was called.
  calls int NOT NULL DEFAULT 0,
  on_court_at timestamptz,
  late text NOT NULL DEFAULT '' CHECK (late IN ('', 'home', 'away', 'both')),
  PRIMARY KEY (venue_id, battle_id),
  CONSTRAINT battle_call_check CHECK (called_at IS NOT NULL OR on_court_at IS NULL AND late = '' AND calls = 0),
  FOREIGN KEY (venue_id, battle_id) REFERENCES battle(venue_id, id) ON DELETE CASCADE,
  FOREIGN KEY (venue_id, court_id) REFERENCES place(venue_id, id)
);
SELECT protect_venue_table('battle_call');

-- Access of an umpire's tablet to one match, and what was marked there.
CREATE TABLE umpire_access (
  venue_id text NOT NULL,
  battle_id text NOT NULL,
  pin_hash text NOT NULL,
  -- Of the tablet that was opened last; null: none yet.
  token_hash text,
  issued_at timestamptz NOT NULL,
  -- Version of the score that the last mark made.
  version int NOT NULL,
  -- The match is over: the PIN opens nothing any more, and the tablet sees the result only.
  ended_at timestamptz,
  PRIMARY KEY (venue_id, battle_id),
  FOREIGN KEY (venue_id, battle_id) REFERENCES battle(venue_id, id) ON DELETE CASCADE
);
CREATE UNIQUE INDEX umpire_access_token ON umpire_access (venue_id, token_hash) WHERE token_hash IS NOT NULL;
SELECT protect_venue_table('umpire_access');

CREATE TABLE umpire_mark (
  venue_id text NOT NULL,
  battle_id text NOT NULL,
  number int NOT NULL CHECK (number >= 0),
  kind text NOT NULL,
  side smallint CHECK (side IN (0, 1)),
  points int,
  -- Of a score that was set as a whole: its sets.
  sets jsonb,
  marked_at timestamptz NOT NULL,
  received_at timestamptz NOT NULL,
  PRIMARY KEY (venue_id, battle_id, number),
  FOREIGN KEY (venue_id, battle_id) REFERENCES battle(venue_id, id) ON DELETE CASCADE
);
SELECT protect_venue_table('umpire_mark', false);

-- Changes of a draw that stands: two entries exchange their places, or one takes the place of another.
CREATE TABLE draw_change (
  venue_id text NOT NULL,
  id text NOT NULL,
  event_id text NOT NULL,
  draw_id text NOT NULL,
  kind text NOT NULL CHECK (kind IN ('swap', 'late', 'luckyLoser')),
  -- Of a replacement: who goes.
  first_id text NOT NULL,
  -- Of a replacement: who comes.
  second_id text NOT NULL,
  reason text NOT NULL,
  operator text NOT NULL,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (venue_id, id),
  FOREIGN KEY (venue_id, draw_id) REFERENCES game_draw(venue_id, id),
  FOREIGN KEY (venue_id, event_id) REFERENCES game_event(venue_id, id),
  FOREIGN KEY (venue_id, first_id) REFERENCES game_team(venue_id, id),
  FOREIGN KEY (venue_id, second_id) REFERENCES game_team(venue_id, id)
);
CREATE INDEX draw_change_draw ON draw_change (venue_id, draw_id, created_at);
SELECT protect_venue_table('draw_change');

-- Planning of a game's schedule, which runs outside the request: the last one of each game.
CREATE TABLE plan_job (
  venue_id text NOT NULL,
  game_id text NOT NULL,
  id text NOT NULL,
  state text NOT NULL CHECK (state IN ('running', 'done', 'cancelled', 'failed')),
  -- Matches placed so far, and all that are to be placed.
  done int NOT NULL DEFAULT 0,
  total int NOT NULL,
  placed int NOT NULL DEFAULT 0,
  moved int NOT NULL DEFAULT 0,
  left_over int NOT NULL DEFAULT 0,
  reason text NOT NULL DEFAULT '',
  operator text NOT NULL,
  started_at timestamptz NOT NULL,
  -- When the process that plans was last heard of: silent for long, it has stopped.
  seen_at timestamptz NOT NULL,
  PRIMARY KEY (venue_id, game_id),
  FOREIGN KEY (venue_id, game_id) REFERENCES game(venue_id, id) ON DELETE CASCADE
);
SELECT protect_venue_table('plan_job', false);

-- ====================================================================================================
-- Clubs
-- ====================================================================================================

-- Clubs that play at a venue, and their members.
CREATE TABLE club (
  venue_id text NOT NULL,
  id text NOT NULL,
  name text NOT NULL,
  pinyin text NOT NULL DEFAULT '',
  state text NOT NULL CHECK (state IN ('applied', 'approved', 'refused', 'suspended')),
  logo text,
  leader text NOT NULL,
  phone text NOT NULL,
  programs text[] NOT NULL DEFAULT '{}',
  founded_on date,
  memo text NOT NULL DEFAULT '',
  created_at timestamptz NOT NULL,
  -- Why a club was refused or suspended, as for all that is audited.
  audit_reason text NOT NULL DEFAULT '',
  PRIMARY KEY (venue_id, id)
);
CREATE UNIQUE INDEX club_name ON club (venue_id, name);
CREATE INDEX club_created ON club (venue_id, created_at DESC, id DESC);
SELECT protect_venue_table('club');

CREATE TABLE club_member (
  venue_id text NOT NULL,
  id text NOT NULL,
  club_id text NOT NULL,
  member_id text NOT NULL,
  captain boolean NOT NULL DEFAULT false,
  joined_on date,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (venue_id, id),
  FOREIGN KEY (venue_id, club_id) REFERENCES club(venue_id, id),
  FOREIGN KEY (venue_id, member_id) REFERENCES member(venue_id, id)
);
CREATE UNIQUE INDEX club_member_member_id ON club_member (venue_id, club_id, member_id);
CREATE INDEX club_member_created ON club_member (venue_id, created_at DESC, id DESC);
SELECT protect_venue_table('club_member');
CREATE TRIGGER follow_merged_member BEFORE INSERT ON club_member FOR EACH ROW WHEN ((new.member_id IS NOT NULL)) EXECUTE FUNCTION follow_merged_member();

-- ====================================================================================================
-- Marketing
-- ====================================================================================================

-- What customers say of the venue, and the albums that they see.
CREATE TABLE review (
  venue_id text NOT NULL,
  id text NOT NULL,
  author text NOT NULL,
  state text NOT NULL CHECK (state IN ('visible', 'hidden')),
  score text NOT NULL CHECK (score IN ('1', '2', '3', '4', '5')),
  subject text NOT NULL,
  subject_name text NOT NULL DEFAULT '',
  title text NOT NULL DEFAULT '',
  memo text NOT NULL,
  pictures text[] NOT NULL DEFAULT '{}',
  award boolean NOT NULL DEFAULT false,
  diggs int DEFAULT 0 CHECK (diggs >= 0),
  member_id text,
  phone text NOT NULL DEFAULT '',
  source text NOT NULL,
  reply text NOT NULL DEFAULT '',
  replied_at timestamptz,
  replied_by text NOT NULL DEFAULT '',
  reason text NOT NULL DEFAULT '',
  created_at timestamptz NOT NULL,
  PRIMARY KEY (venue_id, id),
  CONSTRAINT review_check CHECK (NOT (state = 'hidden' AND award)),
  FOREIGN KEY (venue_id, member_id) REFERENCES member(venue_id, id)
);
CREATE INDEX review_created ON review (venue_id, created_at DESC, id DESC);
SELECT protect_venue_table('review');
CREATE TRIGGER follow_merged_member BEFORE INSERT ON review FOR EACH ROW WHEN ((new.member_id IS NOT NULL)) EXECUTE FUNCTION follow_merged_member();

CREATE TABLE album (
  venue_id text NOT NULL,
  id text NOT NULL,
  name text NOT NULL,
  shown boolean NOT NULL DEFAULT true,
  position int NOT NULL DEFAULT 0,
  memo text NOT NULL DEFAULT '',
  created_at timestamptz NOT NULL,
  PRIMARY KEY (venue_id, id)
);
CREATE UNIQUE INDEX album_name ON album (venue_id, name);
-- Each list has its own order from an index: a page of it is read, and not sorted out of all rows.
CREATE INDEX album_order ON album (venue_id, position, id);
SELECT protect_venue_table('album');

CREATE TABLE photo (
  venue_id text NOT NULL,
  id text NOT NULL,
  album_id text NOT NULL,
  url text NOT NULL,
  title text NOT NULL DEFAULT '',
  position int NOT NULL,
  cover boolean NOT NULL DEFAULT false,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (venue_id, id),
  FOREIGN KEY (venue_id, album_id) REFERENCES album(venue_id, id)
);
CREATE INDEX photo_album ON photo (venue_id, album_id, position, id);
CREATE UNIQUE INDEX photo_cover ON photo (venue_id, album_id) WHERE cover;
SELECT protect_venue_table('photo');

-- Activities and who signed up for them. Amounts in fen.
CREATE TABLE activity (
  venue_id text NOT NULL,
  id text NOT NULL,
  title text NOT NULL,
  state text NOT NULL CHECK (state IN ('draft', 'published', 'closed', 'running', 'finished', 'cancelled')),
  starts_at timestamptz NOT NULL,
  ends_at timestamptz NOT NULL,
  deadline timestamptz NOT NULL,
  place text NOT NULL,
  capacity int NOT NULL CHECK (capacity > 0),
  -- Places that may still be taken: the guard of the last one.
  "left" int NOT NULL,
  member_fee bigint NOT NULL CHECK (member_fee >= 0),
  guest_fee bigint NOT NULL CHECK (guest_fee >= 0),
  child_fee bigint NOT NULL CHECK (child_fee >= 0),
  free_hours int NOT NULL CHECK (free_hours >= 0),
  late_percent numeric(5,2) NOT NULL CHECK (late_percent >= 0 AND late_percent <= 100),
  questions text[] NOT NULL DEFAULT '{}',
  pictures text[] NOT NULL DEFAULT '{}',
  content text NOT NULL DEFAULT '',
  reason text NOT NULL DEFAULT '',
  created_at timestamptz NOT NULL,
  PRIMARY KEY (venue_id, id),
  CONSTRAINT activity_check CHECK (ends_at > starts_at),
  CONSTRAINT activity_check1 CHECK (deadline <= starts_at),
  CONSTRAINT activity_left_check CHECK ("left" >= 0 AND "left" <= capacity)
);
CREATE INDEX activity_time ON activity (venue_id, starts_at DESC, id DESC);
CREATE INDEX activity_coming ON activity (venue_id, starts_at) WHERE state IN ('published', 'closed', 'running');
SELECT protect_venue_table('activity');

CREATE TABLE activity_join (
  venue_id text NOT NULL,
  id text NOT NULL,
  no text NOT NULL,
  activity_id text NOT NULL,
  name text NOT NULL,
  state text NOT NULL DEFAULT 'joined' CHECK (state IN ('joined', 'checked_in', 'left')),
  attendee text NOT NULL CHECK (attendee IN ('member', 'guest', 'child')),
  phone text NOT NULL DEFAULT '',
  member_id text,
  check_in_code text NOT NULL,
  paid bigint NOT NULL CHECK (paid >= 0),
  refunded bigint NOT NULL DEFAULT 0 CHECK (refunded >= 0),
  kept bigint NOT NULL DEFAULT 0 CHECK (kept >= 0),
  answers text[] NOT NULL DEFAULT '{}',
  entered_at timestamptz,
  reason text NOT NULL DEFAULT '',
  person_id text NOT NULL,
  operator text NOT NULL,
  left_at timestamptz,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (venue_id, id),
  UNIQUE (venue_id, activity_id, check_in_code),
  UNIQUE (venue_id, no),
  CONSTRAINT activity_join_check CHECK (
CASE
    WHEN state = 'left' THEN (refunded + kept) = paid
    ELSE (refunded + kept) = 0
END),
  CONSTRAINT activity_join_check1 CHECK ((state = 'left') = (left_at IS NOT NULL)),
  CONSTRAINT activity_join_check2 CHECK (attendee <> 'member' OR member_id IS NOT NULL),
  FOREIGN KEY (venue_id, activity_id) REFERENCES activity(venue_id, id),
  FOREIGN KEY (venue_id, member_id) REFERENCES member(venue_id, id)
);
-- A member has one place of their own.
CREATE UNIQUE INDEX activity_join_once ON activity_join (venue_id, activity_id, member_id) WHERE attendee = 'member' AND state <> 'left';
CREATE INDEX activity_join_member ON activity_join (venue_id, member_id) WHERE member_id IS NOT NULL;
CREATE INDEX activity_join_created ON activity_join (venue_id, created_at DESC, id DESC);
CREATE INDEX activity_join_left ON activity_join (venue_id, left_at) WHERE left_at IS NOT NULL;
SELECT protect_venue_table('activity_join');
CREATE TRIGGER follow_merged_member BEFORE INSERT ON activity_join FOR EACH ROW WHEN ((new.member_id IS NOT NULL)) EXECUTE FUNCTION follow_merged_member();

-- Group-buy goods, the vouchers sold of them and their uses. Amounts in fen.
CREATE TABLE groupon_goods (
  venue_id text NOT NULL,
  id text NOT NULL,
  title text NOT NULL,
  state text NOT NULL CHECK (state IN ('draft', 'on_shelf', 'off_shelf', 'finished', 'cancelled')),
  price bigint NOT NULL CHECK (price >= 0),
  market_price bigint NOT NULL CHECK (market_price >= 0),
  stock int NOT NULL CHECK (stock > 0),
  -- What may still be sold: the guard of the last one.
  "left" int NOT NULL,
  per_person int NOT NULL CHECK (per_person >= 0),
  sale_from timestamptz NOT NULL,
  sale_to timestamptz NOT NULL,
  use_from date NOT NULL,
  use_to date NOT NULL,
  valid_days int CHECK (valid_days > 0),
  weekdays text[] NOT NULL DEFAULT '{}',
  excluded text[] NOT NULL DEFAULT '{}',
  times int NOT NULL CHECK (times > 0),
  refund_rule text NOT NULL CHECK (refund_rule IN ('anytime', 'never')),
  redeems text NOT NULL CHECK (redeems IN ('ticket', 'slot', 'product', 'card')),
  program_id text,
  minutes int,
  product_id text,
  pictures text[] NOT NULL DEFAULT '{}',
  content text NOT NULL DEFAULT '',
  reason text NOT NULL DEFAULT '',
  created_at timestamptz NOT NULL,
  -- Group-buy goods may redeem a package card: the voucher's money becomes the card's value.
  package_card_id text,
  PRIMARY KEY (venue_id, id),
  CONSTRAINT groupon_goods_check CHECK (sale_to > sale_from),
  CONSTRAINT groupon_goods_check1 CHECK (use_to >= use_from),
  CONSTRAINT groupon_goods_left_check CHECK ("left" >= 0 AND "left" <= stock),
  FOREIGN KEY (venue_id, package_card_id) REFERENCES package_card(venue_id, id),
  FOREIGN KEY (venue_id, product_id) REFERENCES product(venue_id, id),
  FOREIGN KEY (venue_id, program_id) REFERENCES program(venue_id, id)
);
CREATE INDEX groupon_goods_created ON groupon_goods (venue_id, created_at DESC, id DESC);
CREATE INDEX groupon_goods_ending ON groupon_goods (venue_id, sale_to) WHERE state IN ('on_shelf', 'off_shelf');
SELECT protect_venue_table('groupon_goods');

CREATE TABLE voucher (
  venue_id text NOT NULL,
  id text NOT NULL,
  no text NOT NULL,
  voucher_code text NOT NULL,
  goods_id text NOT NULL,
  state text NOT NULL DEFAULT 'unused' CHECK (state IN ('unused', 'part_used', 'used', 'expired', 'refunded')),
  holder text NOT NULL,
  phone text NOT NULL DEFAULT '',
  member_id text,
  price bigint NOT NULL CHECK (price >= 0),
  times int NOT NULL CHECK (times > 0),
  used int NOT NULL DEFAULT 0,
  refunded bigint NOT NULL DEFAULT 0,
  valid_from date NOT NULL,
  valid_to date NOT NULL,
  reason text NOT NULL DEFAULT '',
  -- When it was refunded or expired.
  ended_at timestamptz,
  person_id text NOT NULL,
  operator text NOT NULL,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (venue_id, id),
  UNIQUE (venue_id, no),
  UNIQUE (venue_id, voucher_code),
  CONSTRAINT voucher_check CHECK (refunded >= 0 AND refunded <= price),
  CONSTRAINT voucher_check1 CHECK (valid_to >= valid_from),
  CONSTRAINT voucher_check2 CHECK ((state IN ('expired', 'refunded')) = (ended_at IS NOT NULL)),
  CONSTRAINT voucher_state_used CHECK (
CASE state
    WHEN 'unused' THEN used = 0
    WHEN 'part_used' THEN used >= 1 AND used <= (times - 1)
    WHEN 'used' THEN used = times
    ELSE used < times
END),
  CONSTRAINT voucher_used_check CHECK (used >= 0 AND used <= times),
  FOREIGN KEY (venue_id, goods_id) REFERENCES groupon_goods(venue_id, id),
  FOREIGN KEY (venue_id, member_id) REFERENCES member(venue_id, id)
);
CREATE INDEX voucher_created ON voucher (venue_id, created_at DESC, id DESC);
CREATE INDEX voucher_goods ON voucher (venue_id, goods_id);
CREATE INDEX voucher_ending ON voucher (venue_id, valid_to) WHERE state IN ('unused', 'part_used');
CREATE INDEX voucher_member ON voucher (venue_id, member_id) WHERE member_id IS NOT NULL;
CREATE INDEX voucher_ended ON voucher (venue_id, ended_at) WHERE ended_at IS NOT NULL;
SELECT protect_venue_table('voucher');
CREATE TRIGGER follow_merged_member BEFORE INSERT ON voucher FOR EACH ROW WHEN ((new.member_id IS NOT NULL)) EXECUTE FUNCTION follow_merged_member();

CREATE TABLE voucher_use (
  venue_id text NOT NULL,
  id text NOT NULL,
  voucher_id text NOT NULL,
  day date NOT NULL,
  times int NOT NULL CHECK (times > 0),
  -- Times left after it.
  "left" int NOT NULL CHECK ("left" >= 0),
  value bigint NOT NULL CHECK (value >= 0),
  -- Of goods that left the shop.
  cost bigint NOT NULL DEFAULT 0 CHECK (cost >= 0),
  tx_id text,
  lock_id text,
  slot text NOT NULL DEFAULT '',
  undone_at timestamptz,
  undone_by text NOT NULL DEFAULT '',
  reason text NOT NULL DEFAULT '',
  person_id text NOT NULL,
  operator text NOT NULL,
  at timestamptz NOT NULL,
  holding_id text,
  -- A voucher of court time books its court: the order that came of a use.
  order_id text,
  PRIMARY KEY (venue_id, id),
  FOREIGN KEY (venue_id, holding_id) REFERENCES holding(venue_id, id),
  FOREIGN KEY (venue_id, lock_id) REFERENCES place_lock(venue_id, id),
  FOREIGN KEY (venue_id, order_id) REFERENCES booking_order(venue_id, id),
  FOREIGN KEY (venue_id, voucher_id) REFERENCES voucher(venue_id, id)
);
CREATE INDEX voucher_use_day ON voucher_use (venue_id, day, at DESC);
CREATE INDEX voucher_use_voucher ON voucher_use (venue_id, voucher_id);
CREATE UNIQUE INDEX voucher_use_order ON voucher_use (venue_id, order_id) WHERE order_id IS NOT NULL;
-- Uses that went back, by the day on which they did: for the marketing day report.
CREATE INDEX voucher_use_undone ON voucher_use (venue_id, undone_at) WHERE undone_at IS NOT NULL;
SELECT protect_venue_table('voucher_use');

-- Segments of members, who agreed to be written to, and messages to customers. Amounts in fen.
CREATE TABLE member_segment (
  venue_id text NOT NULL,
  id text NOT NULL,
  name text NOT NULL,
  card_type_id text,
  spent_from bigint CHECK (spent_from >= 0),
  spent_to bigint CHECK (spent_to >= 0),
  absent_days int CHECK (absent_days > 0),
  birthday text CHECK (birthday IN ('thisMonth', 'nextMonth', 'today')),
  memo text NOT NULL DEFAULT '',
  created_at timestamptz NOT NULL,
  PRIMARY KEY (venue_id, id),
  FOREIGN KEY (venue_id, card_type_id) REFERENCES card_type(venue_id, id)
);
CREATE UNIQUE INDEX member_segment_name ON member_segment (venue_id, name);
CREATE INDEX member_segment_created ON member_segment (venue_id, created_at DESC, id DESC);
SELECT protect_venue_table('member_segment');

CREATE TABLE message_consent (
  venue_id text NOT NULL,
  id text NOT NULL,
  member_id text NOT NULL,
  given_by text NOT NULL,
  given_on date NOT NULL,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (venue_id, id),
  FOREIGN KEY (venue_id, member_id) REFERENCES member(venue_id, id)
);
CREATE UNIQUE INDEX message_consent_member_id ON message_consent (venue_id, member_id);
CREATE INDEX message_consent_created ON message_consent (venue_id, created_at DESC, id DESC);
SELECT protect_venue_table('message_consent');
CREATE TRIGGER follow_merged_member BEFORE INSERT ON message_consent FOR EACH ROW WHEN ((new.member_id IS NOT NULL)) EXECUTE FUNCTION follow_merged_member();

CREATE TABLE customer_message (
  venue_id text NOT NULL,
  id text NOT NULL,
  name text NOT NULL,
  state text NOT NULL CHECK (state IN ('waiting', 'sent', 'dropped', 'failed')),
  phone text NOT NULL,
  text text NOT NULL,
  source text NOT NULL CHECK (source IN ('activity', 'segment', 'member')),
  source_id text NOT NULL,
  source_name text NOT NULL,
  member_id text,
  -- Of a segment: it is written to once a day.
  day date NOT NULL,
  sent_at timestamptz,
  operator text NOT NULL,
  created_at timestamptz NOT NULL,
  -- Messages to customers go out by the gateway: when one is tried next, how often it was, and why it was not sent. What waits already is left to people.
  problem text CHECK (problem IN ('refused', 'unreachable', 'noPhone', 'withdrawn', 'late')),
  tries int NOT NULL DEFAULT 0,
  next_at timestamptz,
  PRIMARY KEY (venue_id, id),
  CONSTRAINT customer_message_check CHECK ((state = 'sent') = (sent_at IS NOT NULL)),
  FOREIGN KEY (venue_id, member_id) REFERENCES member(venue_id, id)
);
CREATE INDEX customer_message_created ON customer_message (venue_id, created_at DESC, id DESC);
CREATE INDEX customer_message_source ON customer_message (venue_id, source_id, day);
CREATE UNIQUE INDEX customer_message_once ON customer_message (venue_id, source_id, day, member_id) WHERE source = 'segment';
CREATE INDEX customer_message_next ON customer_message (venue_id, next_at) WHERE state = 'waiting' AND next_at IS NOT NULL;
SELECT protect_venue_table('customer_message');
CREATE TRIGGER follow_merged_member BEFORE INSERT ON customer_message FOR EACH ROW WHEN ((new.member_id IS NOT NULL)) EXECUTE FUNCTION follow_merged_member();

-- The venue's own coupons: what is on offer, and the coupons given or claimed of it. Amounts in fen.
CREATE TABLE coupon_offer (
  venue_id text NOT NULL,
  id text NOT NULL,
  name text NOT NULL,
  state text NOT NULL CHECK (state IN ('live', 'stopped', 'ended')),
  kind text NOT NULL CHECK (kind IN ('amount', 'percent', 'hour')),
  amount bigint CHECK (amount > 0),
  percent numeric(5,2) CHECK (percent > 0 AND percent <= 100),
  least bigint CHECK ("least" >= 0),
  good_for text NOT NULL CHECK (good_for IN ('booking', 'product', 'both')),
  starts_on date NOT NULL,
  ends_on date NOT NULL,
  weekdays text[] NOT NULL DEFAULT '{}',
  start_minute int,
  end_minute int,
  stock int NOT NULL CHECK (stock > 0),
  -- What may still be given or claimed: the guard of the last one.
  "left" int NOT NULL,
  per_member int NOT NULL CHECK (per_member >= 0),
  promo_code text NOT NULL DEFAULT '',
  created_at timestamptz NOT NULL,
  PRIMARY KEY (venue_id, id),
  CONSTRAINT coupon_offer_check CHECK (ends_on >= starts_on),
  CONSTRAINT coupon_offer_check1 CHECK (end_minute > start_minute),
  CONSTRAINT coupon_offer_check2 CHECK (
CASE kind
    WHEN 'amount' THEN amount IS NOT NULL
    WHEN 'percent' THEN percent IS NOT NULL
    ELSE good_for = 'booking'
END),
  CONSTRAINT coupon_offer_left_check CHECK ("left" >= 0 AND "left" <= stock)
);
CREATE UNIQUE INDEX coupon_offer_name ON coupon_offer (venue_id, name);
CREATE UNIQUE INDEX coupon_offer_promo_code ON coupon_offer (venue_id, promo_code) WHERE promo_code <> '';
CREATE INDEX coupon_offer_created ON coupon_offer (venue_id, created_at DESC, id DESC);
SELECT protect_venue_table('coupon_offer');

CREATE TABLE member_coupon (
  venue_id text NOT NULL,
  id text NOT NULL,
  coupon_no text NOT NULL,
  offer_id text NOT NULL,
  member_id text,
  source text NOT NULL CHECK (source IN ('hand', 'segment', 'code', 'recharge', 'referral')),
  state text NOT NULL CHECK (state IN ('issued', 'used', 'expired', 'withdrawn')),
  document_kind text CHECK (document_kind IN ('order', 'sale')),
  document_id text,
  used_at timestamptz,
  person_id text NOT NULL,
  operator text NOT NULL,
  created_at timestamptz NOT NULL,
  recharge_id text,
  PRIMARY KEY (venue_id, id),
  CONSTRAINT member_coupon_check CHECK ((state = 'used') = (document_id IS NOT NULL)),
  CONSTRAINT member_coupon_check1 CHECK ((state = 'used') = (document_kind IS NOT NULL)),
  CONSTRAINT member_coupon_check2 CHECK ((state = 'used') = (used_at IS NOT NULL)),
  CONSTRAINT member_coupon_check3 CHECK (member_id IS NOT NULL OR source = 'code'),
  CONSTRAINT member_coupon_recharge CHECK ((source IN ('recharge', 'referral')) = (recharge_id IS NOT NULL)),
  CONSTRAINT member_coupon_recharge_id FOREIGN KEY (venue_id, recharge_id) REFERENCES recharge(venue_id, id),
  FOREIGN KEY (venue_id, member_id) REFERENCES member(venue_id, id),
  FOREIGN KEY (venue_id, offer_id) REFERENCES coupon_offer(venue_id, id)
);
CREATE UNIQUE INDEX member_coupon_no ON member_coupon (venue_id, coupon_no);
-- A document takes one coupon, and a coupon one document.
CREATE UNIQUE INDEX member_coupon_document ON member_coupon (venue_id, document_kind, document_id) WHERE document_id IS NOT NULL;
CREATE INDEX member_coupon_created ON member_coupon (venue_id, created_at DESC, id DESC);
CREATE INDEX member_coupon_offer ON member_coupon (venue_id, offer_id, member_id);
CREATE INDEX member_coupon_member ON member_coupon (venue_id, member_id) WHERE state = 'issued';
CREATE INDEX member_coupon_of_recharge ON member_coupon (venue_id, recharge_id) WHERE recharge_id IS NOT NULL;
SELECT protect_venue_table('member_coupon');
-- Coupons follow a member who is merged, as everything of theirs does (210).
CREATE TRIGGER follow_merged_member BEFORE INSERT ON member_coupon FOR EACH ROW WHEN (NEW.member_id IS NOT NULL) EXECUTE FUNCTION follow_merged_member();

-- What a review says of each aspect.
CREATE TABLE rating (
  venue_id text NOT NULL,
  id text NOT NULL,
  aspect text NOT NULL CHECK (aspect IN ('courts', 'service', 'hygiene', 'value')),
  review_id text NOT NULL,
  score text NOT NULL CHECK (score IN ('1', '2', '3', '4', '5')),
  created_at timestamptz NOT NULL,
  PRIMARY KEY (venue_id, id),
  FOREIGN KEY (venue_id, review_id) REFERENCES review(venue_id, id)
);
CREATE INDEX rating_created ON rating (venue_id, created_at DESC, id DESC);
CREATE UNIQUE INDEX rating_once ON rating (venue_id, review_id, aspect);
SELECT protect_venue_table('rating');

CREATE TABLE referral_offer (
  venue_id text NOT NULL,
  id text NOT NULL,
  name text NOT NULL,
  active boolean NOT NULL,
  least bigint NOT NULL CHECK ("least" > 0),
  referrer_gift bigint NOT NULL CHECK (referrer_gift >= 0),
  newcomer_gift bigint NOT NULL CHECK (newcomer_gift >= 0),
  referrer_coupon_id text,
  newcomer_coupon_id text,
  per_month int NOT NULL CHECK (per_month >= 0),
  starts_on date NOT NULL,
  ends_on date,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (venue_id, id),
  CONSTRAINT referral_offer_check CHECK (ends_on >= starts_on),
  FOREIGN KEY (venue_id, newcomer_coupon_id) REFERENCES coupon_offer(venue_id, id),
  FOREIGN KEY (venue_id, referrer_coupon_id) REFERENCES coupon_offer(venue_id, id)
);
CREATE UNIQUE INDEX referral_offer_name ON referral_offer (venue_id, name);
CREATE INDEX referral_offer_created ON referral_offer (venue_id, created_at DESC, id DESC);
SELECT protect_venue_table('referral_offer');

CREATE TABLE referral_reward (
  venue_id text NOT NULL,
  id text NOT NULL,
  no text NOT NULL,
  offer_id text NOT NULL,
  newcomer_id text NOT NULL,
  referrer_id text NOT NULL,
  recharge_id text NOT NULL,
  day date NOT NULL,
  referrer_gift bigint NOT NULL CHECK (referrer_gift >= 0),
  newcomer_gift bigint NOT NULL CHECK (newcomer_gift >= 0),
  taken_back bigint NOT NULL DEFAULT 0,
  -- Null where only coupons were given.
  tx_id text,
  revoked_at timestamptz,
  operator text NOT NULL,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (venue_id, id),
  UNIQUE (venue_id, no),
  CONSTRAINT referral_reward_check CHECK (taken_back >= 0 AND taken_back <= (referrer_gift + newcomer_gift)),
  FOREIGN KEY (venue_id, newcomer_id) REFERENCES member(venue_id, id),
  FOREIGN KEY (venue_id, offer_id) REFERENCES referral_offer(venue_id, id),
  FOREIGN KEY (venue_id, recharge_id) REFERENCES recharge(venue_id, id),
  FOREIGN KEY (venue_id, referrer_id) REFERENCES member(venue_id, id)
);
-- A newcomer is rewarded for once.
CREATE UNIQUE INDEX referral_reward_newcomer ON referral_reward (venue_id, newcomer_id) WHERE revoked_at IS NULL;
CREATE INDEX referral_reward_referrer ON referral_reward (venue_id, referrer_id, day);
CREATE INDEX referral_reward_of_newcomer ON referral_reward (venue_id, newcomer_id);
CREATE INDEX referral_reward_recharge ON referral_reward (venue_id, recharge_id);
CREATE INDEX referral_reward_created ON referral_reward (venue_id, created_at DESC, id DESC);
SELECT protect_venue_table('referral_reward');

-- Who likes a review, each once; the review keeps how many there are, with those that the platforms count.
CREATE TABLE digg (
  venue_id text NOT NULL,
  id text NOT NULL,
  source text NOT NULL CHECK (source IN ('mini', 'desk')),
  review_id text NOT NULL,
  member_id text NOT NULL,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (venue_id, id),
  FOREIGN KEY (venue_id, member_id) REFERENCES member(venue_id, id),
  FOREIGN KEY (venue_id, review_id) REFERENCES review(venue_id, id)
);
CREATE INDEX digg_created ON digg (venue_id, created_at DESC, id DESC);
CREATE UNIQUE INDEX digg_member_id ON digg (venue_id, review_id, member_id);
CREATE INDEX digg_member ON digg (venue_id, member_id);
SELECT protect_venue_table('digg');
CREATE TRIGGER follow_merged_member BEFORE INSERT ON digg FOR EACH ROW WHEN (NEW.member_id IS NOT NULL) EXECUTE FUNCTION follow_merged_member();
CREATE TRIGGER digg_counted AFTER INSERT OR DELETE ON digg FOR EACH ROW EXECUTE FUNCTION digg_counted();

-- ====================================================================================================
-- Coupons of the authority
-- ====================================================================================================

-- Coupons of the authority. Amounts in fen. One pays once: its states are the machine `coupon`, moved by UPDATE … WHERE state.
CREATE TABLE coupon (
  venue_id text NOT NULL,
  id text NOT NULL,
  code text NOT NULL,
  scheme text NOT NULL,
  face bigint NOT NULL CHECK (face > 0),
  threshold bigint NOT NULL CHECK (threshold >= 0),
  starts_on date NOT NULL,
  ends_on date NOT NULL,
  state text NOT NULL DEFAULT 'issued' CHECK (state IN ('issued', 'used', 'to_settle', 'settled', 'returned', 'expired')),
  payment_id text,
  used bigint NOT NULL DEFAULT 0,
  given_back bigint NOT NULL DEFAULT 0,
  document_kind text,
  document_id text,
  document_no text,
  used_at timestamptz,
  operator text,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (venue_id, id),
  UNIQUE (venue_id, code),
  CONSTRAINT coupon_check CHECK (ends_on >= starts_on),
  CONSTRAINT coupon_check1 CHECK (used >= 0 AND used <= face),
  CONSTRAINT coupon_check2 CHECK (given_back >= 0 AND given_back <= used),
  CONSTRAINT coupon_check3 CHECK ((state IN ('issued', 'expired')) = (payment_id IS NULL)),
  CONSTRAINT coupon_check4 CHECK ((payment_id IS NULL) = (used = 0))
);
CREATE UNIQUE INDEX coupon_payment ON coupon (venue_id, payment_id) WHERE payment_id IS NOT NULL;
CREATE INDEX coupon_created ON coupon (venue_id, created_at DESC, id DESC);
CREATE INDEX coupon_ending ON coupon (venue_id, ends_on) WHERE state = 'issued';
SELECT protect_venue_table('coupon');

-- Settlements of the authority's coupons: each use stands in one settlement; what is given back later is a negative line in the next.
CREATE TABLE coupon_settlement (
  venue_id text NOT NULL,
  id text NOT NULL,
  no text NOT NULL,
  state text NOT NULL CHECK (state IN ('draft', 'submitted', 'approved', 'rejected', 'paid_out')),
  scheme text NOT NULL,
  until date NOT NULL,
  amount bigint NOT NULL,
  remark text NOT NULL DEFAULT '',
  review text NOT NULL DEFAULT '',
  operator text NOT NULL DEFAULT '',
  approved_on date,
  paid_out_on date,
  created_at timestamptz NOT NULL,
  requester text NOT NULL DEFAULT COALESCE(current_setting('app.person_id', true), ''),
  PRIMARY KEY (venue_id, id),
  UNIQUE (venue_id, no)
);
CREATE INDEX coupon_settlement_created ON coupon_settlement (venue_id, created_at DESC, id DESC);
-- One settlement of a scheme at a time is under way: its lines are what the next would take too.
CREATE UNIQUE INDEX coupon_settlement_open ON coupon_settlement (venue_id, scheme) WHERE state IN ('draft', 'submitted', 'rejected');
SELECT protect_venue_table('coupon_settlement');

CREATE TABLE coupon_settlement_line (
  venue_id text NOT NULL,
  id text NOT NULL,
  settlement_id text NOT NULL,
  coupon_id text NOT NULL,
  kind text NOT NULL CHECK (kind IN ('use', 'refund')),
  code text NOT NULL,
  document_no text NOT NULL DEFAULT '',
  used_at timestamptz,
  amount bigint NOT NULL,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (venue_id, id),
  CONSTRAINT coupon_settlement_line_check CHECK ((kind = 'use') = (amount > 0) AND amount <> 0),
  FOREIGN KEY (venue_id, coupon_id) REFERENCES coupon(venue_id, id),
  FOREIGN KEY (venue_id, settlement_id) REFERENCES coupon_settlement(venue_id, id)
);
CREATE UNIQUE INDEX coupon_settlement_line_once ON coupon_settlement_line (venue_id, coupon_id) WHERE kind = 'use';
CREATE INDEX coupon_settlement_line_of ON coupon_settlement_line (venue_id, settlement_id);
CREATE INDEX coupon_settlement_line_created ON coupon_settlement_line (venue_id, created_at DESC, id DESC);
SELECT protect_venue_table('coupon_settlement_line', false, true);

-- ====================================================================================================
-- Content
-- ====================================================================================================

-- Content: articles, news, banners, videos and videos of competitions, with their categories, tags and figures.
CREATE TABLE cms_category (
  venue_id text NOT NULL,
  id text NOT NULL,
  name text NOT NULL,
  kinds text[] NOT NULL DEFAULT '{}',
  sequence int NOT NULL,
  pinyin text NOT NULL DEFAULT '',
  created_at timestamptz NOT NULL,
  PRIMARY KEY (venue_id, id)
);
CREATE UNIQUE INDEX cms_category_name ON cms_category (venue_id, name);
CREATE INDEX cms_category_created ON cms_category (venue_id, created_at DESC, id DESC);
CREATE INDEX cms_category_order ON cms_category (venue_id, sequence, id);
SELECT protect_venue_table('cms_category');

CREATE TABLE cms_tag (
  venue_id text NOT NULL,
  id text NOT NULL,
  name text NOT NULL,
  hot boolean NOT NULL DEFAULT false,
  pinyin text NOT NULL DEFAULT '',
  created_at timestamptz NOT NULL,
  PRIMARY KEY (venue_id, id)
);
CREATE UNIQUE INDEX cms_tag_name ON cms_tag (venue_id, name);
CREATE INDEX cms_tag_created ON cms_tag (venue_id, created_at DESC, id DESC);
SELECT protect_venue_table('cms_tag');

CREATE TABLE video_platform (
  venue_id text NOT NULL,
  id text NOT NULL,
  name text NOT NULL,
  hosts text[] NOT NULL DEFAULT '{}',
  player text NOT NULL DEFAULT '',
  app_id text NOT NULL DEFAULT '',
  enabled boolean NOT NULL DEFAULT false,
  sequence int NOT NULL,
  pinyin text NOT NULL DEFAULT '',
  created_at timestamptz NOT NULL,
  PRIMARY KEY (venue_id, id)
);
CREATE UNIQUE INDEX video_platform_name ON video_platform (venue_id, name);
CREATE INDEX video_platform_created ON video_platform (venue_id, created_at DESC, id DESC);
CREATE INDEX video_platform_order ON video_platform (venue_id, sequence, id);
SELECT protect_venue_table('video_platform');

CREATE TABLE cms_item (
  venue_id text NOT NULL,
  id text NOT NULL,
  kind text NOT NULL CHECK (kind IN ('article', 'news', 'banner', 'video', 'competitionVideo')),
  title text NOT NULL,
  state text NOT NULL CHECK (state IN ('draft', 'in_review', 'published', 'hidden')),
  -- Of articles, news and videos.
  category_id text,
  tags text[] NOT NULL DEFAULT '{}',
  cover text,
  author text NOT NULL DEFAULT '',
  summary text NOT NULL DEFAULT '',
  body text NOT NULL DEFAULT '',
  -- Of news.
  source text NOT NULL DEFAULT '',
  -- Of banners.
  position text CHECK ("position" IN ('home', 'booking', 'activity', 'shop')),
  -- Of videos.
  video_url text NOT NULL DEFAULT '',
  platform_id text,
  seconds int CHECK (seconds >= 0),
  -- Of videos of competitions.
  game_id text,
  played_on date,
  live boolean NOT NULL DEFAULT false,
  sequence int,
  publish_at timestamptz,
  off_at timestamptz,
  published_at timestamptz,
  writer text NOT NULL DEFAULT '',
  reason text NOT NULL DEFAULT '',
  pinyin text NOT NULL DEFAULT '',
  created_at timestamptz NOT NULL,
  PRIMARY KEY (venue_id, id),
  CONSTRAINT cms_item_check CHECK (off_at > publish_at),
  FOREIGN KEY (venue_id, category_id) REFERENCES cms_category(venue_id, id),
  FOREIGN KEY (venue_id, game_id) REFERENCES game(venue_id, id),
  FOREIGN KEY (venue_id, platform_id) REFERENCES video_platform(venue_id, id)
);
CREATE INDEX cms_item_kind ON cms_item (venue_id, kind, created_at DESC, id DESC);
CREATE INDEX cms_item_shown ON cms_item (venue_id, kind, published_at DESC) WHERE state = 'published';
CREATE INDEX cms_item_category ON cms_item (venue_id, category_id) WHERE category_id IS NOT NULL;
CREATE INDEX cms_item_platform ON cms_item (venue_id, platform_id) WHERE platform_id IS NOT NULL;
CREATE INDEX cms_item_tags ON cms_item USING gin (tags);
SELECT protect_venue_table('cms_item');

-- How often content was read and liked. In no log: readers change it.
CREATE TABLE cms_statistics (
  venue_id text NOT NULL,
  item_id text NOT NULL,
  views int NOT NULL DEFAULT 0 CHECK (views >= 0),
  diggs int NOT NULL DEFAULT 0 CHECK (diggs >= 0),
  PRIMARY KEY (venue_id, item_id),
  FOREIGN KEY (venue_id, item_id) REFERENCES cms_item(venue_id, id) ON DELETE CASCADE
);
SELECT protect_venue_table('cms_statistics', false);

CREATE TABLE cms_banner_item (
  venue_id text NOT NULL,
  id text NOT NULL,
  title text NOT NULL,
  banner_id text NOT NULL,
  picture text,
  link text NOT NULL DEFAULT '',
  sequence int NOT NULL,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (venue_id, id),
  FOREIGN KEY (venue_id, banner_id) REFERENCES cms_item(venue_id, id)
);
CREATE INDEX cms_banner_item_banner ON cms_banner_item (venue_id, banner_id, sequence);
CREATE INDEX cms_banner_item_order ON cms_banner_item (venue_id, sequence, id);
SELECT protect_venue_table('cms_banner_item');

-- ====================================================================================================
-- Messages
-- ====================================================================================================

-- Message centre, index of uploaded pictures, secrets that the processes of one installation share.
CREATE TABLE message (
  venue_id text NOT NULL,
  id text NOT NULL,
  at timestamptz NOT NULL,
  kind text NOT NULL CHECK (kind IN ('booking', 'payment', 'stock', 'approval', 'system')),
  title text NOT NULL,
  text text NOT NULL DEFAULT '',
  state text NOT NULL DEFAULT 'unread' CHECK (state IN ('unread', 'read', 'cleared')),
  -- What the message opens: the screen's resource and its id.
  resource text,
  resource_id text,
  -- Messages are kept in both languages: a message is written once and read by people of either. `title` and `text` are the Chinese ones;
  -- older messages have one language only.
  title_en text,
  text_en text,
  PRIMARY KEY (venue_id, id)
);
CREATE INDEX message_time ON message (venue_id, at DESC, id DESC) WHERE state <> 'cleared';
CREATE INDEX message_unread ON message (venue_id) WHERE state = 'unread';
SELECT protect_venue_table('message', false);

-- What becomes a message at its time.
CREATE TABLE reminder (
  venue_id text NOT NULL,
  id text NOT NULL,
  title text NOT NULL,
  at timestamptz NOT NULL,
  memo text NOT NULL DEFAULT '',
  operator text NOT NULL DEFAULT '',
  sent boolean NOT NULL DEFAULT false,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (venue_id, id)
);
CREATE INDEX reminder_created ON reminder (venue_id, created_at DESC, id DESC);
CREATE INDEX reminder_due ON reminder (venue_id, at) WHERE NOT sent;
CREATE INDEX reminder_order ON reminder (venue_id, at, id);
SELECT protect_venue_table('reminder');

-- What the staff answered to a message of the message centre, or did about it.
CREATE TABLE message_reply (
  venue_id text NOT NULL,
  id text NOT NULL,
  message_id text NOT NULL,
  text text NOT NULL,
  person_id text NOT NULL,
  operator text NOT NULL,
  at timestamptz NOT NULL,
  PRIMARY KEY (venue_id, id),
  FOREIGN KEY (venue_id, message_id) REFERENCES message(venue_id, id) ON DELETE CASCADE
);
CREATE INDEX message_reply_message ON message_reply (venue_id, message_id, at);
SELECT protect_venue_table('message_reply');

-- ====================================================================================================
-- Unions
-- ====================================================================================================

-- Who a venue works with: organization unions with their tenants and people, training institutions, threading masters.
CREATE TABLE tenant (
  venue_id text NOT NULL,
  id text NOT NULL,
  name text NOT NULL,
  single boolean NOT NULL DEFAULT false,
  max_level int NOT NULL,
  expiration_date date,
  locked boolean NOT NULL DEFAULT false,
  pinyin text NOT NULL DEFAULT '',
  created_at timestamptz NOT NULL,
  PRIMARY KEY (venue_id, id)
);
CREATE UNIQUE INDEX tenant_name ON tenant (venue_id, name);
CREATE INDEX tenant_created ON tenant (venue_id, created_at DESC, id DESC);
SELECT protect_venue_table('tenant');

CREATE TABLE site_type (
  venue_id text NOT NULL,
  id text NOT NULL,
  name text NOT NULL,
  top_level_only boolean NOT NULL DEFAULT false,
  child_capable boolean NOT NULL DEFAULT false,
  pinyin text NOT NULL DEFAULT '',
  created_at timestamptz NOT NULL,
  PRIMARY KEY (venue_id, id)
);
CREATE UNIQUE INDEX site_type_name ON site_type (venue_id, name);
CREATE INDEX site_type_created ON site_type (venue_id, created_at DESC, id DESC);
SELECT protect_venue_table('site_type');

CREATE TABLE union_organization (
  venue_id text NOT NULL,
  id text NOT NULL,
  name text NOT NULL,
  state text NOT NULL CHECK (state IN ('applied', 'approved', 'suspended', 'refused')),
  audit_reason text NOT NULL DEFAULT '',
  tenant_id text NOT NULL,
  site_kind_id text NOT NULL,
  parent_id text,
  contact text NOT NULL,
  phone text NOT NULL,
  area text[] NOT NULL DEFAULT '{}',
  address text NOT NULL DEFAULT '',
  site_name text NOT NULL DEFAULT '',
  site_logo text,
  wechat_id text NOT NULL DEFAULT '',
  mini_program_id text NOT NULL DEFAULT '',
  languages text[] NOT NULL DEFAULT '{}',
  review boolean NOT NULL DEFAULT false,
  default_currency text NOT NULL CHECK (default_currency IN ('CNY', 'HKD', 'USD', 'EUR')),
  express_fee_currency text NOT NULL CHECK (express_fee_currency IN ('CNY', 'HKD', 'USD', 'EUR')),
  rebate numeric(7,2),
  tax_rate numeric(7,2),
  handling_fee_rates numeric(7,2),
  register_fee bigint,
  gift_packing_fee bigint,
  reward_points int,
  daily_kpi_goals bigint,
  pinyin text NOT NULL DEFAULT '',
  created_at timestamptz NOT NULL,
  PRIMARY KEY (venue_id, id),
  FOREIGN KEY (venue_id, parent_id) REFERENCES union_organization(venue_id, id),
  CONSTRAINT union_organization_venue_id_site_type_id_fkey FOREIGN KEY (venue_id, site_kind_id) REFERENCES site_type(venue_id, id),
  FOREIGN KEY (venue_id, tenant_id) REFERENCES tenant(venue_id, id)
);
CREATE UNIQUE INDEX union_organization_name ON union_organization (venue_id, name);
CREATE INDEX union_organization_created ON union_organization (venue_id, created_at DESC, id DESC);
CREATE INDEX union_organization_parent ON union_organization (venue_id, parent_id);
CREATE INDEX union_organization_tenant ON union_organization (venue_id, tenant_id);
SELECT protect_venue_table('union_organization');

CREATE TABLE organization_user (
  venue_id text NOT NULL,
  id text NOT NULL,
  name text NOT NULL,
  organization_id text NOT NULL,
  phone text NOT NULL,
  roles text[] NOT NULL DEFAULT '{}',
  pinyin text NOT NULL DEFAULT '',
  created_at timestamptz NOT NULL,
  PRIMARY KEY (venue_id, id),
  FOREIGN KEY (venue_id, organization_id) REFERENCES union_organization(venue_id, id)
);
CREATE INDEX organization_user_created ON organization_user (venue_id, created_at DESC, id DESC);
CREATE INDEX organization_user_organization ON organization_user (venue_id, organization_id);
SELECT protect_venue_table('organization_user');

CREATE TABLE training_institution (
  venue_id text NOT NULL,
  id text NOT NULL,
  name text NOT NULL,
  state text NOT NULL CHECK (state IN ('applied', 'approved', 'suspended', 'refused')),
  audit_reason text NOT NULL DEFAULT '',
  logo text,
  leader text NOT NULL,
  phone text NOT NULL,
  programs text[] NOT NULL DEFAULT '{}',
  licence_no text NOT NULL DEFAULT '',
  licence_picture text,
  licence_ends_on date,
  students int,
  area text[] NOT NULL DEFAULT '{}',
  address text NOT NULL DEFAULT '',
  photos text[] NOT NULL DEFAULT '{}',
  memo text NOT NULL DEFAULT '',
  pinyin text NOT NULL DEFAULT '',
  created_at timestamptz NOT NULL,
  PRIMARY KEY (venue_id, id)
);
CREATE UNIQUE INDEX training_institution_name ON training_institution (venue_id, name);
CREATE INDEX training_institution_created ON training_institution (venue_id, created_at DESC, id DESC);
SELECT protect_venue_table('training_institution');

CREATE TABLE threading (
  venue_id text NOT NULL,
  id text NOT NULL,
  name text NOT NULL,
  state text NOT NULL CHECK (state IN ('applied', 'approved', 'suspended', 'refused')),
  audit_reason text NOT NULL DEFAULT '',
  photo text,
  phone text NOT NULL,
  level text NOT NULL CHECK (level IN ('junior', 'senior', 'master', 'event')),
  since date,
  machine text NOT NULL DEFAULT '',
  memo text NOT NULL DEFAULT '',
  pinyin text NOT NULL DEFAULT '',
  created_at timestamptz NOT NULL,
  PRIMARY KEY (venue_id, id)
);
CREATE UNIQUE INDEX threading_phone ON threading (venue_id, phone);
CREATE INDEX threading_created ON threading (venue_id, created_at DESC, id DESC);
SELECT protect_venue_table('threading');

CREATE TABLE threading_skill (
  venue_id text NOT NULL,
  id text NOT NULL,
  name text NOT NULL,
  threading_id text NOT NULL,
  price bigint NOT NULL,
  minutes int NOT NULL,
  max_tension int,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (venue_id, id),
  FOREIGN KEY (venue_id, threading_id) REFERENCES threading(venue_id, id)
);
CREATE INDEX threading_skill_created ON threading_skill (venue_id, created_at DESC, id DESC);
CREATE UNIQUE INDEX threading_skill_of ON threading_skill (venue_id, threading_id, name);
SELECT protect_venue_table('threading_skill');

CREATE TABLE threading_brand (
  venue_id text NOT NULL,
  id text NOT NULL,
  name text NOT NULL,
  threading_id text NOT NULL,
  models text[] NOT NULL DEFAULT '{}',
  authorised boolean NOT NULL DEFAULT false,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (venue_id, id),
  FOREIGN KEY (venue_id, threading_id) REFERENCES threading(venue_id, id)
);
CREATE INDEX threading_brand_created ON threading_brand (venue_id, created_at DESC, id DESC);
CREATE UNIQUE INDEX threading_brand_of ON threading_brand (venue_id, threading_id, name);
SELECT protect_venue_table('threading_brand');

-- ====================================================================================================
-- Finance
-- ====================================================================================================

-- Other income and costs of a venue (water, power, repairs …), entered by hand and posted to the ledger. Never changed: voided by a mirror.
CREATE TABLE manual_entry (
  venue_id text NOT NULL,
  id text NOT NULL,
  no text NOT NULL,
  state text NOT NULL CHECK (state IN ('recorded', 'voided', 'reversal')),
  kind text NOT NULL CHECK (kind IN ('income', 'cost')),
  category text NOT NULL,
  day date NOT NULL,
  amount bigint NOT NULL CHECK (amount > 0),
  method text NOT NULL CHECK (method IN ('Cash', 'Transfer', 'BankCard', 'WeChat', 'Alipay', 'Other')),
  party text NOT NULL DEFAULT '',
  documents text[] NOT NULL DEFAULT '{}',
  remark text NOT NULL DEFAULT '',
  operator text NOT NULL DEFAULT '',
  created_at timestamptz NOT NULL,
  -- The day on which an entry by hand is booked, and the counter-entry that takes back one of a locked period.
  booked_on date NOT NULL DEFAULT '0001-01-01'::date,
  reverses text NOT NULL DEFAULT '',
  reversed_by text NOT NULL DEFAULT '',
  PRIMARY KEY (venue_id, id),
  UNIQUE (venue_id, no)
);
CREATE INDEX manual_entry_created ON manual_entry (venue_id, created_at DESC, id DESC);
CREATE INDEX manual_entry_day ON manual_entry (venue_id, day DESC);
CREATE INDEX manual_entry_booked ON manual_entry (venue_id, booked_on DESC, id DESC);
SELECT protect_venue_table('manual_entry');
-- The last release writes no such day.
CREATE TRIGGER booked BEFORE INSERT ON manual_entry FOR EACH ROW WHEN (NEW.booked_on = '0001-01-01') EXECUTE FUNCTION manual_entry_booked();

-- Applications of people who want to be known as sports experts, with their documents.
CREATE TABLE qualification (
  venue_id text NOT NULL,
  id text NOT NULL,
  no text NOT NULL,
  state text NOT NULL CHECK (state IN ('draft', 'submitted', 'approved', 'rejected', 'expired')),
  name text NOT NULL,
  pinyin text NOT NULL DEFAULT '',
  phone text NOT NULL,
  member_id text,
  program_id text NOT NULL,
  level text NOT NULL,
  certificate_no text NOT NULL,
  issuer text NOT NULL DEFAULT '',
  issued_on date NOT NULL,
  expires_on date NOT NULL,
  documents text[] NOT NULL,
  memo text NOT NULL DEFAULT '',
  review text NOT NULL DEFAULT '',
  reviewer text NOT NULL DEFAULT '',
  created_at timestamptz NOT NULL,
  PRIMARY KEY (venue_id, id),
  UNIQUE (venue_id, no),
  FOREIGN KEY (venue_id, member_id) REFERENCES member(venue_id, id),
  FOREIGN KEY (venue_id, program_id) REFERENCES program(venue_id, id)
);
CREATE UNIQUE INDEX qualification_certificate_no ON qualification (venue_id, certificate_no);
CREATE INDEX qualification_created ON qualification (venue_id, created_at DESC, id DESC);
CREATE INDEX qualification_ending ON qualification (venue_id, expires_on) WHERE state = 'approved';
SELECT protect_venue_table('qualification');
CREATE TRIGGER follow_merged_member BEFORE INSERT ON qualification FOR EACH ROW WHEN ((new.member_id IS NOT NULL)) EXECUTE FUNCTION follow_merged_member();

-- ====================================================================================================
-- Reconciliation
-- ====================================================================================================

-- Bills of payment channels, each row held against what the ledger says the channel took (product finance "Reconciliation").
CREATE TABLE channel_bill (
  venue_id text NOT NULL,
  id text NOT NULL,
  channel text NOT NULL CHECK (channel IN ('wechat', 'alipay')),
  day date NOT NULL,
  file_name text NOT NULL,
  state text NOT NULL CHECK (state IN ('open', 'done')),
  -- The bill's own summary, fen: what was taken, given back, and kept as fees.
  taken bigint NOT NULL,
  refunded bigint NOT NULL,
  fee bigint NOT NULL,
  operator text NOT NULL,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (venue_id, id)
);
CREATE UNIQUE INDEX channel_bill_once ON channel_bill (venue_id, channel, day);
SELECT protect_venue_table('channel_bill');

CREATE TABLE channel_bill_row (
  venue_id text NOT NULL,
  id text NOT NULL,
  bill_id text NOT NULL,
  seq int NOT NULL,
  result text NOT NULL CHECK (result IN ('matched', 'ours', 'theirs', 'amount', 'fee')),
  way text NOT NULL CHECK (way IN ('pay', 'refund', 'fee')),
  at timestamptz,
  -- Our payment, and its number; the channel's number.
  payment_id text,
  our_no text NOT NULL DEFAULT '',
  channel_no text NOT NULL DEFAULT '',
  matter text NOT NULL DEFAULT '',
  -- Fen, signed: refunds and fees are below zero.
  ours bigint NOT NULL,
  theirs bigint NOT NULL,
  note text NOT NULL DEFAULT '',
  handled_by text NOT NULL DEFAULT '',
  handled_at timestamptz,
  -- What was done with a difference of a bill, and what that posted. Earlier ones were explained.
  handling text CHECK (handling IN ('explain', 'correct', 'claim', 'fee')),
  tx_id text,
  -- How a claim on a channel ended: it came back through the channel or by transfer, or was given up; and what that posted.
  claim_end text CHECK (claim_end IN ('channel', 'transfer', 'lost')),
  claim_note text NOT NULL DEFAULT '',
  claim_by text NOT NULL DEFAULT '',
  claim_at timestamptz,
  claim_tx_id text,
  PRIMARY KEY (venue_id, id),
  CONSTRAINT channel_bill_row_check CHECK ((handling IS NULL) = (handled_at IS NULL)),
  CONSTRAINT channel_bill_row_check1 CHECK (claim_end IS NULL OR handling IS NOT NULL AND handling = 'claim'),
  CONSTRAINT channel_bill_row_check2 CHECK ((claim_end IS NULL) = (claim_at IS NULL)),
  FOREIGN KEY (venue_id, bill_id) REFERENCES channel_bill(venue_id, id)
);
CREATE INDEX channel_bill_row_of ON channel_bill_row (venue_id, bill_id, seq);
CREATE INDEX channel_bill_row_claimed ON channel_bill_row (venue_id) WHERE handling = 'claim' AND claim_end IS NULL;
SELECT protect_venue_table('channel_bill_row', false);

-- ====================================================================================================
-- Settlements
-- ====================================================================================================

-- Settlements of periods, and until when the books are locked.
CREATE TABLE settlement (
  venue_id text NOT NULL,
  id text NOT NULL,
  no text NOT NULL,
  state text NOT NULL CHECK (state IN ('draft', 'submitted', 'approved', 'rejected', 'paid_out')),
  from_day date,
  to_day date NOT NULL,
  received bigint,
  refunded bigint,
  fees bigint,
  subsidy bigint,
  net bigint,
  earned bigint,
  -- Who submitted it: must not approve it.
  submitter text NOT NULL DEFAULT '',
  submitted_by text NOT NULL DEFAULT '',
  decided_by text NOT NULL DEFAULT '',
  decided_at timestamptz,
  outcome text NOT NULL DEFAULT '',
  remark text NOT NULL DEFAULT '',
  created_at timestamptz NOT NULL,
  PRIMARY KEY (venue_id, id),
  UNIQUE (venue_id, no),
  CONSTRAINT settlement_check CHECK (from_day <= to_day),
  CONSTRAINT settlement_check1 CHECK (net = (received - refunded - fees + subsidy))
);
-- Periods join: no two begin or end on the same day.
CREATE UNIQUE INDEX settlement_from ON settlement (venue_id, from_day);
CREATE UNIQUE INDEX settlement_to ON settlement (venue_id, to_day);
CREATE INDEX settlement_created ON settlement (venue_id, created_at DESC, id DESC);
SELECT protect_venue_table('settlement');

-- What is earned up to this day is approved: nothing more is dated there.
CREATE TABLE period_lock (
  venue_id text PRIMARY KEY,
  through date NOT NULL
);
SELECT protect_venue_table('period_lock');

-- A line of a booking at the lock `through`, stored when it changes for the first time after it; one that was added later did not exist.
CREATE TABLE locked_line (
  venue_id text NOT NULL,
  line_id text NOT NULL,
  through date NOT NULL,
  existed boolean NOT NULL,
  day date NOT NULL,
  line jsonb NOT NULL,
  order_status text NOT NULL,
  pay_status text NOT NULL,
  PRIMARY KEY (venue_id, line_id, through)
);
SELECT protect_venue_table('locked_line', false, true);

-- A sold line at the lock `through`, stored when its sale changes for the first time after it.
CREATE TABLE locked_sale_line (
  venue_id text NOT NULL,
  line_id text NOT NULL,
  through date NOT NULL,
  sale_id text NOT NULL,
  day date NOT NULL,
  product_id text NOT NULL,
  quantity bigint NOT NULL,
  returned bigint NOT NULL,
  list bigint NOT NULL,
  sales bigint NOT NULL,
  cost bigint NOT NULL,
  cash bigint NOT NULL,
  wechat bigint NOT NULL,
  alipay bigint NOT NULL,
  bank bigint NOT NULL,
  balance bigint NOT NULL,
  credit bigint NOT NULL,
  other bigint NOT NULL,
  PRIMARY KEY (venue_id, line_id, through)
);
SELECT protect_venue_table('locked_sale_line', false, true);

-- The sheet of a day as it stood when the day was closed: it is printed again as it was, and what was booked on the day since is listed beside it.
CREATE TABLE day_sheet (
  venue_id text NOT NULL,
  day date NOT NULL,
  closed_at timestamptz NOT NULL,
  page jsonb NOT NULL,
  PRIMARY KEY (venue_id, day)
);
SELECT protect_venue_table('day_sheet', false, true);

-- ====================================================================================================
-- Ledger
-- ====================================================================================================

-- The ledger (product ledger.md): one append-only book in whole fen. Each transaction's postings sum to zero; debit +, credit −.
CREATE TABLE shift (
  venue_id text NOT NULL,
  id text NOT NULL,
  person_id text NOT NULL,
  state text NOT NULL DEFAULT 'open' CHECK (state IN ('open', 'counting', 'closed')),
  opened_at timestamptz NOT NULL,
  closed_at timestamptz,
  -- Shifts of the till: who, counted by tender without seeing what is expected, handed over. While one is counted, the next takes the money.
  no text NOT NULL DEFAULT '',
  operator text NOT NULL DEFAULT '',
  counting_at timestamptz,
  submitted_at timestamptz,
  -- Fen by tender account, as counted; null until the count is handed in. It is never changed after.
  counts jsonb,
  -- What was expected when it was handed in, fen by tender account.
  expected jsonb,
  note text NOT NULL DEFAULT '',
  received_by text NOT NULL DEFAULT '',
  -- The till that a drawer stands at (hash of its device; '' for none), and who else works in it.
  till text NOT NULL DEFAULT '',
  helpers text[] NOT NULL DEFAULT '{}',
  PRIMARY KEY (venue_id, id),
  CONSTRAINT shift_counted CHECK ((counts IS NULL) = (submitted_at IS NULL) AND (state <> 'closed' OR closed_at IS NOT NULL))
);
CREATE UNIQUE INDEX shift_one_open ON shift (venue_id, person_id) WHERE state = 'open';
CREATE UNIQUE INDEX shift_one_counting ON shift (venue_id, person_id) WHERE state = 'counting';
CREATE INDEX shift_time ON shift (venue_id, opened_at DESC, id DESC);
CREATE INDEX shift_till ON shift (venue_id, till) WHERE state = 'open' AND till <> '';
CREATE INDEX shift_no ON shift (venue_id, no);
SELECT protect_venue_table('shift');

CREATE TABLE ledger_tx (
  venue_id text NOT NULL,
  id text NOT NULL,
  document_kind text NOT NULL,
  document_id text NOT NULL,
  document_no text NOT NULL,
  operation text NOT NULL,
  person_id text NOT NULL,
  operator text NOT NULL,
  shift_id text,
  posted_at timestamptz NOT NULL,
  day date NOT NULL,
  idempotency_key text,
  reverses text,
  reason text NOT NULL DEFAULT '',
  PRIMARY KEY (venue_id, id),
  FOREIGN KEY (venue_id, reverses) REFERENCES ledger_tx(venue_id, id)
);
CREATE INDEX ledger_tx_document ON ledger_tx (venue_id, document_kind, document_id);
-- A whole revocation happens once.
CREATE UNIQUE INDEX ledger_tx_reversed_once ON ledger_tx (venue_id, reverses) WHERE reverses IS NOT NULL;
CREATE INDEX ledger_tx_time ON ledger_tx (venue_id, posted_at DESC, id DESC);
-- Finding what belongs to a document by the beginning of its number.
CREATE INDEX ledger_tx_no ON ledger_tx (venue_id, document_no text_pattern_ops);
CREATE INDEX ledger_tx_shift ON ledger_tx (venue_id, shift_id) WHERE shift_id IS NOT NULL;
SELECT protect_venue_table('ledger_tx', false, true);
CREATE CONSTRAINT TRIGGER balanced AFTER INSERT ON ledger_tx DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION ledger_balanced();
CREATE TRIGGER rollups AFTER INSERT ON ledger_tx FOR EACH ROW WHEN (NEW.document_kind = 'card' AND NEW.operation = 'package card') EXECUTE FUNCTION card_touches();

CREATE TABLE posting (
  venue_id text NOT NULL,
  tx_id text NOT NULL,
  seq int NOT NULL,
  account text NOT NULL,
  -- Member, holding, SKU, channel …, where the account has one.
  subject text NOT NULL DEFAULT '',
  amount bigint NOT NULL CHECK (amount <> 0),
  -- The day on which income, discount and cost are earned; on other accounts null.
  earned_on date,
  day date NOT NULL,
  posted_at timestamptz NOT NULL,
  -- Purse postings carry the purse's balance after them (positive = what the member holds).
  balance_after bigint,
  -- The locked day that a posting corrects; null where it is dated on its own day.
  corrects date,
  PRIMARY KEY (venue_id, tx_id, seq),
  FOREIGN KEY (venue_id, tx_id) REFERENCES ledger_tx(venue_id, id)
);
CREATE INDEX posting_account_day ON posting (venue_id, account, day);
CREATE INDEX posting_earned ON posting (venue_id, earned_on, account) WHERE earned_on IS NOT NULL;
CREATE INDEX posting_subject ON posting (venue_id, subject, posted_at DESC) WHERE subject <> '';
CREATE INDEX posting_purse ON posting (venue_id, posted_at DESC, tx_id DESC, seq DESC) WHERE account IN ('purse.principal', 'purse.gift');
-- The log of the venue's own money: movements of its tenders, newest first.
CREATE INDEX posting_tender ON posting (venue_id, posted_at DESC, tx_id DESC, seq DESC) INCLUDE (account, amount)
  WHERE account IN ('tender.cash', 'tender.bank_card', 'tender.wechat', 'tender.alipay', 'tender.online', 'tender.transfer', 'tender.other');
CREATE INDEX posting_clearing ON posting (venue_id, subject) WHERE account = 'clearing.venue';
CREATE INDEX posting_corrects ON posting (venue_id, corrects) WHERE corrects IS NOT NULL;
SELECT protect_venue_table('posting', false, true);
CREATE TRIGGER fresh_tx AFTER INSERT ON posting REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION posting_joins_fresh_tx();
CREATE TRIGGER rollups AFTER INSERT ON posting REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION posting_touches();

-- Balances kept for speed and for locking: the same database transaction moves them, and doctor proves them equal to the postings.
CREATE TABLE balance (
  venue_id text NOT NULL,
  account text NOT NULL,
  subject text NOT NULL,
  -- Positive = what the subject holds (liabilities are kept with their sign turned).
  amount bigint NOT NULL CHECK (amount >= 0),
  PRIMARY KEY (venue_id, account, subject)
);
SELECT protect_venue_table('balance', false);

-- A request to take more cash out of a drawer than it should hold. Approved by a second person, it serves once, for exactly its amount.
CREATE TABLE drawer_request (
  venue_id text NOT NULL,
  id text NOT NULL,
  shift_id text NOT NULL,
  amount bigint NOT NULL CHECK (amount > 0),
  -- What the drawer should have held when it was requested.
  held bigint NOT NULL,
  reason text NOT NULL,
  state text NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'approved', 'refused', 'used')),
  requester text NOT NULL,
  requested_by text NOT NULL,
  decided_by text NOT NULL DEFAULT '',
  decided_at timestamptz,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (venue_id, id),
  FOREIGN KEY (venue_id, shift_id) REFERENCES shift(venue_id, id)
);
CREATE INDEX drawer_request_shift ON drawer_request (venue_id, shift_id, state);
SELECT protect_venue_table('drawer_request');

-- ====================================================================================================
-- Payment
-- ====================================================================================================

-- The payment that a scanned code was last used for: one code is one charge, whoever scans it again. Only a hash of the code is kept.
CREATE TABLE pay_code (
  venue_id text NOT NULL,
  code_hash text NOT NULL,
  payment_id text NOT NULL,
  at timestamptz NOT NULL,
  PRIMARY KEY (venue_id, code_hash)
);
CREATE INDEX pay_code_age ON pay_code (venue_id, at);
SELECT protect_venue_table('pay_code', false);

-- A refund that the channel carries out. The ledger moves when it is asked for; the row lives until the channel has said what became of it.
CREATE TABLE channel_refund (
  venue_id text NOT NULL,
  id text NOT NULL,
  payment_id text NOT NULL,
  amount bigint NOT NULL CHECK (amount > 0),
  state text NOT NULL CHECK (state IN ('refunding', 'refunded', 'refund_failed')),
  channel_ref text NOT NULL DEFAULT '',
  note text NOT NULL DEFAULT '',
  tries int NOT NULL DEFAULT 0,
  next_at timestamptz NOT NULL,
  person_id text NOT NULL,
  operator text NOT NULL,
  at timestamptz NOT NULL,
  PRIMARY KEY (venue_id, id),
  FOREIGN KEY (venue_id, payment_id) REFERENCES payment(venue_id, id)
);
CREATE INDEX channel_refund_payment ON channel_refund (venue_id, payment_id);
CREATE INDEX channel_refund_open ON channel_refund (venue_id, next_at) WHERE state = 'refunding';
SELECT protect_venue_table('channel_refund');

-- At the venue of the card: what its purses paid elsewhere, under the id of the payment there.
CREATE TABLE roaming_payment (
  venue_id text NOT NULL,
  id text NOT NULL,
  no text NOT NULL,
  visited_venue_id text NOT NULL,
  document_no text NOT NULL,
  member_id text NOT NULL,
  principal bigint NOT NULL CHECK (principal >= 0),
  gift bigint NOT NULL CHECK (gift >= 0),
  principal_back bigint NOT NULL DEFAULT 0,
  gift_back bigint NOT NULL DEFAULT 0,
  operator text NOT NULL,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (venue_id, id),
  UNIQUE (venue_id, no),
  CONSTRAINT roaming_payment_check CHECK (principal_back >= 0 AND principal_back <= principal),
  CONSTRAINT roaming_payment_check1 CHECK (gift_back >= 0 AND gift_back <= gift),
  CONSTRAINT roaming_payment_check2 CHECK ((principal + gift) > 0),
  FOREIGN KEY (venue_id, member_id) REFERENCES member(venue_id, id)
);
CREATE INDEX roaming_payment_created ON roaming_payment (venue_id, created_at DESC, id DESC);
CREATE INDEX roaming_payment_member ON roaming_payment (venue_id, member_id);
SELECT protect_venue_table('roaming_payment');
CREATE TRIGGER follow_merged_member BEFORE INSERT ON roaming_payment FOR EACH ROW WHEN (NEW.member_id IS NOT NULL) EXECUTE FUNCTION follow_merged_member();

-- ====================================================================================================
-- Rollups
-- ====================================================================================================

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
-- Read whole from the index: their rows lie in the table as they come, not by day.
CREATE INDEX rollup_member ON rollup (venue_id, name, day) INCLUDE (key, sub, figures) WHERE name IN ('member_purse', 'member_purse.month');
SELECT protect_venue_table('rollup', false);

CREATE TABLE rollup_day (
  venue_id text NOT NULL,
  name text NOT NULL,
  day date NOT NULL,
  -- Of the query that made the figures: those of another release are not read.
  form text NOT NULL,
  PRIMARY KEY (venue_id, name, day)
);
SELECT protect_venue_table('rollup_day', false);

-- A row for each touch, so that two who touch the same days never wait for each other.
CREATE TABLE rollup_touch (
  venue_id text NOT NULL,
  name text NOT NULL,
  day date NOT NULL,
  id bigint GENERATED ALWAYS AS IDENTITY,
  PRIMARY KEY (venue_id, name, day, id)
);
SELECT protect_venue_table('rollup_touch', false);

-- ====================================================================================================
-- Keys of tables to tables that come after them
-- ====================================================================================================

ALTER TABLE person_venue ADD FOREIGN KEY (venue_id) REFERENCES venue(id);
ALTER TABLE base_discount ADD FOREIGN KEY (venue_id, card_type_id) REFERENCES card_type(venue_id, id) ON DELETE CASCADE;
ALTER TABLE base_discount ADD FOREIGN KEY (venue_id, program_id) REFERENCES program(venue_id, id) ON DELETE CASCADE;
ALTER TABLE promotion ADD FOREIGN KEY (venue_id, card_type_id) REFERENCES card_type(venue_id, id);
ALTER TABLE promotion ADD FOREIGN KEY (venue_id, program_id) REFERENCES program(venue_id, id);
ALTER TABLE temporary_price ADD FOREIGN KEY (venue_id, card_type_id) REFERENCES card_type(venue_id, id);
ALTER TABLE temporary_price ADD FOREIGN KEY (venue_id, program_id) REFERENCES program(venue_id, id);
ALTER TABLE synced_day ADD FOREIGN KEY (venue_id, place_id) REFERENCES place(venue_id, id);
ALTER TABLE member ADD CONSTRAINT member_coach FOREIGN KEY (venue_id, coach_id) REFERENCES coach(venue_id, id);
ALTER TABLE recharge_offer ADD CONSTRAINT recharge_offer_coupon_offer FOREIGN KEY (venue_id, coupon_offer_id) REFERENCES coupon_offer(venue_id, id);
ALTER TABLE booking_order ADD CONSTRAINT booking_order_game FOREIGN KEY (venue_id, game_id) REFERENCES game(venue_id, id);
ALTER TABLE booking_line ADD CONSTRAINT booking_line_holding FOREIGN KEY (venue_id, holding_id) REFERENCES holding(venue_id, id);
ALTER TABLE fixed_contract ADD FOREIGN KEY (venue_id, holding_id) REFERENCES holding(venue_id, id);
ALTER TABLE coach ADD FOREIGN KEY (venue_id, institution_id) REFERENCES training_institution(venue_id, id);
ALTER TABLE game ADD FOREIGN KEY (venue_id, organization_id) REFERENCES union_organization(venue_id, id);
ALTER TABLE channel_bill_row ADD FOREIGN KEY (venue_id, claim_tx_id) REFERENCES ledger_tx(venue_id, id);
ALTER TABLE channel_bill_row ADD FOREIGN KEY (venue_id, tx_id) REFERENCES ledger_tx(venue_id, id);

-- ====================================================================================================
-- Read views, and functions over tables
-- ====================================================================================================

-- One row for each transaction and member that moved purses: the first purse posting of the pair stands for it, so that a page of the
-- newest rows is read from the index over purse postings.
CREATE VIEW member_movement WITH (security_invoker = true) AS
SELECT p.venue_id, p.tx_id || '.' || p.subject AS id, p.posted_at AS created_at, p.subject AS member_id, t.document_no AS no,
  t.document_kind, t.document_id, t.operation, t.reverses, t.operator, t.reason, s.principal, s.gift, s.principal + s.gift AS amount,
  s.principal_after, s.gift_after
FROM posting p
JOIN ledger_tx t ON t.venue_id = p.venue_id AND t.id = p.tx_id
CROSS JOIN LATERAL (
  SELECT coalesce(-sum(x.amount) FILTER (WHERE x.account = 'purse.principal'), 0)::bigint AS principal,
    coalesce(-sum(x.amount) FILTER (WHERE x.account = 'purse.gift'), 0)::bigint AS gift,
    (array_agg(x.balance_after ORDER BY x.seq DESC) FILTER (WHERE x.account = 'purse.principal'))[1] AS principal_after,
    (array_agg(x.balance_after ORDER BY x.seq DESC) FILTER (WHERE x.account = 'purse.gift'))[1] AS gift_after
  FROM posting x
  WHERE x.venue_id = p.venue_id AND x.tx_id = p.tx_id AND x.subject = p.subject AND x.account IN ('purse.principal', 'purse.gift')
) s
WHERE p.account IN ('purse.principal', 'purse.gift') AND NOT EXISTS (
  SELECT FROM posting e
  WHERE e.venue_id = p.venue_id AND e.tx_id = p.tx_id AND e.subject = p.subject AND e.account IN ('purse.principal', 'purse.gift') AND e.seq < p.seq
);
GRANT SELECT ON member_movement TO venue_app;

-- Accounts that a document's money comes from and goes back to.
CREATE FUNCTION is_money(account text) RETURNS boolean LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT account LIKE 'tender.%' OR account LIKE 'purse.%' OR account LIKE 'receivable.%' OR account = 'clearing.venue'
$$;

-- What members buy includes fixed contracts, activities, group-buys and competition entries.
CREATE VIEW member_purchase WITH (security_invoker = true) AS
SELECT o.venue_id, 'order.' || o.id AS id, o.created_at, o.member_id, o.no, 'booking'::text AS kind, o.places || ' ' || o.day AS what, o.list, o.discount,
  o.paid, o.refunded, o.operator
FROM booking_order o
WHERE o.member_id IS NOT NULL AND o.paid > 0 AND o.kind <> 'fixed'
UNION ALL
-- A fixed contract is bought by what is paid into it; of its bookings only what
-- purses, tenders and debts bore beside it. A debt that is paid later is bought once: its transaction moves nothing here.
SELECT o.venue_id, 'order.' || o.id, o.created_at, o.member_id, o.no, 'booking', o.places || ' ' || o.day, o.list, o.discount, m.paid, m.refunded, o.operator
FROM booking_order o
CROSS JOIN LATERAL (
  SELECT coalesce(sum(x.amount) FILTER (WHERE x.amount > 0), 0)::bigint AS paid, coalesce(-sum(x.amount) FILTER (WHERE x.amount < 0), 0)::bigint AS refunded
  FROM (
    SELECT sum(p.amount) AS amount FROM ledger_tx t JOIN posting p ON p.venue_id = t.venue_id AND p.tx_id = t.id
    WHERE t.venue_id = o.venue_id AND t.document_kind = 'order' AND t.document_id = o.id
      AND is_money(p.account)
    GROUP BY t.id
  ) x
) m
WHERE o.member_id IS NOT NULL AND o.kind = 'fixed' AND m.paid > 0
UNION ALL
SELECT f.venue_id, 'fixed.' || f.id, f.created_at, f.member_id, f.no, 'fixed', f.from_day || ' – ' || f.to_day, m.paid, 0::bigint, m.paid, m.refunded, f.operator
FROM fixed_contract f
CROSS JOIN LATERAL (
  SELECT coalesce(sum(x.amount) FILTER (WHERE x.amount > 0), 0)::bigint AS paid, coalesce(-sum(x.amount) FILTER (WHERE x.amount < 0), 0)::bigint AS refunded
  FROM (
    SELECT sum(p.amount) AS amount FROM ledger_tx t JOIN posting p ON p.venue_id = t.venue_id AND p.tx_id = t.id
    WHERE t.venue_id = f.venue_id AND t.document_kind = 'fixed' AND t.document_id = f.id
      AND is_money(p.account)
    GROUP BY t.id
  ) x
) m
WHERE f.member_id IS NOT NULL AND m.paid > 0
UNION ALL
SELECT s.venue_id, 'sale.' || s.id, s.at, s.member_id, s.no, 'sale',
  coalesce((SELECT string_agg(l.name || CASE WHEN l.quantity > 1 THEN ' ×' || l.quantity ELSE '' END, ', ' ORDER BY l.id) FROM sale_line l
    WHERE l.venue_id = s.venue_id AND l.sale_id = s.id), ''),
  s.list, s.discount, s.paid, s.refunded, s.operator
FROM sale s
WHERE s.member_id IS NOT NULL AND s.paid > 0
UNION ALL
SELECT h.venue_id, 'card.' || h.id, h.at, h.member_id, h.no, 'card', h.name, h.price, 0::bigint, m.paid, m.refunded, h.operator
FROM holding h
CROSS JOIN LATERAL (
  SELECT coalesce(sum(p.amount) FILTER (WHERE p.amount > 0), 0)::bigint AS paid, coalesce(-sum(p.amount) FILTER (WHERE p.amount < 0), 0)::bigint AS refunded
  FROM ledger_tx t JOIN posting p ON p.venue_id = t.venue_id AND p.tx_id = t.id
  WHERE t.venue_id = h.venue_id AND t.document_kind = 'card' AND t.document_id = h.id
    AND (is_money(p.account) OR p.account = 'prepaid.order')
) m
WHERE m.paid > 0
UNION ALL
SELECT o.venue_id, 'session.' || o.id, o.at, o.member_id, o.no, 'session', h.name || ' ' || b.day, o.total, 0::bigint, o.paid, o.refunded, o.operator
FROM session_order o
JOIN hall_booking b ON b.venue_id = o.venue_id AND b.id = o.hall_booking_id
JOIN hall h ON h.venue_id = b.venue_id AND h.id = b.hall_id
WHERE o.member_id IS NOT NULL AND o.paid > 0
UNION ALL
SELECT k.venue_id, 'openPlay.' || k.id, k.at, k.member_id, k.no, 'openPlay', y.title, k.total, 0::bigint, k.paid, k.refunded, k.operator
FROM open_play_ticket k
JOIN open_play y ON y.venue_id = k.venue_id AND y.id = k.open_play_id
WHERE k.member_id IS NOT NULL AND k.paid > 0
UNION ALL
SELECT j.venue_id, 'activity.' || j.id, j.created_at, j.member_id, j.no, 'activity', a.title, j.paid, 0::bigint, j.paid, j.refunded, j.operator
FROM activity_join j
JOIN activity a ON a.venue_id = j.venue_id AND a.id = j.activity_id
WHERE j.member_id IS NOT NULL AND j.paid > 0
UNION ALL
SELECT v.venue_id, 'groupon.' || v.id, v.created_at, v.member_id, v.no, 'groupon', g.title, v.price, 0::bigint, v.price, v.refunded, v.operator
FROM voucher v
JOIN groupon_goods g ON g.venue_id = v.venue_id AND g.id = v.goods_id
WHERE v.member_id IS NOT NULL AND v.price > 0
UNION ALL
SELECT e.venue_id, 'entry.' || e.id, e.created_at, e.member_id, e.no, 'entry', e.name, e.paid, 0::bigint, e.paid, coalesce(e.refunded, 0),
  coalesce((SELECT t.operator FROM ledger_tx t WHERE t.venue_id = e.venue_id AND t.document_kind = 'entry' AND t.document_id = e.id
    ORDER BY t.posted_at, t.id LIMIT 1), '')
FROM game_team e
WHERE e.member_id IS NOT NULL AND e.paid > 0;
GRANT SELECT ON member_purchase TO venue_app;

-- Totals of members are searched as members are: by what their indexes have.
CREATE VIEW member_total WITH (security_invoker = true) AS
SELECT m.venue_id, m.id, m.created_at, m.name, m.pinyin, m.card_no, m.phone, m.card_type_id, m.spent, m.last_visit_at AS last_visit,
  r.recharges, r.recharged, r.gifted, coalesce(p.amount, 0) AS principal, coalesce(g.amount, 0) AS gift, m.initials, m.card_key, m.phone_tail
FROM member m
LEFT JOIN balance p ON p.venue_id = m.venue_id AND p.subject = m.id AND p.account = 'purse.principal'
LEFT JOIN balance g ON g.venue_id = m.venue_id AND g.subject = m.id AND g.account = 'purse.gift'
LEFT JOIN LATERAL (
  SELECT count(*)::int AS recharges, coalesce(sum(e.principal), 0)::bigint AS recharged, coalesce(sum(e.gift), 0)::bigint AS gifted
  FROM recharge e WHERE e.venue_id = m.venue_id AND e.member_id = m.id AND e.revoked_at IS NULL
) r ON true;
GRANT SELECT ON member_total TO venue_app;

-- All orders of customers, whatever was ordered, with one status of payment and of delivery. Read with the rights of who asks.
CREATE VIEW order_book WITH (security_invoker = true) AS
SELECT o.venue_id, o.id, o.no, 'booking' AS kind, o.created_at, o.day, o.member_id, o.name AS customer, o.phone, o.places AS content,
  o.total - c.covered AS total, o.paid - c.covered AS paid, o.refunded, o.order_status, o.pay_status, 'none' AS ship_status, o.operator
FROM booking_order o
CROSS JOIN LATERAL (SELECT CASE WHEN o.kind = 'fixed' THEN coalesce((SELECT f.covered FROM fixed_occurrence f
  WHERE f.venue_id = o.venue_id AND f.order_id = o.id LIMIT 1), 0) ELSE 0 END AS covered) c
UNION ALL
SELECT s.venue_id, s.id, s.no, 'sale', s.at, s.day, s.member_id, coalesce(m.name, ''), coalesce(m.phone, ''),
  (SELECT coalesce(string_agg(l.name || ' ×' || l.quantity, ', ' ORDER BY l.id), '') FROM sale_line l WHERE l.venue_id = s.venue_id AND l.sale_id = s.id),
  s.total, s.paid, s.refunded,
  CASE s.state WHEN 'void' THEN 'cancelled' WHEN 'returned' THEN 'cancelled' ELSE 'finished' END,
  CASE WHEN s.refunded = 0 THEN 'paid' WHEN s.refunded < s.paid THEN 'part_refunded' ELSE 'refunded' END, coalesce(d.state, 'none'), s.operator
FROM sale s LEFT JOIN member m ON m.venue_id = s.venue_id AND m.id = s.member_id
LEFT JOIN delivery d ON d.venue_id = s.venue_id AND d.sale_id = s.id
WHERE s.state NOT IN ('open', 'hung', 'abandoned')
UNION ALL
SELECT o.venue_id, o.id, o.no, 'session', o.at, b.day, o.member_id, o.name, o.phone, coalesce(nullif(b.name, ''), h.name) || ' ×' || o.heads,
  o.total, o.paid, o.refunded,
  CASE WHEN o.status = 'cancelled' THEN 'cancelled' WHEN o.entered > 0 THEN 'checked_in' ELSE 'paid' END,
  CASE WHEN o.refunded = 0 THEN 'paid' WHEN o.refunded < o.paid THEN 'part_refunded' ELSE 'refunded' END, 'none', o.operator
FROM session_order o JOIN hall_booking b ON b.venue_id = o.venue_id AND b.id = o.hall_booking_id
JOIN hall h ON h.venue_id = b.venue_id AND h.id = b.hall_id
UNION ALL
SELECT t.venue_id, t.id, t.no, 'openPlay', t.at, e.day, t.member_id, t.name, t.phone, e.title || ' ×' || t.heads, t.total, t.paid, t.refunded,
  CASE WHEN t.state = 'left' THEN 'cancelled' WHEN t.state = 'no_show' THEN 'no_show' WHEN t.entered > 0 THEN 'checked_in' ELSE 'paid' END,
  CASE WHEN t.refunded = 0 THEN 'paid' WHEN t.refunded < t.paid THEN 'part_refunded' ELSE 'refunded' END, 'none', t.operator
FROM open_play_ticket t JOIN open_play e ON e.venue_id = t.venue_id AND e.id = t.open_play_id
UNION ALL
SELECT c.venue_id, c.id, c.no, 'card', c.at, (c.at AT TIME ZONE v.zone)::date, c.member_id, m.name, m.phone, c.name, y.paid, y.paid,
  c.refunded, CASE WHEN c.state = 'refunded' THEN 'cancelled' ELSE 'finished' END,
  CASE WHEN c.state <> 'refunded' THEN 'paid' WHEN c.refunded < y.paid THEN 'part_refunded' ELSE 'refunded' END, 'none', c.operator
FROM holding c JOIN member m ON m.venue_id = c.venue_id AND m.id = c.member_id JOIN venue v ON v.id = c.venue_id
CROSS JOIN LATERAL (SELECT coalesce(sum(y.amount), 0)::bigint AS paid, coalesce(sum(y.refunded), 0)::bigint AS refunded FROM payment y
  WHERE y.venue_id = c.venue_id AND y.document_kind = 'card' AND y.document_id = c.id AND y.state IN ('succeeded', 'refunding', 'refunded', 'refund_failed')) y
UNION ALL
SELECT r.venue_id, r.id, r.no, 'recharge', r.at, (r.at AT TIME ZONE v.zone)::date, r.member_id, m.name, m.phone, coalesce(f.name, ''), r.paid, r.paid,
  CASE WHEN r.revoked_at IS NULL THEN 0 ELSE r.paid END,
  CASE WHEN r.revoked_at IS NULL THEN 'finished' ELSE 'cancelled' END, CASE WHEN r.revoked_at IS NULL THEN 'paid' ELSE 'refunded' END, 'none', coalesce(p.name, '')
FROM recharge r JOIN member m ON m.venue_id = r.venue_id AND m.id = r.member_id JOIN venue v ON v.id = r.venue_id
LEFT JOIN recharge_offer f ON f.venue_id = r.venue_id AND f.id = r.offer_id
LEFT JOIN person p ON p.id = r.person_id
UNION ALL
SELECT t.venue_id, t.id, t.no, 'entry', t.created_at, g.game_start, t.member_id, t.captain, t.phone, e.title || ' · ' || t.name,
  CASE WHEN y.paid > 0 THEN y.paid WHEN t.state IN ('applied', 'confirmed') THEN e.fee + coalesce(g.bail, 0) ELSE 0 END, y.paid, y.refunded,
  CASE WHEN t.state IN ('applied', 'confirmed') THEN 'held' WHEN t.state IN ('refused', 'withdrawn') THEN 'cancelled' WHEN t.state = 'abandoned' THEN 'no_show'
    WHEN g.status IN ('finished', 'settled') THEN 'finished' ELSE t.state END,
  CASE WHEN y.paid = 0 AND t.state IN ('applied', 'confirmed') AND e.fee + coalesce(g.bail, 0) > 0 THEN 'unpaid'
    WHEN y.refunded = 0 THEN 'paid' WHEN y.refunded < y.paid THEN 'part_refunded' ELSE 'refunded' END, 'none', ''
FROM game_team t JOIN game_event e ON e.venue_id = t.venue_id AND e.id = t.event_id JOIN game g ON g.venue_id = e.venue_id AND g.id = e.game_id
CROSS JOIN LATERAL (SELECT coalesce(sum(y.amount), 0)::bigint AS paid, coalesce(sum(y.refunded), 0)::bigint AS refunded FROM payment y
  WHERE y.venue_id = t.venue_id AND y.document_kind = 'entry' AND y.document_id = t.id AND y.state IN ('succeeded', 'refunding', 'refunded', 'refund_failed')) y
UNION ALL
SELECT j.venue_id, j.id, j.no, 'activity', j.created_at, (a.starts_at AT TIME ZONE v.zone)::date, j.member_id, j.name, j.phone, a.title, j.paid, j.paid, j.refunded,
  CASE j.state WHEN 'joined' THEN 'paid' WHEN 'left' THEN 'cancelled' ELSE j.state END, CASE WHEN j.refunded = 0 THEN 'paid' WHEN j.refunded < j.paid THEN 'part_refunded' ELSE 'refunded' END, 'none', j.operator
FROM activity_join j JOIN activity a ON a.venue_id = j.venue_id AND a.id = j.activity_id JOIN venue v ON v.id = j.venue_id
UNION ALL
SELECT u.venue_id, u.id, u.no, 'voucher', u.created_at, (u.created_at AT TIME ZONE v.zone)::date, u.member_id, u.holder, u.phone, g.title, u.price, u.price, u.refunded,
  CASE u.state WHEN 'used' THEN 'finished' WHEN 'expired' THEN 'expired' WHEN 'refunded' THEN 'cancelled' ELSE 'paid' END,
  CASE WHEN u.refunded = 0 THEN 'paid' WHEN u.refunded < u.price THEN 'part_refunded' ELSE 'refunded' END, 'none', u.operator
FROM voucher u JOIN groupon_goods g ON g.venue_id = u.venue_id AND g.id = u.goods_id JOIN venue v ON v.id = u.venue_id
UNION ALL
SELECT b.venue_id, b.id, b.no, 'coachClass', b.created_at, k.day, b.member_id, b.name, b.phone, k.title, w.paid, w.paid, w.refunded,
  CASE b.state WHEN 'booked' THEN 'paid' WHEN 'attended' THEN 'finished' ELSE 'cancelled' END, CASE WHEN w.refunded = 0 THEN 'paid' WHEN w.refunded < w.paid THEN 'part_refunded' ELSE 'refunded' END, 'none', ''
FROM coach_booking b JOIN coach_class k ON k.venue_id = b.venue_id AND k.id = b.coach_class_id
-- A place for a use of a package card is paid by the card.
CROSS JOIN LATERAL (SELECT CASE WHEN b.pay_by = 'Card' THEN 0 ELSE b.amount END AS paid, CASE WHEN b.pay_by = 'Card' THEN 0 ELSE b.refunded END AS refunded) w
UNION ALL
-- What it was paid, and what is owed for what was used beyond that.
SELECT f.venue_id, f.id, f.no, 'fixed', f.created_at, f.from_day, f.member_id, f.name, f.phone, f.from_day || ' – ' || f.to_day,
  y.paid + greatest(f.used - f.paid, 0), y.paid, y.refunded, CASE WHEN f.state IN ('active', 'paused') THEN 'booked' ELSE 'finished' END,
  CASE WHEN f.used > f.paid AND y.paid = 0 THEN 'unpaid' WHEN f.used > f.paid THEN 'part_paid'
    WHEN y.refunded = 0 THEN 'paid' WHEN y.refunded < y.paid THEN 'part_refunded' ELSE 'refunded' END, 'none', f.operator
FROM fixed_contract f
CROSS JOIN LATERAL (SELECT coalesce(sum(y.amount), 0)::bigint AS paid, coalesce(sum(y.refunded), 0)::bigint AS refunded FROM payment y
  WHERE y.venue_id = f.venue_id AND y.document_kind = 'fixed' AND y.document_id = f.id AND y.state IN ('succeeded', 'refunding', 'refunded', 'refund_failed')) y
WHERE f.state <> 'draft'
UNION ALL
-- What was collected by itself; what paid a document stands in that document's row.
SELECT p.venue_id, p.id, p.no, 'collection', p.at, (p.at AT TIME ZONE v.zone)::date, NULL, '', '', CASE WHEN p.channel = 'wechat' THEN '微信' ELSE '支付宝' END,
  p.amount, p.amount, p.refunded, CASE WHEN p.refunded = p.amount THEN 'cancelled' ELSE 'finished' END, CASE WHEN p.refunded = 0 THEN 'paid' WHEN p.refunded < p.amount THEN 'part_refunded' ELSE 'refunded' END, 'none', p.operator
FROM payment p JOIN venue v ON v.id = p.venue_id
WHERE p.document_kind = 'collection' AND p.state IN ('succeeded', 'refunding', 'refunded', 'refund_failed')
UNION ALL
SELECT i.venue_id, i.document_id, i.document_no, 'deposit', i.created_at, s.day, s.member_id, coalesce(m.name, ''), coalesce(m.phone, ''),
  i.name || ' ×' || i.quantity || ' · ' || s.no, i.total, i.total, coalesce(i.given_back, 0), CASE WHEN i.kept IS NULL THEN 'paid' ELSE 'finished' END,
  CASE WHEN coalesce(i.given_back, 0) = 0 THEN 'paid' WHEN coalesce(i.given_back, 0) < i.total THEN 'part_refunded' ELSE 'refunded' END, 'none', s.operator
FROM sale_item i JOIN sale s ON s.venue_id = i.venue_id AND s.id = i.sale_id LEFT JOIN member m ON m.venue_id = s.venue_id AND m.id = s.member_id
WHERE i.kind = 'deposit' AND i.document_id IS NOT NULL
UNION ALL
SELECT d.venue_id, d.id, d.no, 'debt', d.created_at, (d.created_at AT TIME ZONE v.zone)::date, d.member_id, m.name, m.phone, d.remark, d.amount, d.amount, d.refunded,
  CASE WHEN d.revoked_at IS NULL THEN 'finished' ELSE 'cancelled' END, CASE WHEN d.revoked_at IS NULL THEN 'paid' ELSE 'refunded' END, 'none', d.operator
FROM debt_payment d JOIN member m ON m.venue_id = d.venue_id AND m.id = d.member_id JOIN venue v ON v.id = d.venue_id
UNION ALL
SELECT k.venue_id, k.id, k.no, 'cardFee', k.created_at, (k.created_at AT TIME ZONE v.zone)::date, k.member_id, m.name, m.phone, k.card_type_name, k.paid, k.paid, k.refunded,
  CASE WHEN k.revoked_at IS NULL THEN 'finished' ELSE 'cancelled' END, CASE WHEN k.refunded = 0 THEN 'paid' WHEN k.refunded < k.paid THEN 'part_refunded' ELSE 'refunded' END, 'none', k.operator
FROM card_fee k JOIN member m ON m.venue_id = k.venue_id AND m.id = k.member_id JOIN venue v ON v.id = k.venue_id;
GRANT SELECT ON order_book TO venue_app;

-- The organization of the venue that the connection serves; none outside venues.
CREATE FUNCTION own_organization() RETURNS text LANGUAGE sql STABLE AS $$
  SELECT organization_id FROM venue WHERE id = current_setting('app.venue_id', true)
$$;

-- The organization's notes as a table of the venue that looks: nothing of another organization is in it.
CREATE VIEW venue_update_notice WITH (security_invoker = true) AS
  SELECT current_setting('app.venue_id', true) AS venue_id, n.* FROM update_notice n WHERE n.organization_id = own_organization();
GRANT SELECT, INSERT, UPDATE, DELETE ON venue_update_notice TO venue_app;

CREATE TRIGGER add INSTEAD OF INSERT ON venue_update_notice FOR EACH ROW EXECUTE FUNCTION add_update_notice();

-- The codes that a role grants: its own, and those of the role that it builds on.
CREATE VIEW role_grant WITH (security_invoker = true) AS
  SELECT role_id, code FROM role_code
  UNION SELECT r.id, c.code FROM role r JOIN role_code c ON c.role_id = r.base_id;
GRANT SELECT ON role_grant TO venue_app;

-- The organization's roles, and the staff of the venue that the connection serves, as tables of that venue.
CREATE VIEW venue_role WITH (security_invoker = true) AS
  SELECT current_setting('app.venue_id', true) AS venue_id, r.* FROM role r WHERE r.organization_id = own_organization();
GRANT SELECT, INSERT, UPDATE, DELETE ON venue_role TO venue_app;

CREATE TRIGGER add INSTEAD OF INSERT ON venue_role FOR EACH ROW EXECUTE FUNCTION add_role();

CREATE VIEW venue_staff WITH (security_invoker = true) AS
  SELECT pv.venue_id, p.id, p.username, ''::text AS password, p.name, p.phone, p.avatar, pv.role_id, pv.top, p.state,
    p.lock_time AS locked_until, p.last_login_at, p.created_at, p.email, p.nickname, p.gender, p.language, p.promotion_code, p.lock_count
  FROM person_venue pv JOIN person p ON p.id = pv.person_id
  WHERE pv.venue_id = current_setting('app.venue_id', true);
GRANT SELECT, INSERT, UPDATE, DELETE ON venue_staff TO venue_app;

CREATE TRIGGER change INSTEAD OF INSERT OR DELETE OR UPDATE ON venue_staff FOR EACH ROW EXECUTE FUNCTION change_staff();

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

-- Erases name and phone of these orders from what closings did, and from what the log kept of it.
CREATE FUNCTION erase_from_closings(orders text[]) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path = public AS $$
BEGIN
  PERFORM set_config('app.erasing', 'on', true);
  UPDATE closing_hit SET name = '***', phone = '' WHERE venue_id = current_setting('app.venue_id', true) AND order_id = ANY (orders);
  UPDATE audit_log SET before = erased(before, ARRAY['name', 'phone']), after = erased(after, ARRAY['name', 'phone'])
    WHERE venue_id = current_setting('app.venue_id', true) AND object = 'closing_hit'
      AND (after ->> 'order_id' = ANY (orders) OR action IN ('memberRecords.erase') AND before ?| ARRAY['name', 'phone']);
  PERFORM set_config('app.erasing', '', true);
END $$;
REVOKE ALL ON FUNCTION erase_from_closings(text[]) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION erase_from_closings(text[]) TO venue_app;

CREATE FUNCTION coupon_saved(venue text, kind text, document text) RETURNS bigint LANGUAGE sql STABLE PARALLEL SAFE AS $$
  SELECT CASE kind
    WHEN 'order' THEN (SELECT coalesce(sum(coupon_off), 0) FROM booking_line WHERE venue_id = venue AND order_id = document AND status = 'active')
    WHEN 'sale' THEN (SELECT coalesce(sum(coupon_off - ceil(coupon_off * returned::numeric / quantity)), 0) FROM sale_line
      WHERE venue_id = venue AND sale_id = document)
    ELSE 0 END::bigint
$$;

-- Days share 32 locks, so that one change never takes more of them.
CREATE FUNCTION rollup_lock(venue text, day date) RETURNS bigint LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT hashtextextended('rollup ' || venue || ' ' || mod(day - DATE '2000-01-01', 32), 0)
$$;

-- Days that are rolled up are added up by month as well, under the name with `.month`: a mark on a day is one on its month.
CREATE FUNCTION touch_rollups(names text[], venue text, days date[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_advisory_xact_lock_shared(l.key) FROM (SELECT DISTINCT rollup_lock(venue, d) AS key FROM unnest(days) d WHERE d IS NOT NULL ORDER BY 1) l;
  INSERT INTO rollup_touch (venue_id, name, day)
    SELECT r.venue_id, r.name, r.day FROM rollup_day r WHERE r.venue_id = venue AND r.name = ANY (names) AND r.day = ANY (days)
    UNION ALL SELECT r.venue_id, r.name, r.day FROM rollup_day r WHERE r.venue_id = venue
      AND r.name = ANY (ARRAY(SELECT n || '.month' FROM unnest(names) n)) AND r.day = ANY (ARRAY(SELECT DISTINCT date_trunc('month', d::timestamp)::date FROM unnest(days) d));
END $$;

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
REVOKE ALL ON FUNCTION keep_audit_months(integer,timestamp with time zone) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION keep_audit_months(integer,timestamp with time zone) TO venue_app;

-- Postings of income, discounts and costs by the day on which they are earned; what a shift is over or short, by the day it was closed.
CREATE VIEW book_entry WITH (security_invoker = true) AS
SELECT p.venue_id, p.tx_id || '.' || p.seq AS id, p.tx_id, p.seq, p.posted_at AS created_at, p.day, t.document_no AS no, t.document_kind, t.document_id,
  p.account, p.subject, t.operator, t.reason,
  CASE WHEN p.account ^@ 'income.' THEN -p.amount ELSE 0 END AS list,
  CASE WHEN p.account ^@ 'discount.' THEN p.amount ELSE 0 END AS discount,
  CASE WHEN p.account ^@ 'income.' OR p.account ^@ 'discount.' THEN -p.amount ELSE 0 END AS earned,
  CASE WHEN p.account ^@ 'income.' OR p.account ^@ 'discount.' THEN 0 ELSE p.amount END AS cost,
  p.corrects, CASE WHEN p.corrects IS NULL THEN 'no' ELSE 'yes' END AS later
FROM (
  SELECT venue_id, tx_id, seq, account, subject, amount, posted_at, earned_on AS day, corrects FROM posting
  WHERE earned_on IS NOT NULL AND (account ^@ 'income.' OR account ^@ 'discount.' OR account ^@ 'cost.')
  UNION ALL
  SELECT venue_id, tx_id, seq, account, subject, amount, posted_at, day, corrects FROM posting WHERE account = 'over_short'
) p
JOIN ledger_tx t ON t.venue_id = p.venue_id AND t.id = p.tx_id;
GRANT SELECT ON book_entry TO venue_app;

-- What bookings take of sessions: their places, hour by hour. The hall stands for the court.
CREATE VIEW session_hour WITH (security_invoker = true) AS
SELECT o.venue_id, o.id || '.' || b.hall_id || '.' || h.hour AS id, o.id AS line_id, o.at AS created_at, b.day, o.no, o.name AS customer, b.hall_id AS unit_id, b.hall_id,
  h.hour AS at_hour, to_char(h.hour, 'FM00') AS hour, extract(isodow FROM b.day)::text AS weekday,
  (h.hour = b.start_minute / 60)::int AS sessions,
  (o.heads * (least(b.end_minute, (h.hour + 1) * 60) - greatest(b.start_minute, h.hour * 60)))::int AS minutes,
  0::bigint AS income
FROM session_order o
JOIN hall_booking b ON b.venue_id = o.venue_id AND b.id = o.hall_booking_id
JOIN hall f ON f.venue_id = b.venue_id AND f.id = b.hall_id AND f.sells <> 'places'
CROSS JOIN LATERAL generate_series(b.start_minute / 60, (b.end_minute - 1) / 60) h (hour)
WHERE o.status = 'booked';
GRANT SELECT ON session_hour TO venue_app;

-- Court hours as they are booked. Hours that were played stay in their period: what is booked later is money alone.
CREATE VIEW live_place_hour WITH (security_invoker = true) AS
SELECT l.venue_id, l.id || '.' || u.unit || '.' || h.hour AS id, l.id AS line_id, o.created_at, l.day, o.no, o.name AS customer, u.unit AS unit_id, p.hall_id,
  h.hour AS at_hour, to_char(h.hour, 'FM00') AS hour, extract(isodow FROM l.day)::text AS weekday,
  (h.hour = l.start_minute / 60)::int AS sessions,
  least(l.end_minute, (h.hour + 1) * 60) - greatest(l.start_minute, h.hour * 60) AS minutes,
  e.earned * s.upto / s.whole - e.earned * (s.upto - (least(l.end_minute, (h.hour + 1) * 60) - greatest(l.start_minute, h.hour * 60))) / s.whole AS income,
  'no' AS later
FROM booking_line l
JOIN booking_order o ON o.venue_id = l.venue_id AND o.id = l.order_id
JOIN place p ON p.venue_id = l.venue_id AND p.id = l.place_id
CROSS JOIN LATERAL unnest(p.unit_ids) WITH ORDINALITY u (unit, nth)
CROSS JOIN LATERAL generate_series(l.start_minute / 60, (l.end_minute - 1) / 60) h (hour)
CROSS JOIN LATERAL (SELECT CASE WHEN o.pay_status IN ('paid', 'part_refunded', 'refunded') THEN l.price - l.refunded ELSE 0 END AS earned) e
CROSS JOIN LATERAL (SELECT (u.nth - 1) * (l.end_minute - l.start_minute) + least(l.end_minute, (h.hour + 1) * 60) - l.start_minute AS upto,
  (l.end_minute - l.start_minute) * cardinality(p.unit_ids) AS whole) s
WHERE l.status = 'active' AND o.order_status NOT IN ('held', 'cancelled', 'expired')
  AND NOT EXISTS (SELECT FROM locked_line k WHERE k.venue_id = l.venue_id AND k.line_id = l.id);
GRANT SELECT ON live_place_hour TO venue_app;

-- The states of a line that changed in a locked period, one after the other; the last is that of now.
CREATE VIEW line_state WITH (security_invoker = true) AS
SELECT s.*, row_number() OVER w AS nth, lag(s.through) OVER w AS locked FROM (
  SELECT venue_id, line_id, through, existed, day, line, order_status, pay_status FROM locked_line
  UNION ALL
  SELECT l.venue_id, l.id, NULL, true, l.day, to_jsonb(l) - 'trace', o.order_status, o.pay_status
  FROM (SELECT DISTINCT venue_id, line_id FROM locked_line) k
  JOIN booking_line l ON l.venue_id = k.venue_id AND l.id = k.line_id
  JOIN booking_order o ON o.venue_id = l.venue_id AND o.id = l.order_id
) s WINDOW w AS (PARTITION BY s.venue_id, s.line_id ORDER BY s.through NULLS LAST);
GRANT SELECT ON line_state TO venue_app;

-- Such a line as it is booked: as it stood, on its day; what became of it, on the first open day (`later`).
CREATE VIEW booked_line WITH (security_invoker = true) AS
SELECT s.venue_id, s.line_id AS id, s.nth || CASE WHEN b.sign < 0 THEN 'x' ELSE '' END AS version, b.sign, b.booked_on, b.later, s.order_status, s.pay_status,
  s.day, r.order_id, r.place_id, r.start_minute, r.end_minute, r.list, r.discount, r.price, r.refunded, r.fee, r.moved_back, r.status,
  r.member_off, r.promotion_off, r.bundle_off, r.manual_off, r.coupon_off
FROM line_state s
CROSS JOIN LATERAL jsonb_populate_record(NULL::booking_line, s.line) r
CROSS JOIN LATERAL (
  SELECT 1 AS sign, greatest(s.day, s.locked + 1) AS booked_on, coalesce(s.day <= s.locked, false) AS later
  UNION ALL SELECT -1, s.through + 1, true WHERE s.through IS NOT NULL
) b WHERE s.existed;
GRANT SELECT ON booked_line TO venue_app;

CREATE VIEW booked_place_hour WITH (security_invoker = true) AS
SELECT l.venue_id, l.id || '.' || u.unit || '.' || h.hour || '.' || l.version AS id, l.id AS line_id, o.created_at, l.booked_on AS day, o.no, o.name AS customer,
  u.unit AS unit_id, p.hall_id, h.hour AS at_hour, to_char(h.hour, 'FM00') AS hour, extract(isodow FROM l.booked_on)::text AS weekday,
  CASE WHEN l.later THEN 0 ELSE (h.hour = l.start_minute / 60)::int END AS sessions,
  CASE WHEN l.later THEN 0 ELSE least(l.end_minute, (h.hour + 1) * 60) - greatest(l.start_minute, h.hour * 60) END AS minutes,
  l.sign * (e.earned * s.upto / s.whole - e.earned * (s.upto - (least(l.end_minute, (h.hour + 1) * 60) - greatest(l.start_minute, h.hour * 60))) / s.whole) AS income,
  CASE WHEN l.later THEN 'yes' ELSE 'no' END AS later
FROM booked_line l
JOIN booking_order o ON o.venue_id = l.venue_id AND o.id = l.order_id
JOIN place p ON p.venue_id = l.venue_id AND p.id = l.place_id
CROSS JOIN LATERAL unnest(p.unit_ids) WITH ORDINALITY u (unit, nth)
CROSS JOIN LATERAL generate_series(l.start_minute / 60, (l.end_minute - 1) / 60) h (hour)
CROSS JOIN LATERAL (SELECT CASE WHEN l.pay_status IN ('paid', 'part_refunded', 'refunded') THEN l.price - l.refunded ELSE 0 END AS earned) e
CROSS JOIN LATERAL (SELECT (u.nth - 1) * (l.end_minute - l.start_minute) + least(l.end_minute, (h.hour + 1) * 60) - l.start_minute AS upto,
  (l.end_minute - l.start_minute) * cardinality(p.unit_ids) AS whole) s
WHERE l.status = 'active' AND l.order_status NOT IN ('held', 'cancelled', 'expired');
GRANT SELECT ON booked_place_hour TO venue_app;

-- Each half of the view comes in the order of its days, which an index has: a page of the list merges the two instead of sorting all rows.
CREATE VIEW court_hour WITH (security_invoker = true) AS
(SELECT * FROM live_place_hour ORDER BY day DESC) UNION ALL (SELECT * FROM booked_place_hour ORDER BY day DESC)
UNION ALL (SELECT *, 'no' AS later FROM session_hour ORDER BY day DESC);
GRANT SELECT ON court_hour TO venue_app;

-- A row for each card opened: who enrolled a member is in the audit log, who sold a package card in its transaction.
CREATE VIEW card_opening WITH (security_invoker = true) AS
SELECT m.venue_id, 'm.' || m.id AS id, m.created_at, (m.created_at AT TIME ZONE v.zone)::date AS day, 'member' AS kind, 'm.' || m.card_type_id AS type,
  coalesce(m.card_no, '') AS no, m.id AS member_id, m.card_type_id, NULL::text AS package_card_id,
  m.enrolled_by AS operator,
  1 AS member_cards, 0 AS package_cards, 0::bigint AS amount
FROM member m JOIN venue v ON v.id = m.venue_id
UNION ALL
SELECT t.venue_id, 'p.' || t.id, t.posted_at, (t.posted_at AT TIME ZONE v.zone)::date, 'package', 'p.' || h.package_card_id, t.document_no, h.member_id,
  NULL, h.package_card_id, t.operator, 0, 1,
  (SELECT coalesce(sum(p.amount), 0)::bigint FROM posting p WHERE p.venue_id = t.venue_id AND p.tx_id = t.id
    AND (is_money(p.account) OR p.account = 'prepaid.order'))
FROM ledger_tx t JOIN venue v ON v.id = t.venue_id JOIN holding h ON h.venue_id = t.venue_id AND h.id = t.document_id
WHERE t.document_kind = 'card' AND t.operation = 'package card' AND t.reverses IS NULL;
GRANT SELECT ON card_opening TO venue_app;

-- What activities and group-buys did on a day: people and vouchers from the documents, amounts from their postings.
CREATE VIEW marketing_entry WITH (security_invoker = true) AS
SELECT j.venue_id, 'join.' || j.id AS id, j.created_at, (j.created_at AT TIME ZONE v.zone)::date AS day, 'signedUp' AS kind, j.no, j.name AS customer,
  j.operator, 1 AS times, 0::bigint AS amount
FROM activity_join j JOIN venue v ON v.id = j.venue_id
UNION ALL
SELECT j.venue_id, 'left.' || j.id, j.left_at, (j.left_at AT TIME ZONE v.zone)::date, 'refunded', j.no, j.name, j.operator, 1, 0
FROM activity_join j JOIN venue v ON v.id = j.venue_id WHERE j.left_at IS NOT NULL AND j.refunded > 0
UNION ALL
SELECT c.venue_id, 'sold.' || c.id, c.created_at, (c.created_at AT TIME ZONE v.zone)::date, 'sold', c.no, c.holder, c.operator, 1, 0
FROM voucher c JOIN venue v ON v.id = c.venue_id
UNION ALL
SELECT c.venue_id, 'back.' || c.id, c.ended_at, (c.ended_at AT TIME ZONE v.zone)::date, 'refunded', c.no, c.holder, c.operator, 1, 0
FROM voucher c JOIN venue v ON v.id = c.venue_id WHERE c.ended_at IS NOT NULL AND c.refunded > 0
UNION ALL
SELECT u.venue_id, 'use.' || u.id, u.at, u.day, 'redeemed', c.no, c.holder, u.operator, u.times, 0
FROM voucher_use u JOIN voucher c ON c.venue_id = u.venue_id AND c.id = u.voucher_id
UNION ALL
SELECT u.venue_id, 'undone.' || u.id, u.undone_at, (u.undone_at AT TIME ZONE v.zone)::date, 'redeemed', c.no, c.holder, u.operator, -u.times, 0
FROM voucher_use u JOIN voucher c ON c.venue_id = u.venue_id AND c.id = u.voucher_id JOIN venue v ON v.id = u.venue_id WHERE u.undone_at IS NOT NULL
UNION ALL
SELECT t.venue_id, 'money.' || t.id || '.' || p.seq, t.posted_at, t.day,
  CASE WHEN p.account = 'income.groupon' THEN 'redeemedAmount' WHEN p.amount < 0 THEN 'refundedAmount' WHEN t.document_kind = 'voucher' THEN 'soldAmount'
    ELSE 'signUpAmount' END,
  t.document_no, '', t.operator, 0, CASE WHEN p.amount > 0 AND p.account <> 'income.groupon' THEN p.amount ELSE -p.amount END
FROM ledger_tx t JOIN posting p ON p.venue_id = t.venue_id AND p.tx_id = t.id
WHERE t.document_kind IN ('activity', 'voucher')
  AND (is_money(p.account) OR p.account = 'prepaid.order' OR t.document_kind = 'voucher' AND p.account = 'income.groupon');
GRANT SELECT ON marketing_entry TO venue_app;

-- Half hours of courts that are locked or closed.
CREATE VIEW locked_half WITH (security_invoker = true) AS
SELECT DISTINCT l.venue_id, l.day, u.unit_id, m.minute
FROM place_lock l
JOIN place p ON p.venue_id = l.venue_id AND p.id = l.place_id
CROSS JOIN LATERAL unnest(p.unit_ids) u (unit_id)
CROSS JOIN LATERAL generate_series(l.start_minute, l.end_minute - 30, 30) m (minute)
WHERE l.status = 'locked';
GRANT SELECT ON locked_half TO venue_app;

-- Places of sessions that are on sale and sold, hour by hour; of one that was taken off the shelf, those that are sold.
CREATE VIEW session_opening WITH (security_invoker = true) AS
SELECT b.venue_id, b.hall_id, b.day, h.hour,
  sum((CASE WHEN b.status = 'off_shelf' THEN b.max_place - b.left_place ELSE b.max_place END)
    * (least(b.end_minute, (h.hour + 1) * 60) - greatest(b.start_minute, h.hour * 60)))::int AS minutes,
  sum((b.max_place - b.left_place) * (least(b.end_minute, (h.hour + 1) * 60) - greatest(b.start_minute, h.hour * 60)))::int AS sold
FROM hall_booking b
JOIN hall f ON f.venue_id = b.venue_id AND f.id = b.hall_id AND f.sells <> 'places'
CROSS JOIN LATERAL generate_series(b.start_minute / 60, (b.end_minute - 1) / 60) h (hour)
WHERE b.status IN ('on_shelf', 'off_shelf', 'finished')
GROUP BY 1, 2, 3, 4;
GRANT SELECT ON session_opening TO venue_app;

-- The hours at which courts are on sale, as `openUnits` counts them: half hours within the opening times of the hall, by court, day and hour,
-- without days on which the venue is closed. Opening times are those of now, also for days gone by.
CREATE VIEW court_opening WITH (security_invoker = true) AS
SELECT o.venue_id, d.day || '.' || o.unit_id || '.' || o.hour AS id, o.unit_id, o.hall_id, d.day, o.hour, o.weekday::text AS weekday,
  (cardinality(o.minutes) - h.locked)::int AS halves, d.day::timestamp AT TIME ZONE v.zone AS created_at
FROM (
  SELECT u.venue_id, u.unit_id, u.hall_id, w.weekday, to_char(m.minute / 60, 'FM00') AS hour, array_agg(m.minute) AS minutes
  FROM (SELECT DISTINCT p.venue_id, p.hall_id, unnest(p.unit_ids) AS unit_id FROM place p WHERE p.active) u
  JOIN hall h ON h.venue_id = u.venue_id AND h.id = u.hall_id AND h.sells = 'places'
  CROSS JOIN generate_series(1, 7) w (weekday)
  CROSS JOIN LATERAL generate_series(h.open_minutes[w.weekday], h.close_minutes[w.weekday] - 30, 30) m (minute)
  WHERE NOT EXISTS (SELECT FROM jsonb_to_recordset(h.closed_times) c (weekdays int[], start int, "end" int)
    WHERE (cardinality(c.weekdays) = 0 OR w.weekday = ANY (c.weekdays)) AND m.minute < c."end" AND c.start < m.minute + 30)
  GROUP BY 1, 2, 3, 4, 5
) o
JOIN venue v ON v.id = o.venue_id
JOIN (SELECT s::date AS day, extract(isodow FROM s)::int AS weekday FROM generate_series(timestamp '2000-01-01', current_date + interval '3 years', interval '1 day') s) d
  ON d.weekday = o.weekday
LEFT JOIN (SELECT venue_id, day, unit_id, array_agg(minute) AS minutes FROM locked_half GROUP BY 1, 2, 3) k
  ON k.venue_id = o.venue_id AND k.day = d.day AND k.unit_id = o.unit_id
CROSS JOIN LATERAL (SELECT CASE WHEN k.minutes IS NULL THEN 0
  ELSE (SELECT count(*)::int FROM unnest(o.minutes) m WHERE m = ANY (k.minutes)) END AS locked) h
WHERE cardinality(o.minutes) > h.locked
  AND NOT EXISTS (SELECT FROM holiday y WHERE y.venue_id = o.venue_id AND y.day = d.day AND y.kind = 'closed')
UNION ALL
SELECT s.venue_id, s.day || '.' || s.hall_id || '.' || to_char(s.hour, 'FM00'), s.hall_id, s.hall_id, s.day, to_char(s.hour, 'FM00'),
  extract(isodow FROM s.day)::text, (s.minutes / 30)::int, s.day::timestamp AT TIME ZONE v.zone
FROM session_opening s JOIN venue v ON v.id = s.venue_id WHERE s.minutes > 0;
GRANT SELECT ON court_opening TO venue_app;

-- The account log as lists read it: one row for each posting on a member's purse. `taken` is what it took from the purse. The joins are on
-- unique keys, so that counts and sums leave out those that a filter does not use.
CREATE VIEW purse_posting WITH (security_invoker = true) AS
SELECT p.venue_id, p.tx_id || '.' || p.seq AS id, p.tx_id, p.seq, p.posted_at AS created_at, p.account, p.subject AS member_id,
  replace(p.account, 'purse.', '') AS purse, p.amount AS taken, greatest(0, -p.amount) AS "in", greatest(0, p.amount) AS "out",
  -p.amount AS net, coalesce(p.balance_after, 0) + p.amount AS before, coalesce(p.balance_after, 0) AS after,
  t.document_no AS no, t.document_kind, t.document_id, t.operation, t.reverses, t.operator, t.reason,
  m.card_no, m.card_type_id, r.method, CASE WHEN t.reverses IS NULL THEN r.revoked_at END AS revoked_at,
  t.document_kind = 'recharge' AND t.reverses IS NULL AND r.revoked_at IS NULL AS revocable
FROM posting p
LEFT JOIN ledger_tx t ON t.venue_id = p.venue_id AND t.id = p.tx_id
LEFT JOIN member m ON m.venue_id = p.venue_id AND m.id = p.subject
LEFT JOIN recharge r ON r.venue_id = t.venue_id AND r.id = t.document_id AND t.document_kind = 'recharge'
WHERE p.account IN ('purse.principal', 'purse.gift');
GRANT SELECT ON purse_posting TO venue_app;

-- What bookings take of courts.
CREATE VIEW place_hour WITH (security_invoker = true) AS
SELECT * FROM live_place_hour UNION ALL SELECT * FROM booked_place_hour;
GRANT SELECT ON place_hour TO venue_app;

-- What the use of time is counted by: courts, and halls that sell places of sessions.
CREATE VIEW use_unit WITH (security_invoker = true) AS
SELECT venue_id, id, name FROM unit UNION ALL SELECT venue_id, id, name FROM hall WHERE sells <> 'places';
GRANT SELECT ON use_unit TO venue_app;

-- The key under which postings and locks wait for each other (ledger/post.ts).
CREATE FUNCTION locked_through(venue text) RETURNS date LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_advisory_xact_lock_shared(hashtextextended('period ' || venue, 0));
  RETURN (SELECT through FROM period_lock WHERE venue_id = venue);
END $$;

CREATE FUNCTION store_locked_line(l booking_line, order_state text, payment_state text, existed boolean) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  until date := locked_through(l.venue_id);
BEGIN
  IF until IS NULL OR l.day > until THEN RETURN; END IF;
  INSERT INTO locked_line (venue_id, line_id, through, existed, day, line, order_status, pay_status)
    VALUES (l.venue_id, l.id, until, existed, l.day, to_jsonb(l) - 'trace', order_state, payment_state) ON CONFLICT DO NOTHING;
  PERFORM touch_rollups('{courts}', l.venue_id, ARRAY[until + 1]);
END $$;

-- Sold lines less what was taken back of them, and what each method paid. A payment is shared over the lines of its sale by what they earned: each
-- line gets what the running sum of lines comes to, so that the shares of a payment add up to it whatever the rounding.
CREATE VIEW sold_line WITH (security_invoker = true) AS
SELECT z.venue_id, z.line_id, z.sale_id, z.day, z.product_id, z.quantity, z.returned, z.list, z.sales, z.cost, m.*
FROM (
  SELECT x.*, sum(x.sales) OVER (PARTITION BY x.venue_id, x.day, x.sale_id)::bigint AS total,
    sum(x.sales) OVER (PARTITION BY x.venue_id, x.day, x.sale_id ORDER BY x.line_id)::bigint AS upto
  FROM (
    SELECT s.venue_id, l.id AS line_id, l.sale_id, s.day, l.product_id, l.quantity - l.returned AS quantity, l.returned,
      l.list * (l.quantity - l.returned) / l.quantity AS list, l.price - l.price * l.returned / l.quantity AS sales,
      l.cost - round(l.cost * l.returned / l.quantity::numeric)::bigint AS cost
    FROM sale s JOIN sale_line l ON l.venue_id = s.venue_id AND l.sale_id = s.id
    WHERE s.state IN ('paid', 'partly_returned', 'returned')
  ) x
) z
CROSS JOIN LATERAL (
  SELECT coalesce(sum(y.part) FILTER (WHERE y.method = 'cash'), 0)::bigint AS cash, coalesce(sum(y.part) FILTER (WHERE y.method = 'wechat'), 0)::bigint AS wechat,
    coalesce(sum(y.part) FILTER (WHERE y.method = 'alipay'), 0)::bigint AS alipay, coalesce(sum(y.part) FILTER (WHERE y.method = 'bank'), 0)::bigint AS bank,
    coalesce(sum(y.part) FILTER (WHERE y.method = 'balance'), 0)::bigint AS balance, coalesce(sum(y.part) FILTER (WHERE y.method = 'credit'), 0)::bigint AS credit,
    coalesce(sum(y.part) FILTER (WHERE y.method = 'other'), 0)::bigint AS other
  FROM (
    SELECT y.method, CASE WHEN z.total = 0 THEN 0 ELSE sum(y.amount)::bigint * z.upto / z.total - sum(y.amount)::bigint * (z.upto - z.sales) / z.total END AS part
    FROM (
      SELECT CASE WHEN y.type = 'Cash' THEN 'cash' WHEN y.type = 'WeChat' OR y.channel = 'wechat' THEN 'wechat'
        WHEN y.type = 'Alipay' OR y.channel = 'alipay' THEN 'alipay' WHEN y.type IN ('BankCard', 'Card') THEN 'bank'
        WHEN y.type = 'Balance' THEN 'balance' WHEN y.type = 'Credit' THEN 'credit' ELSE 'other' END AS method, y.amount - y.refunded AS amount
      FROM payment y WHERE y.venue_id = z.venue_id AND y.document_kind = 'sale' AND y.document_id = z.sale_id
        AND y.state IN ('succeeded', 'refunding', 'refunded', 'refund_failed')
    ) y GROUP BY y.method
  ) y
) m;
GRANT SELECT ON sold_line TO venue_app;

-- The lines of a sale as they are now; of one that does not count, nothing.
CREATE VIEW sale_line_now WITH (security_invoker = true) AS
SELECT l.venue_id, l.id AS line_id, l.sale_id, s.day, l.product_id, coalesce(w.quantity, 0)::bigint AS quantity, coalesce(w.returned, 0)::bigint AS returned,
  coalesce(w.list, 0) AS list, coalesce(w.sales, 0) AS sales, coalesce(w.cost, 0) AS cost, coalesce(w.cash, 0) AS cash, coalesce(w.wechat, 0) AS wechat,
  coalesce(w.alipay, 0) AS alipay, coalesce(w.bank, 0) AS bank, coalesce(w.balance, 0) AS balance, coalesce(w.credit, 0) AS credit, coalesce(w.other, 0) AS other
FROM sale_line l JOIN sale s ON s.venue_id = l.venue_id AND s.id = l.sale_id
LEFT JOIN LATERAL (SELECT * FROM sold_line w WHERE w.venue_id = s.venue_id AND w.day = s.day AND w.sale_id = s.id AND w.line_id = l.id) w ON true;
GRANT SELECT ON sale_line_now TO venue_app;

CREATE FUNCTION store_locked_sale(venue text, sale text, added text) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  until date := locked_through(venue);
BEGIN
  IF until IS NULL OR NOT EXISTS (SELECT FROM sale s WHERE s.venue_id = venue AND s.id = sale AND s.day <= until) THEN RETURN; END IF;
  INSERT INTO locked_sale_line SELECT n.venue_id, n.line_id, until, n.sale_id, n.day, n.product_id, n.quantity * h.had, n.returned * h.had, n.list * h.had,
      n.sales * h.had, n.cost * h.had, n.cash * h.had, n.wechat * h.had, n.alipay * h.had, n.bank * h.had, n.balance * h.had, n.credit * h.had, n.other * h.had
    FROM sale_line_now n CROSS JOIN LATERAL (SELECT CASE WHEN n.line_id = added THEN 0 ELSE 1 END AS had) h
    WHERE n.venue_id = venue AND n.sale_id = sale ON CONFLICT DO NOTHING;
  PERFORM touch_rollups('{sold}', venue, ARRAY[until + 1]);
END $$;

-- Sold lines as they are booked; corrections of a locked period on the first open day (`later`).
CREATE VIEW sale_line_state WITH (security_invoker = true) AS
SELECT s.*, lag(s.through) OVER (PARTITION BY s.venue_id, s.line_id ORDER BY s.through NULLS LAST) AS locked FROM (
  SELECT venue_id, line_id, through, day, product_id, quantity, returned, list, sales, cost, cash, wechat, alipay, bank, balance, credit, other FROM locked_sale_line
  UNION ALL
  SELECT n.venue_id, n.line_id, NULL, n.day, n.product_id, n.quantity, n.returned, n.list, n.sales, n.cost, n.cash, n.wechat, n.alipay, n.bank, n.balance, n.credit, n.other
  FROM (SELECT DISTINCT venue_id, sale_id, line_id FROM locked_sale_line) k
  JOIN sale_line_now n ON n.venue_id = k.venue_id AND n.line_id = k.line_id
) s;
GRANT SELECT ON sale_line_state TO venue_app;

CREATE VIEW booked_sale_line WITH (security_invoker = true) AS
SELECT venue_id, day, product_id, quantity::bigint AS quantity, returned::bigint AS returned, list, sales, cost, cash, wechat, alipay, bank, balance, credit, other, false AS later
FROM sold_line w WHERE NOT EXISTS (SELECT FROM locked_sale_line k WHERE k.venue_id = w.venue_id AND k.line_id = w.line_id)
UNION ALL
SELECT s.venue_id, b.booked_on, s.product_id, b.sign * s.quantity, b.sign * s.returned, b.sign * s.list, b.sign * s.sales, b.sign * s.cost, b.sign * s.cash, b.sign * s.wechat,
  b.sign * s.alipay, b.sign * s.bank, b.sign * s.balance, b.sign * s.credit, b.sign * s.other, b.later
FROM sale_line_state s CROSS JOIN LATERAL (
  SELECT 1 AS sign, greatest(s.day, s.locked + 1) AS booked_on, coalesce(s.day <= s.locked, false) AS later
  UNION ALL SELECT -1, s.through + 1, true WHERE s.through IS NOT NULL
) b;
GRANT SELECT ON booked_sale_line TO venue_app;

-- Income, discounts and costs count on the later of the day on which they are posted and the one on which they are earned, so that what a
-- statement shows as of a day never changes afterwards. Between the two the amount lies on the account `deferred`. Each branch has an index.
CREATE VIEW account_move WITH (security_invoker = true) AS
SELECT venue_id, tx_id, seq::text AS part, day, account, subject, amount, posted_at FROM posting WHERE earned_on IS NULL OR earned_on <= day
UNION ALL
SELECT venue_id, tx_id, seq || 'd', day, 'deferred', account, amount, posted_at FROM posting WHERE earned_on > day
UNION ALL
SELECT venue_id, tx_id, seq || 'e', earned_on, account, subject, amount, posted_at FROM posting WHERE earned_on > day
UNION ALL
SELECT venue_id, tx_id, seq || 'r', earned_on, 'deferred', account, -amount, posted_at FROM posting WHERE earned_on > day;
GRANT SELECT ON account_move TO venue_app;

CREATE VIEW account_entry WITH (security_invoker = true) AS
SELECT m.venue_id, m.tx_id || '.' || m.part AS id, m.tx_id, m.posted_at AS created_at, m.day, t.document_no AS no, t.document_kind, t.document_id, m.account, m.subject,
  greatest(m.amount, 0) AS debit, greatest(-m.amount, 0) AS credit, m.amount AS net, t.operator, t.reason
FROM account_move m JOIN ledger_tx t ON t.venue_id = m.venue_id AND t.id = m.tx_id;
GRANT SELECT ON account_entry TO venue_app;

-- ====================================================================================================
-- Audit log
-- ====================================================================================================

-- The operation log in months: what is older than it is to be kept goes as a whole table, not row by row. The months are in a schema of
-- their own, which nobody but the owner may use: rows are reached through audit_log alone, with its policy and its grants.
CREATE SCHEMA months;

-- No identity: a partitioned table has one from PostgreSQL 17 on only.
CREATE SEQUENCE audit_log_id_seq;
CREATE TABLE audit_log (
  venue_id text NOT NULL,
  id bigint NOT NULL DEFAULT nextval('audit_log_id_seq'),
  at timestamptz NOT NULL,
  person_id text NOT NULL,
  operator text NOT NULL,
  address text NOT NULL,
  action text NOT NULL,
  object text NOT NULL,
  object_id text NOT NULL,
  before jsonb,
  after jsonb,
  PRIMARY KEY (venue_id, id, at)
) PARTITION BY RANGE (at);
ALTER SEQUENCE audit_log_id_seq OWNED BY audit_log.id;
GRANT USAGE ON SEQUENCE audit_log_id_seq TO venue_app;
CREATE INDEX audit_log_time ON audit_log (venue_id, at DESC, id DESC);
CREATE INDEX audit_log_object ON audit_log (venue_id, object, object_id, id);
SELECT protect_venue_table('audit_log', audited => false, append_only => true);

-- What is dated before this month, and what no month was made for.
DO $$ BEGIN
  EXECUTE format('CREATE TABLE months.audit_log_before PARTITION OF audit_log FOR VALUES FROM (MINVALUE) TO (%L)', date_trunc('month', now() AT TIME ZONE 'UTC') AT TIME ZONE 'UTC');
END $$;
CREATE TABLE months.audit_log_rest PARTITION OF audit_log DEFAULT;
CREATE TRIGGER append_only_truncate BEFORE TRUNCATE ON months.audit_log_before FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER append_only_truncate BEFORE TRUNCATE ON months.audit_log_rest FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- The months of the operation log with the end of each; the rest has none.
CREATE VIEW months.audit AS
  SELECT c.oid, c.relname::text AS name, substring(pg_get_expr(c.relpartbound, c.oid) FROM 'FROM \(''([^'']+)')::timestamptz AS begins,
    substring(pg_get_expr(c.relpartbound, c.oid) FROM 'TO \(''([^'']+)')::timestamptz AS ends
  FROM pg_class c JOIN pg_inherits i ON i.inhrelid = c.oid WHERE i.inhparent = 'public.audit_log'::regclass;
SELECT keep_audit_months(120);


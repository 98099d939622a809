-- Sessions as their person sees them: which one, and when it was used last.
ALTER TABLE person_session
  ADD COLUMN id text NOT NULL DEFAULT gen_random_uuid()::text,
  ADD COLUMN used_at timestamptz;
CREATE UNIQUE INDEX person_session_id ON person_session (id);

-- A password that somebody else chose: it opens nothing but the choice of an own one, until this moment.
ALTER TABLE person ADD COLUMN first_password_until timestamptz;

-- Roles whose holders sign in with a second step.
ALTER TABLE role ADD COLUMN second_factor boolean NOT NULL DEFAULT false;

-- A person's second step: the secret of their authenticator app, not good before its first code was entered; the last period of 30 seconds whose
-- code was used; and codes for a lost phone, each as its hash.
CREATE TABLE person_totp (
  person_id text PRIMARY KEY REFERENCES person ON DELETE CASCADE,
  secret text NOT NULL,
  created_at timestamptz NOT NULL,
  confirmed_at timestamptz,
  last_period bigint NOT NULL DEFAULT 0
);
CREATE TABLE person_recovery_code (
  person_id text NOT NULL REFERENCES person ON DELETE CASCADE,
  code_hash text NOT NULL,
  used_at timestamptz,
  PRIMARY KEY (person_id, code_hash)
);
GRANT SELECT, INSERT, UPDATE, DELETE ON person_totp, person_recovery_code TO venue_app;

CREATE OR REPLACE VIEW venue_role WITH (security_invoker = true) AS
  SELECT current_setting('app.venue_id', true) AS venue_id, r.* FROM role r WHERE r.organization_id = own_organization();
CREATE OR REPLACE FUNCTION add_role() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO role (id, organization_id, name, base_id, memo, created_at, discount_percent, second_factor)
    VALUES (NEW.id, own_organization(), NEW.name, NEW.base_id, NEW.memo, NEW.created_at, coalesce(NEW.discount_percent, 20),
      coalesce(NEW.second_factor, false));
  RETURN NEW;
END $$;

-- Who is made with a password by somebody else chooses their own at the first login, within a week.
CREATE OR REPLACE FUNCTION change_staff() RETURNS trigger LANGUAGE plpgsql AS $$
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

-- Who works here: what the record of a person says beside name and mobile, and the code by which they introduce members.
ALTER TABLE person
  ADD COLUMN email text NOT NULL DEFAULT '',
  ADD COLUMN nickname text NOT NULL DEFAULT '',
  ADD COLUMN gender text CHECK (gender IN ('male', 'female')),
  ADD COLUMN promotion_code text NOT NULL DEFAULT '';
CREATE UNIQUE INDEX person_promotion_code ON person (lower(promotion_code)) WHERE promotion_code <> '';

CREATE OR REPLACE VIEW venue_staff WITH (security_invoker = true) AS
  SELECT pv.venue_id, p.id, p.username, ''::text AS password, p.name, p.phone, p.avatar, pv.role_id, pv.top, p.state,
    p.lock_time AS locked_until, p.last_login_at, p.created_at, p.email, p.nickname, p.gender, p.language, p.promotion_code, p.lock_count
  FROM person_venue pv JOIN person p ON p.id = pv.person_id
  WHERE pv.venue_id = current_setting('app.venue_id', true);

CREATE OR REPLACE FUNCTION change_staff() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' THEN
    DELETE FROM person_venue WHERE person_id = OLD.id AND venue_id = OLD.venue_id;
    RETURN OLD;
  ELSIF TG_OP = 'INSERT' THEN
    INSERT INTO person (id, username, password_hash, name, phone, avatar, email, nickname, gender, language, promotion_code, created_at)
      VALUES (NEW.id, NEW.username, NEW.password, NEW.name, NEW.phone, NEW.avatar, NEW.email, NEW.nickname, NEW.gender, NEW.language,
        NEW.promotion_code, NEW.created_at);
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

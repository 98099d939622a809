-- Functions that also work where a table is spread over machines by Citus: a trigger there fires on a part, “club_102008”.

-- The table that a part belongs to; any other table is itself. Parts end in six digits or more, months of the operation log do not.
CREATE FUNCTION whole_table(part name) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT regexp_replace(part::text, '_[0-9]{6,}$', '')
$$;

CREATE OR REPLACE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- Only the functions that erase may write these, and nobody but the owner of the tables is granted it.
  IF (whole_table(TG_TABLE_NAME) = 'closing_hit' OR starts_with(TG_TABLE_NAME, 'audit_log')) AND TG_OP = 'UPDATE' AND current_setting('app.erasing', true) = 'on'
    THEN RETURN NEW; END IF;
  RAISE EXCEPTION '% is append-only', whole_table(TG_TABLE_NAME) USING ERRCODE = '42501';
END $$;

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
    whole_table(TG_TABLE_NAME),
    coalesce(coalesce(is_now, was) ->> 'id', coalesce(is_now, was) ->> 'member_id', coalesce(is_now, was) ->> 'person_id', coalesce(is_now, was) ->> 'role_id', ''),
    before_part,
    after_part
  );
  RETURN NULL;
END $$;

-- A function of one SELECT is put into the statement that calls it, whose parts then name the venue by another row.
CREATE OR REPLACE FUNCTION coupon_saved(venue text, kind text, document text) RETURNS bigint LANGUAGE plpgsql STABLE PARALLEL SAFE AS $$
BEGIN
  IF kind = 'order' THEN
    RETURN (SELECT coalesce(sum(coupon_off), 0) FROM booking_line WHERE venue_id = venue AND order_id = document AND status = 'active');
  ELSIF kind = 'sale' THEN
    RETURN (SELECT coalesce(sum(coupon_off - ceil(coupon_off * returned::numeric / quantity)), 0) FROM sale_line
      WHERE venue_id = venue AND sale_id = document);
  END IF;
  RETURN 0;
END $$;

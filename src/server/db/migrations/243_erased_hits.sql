-- What a closing did names whom it met; that goes as well when a member's personal data is erased. Everything else of it stays as it was.
CREATE OR REPLACE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- Only the functions that erase may write these, and nobody but the owner of the tables is granted it.
  IF TG_TABLE_NAME IN ('audit_log', 'closing_hit') AND TG_OP = 'UPDATE' AND current_setting('app.erasing', true) = 'on' THEN RETURN NEW; END IF;
  RAISE EXCEPTION '% is append-only', TG_TABLE_NAME USING ERRCODE = '42501';
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

-- Postings join only a ledger transaction of the database transaction that writes them. A row that is seen while its writer is still in
-- progress is one's own, also where it was written after a savepoint: rows of an import are tried there.
CREATE OR REPLACE FUNCTION posting_joins_fresh_tx() RETURNS trigger LANGUAGE plpgsql AS $$
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

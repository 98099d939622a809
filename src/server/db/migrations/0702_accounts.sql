-- The books by account and day, as statements read them: what is earned on a later day is deferred until then.

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

CREATE OR REPLACE FUNCTION posting_touches() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM touch_rollups('{taken,earned,expense,purse,member_purse,accounts}', a.venue_id, a.days) FROM (
    SELECT n.venue_id, array_agg(DISTINCT d.day) AS days FROM new_rows n CROSS JOIN LATERAL (VALUES (n.day), (n.earned_on)) d (day) GROUP BY n.venue_id) a;
  RETURN NULL;
END $$;

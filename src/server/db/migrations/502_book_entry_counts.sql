-- How many entries a posting counts for: what voids an entry by hand takes its one away again.
CREATE OR REPLACE VIEW book_entry WITH (security_invoker = true) AS
SELECT p.venue_id, p.tx_id || '.' || p.seq AS id, p.tx_id, p.seq, p.posted_at AS created_at, p.day, t.document_no AS no, t.document_kind, t.document_id,
  p.account, p.subject, t.operator, t.reason,
  CASE WHEN p.account ^@ 'income.' THEN -p.amount ELSE 0 END AS list,
  CASE WHEN p.account ^@ 'discount.' THEN p.amount ELSE 0 END AS discount,
  CASE WHEN p.account ^@ 'income.' OR p.account ^@ 'discount.' THEN -p.amount ELSE 0 END AS earned,
  CASE WHEN p.account ^@ 'income.' OR p.account ^@ 'discount.' THEN 0 ELSE p.amount END AS cost,
  CASE WHEN t.document_kind = 'manual' AND t.reverses IS NOT NULL THEN -1 ELSE 1 END AS entries
FROM (
  SELECT venue_id, tx_id, seq, account, subject, amount, posted_at, earned_on AS day FROM posting
  WHERE earned_on IS NOT NULL AND (account ^@ 'income.' OR account ^@ 'discount.' OR account ^@ 'cost.')
  UNION ALL
  SELECT venue_id, tx_id, seq, account, subject, amount, posted_at, day FROM posting WHERE account = 'over_short'
) p
JOIN ledger_tx t ON t.venue_id = p.venue_id AND t.id = p.tx_id;

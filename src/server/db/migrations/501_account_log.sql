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

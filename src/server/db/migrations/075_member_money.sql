-- What moved on members' accounts and what they bought, as reports read it: views over the ledger and the documents.

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

CREATE INDEX open_play_ticket_time ON open_play_ticket (venue_id, at DESC);

-- Paid documents of members. Recharges are none: what they bring is spent later.
CREATE VIEW member_purchase WITH (security_invoker = true) AS
SELECT o.venue_id, 'order.' || o.id AS id, o.created_at, o.member_id, o.no, 'booking'::text AS kind, o.places || ' ' || o.day AS what, o.list, o.discount,
  o.paid, o.refunded, o.operator
FROM booking_order o
WHERE o.member_id IS NOT NULL AND o.paid > 0
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
    AND (p.account LIKE 'tender.%' OR p.account LIKE 'purse.%' OR p.account LIKE 'receivable.%' OR p.account = 'prepaid.order')
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
WHERE k.member_id IS NOT NULL AND k.paid > 0;
GRANT SELECT ON member_purchase TO venue_app;

-- Members with all they brought. Totals are read apart for each row, so that a page costs what its rows cost.
CREATE VIEW member_total WITH (security_invoker = true) AS
SELECT m.venue_id, m.id, m.created_at, m.name, m.pinyin, m.card_no, m.phone, m.card_type_id, m.spent, m.last_visit_at AS last_visit,
  r.recharges, r.recharged, r.gifted, coalesce(p.amount, 0) AS principal, coalesce(g.amount, 0) AS gift
FROM member m
LEFT JOIN balance p ON p.venue_id = m.venue_id AND p.subject = m.id AND p.account = 'purse.principal'
LEFT JOIN balance g ON g.venue_id = m.venue_id AND g.subject = m.id AND g.account = 'purse.gift'
CROSS JOIN LATERAL (
  SELECT count(*)::int AS recharges, coalesce(sum(e.principal), 0)::bigint AS recharged, coalesce(sum(e.gift), 0)::bigint AS gifted
  FROM recharge e WHERE e.venue_id = m.venue_id AND e.member_id = m.id AND e.revoked_at IS NULL
) r;
GRANT SELECT ON member_total TO venue_app;

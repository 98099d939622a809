-- Rows behind figures of reports: what is earned and what it costs, courts hour by hour, cards opened, and what marketing did.

-- Postings of income, discounts and costs by the day on which they are earned; what a shift is over or short, by the day it was closed.
CREATE VIEW book_entry WITH (security_invoker = true) AS
SELECT p.venue_id, p.tx_id || '.' || p.seq AS id, p.tx_id, p.seq, p.posted_at AS created_at, p.day, t.document_no AS no, t.document_kind, t.document_id,
  p.account, p.subject, t.operator, t.reason,
  CASE WHEN p.account ^@ 'income.' THEN -p.amount ELSE 0 END AS list,
  CASE WHEN p.account ^@ 'discount.' THEN p.amount ELSE 0 END AS discount,
  CASE WHEN p.account ^@ 'income.' OR p.account ^@ 'discount.' THEN -p.amount ELSE 0 END AS earned,
  CASE WHEN p.account ^@ 'income.' OR p.account ^@ 'discount.' THEN 0 ELSE p.amount END AS cost
FROM (
  SELECT venue_id, tx_id, seq, account, subject, amount, posted_at, earned_on AS day FROM posting
  WHERE earned_on IS NOT NULL AND (account ^@ 'income.' OR account ^@ 'discount.' OR account ^@ 'cost.')
  UNION ALL
  SELECT venue_id, tx_id, seq, account, subject, amount, posted_at, day FROM posting WHERE account = 'over_short'
) p
JOIN ledger_tx t ON t.venue_id = p.venue_id AND t.id = p.tx_id;
GRANT SELECT ON book_entry TO venue_app;

-- What a line of a booking takes of each unit in each hour, and its share of what the line earned. The parts of a line add up to it.
CREATE VIEW court_hour WITH (security_invoker = true) AS
SELECT l.venue_id, l.id || '.' || u.unit || '.' || h.hour AS id, l.id AS line_id, o.created_at, l.day, o.no, o.name AS customer, u.unit AS unit_id, p.hall_id,
  h.hour AS at_hour, to_char(h.hour, 'FM00') AS hour, extract(isodow FROM l.day)::text AS weekday,
  (h.hour = l.start_minute / 60)::int AS sessions,
  least(l.end_minute, (h.hour + 1) * 60) - greatest(l.start_minute, h.hour * 60) AS minutes,
  e.earned * s.upto / s.whole - e.earned * (s.upto - (least(l.end_minute, (h.hour + 1) * 60) - greatest(l.start_minute, h.hour * 60))) / s.whole AS income
FROM booking_line l
JOIN booking_order o ON o.venue_id = l.venue_id AND o.id = l.order_id
JOIN place p ON p.venue_id = l.venue_id AND p.id = l.place_id
CROSS JOIN LATERAL unnest(p.unit_ids) WITH ORDINALITY u (unit, nth)
CROSS JOIN LATERAL generate_series(l.start_minute / 60, (l.end_minute - 1) / 60) h (hour)
CROSS JOIN LATERAL (SELECT CASE WHEN o.pay_status IN ('paid', 'part_refunded', 'refunded') THEN l.price - l.refunded ELSE 0 END AS earned) e
CROSS JOIN LATERAL (SELECT (u.nth - 1) * (l.end_minute - l.start_minute) + least(l.end_minute, (h.hour + 1) * 60) - l.start_minute AS upto,
  (l.end_minute - l.start_minute) * cardinality(p.unit_ids) AS whole) s
WHERE l.status = 'active' AND o.order_status NOT IN ('held', 'cancelled', 'expired');
GRANT SELECT ON court_hour TO venue_app;

-- A row for each card opened: who enrolled a member is in the audit log, who sold a package card in its transaction.
CREATE VIEW card_opening WITH (security_invoker = true) AS
SELECT m.venue_id, 'm.' || m.id AS id, m.created_at, (m.created_at AT TIME ZONE v.zone)::date AS day, 'member' AS kind, 'm.' || m.card_type_id AS type,
  coalesce(m.card_no, '') AS no, m.id AS member_id, m.card_type_id, NULL::text AS package_card_id,
  coalesce((SELECT a.operator FROM audit_log a WHERE a.venue_id = m.venue_id AND a.object = 'member' AND a.object_id = m.id ORDER BY a.id LIMIT 1), '') AS operator,
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

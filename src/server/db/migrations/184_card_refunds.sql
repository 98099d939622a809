-- What a card that was taken back gave back: its price less what was used of it and the fee that was kept.
ALTER TABLE holding ADD COLUMN refunded bigint NOT NULL DEFAULT 0 CHECK (refunded >= 0);
UPDATE holding c SET refunded = g.back
FROM (SELECT t.venue_id, t.document_id, -sum(p.amount) AS back FROM ledger_tx t JOIN posting p ON p.venue_id = t.venue_id AND p.tx_id = t.id
  WHERE t.document_kind = 'card' AND t.operation = 'card refund' AND (p.account ^@ 'tender.' OR p.account ^@ 'purse.' OR p.account = 'receivable.coupon')
  GROUP BY t.venue_id, t.document_id) g
WHERE g.venue_id = c.venue_id AND g.document_id = c.id AND c.state = 'refunded' AND g.back > 0;

CREATE OR REPLACE VIEW order_book WITH (security_invoker = true) AS
SELECT venue_id, id, no, 'booking' AS kind, created_at, day, member_id, name AS customer, phone, places AS content, total, paid, refunded,
  order_status, pay_status, 'none' AS ship_status, operator
FROM booking_order
UNION ALL
SELECT s.venue_id, s.id, s.no, 'sale', s.at, s.day, s.member_id, coalesce(m.name, ''), coalesce(m.phone, ''),
  (SELECT coalesce(string_agg(l.name || ' ×' || l.quantity, ', ' ORDER BY l.id), '') FROM sale_line l WHERE l.venue_id = s.venue_id AND l.sale_id = s.id),
  s.total, s.paid, s.refunded,
  CASE s.state WHEN 'void' THEN 'cancelled' WHEN 'returned' THEN 'cancelled' ELSE 'finished' END,
  CASE WHEN s.refunded = 0 THEN 'paid' WHEN s.refunded < s.paid THEN 'part_refunded' ELSE 'refunded' END, 'none', s.operator
FROM sale s LEFT JOIN member m ON m.venue_id = s.venue_id AND m.id = s.member_id
WHERE s.state NOT IN ('open', 'hung', 'abandoned')
UNION ALL
SELECT o.venue_id, o.id, o.no, 'session', o.at, b.day, o.member_id, o.name, o.phone, coalesce(nullif(b.name, ''), h.name) || ' ×' || o.heads,
  o.total, o.paid, o.refunded,
  CASE WHEN o.status = 'cancelled' THEN 'cancelled' WHEN o.entered > 0 THEN 'checked_in' ELSE 'paid' END,
  CASE WHEN o.refunded = 0 THEN 'paid' WHEN o.refunded < o.paid THEN 'part_refunded' ELSE 'refunded' END, 'none', o.operator
FROM session_order o JOIN hall_booking b ON b.venue_id = o.venue_id AND b.id = o.hall_booking_id
JOIN hall h ON h.venue_id = b.venue_id AND h.id = b.hall_id
UNION ALL
SELECT t.venue_id, t.id, t.no, 'openPlay', t.at, e.day, t.member_id, t.name, t.phone, e.title || ' ×' || t.heads, t.total, t.paid, t.refunded,
  CASE WHEN t.state = 'left' THEN 'cancelled' WHEN t.state = 'no_show' THEN 'no_show' WHEN t.entered > 0 THEN 'checked_in' ELSE 'paid' END,
  CASE WHEN t.refunded = 0 THEN 'paid' WHEN t.refunded < t.paid THEN 'part_refunded' ELSE 'refunded' END, 'none', t.operator
FROM open_play_ticket t JOIN open_play e ON e.venue_id = t.venue_id AND e.id = t.open_play_id
UNION ALL
SELECT c.venue_id, c.id, c.no, 'card', c.at, (c.at AT TIME ZONE v.zone)::date, c.member_id, m.name, m.phone, c.name, c.price, c.price,
  c.refunded, CASE WHEN c.state = 'refunded' THEN 'cancelled' ELSE 'finished' END,
  CASE WHEN c.state <> 'refunded' THEN 'paid' WHEN c.refunded < c.price THEN 'part_refunded' ELSE 'refunded' END, 'none', c.operator
FROM holding c JOIN member m ON m.venue_id = c.venue_id AND m.id = c.member_id JOIN venue v ON v.id = c.venue_id
UNION ALL
SELECT r.venue_id, r.id, r.no, 'recharge', r.at, (r.at AT TIME ZONE v.zone)::date, r.member_id, m.name, m.phone, coalesce(f.name, ''), r.paid, r.paid,
  CASE WHEN r.revoked_at IS NULL THEN 0 ELSE r.paid END,
  CASE WHEN r.revoked_at IS NULL THEN 'finished' ELSE 'cancelled' END, CASE WHEN r.revoked_at IS NULL THEN 'paid' ELSE 'refunded' END, 'none', coalesce(p.name, '')
FROM recharge r JOIN member m ON m.venue_id = r.venue_id AND m.id = r.member_id JOIN venue v ON v.id = r.venue_id
LEFT JOIN recharge_offer f ON f.venue_id = r.venue_id AND f.id = r.offer_id
LEFT JOIN person p ON p.id = r.person_id;

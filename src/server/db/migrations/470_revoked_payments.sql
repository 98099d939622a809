-- Payments of debts and fees of cards can be taken back, once each: the money goes the way it came.
ALTER TABLE debt_payment ADD COLUMN refunded bigint NOT NULL DEFAULT 0, ADD COLUMN revoked_at timestamptz;
ALTER TABLE debt_payment ADD CHECK (refunded = CASE WHEN revoked_at IS NULL THEN 0 ELSE amount END);
-- Of the fee, too, once it is revoked. The card type that the member carried before, where they did not enrol with it.
ALTER TABLE card_fee ADD COLUMN revoked_at timestamptz, ADD COLUMN raised_from text;
ALTER TABLE card_fee DROP CONSTRAINT card_fee_check1;
ALTER TABLE card_fee ADD CHECK (CASE WHEN revoked_at IS NULL THEN refunded BETWEEN 0 AND deposit ELSE refunded = paid END);
CREATE OR REPLACE VIEW order_book WITH (security_invoker = true) AS
SELECT o.venue_id, o.id, o.no, 'booking' AS kind, o.created_at, o.day, o.member_id, o.name AS customer, o.phone, o.places AS content,
  o.total - c.covered AS total, o.paid - c.covered AS paid, o.refunded, o.order_status, o.pay_status, 'none' AS ship_status, o.operator
FROM booking_order o
CROSS JOIN LATERAL (SELECT CASE WHEN o.kind = 'fixed' THEN coalesce((SELECT f.covered FROM fixed_occurrence f
  WHERE f.venue_id = o.venue_id AND f.order_id = o.id LIMIT 1), 0) ELSE 0 END AS covered) c
UNION ALL
SELECT s.venue_id, s.id, s.no, 'sale', s.at, s.day, s.member_id, coalesce(m.name, ''), coalesce(m.phone, ''),
  (SELECT coalesce(string_agg(l.name || ' ×' || l.quantity, ', ' ORDER BY l.id), '') FROM sale_line l WHERE l.venue_id = s.venue_id AND l.sale_id = s.id),
  s.total, s.paid, s.refunded,
  CASE s.state WHEN 'void' THEN 'cancelled' WHEN 'returned' THEN 'cancelled' ELSE 'finished' END,
  CASE WHEN s.refunded = 0 THEN 'paid' WHEN s.refunded < s.paid THEN 'part_refunded' ELSE 'refunded' END, coalesce(d.state, 'none'), s.operator
FROM sale s LEFT JOIN member m ON m.venue_id = s.venue_id AND m.id = s.member_id
LEFT JOIN delivery d ON d.venue_id = s.venue_id AND d.sale_id = s.id
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
SELECT c.venue_id, c.id, c.no, 'card', c.at, (c.at AT TIME ZONE v.zone)::date, c.member_id, m.name, m.phone, c.name, y.paid, y.paid,
  c.refunded, CASE WHEN c.state = 'refunded' THEN 'cancelled' ELSE 'finished' END,
  CASE WHEN c.state <> 'refunded' THEN 'paid' WHEN c.refunded < y.paid THEN 'part_refunded' ELSE 'refunded' END, 'none', c.operator
FROM holding c JOIN member m ON m.venue_id = c.venue_id AND m.id = c.member_id JOIN venue v ON v.id = c.venue_id
CROSS JOIN LATERAL (SELECT coalesce(sum(y.amount), 0)::bigint AS paid, coalesce(sum(y.refunded), 0)::bigint AS refunded FROM payment y
  WHERE y.venue_id = c.venue_id AND y.document_kind = 'card' AND y.document_id = c.id AND y.state IN ('succeeded', 'refunding', 'refunded', 'refund_failed')) y
UNION ALL
SELECT r.venue_id, r.id, r.no, 'recharge', r.at, (r.at AT TIME ZONE v.zone)::date, r.member_id, m.name, m.phone, coalesce(f.name, ''), r.paid, r.paid,
  CASE WHEN r.revoked_at IS NULL THEN 0 ELSE r.paid END,
  CASE WHEN r.revoked_at IS NULL THEN 'finished' ELSE 'cancelled' END, CASE WHEN r.revoked_at IS NULL THEN 'paid' ELSE 'refunded' END, 'none', coalesce(p.name, '')
FROM recharge r JOIN member m ON m.venue_id = r.venue_id AND m.id = r.member_id JOIN venue v ON v.id = r.venue_id
LEFT JOIN recharge_offer f ON f.venue_id = r.venue_id AND f.id = r.offer_id
LEFT JOIN person p ON p.id = r.person_id
UNION ALL
SELECT t.venue_id, t.id, t.no, 'entry', t.created_at, g.game_start, t.member_id, t.captain, t.phone, e.title || ' · ' || t.name,
  CASE WHEN y.paid > 0 THEN y.paid WHEN t.state IN ('applied', 'confirmed') THEN e.fee + coalesce(g.bail, 0) ELSE 0 END, y.paid, y.refunded,
  CASE WHEN t.state IN ('applied', 'confirmed') THEN 'held' WHEN t.state IN ('refused', 'withdrawn') THEN 'cancelled' WHEN t.state = 'abandoned' THEN 'no_show'
    WHEN g.status IN ('finished', 'settled') THEN 'finished' ELSE t.state END,
  CASE WHEN y.paid = 0 AND t.state IN ('applied', 'confirmed') AND e.fee + coalesce(g.bail, 0) > 0 THEN 'unpaid'
    WHEN y.refunded = 0 THEN 'paid' WHEN y.refunded < y.paid THEN 'part_refunded' ELSE 'refunded' END, 'none', ''
FROM game_team t JOIN game_event e ON e.venue_id = t.venue_id AND e.id = t.event_id JOIN game g ON g.venue_id = e.venue_id AND g.id = e.game_id
CROSS JOIN LATERAL (SELECT coalesce(sum(y.amount), 0)::bigint AS paid, coalesce(sum(y.refunded), 0)::bigint AS refunded FROM payment y
  WHERE y.venue_id = t.venue_id AND y.document_kind = 'entry' AND y.document_id = t.id AND y.state IN ('succeeded', 'refunding', 'refunded', 'refund_failed')) y
UNION ALL
SELECT j.venue_id, j.id, j.no, 'activity', j.created_at, (a.starts_at AT TIME ZONE v.zone)::date, j.member_id, j.name, j.phone, a.title, j.paid, j.paid, j.refunded,
  CASE j.state WHEN 'joined' THEN 'paid' WHEN 'left' THEN 'cancelled' ELSE j.state END, CASE WHEN j.refunded = 0 THEN 'paid' WHEN j.refunded < j.paid THEN 'part_refunded' ELSE 'refunded' END, 'none', j.operator
FROM activity_join j JOIN activity a ON a.venue_id = j.venue_id AND a.id = j.activity_id JOIN venue v ON v.id = j.venue_id
UNION ALL
SELECT u.venue_id, u.id, u.no, 'voucher', u.created_at, (u.created_at AT TIME ZONE v.zone)::date, u.member_id, u.holder, u.phone, g.title, u.price, u.price, u.refunded,
  CASE u.state WHEN 'used' THEN 'finished' WHEN 'expired' THEN 'expired' WHEN 'refunded' THEN 'cancelled' ELSE 'paid' END,
  CASE WHEN u.refunded = 0 THEN 'paid' WHEN u.refunded < u.price THEN 'part_refunded' ELSE 'refunded' END, 'none', u.operator
FROM voucher u JOIN groupon_goods g ON g.venue_id = u.venue_id AND g.id = u.goods_id JOIN venue v ON v.id = u.venue_id
UNION ALL
SELECT b.venue_id, b.id, b.no, 'coachClass', b.created_at, k.day, b.member_id, b.name, b.phone, k.title, w.paid, w.paid, w.refunded,
  CASE b.state WHEN 'booked' THEN 'paid' WHEN 'attended' THEN 'finished' ELSE 'cancelled' END, CASE WHEN w.refunded = 0 THEN 'paid' WHEN w.refunded < w.paid THEN 'part_refunded' ELSE 'refunded' END, 'none', ''
FROM coach_booking b JOIN coach_class k ON k.venue_id = b.venue_id AND k.id = b.coach_class_id
-- A place for a use of a package card is paid by the card.
CROSS JOIN LATERAL (SELECT CASE WHEN b.pay_by = 'Card' THEN 0 ELSE b.amount END AS paid, CASE WHEN b.pay_by = 'Card' THEN 0 ELSE b.refunded END AS refunded) w
UNION ALL
-- What it was paid, and what is owed for what was used beyond that.
SELECT f.venue_id, f.id, f.no, 'fixed', f.created_at, f.from_day, f.member_id, f.name, f.phone, f.from_day || ' – ' || f.to_day,
  y.paid + greatest(f.used - f.paid, 0), y.paid, y.refunded, CASE WHEN f.state IN ('active', 'paused') THEN 'booked' ELSE 'finished' END,
  CASE WHEN f.used > f.paid AND y.paid = 0 THEN 'unpaid' WHEN f.used > f.paid THEN 'part_paid'
    WHEN y.refunded = 0 THEN 'paid' WHEN y.refunded < y.paid THEN 'part_refunded' ELSE 'refunded' END, 'none', f.operator
FROM fixed_contract f
CROSS JOIN LATERAL (SELECT coalesce(sum(y.amount), 0)::bigint AS paid, coalesce(sum(y.refunded), 0)::bigint AS refunded FROM payment y
  WHERE y.venue_id = f.venue_id AND y.document_kind = 'fixed' AND y.document_id = f.id AND y.state IN ('succeeded', 'refunding', 'refunded', 'refund_failed')) y
WHERE f.state <> 'draft'
UNION ALL
-- What was collected by itself; what paid a document stands in that document's row.
SELECT p.venue_id, p.id, p.no, 'collection', p.at, (p.at AT TIME ZONE v.zone)::date, NULL, '', '', CASE WHEN p.channel = 'wechat' THEN '微信' ELSE '支付宝' END,
  p.amount, p.amount, p.refunded, CASE WHEN p.refunded = p.amount THEN 'cancelled' ELSE 'finished' END, CASE WHEN p.refunded = 0 THEN 'paid' WHEN p.refunded < p.amount THEN 'part_refunded' ELSE 'refunded' END, 'none', p.operator
FROM payment p JOIN venue v ON v.id = p.venue_id
WHERE p.document_kind = 'collection' AND p.state IN ('succeeded', 'refunding', 'refunded', 'refund_failed')
UNION ALL
SELECT i.venue_id, i.document_id, i.document_no, 'deposit', i.created_at, s.day, s.member_id, coalesce(m.name, ''), coalesce(m.phone, ''),
  i.name || ' ×' || i.quantity || ' · ' || s.no, i.total, i.total, coalesce(i.given_back, 0), CASE WHEN i.kept IS NULL THEN 'paid' ELSE 'finished' END,
  CASE WHEN coalesce(i.given_back, 0) = 0 THEN 'paid' WHEN coalesce(i.given_back, 0) < i.total THEN 'part_refunded' ELSE 'refunded' END, 'none', s.operator
FROM sale_item i JOIN sale s ON s.venue_id = i.venue_id AND s.id = i.sale_id LEFT JOIN member m ON m.venue_id = s.venue_id AND m.id = s.member_id
WHERE i.kind = 'deposit' AND i.document_id IS NOT NULL
UNION ALL
SELECT d.venue_id, d.id, d.no, 'debt', d.created_at, (d.created_at AT TIME ZONE v.zone)::date, d.member_id, m.name, m.phone, d.remark, d.amount, d.amount, d.refunded,
  CASE WHEN d.revoked_at IS NULL THEN 'finished' ELSE 'cancelled' END, CASE WHEN d.revoked_at IS NULL THEN 'paid' ELSE 'refunded' END, 'none', d.operator
FROM debt_payment d JOIN member m ON m.venue_id = d.venue_id AND m.id = d.member_id JOIN venue v ON v.id = d.venue_id
UNION ALL
SELECT k.venue_id, k.id, k.no, 'cardFee', k.created_at, (k.created_at AT TIME ZONE v.zone)::date, k.member_id, m.name, m.phone, k.card_type_name, k.paid, k.paid, k.refunded,
  CASE WHEN k.revoked_at IS NULL THEN 'finished' ELSE 'cancelled' END, CASE WHEN k.refunded = 0 THEN 'paid' WHEN k.refunded < k.paid THEN 'part_refunded' ELSE 'refunded' END, 'none', k.operator
FROM card_fee k JOIN member m ON m.venue_id = k.venue_id AND m.id = k.member_id JOIN venue v ON v.id = k.venue_id;

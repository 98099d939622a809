-- Goods that are sent to who bought them, one delivery a sale: to whom, what, by whom, and how it came back.
CREATE TABLE delivery (
  venue_id text NOT NULL,
  id text NOT NULL,
  no text NOT NULL,
  sale_id text NOT NULL,
  state text NOT NULL CHECK (state IN ('waiting', 'delivered', 'received', 'returned')),
  recipient text NOT NULL,
  phone text NOT NULL,
  province text NOT NULL DEFAULT '',
  city text NOT NULL DEFAULT '',
  area text NOT NULL DEFAULT '',
  address text NOT NULL,
  remark text NOT NULL DEFAULT '',
  express text NOT NULL DEFAULT '',
  tracking_no text NOT NULL DEFAULT '',
  delivered_at timestamptz,
  received_at timestamptz,
  -- The shipment back.
  reship_express text NOT NULL DEFAULT '',
  reship_no text NOT NULL DEFAULT '',
  reship_reason text NOT NULL DEFAULT '',
  returned_at timestamptz,
  operator text NOT NULL,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (venue_id, id),
  FOREIGN KEY (venue_id, sale_id) REFERENCES sale (venue_id, id)
);
CREATE UNIQUE INDEX delivery_sale ON delivery (venue_id, sale_id);
CREATE UNIQUE INDEX delivery_no ON delivery (venue_id, no);
CREATE INDEX delivery_created ON delivery (venue_id, created_at DESC, id DESC);
SELECT protect_venue_table('delivery');

-- What is in it: pieces of a line of the sale that were not taken back when it was made up, and how many of them came back with it.
CREATE TABLE delivery_item (
  venue_id text NOT NULL,
  delivery_id text NOT NULL,
  sale_line_id text NOT NULL,
  quantity int NOT NULL CHECK (quantity > 0),
  reshipped int NOT NULL DEFAULT 0 CHECK (reshipped BETWEEN 0 AND quantity),
  PRIMARY KEY (venue_id, delivery_id, sale_line_id),
  FOREIGN KEY (venue_id, delivery_id) REFERENCES delivery (venue_id, id) ON DELETE CASCADE,
  FOREIGN KEY (venue_id, sale_line_id) REFERENCES sale_line (venue_id, id)
);
SELECT protect_venue_table('delivery_item', audited => false);

CREATE OR REPLACE VIEW order_book WITH (security_invoker = true) AS
SELECT venue_id, id, no, 'booking' AS kind, created_at, day, member_id, name AS customer, phone, places AS content, total, paid, refunded,
  order_status, pay_status, 'none' AS ship_status, operator
FROM booking_order
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

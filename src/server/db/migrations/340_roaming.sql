-- Cards of one venue pay at another one of the same organization.
ALTER TABLE card_type ADD COLUMN roams_at text[] NOT NULL DEFAULT '{}';
CREATE INDEX card_type_roams ON card_type USING gin (roams_at) WHERE roams_at <> '{}';

-- At the venue that was paid: whose purse paid. Another venue may be in another archive, so nothing refers to it.
ALTER TABLE payment ADD COLUMN home_venue_id text CHECK ((home_venue_id IS NOT NULL) = (type = 'RoamingCard'));

-- At the venue of the card: what its purses paid elsewhere, under the id of the payment there.
CREATE TABLE roaming_payment (
  venue_id text NOT NULL,
  id text NOT NULL,
  no text NOT NULL,
  visited_venue_id text NOT NULL,
  document_no text NOT NULL,
  member_id text NOT NULL,
  principal bigint NOT NULL CHECK (principal >= 0),
  gift bigint NOT NULL CHECK (gift >= 0),
  principal_back bigint NOT NULL DEFAULT 0 CHECK (principal_back BETWEEN 0 AND principal),
  gift_back bigint NOT NULL DEFAULT 0 CHECK (gift_back BETWEEN 0 AND gift),
  operator text NOT NULL,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (venue_id, id),
  UNIQUE (venue_id, no),
  CHECK (principal + gift > 0),
  FOREIGN KEY (venue_id, member_id) REFERENCES member (venue_id, id)
);
CREATE INDEX roaming_payment_created ON roaming_payment (venue_id, created_at DESC, id DESC);
CREATE INDEX roaming_payment_member ON roaming_payment (venue_id, member_id);
SELECT protect_venue_table('roaming_payment');
CREATE TRIGGER follow_merged_member BEFORE INSERT ON roaming_payment FOR EACH ROW WHEN (NEW.member_id IS NOT NULL) EXECUTE FUNCTION follow_merged_member();
CREATE INDEX posting_clearing ON posting (venue_id, subject) WHERE account = 'clearing.venue';

-- Accounts that a document's money comes from and goes back to.
CREATE FUNCTION is_money(account text) RETURNS boolean LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT account LIKE 'tender.%' OR account LIKE 'purse.%' OR account LIKE 'receivable.%' OR account = 'clearing.venue'
$$;

CREATE OR REPLACE VIEW member_purchase WITH (security_invoker = true) AS
SELECT o.venue_id, 'order.' || o.id AS id, o.created_at, o.member_id, o.no, 'booking'::text AS kind, o.places || ' ' || o.day AS what, o.list, o.discount,
  o.paid, o.refunded, o.operator
FROM booking_order o
WHERE o.member_id IS NOT NULL AND o.paid > 0 AND o.kind <> 'fixed'
UNION ALL
-- A fixed contract is bought by what is paid into it; of its bookings only what
-- purses, tenders and debts bore beside it. A debt that is paid later is bought once: its transaction moves nothing here.
SELECT o.venue_id, 'order.' || o.id, o.created_at, o.member_id, o.no, 'booking', o.places || ' ' || o.day, o.list, o.discount, m.paid, m.refunded, o.operator
FROM booking_order o
CROSS JOIN LATERAL (
  SELECT coalesce(sum(x.amount) FILTER (WHERE x.amount > 0), 0)::bigint AS paid, coalesce(-sum(x.amount) FILTER (WHERE x.amount < 0), 0)::bigint AS refunded
  FROM (
    SELECT sum(p.amount) AS amount FROM ledger_tx t JOIN posting p ON p.venue_id = t.venue_id AND p.tx_id = t.id
    WHERE t.venue_id = o.venue_id AND t.document_kind = 'order' AND t.document_id = o.id
      AND is_money(p.account)
    GROUP BY t.id
  ) x
) m
WHERE o.member_id IS NOT NULL AND o.kind = 'fixed' AND m.paid > 0
UNION ALL
SELECT f.venue_id, 'fixed.' || f.id, f.created_at, f.member_id, f.no, 'fixed', f.from_day || ' – ' || f.to_day, m.paid, 0::bigint, m.paid, m.refunded, f.operator
FROM fixed_contract f
CROSS JOIN LATERAL (
  SELECT coalesce(sum(x.amount) FILTER (WHERE x.amount > 0), 0)::bigint AS paid, coalesce(-sum(x.amount) FILTER (WHERE x.amount < 0), 0)::bigint AS refunded
  FROM (
    SELECT sum(p.amount) AS amount FROM ledger_tx t JOIN posting p ON p.venue_id = t.venue_id AND p.tx_id = t.id
    WHERE t.venue_id = f.venue_id AND t.document_kind = 'fixed' AND t.document_id = f.id
      AND is_money(p.account)
    GROUP BY t.id
  ) x
) m
WHERE f.member_id IS NOT NULL AND m.paid > 0
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
    AND (is_money(p.account) OR p.account = 'prepaid.order')
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
WHERE k.member_id IS NOT NULL AND k.paid > 0
UNION ALL
SELECT j.venue_id, 'activity.' || j.id, j.created_at, j.member_id, j.no, 'activity', a.title, j.paid, 0::bigint, j.paid, j.refunded, j.operator
FROM activity_join j
JOIN activity a ON a.venue_id = j.venue_id AND a.id = j.activity_id
WHERE j.member_id IS NOT NULL AND j.paid > 0
UNION ALL
SELECT v.venue_id, 'groupon.' || v.id, v.created_at, v.member_id, v.no, 'groupon', g.title, v.price, 0::bigint, v.price, v.refunded, v.operator
FROM voucher v
JOIN groupon_goods g ON g.venue_id = v.venue_id AND g.id = v.goods_id
WHERE v.member_id IS NOT NULL AND v.price > 0
UNION ALL
SELECT e.venue_id, 'entry.' || e.id, e.created_at, e.member_id, e.no, 'entry', e.name, e.paid, 0::bigint, e.paid, coalesce(e.refunded, 0),
  coalesce((SELECT t.operator FROM ledger_tx t WHERE t.venue_id = e.venue_id AND t.document_kind = 'entry' AND t.document_id = e.id
    ORDER BY t.posted_at, t.id LIMIT 1), '')
FROM game_team e
WHERE e.member_id IS NOT NULL AND e.paid > 0;

-- What a locked period shows never changes: lines of bookings and of sales are kept as they stood when their period was locked, and what changes
-- them afterwards is booked on the first open day, as their postings are.

-- The locked day that a posting corrects; null where it is dated on its own day.
ALTER TABLE posting ADD COLUMN corrects date;
CREATE INDEX posting_corrects ON posting (venue_id, corrects) WHERE corrects IS NOT NULL;

-- The key under which postings and locks wait for each other (ledger/post.ts).
CREATE FUNCTION locked_through(venue text) RETURNS date LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_advisory_xact_lock_shared(hashtextextended('period ' || venue, 0));
  RETURN (SELECT through FROM period_lock WHERE venue_id = venue);
END $$;

-- A line of a booking at the lock `through`, stored when it changes for the first time after it; one that was added later did not exist.
CREATE TABLE locked_line (
  venue_id text NOT NULL,
  line_id text NOT NULL,
  through date NOT NULL,
  existed boolean NOT NULL,
  day date NOT NULL,
  line jsonb NOT NULL,
  order_status text NOT NULL,
  pay_status text NOT NULL,
  PRIMARY KEY (venue_id, line_id, through)
);
SELECT protect_venue_table('locked_line', audited => false, append_only => true);

CREATE FUNCTION store_locked_line(l booking_line, order_state text, payment_state text, existed boolean) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  until date := locked_through(l.venue_id);
BEGIN
  IF until IS NULL OR l.day > until THEN RETURN; END IF;
  INSERT INTO locked_line (venue_id, line_id, through, existed, day, line, order_status, pay_status)
    VALUES (l.venue_id, l.id, until, existed, l.day, to_jsonb(l) - 'trace', order_state, payment_state) ON CONFLICT DO NOTHING;
  PERFORM touch_rollups('{courts}', l.venue_id, ARRAY[until + 1]);
END $$;

CREATE FUNCTION line_leaves_lock() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM store_locked_line(OLD, o.order_status, o.pay_status, true) FROM booking_order o WHERE o.venue_id = OLD.venue_id AND o.id = OLD.order_id;
  RETURN NEW;
END $$;
CREATE TRIGGER locked BEFORE UPDATE ON booking_line FOR EACH ROW
  WHEN ((OLD.day, OLD.place_id, OLD.start_minute, OLD.end_minute, OLD.list, OLD.discount, OLD.price, OLD.refunded, OLD.fee, OLD.moved_back, OLD.status)
    IS DISTINCT FROM (NEW.day, NEW.place_id, NEW.start_minute, NEW.end_minute, NEW.list, NEW.discount, NEW.price, NEW.refunded, NEW.fee, NEW.moved_back, NEW.status))
  EXECUTE FUNCTION line_leaves_lock();

CREATE FUNCTION line_joins_lock() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM store_locked_line(NEW, '', '', false);
  RETURN NULL;
END $$;
CREATE TRIGGER locked_added AFTER INSERT ON booking_line FOR EACH ROW EXECUTE FUNCTION line_joins_lock();

CREATE FUNCTION order_leaves_lock() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM store_locked_line(l, OLD.order_status, OLD.pay_status, true) FROM booking_line l WHERE l.venue_id = OLD.venue_id AND l.order_id = OLD.id;
  RETURN NEW;
END $$;
CREATE TRIGGER locked BEFORE UPDATE OF order_status, pay_status ON booking_order FOR EACH ROW
  WHEN ((OLD.order_status, OLD.pay_status) IS DISTINCT FROM (NEW.order_status, NEW.pay_status)) EXECUTE FUNCTION order_leaves_lock();

-- The states of a line that changed in a locked period, one after the other; the last is that of now.
CREATE VIEW line_state WITH (security_invoker = true) AS
SELECT s.*, row_number() OVER w AS nth, lag(s.through) OVER w AS locked FROM (
  SELECT venue_id, line_id, through, existed, day, line, order_status, pay_status FROM locked_line
  UNION ALL
  SELECT l.venue_id, l.id, NULL, true, l.day, to_jsonb(l) - 'trace', o.order_status, o.pay_status
  FROM (SELECT DISTINCT venue_id, line_id FROM locked_line) k
  JOIN booking_line l ON l.venue_id = k.venue_id AND l.id = k.line_id
  JOIN booking_order o ON o.venue_id = l.venue_id AND o.id = l.order_id
) s WINDOW w AS (PARTITION BY s.venue_id, s.line_id ORDER BY s.through NULLS LAST);
GRANT SELECT ON line_state TO venue_app;

-- Such a line as it is booked: as it stood, on its day; what became of it, on the first open day (`later`).
CREATE VIEW booked_line WITH (security_invoker = true) AS
SELECT s.venue_id, s.line_id AS id, s.nth || CASE WHEN b.sign < 0 THEN 'x' ELSE '' END AS version, b.sign, b.booked_on, b.later, s.order_status, s.pay_status,
  s.day, r.order_id, r.place_id, r.start_minute, r.end_minute, r.list, r.discount, r.price, r.refunded, r.fee, r.moved_back, r.status,
  r.member_off, r.promotion_off, r.bundle_off, r.manual_off, r.coupon_off
FROM line_state s
CROSS JOIN LATERAL jsonb_populate_record(NULL::booking_line, s.line) r
CROSS JOIN LATERAL (
  SELECT 1 AS sign, greatest(s.day, s.locked + 1) AS booked_on, coalesce(s.day <= s.locked, false) AS later
  UNION ALL SELECT -1, s.through + 1, true WHERE s.through IS NOT NULL
) b WHERE s.existed;
GRANT SELECT ON booked_line TO venue_app;

-- Court hours as they are booked. Hours that were played stay in their period: what is booked later is money alone.
CREATE VIEW live_place_hour WITH (security_invoker = true) AS
SELECT l.venue_id, l.id || '.' || u.unit || '.' || h.hour AS id, l.id AS line_id, o.created_at, l.day, o.no, o.name AS customer, u.unit AS unit_id, p.hall_id,
  h.hour AS at_hour, to_char(h.hour, 'FM00') AS hour, extract(isodow FROM l.day)::text AS weekday,
  (h.hour = l.start_minute / 60)::int AS sessions,
  least(l.end_minute, (h.hour + 1) * 60) - greatest(l.start_minute, h.hour * 60) AS minutes,
  e.earned * s.upto / s.whole - e.earned * (s.upto - (least(l.end_minute, (h.hour + 1) * 60) - greatest(l.start_minute, h.hour * 60))) / s.whole AS income,
  'no' AS later
FROM booking_line l
JOIN booking_order o ON o.venue_id = l.venue_id AND o.id = l.order_id
JOIN place p ON p.venue_id = l.venue_id AND p.id = l.place_id
CROSS JOIN LATERAL unnest(p.unit_ids) WITH ORDINALITY u (unit, nth)
CROSS JOIN LATERAL generate_series(l.start_minute / 60, (l.end_minute - 1) / 60) h (hour)
CROSS JOIN LATERAL (SELECT CASE WHEN o.pay_status IN ('paid', 'part_refunded', 'refunded') THEN l.price - l.refunded ELSE 0 END AS earned) e
CROSS JOIN LATERAL (SELECT (u.nth - 1) * (l.end_minute - l.start_minute) + least(l.end_minute, (h.hour + 1) * 60) - l.start_minute AS upto,
  (l.end_minute - l.start_minute) * cardinality(p.unit_ids) AS whole) s
WHERE l.status = 'active' AND o.order_status NOT IN ('held', 'cancelled', 'expired')
  AND NOT EXISTS (SELECT FROM locked_line k WHERE k.venue_id = l.venue_id AND k.line_id = l.id);
GRANT SELECT ON live_place_hour TO venue_app;

CREATE VIEW booked_place_hour WITH (security_invoker = true) AS
SELECT l.venue_id, l.id || '.' || u.unit || '.' || h.hour || '.' || l.version AS id, l.id AS line_id, o.created_at, l.booked_on AS day, o.no, o.name AS customer,
  u.unit AS unit_id, p.hall_id, h.hour AS at_hour, to_char(h.hour, 'FM00') AS hour, extract(isodow FROM l.booked_on)::text AS weekday,
  CASE WHEN l.later THEN 0 ELSE (h.hour = l.start_minute / 60)::int END AS sessions,
  CASE WHEN l.later THEN 0 ELSE least(l.end_minute, (h.hour + 1) * 60) - greatest(l.start_minute, h.hour * 60) END AS minutes,
  l.sign * (e.earned * s.upto / s.whole - e.earned * (s.upto - (least(l.end_minute, (h.hour + 1) * 60) - greatest(l.start_minute, h.hour * 60))) / s.whole) AS income,
  CASE WHEN l.later THEN 'yes' ELSE 'no' END AS later
FROM booked_line l
JOIN booking_order o ON o.venue_id = l.venue_id AND o.id = l.order_id
JOIN place p ON p.venue_id = l.venue_id AND p.id = l.place_id
CROSS JOIN LATERAL unnest(p.unit_ids) WITH ORDINALITY u (unit, nth)
CROSS JOIN LATERAL generate_series(l.start_minute / 60, (l.end_minute - 1) / 60) h (hour)
CROSS JOIN LATERAL (SELECT CASE WHEN l.pay_status IN ('paid', 'part_refunded', 'refunded') THEN l.price - l.refunded ELSE 0 END AS earned) e
CROSS JOIN LATERAL (SELECT (u.nth - 1) * (l.end_minute - l.start_minute) + least(l.end_minute, (h.hour + 1) * 60) - l.start_minute AS upto,
  (l.end_minute - l.start_minute) * cardinality(p.unit_ids) AS whole) s
WHERE l.status = 'active' AND l.order_status NOT IN ('held', 'cancelled', 'expired');
GRANT SELECT ON booked_place_hour TO venue_app;

CREATE OR REPLACE VIEW place_hour WITH (security_invoker = true) AS
SELECT * FROM live_place_hour UNION ALL SELECT * FROM booked_place_hour;
CREATE OR REPLACE VIEW court_hour WITH (security_invoker = true) AS
(SELECT * FROM live_place_hour ORDER BY day DESC) UNION ALL (SELECT * FROM booked_place_hour ORDER BY day DESC)
UNION ALL (SELECT *, 'no' AS later FROM session_hour ORDER BY day DESC);

-- Sold lines less what was taken back of them, and what each method paid. A payment is shared over the lines of its sale by what they earned: each
-- line gets what the running sum of lines comes to, so that the shares of a payment add up to it whatever the rounding.
CREATE VIEW sold_line WITH (security_invoker = true) AS
SELECT z.venue_id, z.line_id, z.sale_id, z.day, z.product_id, z.quantity, z.returned, z.list, z.sales, z.cost, m.*
FROM (
  SELECT x.*, sum(x.sales) OVER (PARTITION BY x.venue_id, x.day, x.sale_id)::bigint AS total,
    sum(x.sales) OVER (PARTITION BY x.venue_id, x.day, x.sale_id ORDER BY x.line_id)::bigint AS upto
  FROM (
    SELECT s.venue_id, l.id AS line_id, l.sale_id, s.day, l.product_id, l.quantity - l.returned AS quantity, l.returned,
      l.list * (l.quantity - l.returned) / l.quantity AS list, l.price - l.price * l.returned / l.quantity AS sales,
      l.cost - round(l.cost * l.returned / l.quantity::numeric)::bigint AS cost
    FROM sale s JOIN sale_line l ON l.venue_id = s.venue_id AND l.sale_id = s.id
    WHERE s.state IN ('paid', 'partly_returned', 'returned')
  ) x
) z
CROSS JOIN LATERAL (
  SELECT coalesce(sum(y.part) FILTER (WHERE y.method = 'cash'), 0)::bigint AS cash, coalesce(sum(y.part) FILTER (WHERE y.method = 'wechat'), 0)::bigint AS wechat,
    coalesce(sum(y.part) FILTER (WHERE y.method = 'alipay'), 0)::bigint AS alipay, coalesce(sum(y.part) FILTER (WHERE y.method = 'bank'), 0)::bigint AS bank,
    coalesce(sum(y.part) FILTER (WHERE y.method = 'balance'), 0)::bigint AS balance, coalesce(sum(y.part) FILTER (WHERE y.method = 'credit'), 0)::bigint AS credit,
    coalesce(sum(y.part) FILTER (WHERE y.method = 'other'), 0)::bigint AS other
  FROM (
    SELECT y.method, CASE WHEN z.total = 0 THEN 0 ELSE sum(y.amount)::bigint * z.upto / z.total - sum(y.amount)::bigint * (z.upto - z.sales) / z.total END AS part
    FROM (
      SELECT CASE WHEN y.type = 'Cash' THEN 'cash' WHEN y.type = 'WeChat' OR y.channel = 'wechat' THEN 'wechat'
        WHEN y.type = 'Alipay' OR y.channel = 'alipay' THEN 'alipay' WHEN y.type IN ('BankCard', 'Card') THEN 'bank'
        WHEN y.type = 'Balance' THEN 'balance' WHEN y.type = 'Credit' THEN 'credit' ELSE 'other' END AS method, y.amount - y.refunded AS amount
      FROM payment y WHERE y.venue_id = z.venue_id AND y.document_kind = 'sale' AND y.document_id = z.sale_id
        AND y.state IN ('succeeded', 'refunding', 'refunded', 'refund_failed')
    ) y GROUP BY y.method
  ) y
) m;
GRANT SELECT ON sold_line TO venue_app;

-- A sold line at the lock `through`, stored when its sale changes for the first time after it.
CREATE TABLE locked_sale_line (
  venue_id text NOT NULL,
  line_id text NOT NULL,
  through date NOT NULL,
  sale_id text NOT NULL,
  day date NOT NULL,
  product_id text NOT NULL,
  quantity bigint NOT NULL,
  returned bigint NOT NULL,
  list bigint NOT NULL,
  sales bigint NOT NULL,
  cost bigint NOT NULL,
  cash bigint NOT NULL,
  wechat bigint NOT NULL,
  alipay bigint NOT NULL,
  bank bigint NOT NULL,
  balance bigint NOT NULL,
  credit bigint NOT NULL,
  other bigint NOT NULL,
  PRIMARY KEY (venue_id, line_id, through)
);
SELECT protect_venue_table('locked_sale_line', audited => false, append_only => true);

-- The lines of a sale as they are now; of one that does not count, nothing.
CREATE VIEW sale_line_now WITH (security_invoker = true) AS
SELECT l.venue_id, l.id AS line_id, l.sale_id, s.day, l.product_id, coalesce(w.quantity, 0)::bigint AS quantity, coalesce(w.returned, 0)::bigint AS returned,
  coalesce(w.list, 0) AS list, coalesce(w.sales, 0) AS sales, coalesce(w.cost, 0) AS cost, coalesce(w.cash, 0) AS cash, coalesce(w.wechat, 0) AS wechat,
  coalesce(w.alipay, 0) AS alipay, coalesce(w.bank, 0) AS bank, coalesce(w.balance, 0) AS balance, coalesce(w.credit, 0) AS credit, coalesce(w.other, 0) AS other
FROM sale_line l JOIN sale s ON s.venue_id = l.venue_id AND s.id = l.sale_id
LEFT JOIN LATERAL (SELECT * FROM sold_line w WHERE w.venue_id = s.venue_id AND w.day = s.day AND w.sale_id = s.id AND w.line_id = l.id) w ON true;
GRANT SELECT ON sale_line_now TO venue_app;

CREATE FUNCTION store_locked_sale(venue text, sale text, added text) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  until date := locked_through(venue);
BEGIN
  IF until IS NULL OR NOT EXISTS (SELECT FROM sale s WHERE s.venue_id = venue AND s.id = sale AND s.day <= until) THEN RETURN; END IF;
  INSERT INTO locked_sale_line SELECT n.venue_id, n.line_id, until, n.sale_id, n.day, n.product_id, n.quantity * h.had, n.returned * h.had, n.list * h.had,
      n.sales * h.had, n.cost * h.had, n.cash * h.had, n.wechat * h.had, n.alipay * h.had, n.bank * h.had, n.balance * h.had, n.credit * h.had, n.other * h.had
    FROM sale_line_now n CROSS JOIN LATERAL (SELECT CASE WHEN n.line_id = added THEN 0 ELSE 1 END AS had) h
    WHERE n.venue_id = venue AND n.sale_id = sale ON CONFLICT DO NOTHING;
  PERFORM touch_rollups('{sold}', venue, ARRAY[until + 1]);
END $$;

CREATE FUNCTION sale_leaves_lock() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM store_locked_sale(OLD.venue_id, OLD.id, NULL);
  RETURN NEW;
END $$;
CREATE TRIGGER locked BEFORE UPDATE OF state, day ON sale FOR EACH ROW WHEN ((OLD.state, OLD.day) IS DISTINCT FROM (NEW.state, NEW.day))
  EXECUTE FUNCTION sale_leaves_lock();

CREATE FUNCTION sale_line_leaves_lock() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM store_locked_sale(NEW.venue_id, NEW.sale_id, CASE TG_OP WHEN 'INSERT' THEN NEW.id END);
  RETURN NEW;
END $$;
CREATE TRIGGER locked BEFORE UPDATE ON sale_line FOR EACH ROW
  WHEN ((OLD.quantity, OLD.returned, OLD.list, OLD.price, OLD.cost) IS DISTINCT FROM (NEW.quantity, NEW.returned, NEW.list, NEW.price, NEW.cost))
  EXECUTE FUNCTION sale_line_leaves_lock();
CREATE TRIGGER locked_added AFTER INSERT ON sale_line FOR EACH ROW EXECUTE FUNCTION sale_line_leaves_lock();

CREATE FUNCTION sale_payment_leaves_lock() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM store_locked_sale(NEW.venue_id, NEW.document_id, NULL);
  RETURN NEW;
END $$;
CREATE TRIGGER locked_sale BEFORE INSERT OR UPDATE ON payment FOR EACH ROW WHEN (NEW.document_kind = 'sale') EXECUTE FUNCTION sale_payment_leaves_lock();

-- Sold lines as they are booked; corrections of a locked period on the first open day (`later`).
CREATE VIEW sale_line_state WITH (security_invoker = true) AS
SELECT s.*, lag(s.through) OVER (PARTITION BY s.venue_id, s.line_id ORDER BY s.through NULLS LAST) AS locked FROM (
  SELECT venue_id, line_id, through, day, product_id, quantity, returned, list, sales, cost, cash, wechat, alipay, bank, balance, credit, other FROM locked_sale_line
  UNION ALL
  SELECT n.venue_id, n.line_id, NULL, n.day, n.product_id, n.quantity, n.returned, n.list, n.sales, n.cost, n.cash, n.wechat, n.alipay, n.bank, n.balance, n.credit, n.other
  FROM (SELECT DISTINCT venue_id, sale_id, line_id FROM locked_sale_line) k
  JOIN sale_line_now n ON n.venue_id = k.venue_id AND n.line_id = k.line_id
) s;
GRANT SELECT ON sale_line_state TO venue_app;

CREATE VIEW booked_sale_line WITH (security_invoker = true) AS
SELECT venue_id, day, product_id, quantity::bigint AS quantity, returned::bigint AS returned, list, sales, cost, cash, wechat, alipay, bank, balance, credit, other, false AS later
FROM sold_line w WHERE NOT EXISTS (SELECT FROM locked_sale_line k WHERE k.venue_id = w.venue_id AND k.line_id = w.line_id)
UNION ALL
SELECT s.venue_id, b.booked_on, s.product_id, b.sign * s.quantity, b.sign * s.returned, b.sign * s.list, b.sign * s.sales, b.sign * s.cost, b.sign * s.cash, b.sign * s.wechat,
  b.sign * s.alipay, b.sign * s.bank, b.sign * s.balance, b.sign * s.credit, b.sign * s.other, b.later
FROM sale_line_state s CROSS JOIN LATERAL (
  SELECT 1 AS sign, greatest(s.day, s.locked + 1) AS booked_on, coalesce(s.day <= s.locked, false) AS later
  UNION ALL SELECT -1, s.through + 1, true WHERE s.through IS NOT NULL
) b;
GRANT SELECT ON booked_sale_line TO venue_app;

-- The day on which an entry by hand is booked, and the counter-entry that takes back one of a locked period.
ALTER TABLE manual_entry ADD COLUMN booked_on date NOT NULL DEFAULT '0001-01-01', ADD COLUMN reverses text NOT NULL DEFAULT '', ADD COLUMN reversed_by text NOT NULL DEFAULT '';
UPDATE manual_entry e SET booked_on = coalesce((SELECT min(p.earned_on) FROM ledger_tx t JOIN posting p ON p.venue_id = t.venue_id AND p.tx_id = t.id
  WHERE t.venue_id = e.venue_id AND t.document_kind = 'manual' AND t.document_id = e.id AND t.reverses IS NULL), e.day);
CREATE FUNCTION manual_entry_booked() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.booked_on := NEW.day;
  RETURN NEW;
END $$;
-- The last release writes no such day.
CREATE TRIGGER booked BEFORE INSERT ON manual_entry FOR EACH ROW WHEN (NEW.booked_on = '0001-01-01') EXECUTE FUNCTION manual_entry_booked();
ALTER TABLE manual_entry DROP CONSTRAINT manual_entry_state_check,
  ADD CONSTRAINT manual_entry_state_check CHECK (state IN ('recorded', 'voided', 'reversal'));
CREATE INDEX manual_entry_booked ON manual_entry (venue_id, booked_on DESC, id DESC);

CREATE OR REPLACE VIEW book_entry WITH (security_invoker = true) AS
SELECT p.venue_id, p.tx_id || '.' || p.seq AS id, p.tx_id, p.seq, p.posted_at AS created_at, p.day, t.document_no AS no, t.document_kind, t.document_id,
  p.account, p.subject, t.operator, t.reason,
  CASE WHEN p.account ^@ 'income.' THEN -p.amount ELSE 0 END AS list,
  CASE WHEN p.account ^@ 'discount.' THEN p.amount ELSE 0 END AS discount,
  CASE WHEN p.account ^@ 'income.' OR p.account ^@ 'discount.' THEN -p.amount ELSE 0 END AS earned,
  CASE WHEN p.account ^@ 'income.' OR p.account ^@ 'discount.' THEN 0 ELSE p.amount END AS cost,
  p.corrects, CASE WHEN p.corrects IS NULL THEN 'no' ELSE 'yes' END AS later
FROM (
  SELECT venue_id, tx_id, seq, account, subject, amount, posted_at, earned_on AS day, corrects FROM posting
  WHERE earned_on IS NOT NULL AND (account ^@ 'income.' OR account ^@ 'discount.' OR account ^@ 'cost.')
  UNION ALL
  SELECT venue_id, tx_id, seq, account, subject, amount, posted_at, day, corrects FROM posting WHERE account = 'over_short'
) p
JOIN ledger_tx t ON t.venue_id = p.venue_id AND t.id = p.tx_id;

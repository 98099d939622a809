-- Invoices against documents.

CREATE TABLE tax_rate (
  venue_id text NOT NULL,
  id text NOT NULL,
  service text NOT NULL,
  product_class_id text,
  rate text NOT NULL,
  item text NOT NULL,
  tax_code text NOT NULL DEFAULT '',
  from_day date NOT NULL,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (venue_id, id),
  FOREIGN KEY (venue_id, product_class_id) REFERENCES product_class(venue_id, id)
);
CREATE UNIQUE INDEX tax_rate_service ON tax_rate (venue_id, service, coalesce(product_class_id, ''), from_day);
CREATE INDEX tax_rate_class ON tax_rate (venue_id, product_class_id) WHERE product_class_id IS NOT NULL;
CREATE INDEX tax_rate_created ON tax_rate (venue_id, created_at DESC, id DESC);
SELECT protect_venue_table('tax_rate');

CREATE TABLE invoice_rule (
  venue_id text NOT NULL,
  id text NOT NULL,
  from_day date NOT NULL,
  stored_value text NOT NULL CHECK (stored_value IN ('recharge', 'use')),
  operator text NOT NULL DEFAULT '',
  created_at timestamptz NOT NULL,
  PRIMARY KEY (venue_id, id)
);
CREATE UNIQUE INDEX invoice_rule_from_day ON invoice_rule (venue_id, from_day);
CREATE INDEX invoice_rule_created ON invoice_rule (venue_id, created_at DESC, id DESC);
SELECT protect_venue_table('invoice_rule');

CREATE TABLE invoice (
  venue_id text NOT NULL,
  id text NOT NULL,
  no text NOT NULL,
  state text NOT NULL CHECK (state IN ('requested', 'sending', 'issued', 'reversing', 'reversed', 'cancelled')),
  -- The document, as `order_book` has it; `stored`: the part of the amount that is stored value, fen.
  document_kind text NOT NULL,
  document_id text NOT NULL,
  document_no text NOT NULL,
  member_id text,
  amount bigint CHECK (amount > 0),
  stored bigint NOT NULL CHECK (stored >= 0),
  net bigint,
  tax bigint,
  kind text NOT NULL,
  buyer_kind text NOT NULL,
  buyer text NOT NULL,
  tax_no text NOT NULL DEFAULT '',
  email text NOT NULL DEFAULT '',
  invoice_no text NOT NULL DEFAULT '',
  issued_on date,
  red_no text NOT NULL DEFAULT '',
  reversed_on date,
  problem text NOT NULL DEFAULT '',
  operator text NOT NULL DEFAULT '',
  remark text NOT NULL DEFAULT '',
  tries int NOT NULL DEFAULT 0,
  next_at timestamptz,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (venue_id, id),
  UNIQUE (venue_id, no),
  CONSTRAINT invoice_sums CHECK (amount = net + tax AND stored <= amount)
);
CREATE INDEX invoice_created ON invoice (venue_id, created_at DESC, id DESC);
CREATE INDEX invoice_document ON invoice (venue_id, document_id);
CREATE INDEX invoice_member ON invoice (venue_id, member_id) WHERE stored > 0;
CREATE INDEX invoice_waiting ON invoice (venue_id, next_at) WHERE next_at IS NOT NULL;
SELECT protect_venue_table('invoice');

CREATE TABLE invoice_line (
  venue_id text NOT NULL,
  invoice_id text NOT NULL,
  seq int NOT NULL,
  item text NOT NULL,
  tax_code text NOT NULL,
  rate text NOT NULL,
  gross bigint NOT NULL CHECK (gross > 0),
  net bigint NOT NULL,
  tax bigint NOT NULL,
  PRIMARY KEY (venue_id, invoice_id, seq),
  CONSTRAINT invoice_line_sums CHECK (gross = net + tax),
  FOREIGN KEY (venue_id, invoice_id) REFERENCES invoice(venue_id, id)
);
SELECT protect_venue_table('invoice_line', false, true);

CREATE FUNCTION stored_value_rule(venue text, on_day date) RETURNS text LANGUAGE sql STABLE AS $$
  SELECT coalesce((SELECT r.stored_value FROM invoice_rule r WHERE r.venue_id = venue AND r.from_day <= on_day ORDER BY r.from_day DESC LIMIT 1), 'recharge')
$$;

-- Amount of each document that can be invoiced: money received, and stored value by the rule of its day. Gifts, coupons, cards and credit are neither,
-- nor are deposits, and money that waits for its document (a collection of purpose "document") is invoiced by that document.
CREATE VIEW invoiceable WITH (security_invoker = true) AS
SELECT o.venue_id, o.kind, o.id, o.no, o.member_id, o.customer,
  greatest(0, CASE o.kind
    WHEN 'recharge' THEN CASE WHEN stored_value_rule(o.venue_id, o.day) = 'recharge' THEN least(y.money, o.paid - o.refunded) ELSE 0 END
    WHEN 'entry' THEN least(y.money, o.paid - o.refunded, f.fee)
    WHEN 'cardFee' THEN least(y.money, o.paid - o.refunded, (SELECT k.fee FROM card_fee k WHERE k.venue_id = o.venue_id AND k.id = o.id))
    ELSE least(y.money, o.paid - o.refunded) END)::bigint AS money,
  greatest(0, CASE WHEN o.kind = 'recharge' THEN 0 WHEN o.kind = 'entry' THEN least(y.stored, o.paid - o.refunded - y.money, f.fee - y.money)
    ELSE least(y.stored, o.paid - o.refunded - y.money) END)::bigint AS stored
FROM order_book o JOIN venue v ON v.id = o.venue_id
LEFT JOIN LATERAL (SELECT e.fee FROM game_team t JOIN game_event e ON e.venue_id = t.venue_id AND e.id = t.event_id
  WHERE o.kind = 'entry' AND t.venue_id = o.venue_id AND t.id = o.id) f ON true
CROSS JOIN LATERAL (SELECT
    coalesce(sum(p.amount - p.refunded) FILTER (WHERE p.type IN ('Cash', 'BankCard', 'Card', 'WeChat', 'Alipay', 'scanCode', 'online', 'Transfer', 'Other')), 0) AS money,
    coalesce(sum(p.amount - p.refunded) FILTER (WHERE p.type = 'Balance' AND stored_value_rule(p.venue_id, (p.at AT TIME ZONE v.zone)::date) = 'use'), 0) AS stored
  FROM payment p WHERE p.venue_id = o.venue_id AND p.document_kind = CASE o.kind WHEN 'booking' THEN 'order' ELSE o.kind END AND p.document_id = o.id
    AND p.state IN ('succeeded', 'refunding', 'refunded', 'refund_failed') AND (o.kind <> 'collection' OR p.purpose = 'collect')) y
WHERE o.kind <> 'deposit';
GRANT SELECT ON invoiceable TO venue_app;

-- A person's PIN, by which they approve one action of a colleague in the colleague's session. Only its hash is stored.
CREATE TABLE person_pin (
  person_id text PRIMARY KEY REFERENCES person ON DELETE CASCADE,
  pin_hash text NOT NULL,
  set_at timestamptz NOT NULL
);
GRANT SELECT, INSERT, UPDATE, DELETE ON person_pin TO venue_app;

-- Approvals of one action by a second person: for exactly this action, subject, content and amount of one requester, once, until it expires.
CREATE TABLE approval (
  venue_id text NOT NULL,
  id text NOT NULL,
  action text NOT NULL CHECK (action IN ('returnGoods', 'discount', 'waiveFee', 'closeAccount', 'cashOut')),
  -- What it is about: id of the sale, order, member or shift; '' for a cart, which is no document yet.
  subject text NOT NULL,
  -- Hash of what else was approved: the lines of a return or a cart.
  content text NOT NULL,
  amount bigint NOT NULL CHECK (amount >= 0),
  requester text NOT NULL,
  requested_by text NOT NULL,
  approver text NOT NULL CHECK (approver <> requester),
  approved_by text NOT NULL,
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  used_at timestamptz,
  -- The document that it was used for.
  document_id text NOT NULL DEFAULT '',
  PRIMARY KEY (venue_id, id)
);
CREATE INDEX approval_document ON approval (venue_id, document_id) WHERE document_id <> '';
SELECT protect_venue_table('approval');

-- Above this, fen, a return and cash paid out of a drawer need an approval.
ALTER TABLE venue ADD COLUMN approval_limit bigint NOT NULL DEFAULT 10000 CHECK (approval_limit >= 0);

-- Who manages a till goes on returning goods without one.
INSERT INTO role_code (role_id, code)
  SELECT r.role_id, 'sale_return_any' FROM role_code r WHERE r.code = 'sale_return'
    AND EXISTS (SELECT FROM role_code o WHERE o.role_id = r.role_id AND o.code IN ('sale_discount_any', 'shift_report'))
  ON CONFLICT DO NOTHING;

-- A cart sells more than goods: cards, recharges, places of sessions, what is due of a booking, and the deposit of what is lent. Each is a
-- document of its own; the sale whose receipt it is on names it. Of a cart that waits, they are only wanted.
CREATE TABLE sale_item (
  venue_id text NOT NULL,
  id text NOT NULL,
  sale_id text NOT NULL,
  kind text NOT NULL CHECK (kind IN ('card', 'recharge', 'session', 'order', 'deposit')),
  -- The card's definition, the offer (null: a free amount), the session, the booking order, the product that is lent.
  of_id text,
  quantity int NOT NULL CHECK (quantity > 0),
  name text NOT NULL,
  total bigint NOT NULL CHECK (total >= 0),
  document_id text,
  document_no text NOT NULL DEFAULT '',
  -- Of a deposit: what was given back and what was kept of it, once it is settled.
  given_back bigint CHECK (given_back >= 0),
  kept bigint CHECK (kept >= 0),
  created_at timestamptz NOT NULL,
  PRIMARY KEY (venue_id, id),
  CHECK (given_back + kept = total),
  FOREIGN KEY (venue_id, sale_id) REFERENCES sale (venue_id, id)
);
CREATE INDEX sale_item_sale ON sale_item (venue_id, sale_id);
CREATE UNIQUE INDEX sale_item_document ON sale_item (venue_id, kind, document_id) WHERE document_id IS NOT NULL AND kind <> 'order';
SELECT protect_venue_table('sale_item');

-- What is asked as security for one piece that is lent.
ALTER TABLE product ADD COLUMN deposit bigint CHECK (deposit >= 0);

-- Percent of a sale that the role may take off by hand.
ALTER TABLE role ADD COLUMN discount_percent int NOT NULL DEFAULT 20 CHECK (discount_percent BETWEEN 0 AND 100);
CREATE OR REPLACE VIEW venue_role WITH (security_invoker = true) AS
  SELECT current_setting('app.venue_id', true) AS venue_id, r.* FROM role r WHERE r.organization_id = own_organization();
CREATE OR REPLACE FUNCTION add_role() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO role (id, organization_id, name, base_id, memo, created_at, discount_percent)
    VALUES (NEW.id, own_organization(), NEW.name, NEW.base_id, NEW.memo, NEW.created_at, coalesce(NEW.discount_percent, 20));
  RETURN NEW;
END $$;

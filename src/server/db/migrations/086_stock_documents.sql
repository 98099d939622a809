-- What a product's stock is worth over all warehouses, moved with each movement: the moving average is value ÷ held, and what goes out
-- takes its share, so that the last piece leaves nothing behind.
CREATE TABLE stock_value (
  venue_id text NOT NULL,
  product_id text NOT NULL,
  held int NOT NULL,
  value bigint NOT NULL,
  PRIMARY KEY (venue_id, product_id),
  FOREIGN KEY (venue_id, product_id) REFERENCES product (venue_id, id)
);
SELECT protect_venue_table('stock_value', audited => false);
INSERT INTO stock_value SELECT venue_id, product_id, sum(quantity), sum(cost) FROM stock_movement GROUP BY venue_id, product_id;

-- A movement of a voided document is the counter-movement of one that stays.
ALTER TABLE stock_movement ADD COLUMN voids boolean NOT NULL DEFAULT false;
CREATE INDEX stock_movement_document ON stock_movement (venue_id, document_id);

-- Every document that moves goods, sales apart: receipts, transfers, counts, write-offs (product cashier-and-stock, states "stock document").
CREATE TABLE stock_document (
  venue_id text NOT NULL,
  id text NOT NULL,
  no text NOT NULL,
  kind text NOT NULL CHECK (kind IN ('receiptShop', 'receiptMain', 'transfer', 'count', 'writeOff')),
  state text NOT NULL CHECK (state IN ('draft', 'posted', 'voided')),
  -- Where the goods come into, go out of, or are counted. A transfer goes to the other one.
  warehouse text NOT NULL CHECK (warehouse IN ('main', 'shop')),
  supplier_id text,
  day date NOT NULL,
  reference text NOT NULL DEFAULT '',
  reason text CHECK (reason IN ('damaged', 'expired', 'lost', 'used', 'other')),
  memo text NOT NULL DEFAULT '',
  -- Of its lines: products, pieces moved, their value in fen (of a count: what was gained less what was lost).
  products int NOT NULL DEFAULT 0,
  quantity int NOT NULL DEFAULT 0,
  total bigint NOT NULL DEFAULT 0,
  person_id text NOT NULL,
  operator text NOT NULL,
  posted_at timestamptz,
  posted_by text NOT NULL DEFAULT '',
  voided_at timestamptz,
  voided_by text NOT NULL DEFAULT '',
  void_reason text NOT NULL DEFAULT '',
  created_at timestamptz NOT NULL,
  PRIMARY KEY (venue_id, id),
  UNIQUE (venue_id, no),
  CHECK ((state = 'draft') = (posted_at IS NULL)),
  CHECK ((state = 'voided') = (voided_at IS NOT NULL)),
  FOREIGN KEY (venue_id, supplier_id) REFERENCES supplier (venue_id, id)
);
CREATE INDEX stock_document_kind ON stock_document (venue_id, kind, day DESC, id DESC);
CREATE INDEX stock_document_created ON stock_document (venue_id, created_at DESC, id DESC);
CREATE INDEX stock_document_supplier ON stock_document (venue_id, supplier_id) WHERE supplier_id IS NOT NULL;
SELECT protect_venue_table('stock_document');

CREATE TABLE stock_document_line (
  venue_id text NOT NULL,
  id text NOT NULL,
  document_id text NOT NULL,
  seq int NOT NULL,
  product_id text NOT NULL,
  -- Pieces; of a count, those that were found, null while nobody counted.
  quantity int CHECK (quantity >= 0),
  packs int CHECK (packs > 0),
  pack_size int NOT NULL DEFAULT 1 CHECK (pack_size > 0),
  unit_cost bigint CHECK (unit_cost >= 0),
  -- Of a count: on hand when it was counted. What differs is moved at posting, whatever was sold in between.
  book int,
  -- Once posted: pieces in the warehouse before and after, and what was moved, fen, signed.
  before int,
  after int,
  cost bigint,
  PRIMARY KEY (venue_id, id),
  UNIQUE (venue_id, document_id, product_id),
  FOREIGN KEY (venue_id, document_id) REFERENCES stock_document (venue_id, id) ON DELETE CASCADE,
  FOREIGN KEY (venue_id, product_id) REFERENCES product (venue_id, id)
);
CREATE INDEX stock_document_line_product ON stock_document_line (venue_id, product_id);
SELECT protect_venue_table('stock_document_line', audited => false);

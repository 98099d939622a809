-- Products as people keep them: specification, pack, pictures, rental and gift; classes in two levels; suppliers (product cashier-and-stock).
ALTER TABLE product_class RENAME CONSTRAINT product_class_venue_id_name_key TO product_class_name;
ALTER TABLE product_class
  ADD COLUMN parent_id text,
  ADD COLUMN created_at timestamptz NOT NULL DEFAULT now(),
  ADD CONSTRAINT product_class_parent FOREIGN KEY (venue_id, parent_id) REFERENCES product_class (venue_id, id);
CREATE INDEX product_class_parent ON product_class (venue_id, parent_id) WHERE parent_id IS NOT NULL;

ALTER TABLE product
  ADD COLUMN pinyin text NOT NULL DEFAULT '',
  ADD COLUMN spec text NOT NULL DEFAULT '',
  ADD COLUMN pack_unit text NOT NULL DEFAULT '',
  ADD COLUMN pack_size int NOT NULL DEFAULT 1 CHECK (pack_size > 0),
  ADD COLUMN pictures text[] NOT NULL DEFAULT '{}',
  ADD COLUMN rental boolean NOT NULL DEFAULT false,
  ADD COLUMN gift boolean NOT NULL DEFAULT false,
  ADD COLUMN memo text NOT NULL DEFAULT '',
  ADD COLUMN created_at timestamptz NOT NULL DEFAULT now();
CREATE INDEX product_class_id ON product (venue_id, class_id, position);
CREATE INDEX product_position ON product (venue_id, position, id);

CREATE TABLE supplier (
  venue_id text NOT NULL,
  id text NOT NULL,
  name text NOT NULL,
  pinyin text NOT NULL DEFAULT '',
  contact text NOT NULL DEFAULT '',
  tel text NOT NULL DEFAULT '',
  address text NOT NULL DEFAULT '',
  term_days int NOT NULL DEFAULT 0,
  account text NOT NULL DEFAULT '',
  active boolean NOT NULL DEFAULT true,
  memo text NOT NULL DEFAULT '',
  created_at timestamptz NOT NULL,
  PRIMARY KEY (venue_id, id)
);
CREATE UNIQUE INDEX supplier_name ON supplier (venue_id, name);
CREATE INDEX supplier_created ON supplier (venue_id, created_at DESC, id DESC);
SELECT protect_venue_table('supplier');

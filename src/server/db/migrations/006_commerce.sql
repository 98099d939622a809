-- What is sold at the desk beside places: products with stock, sales, package cards, and sessions sold by capacity
-- (product cashier-and-stock, members-and-cards, booking).

CREATE TABLE product_class (
  venue_id text NOT NULL,
  id text NOT NULL,
  name text NOT NULL,
  position int NOT NULL DEFAULT 0,
  PRIMARY KEY (venue_id, id),
  UNIQUE (venue_id, name)
);
SELECT protect_venue_table('product_class');

CREATE TABLE product (
  venue_id text NOT NULL,
  id text NOT NULL,
  class_id text NOT NULL,
  name text NOT NULL,
  barcode text,
  unit text NOT NULL,
  price bigint NOT NULL CHECK (price >= 0),
  -- Moving-average cost per unit, fen; moved by receipts.
  cost bigint NOT NULL DEFAULT 0 CHECK (cost >= 0),
  -- Services carry no stock.
  stocked boolean NOT NULL DEFAULT true,
  low_limit int NOT NULL DEFAULT 0,
  on_shelf boolean NOT NULL DEFAULT true,
  position int NOT NULL DEFAULT 0,
  PRIMARY KEY (venue_id, id),
  FOREIGN KEY (venue_id, class_id) REFERENCES product_class (venue_id, id)
);
CREATE UNIQUE INDEX product_barcode ON product (venue_id, barcode) WHERE barcode IS NOT NULL;
SELECT protect_venue_table('product');

-- On hand per warehouse: equals the sum of movements, never below zero.
CREATE TABLE stock (
  venue_id text NOT NULL,
  warehouse text NOT NULL CHECK (warehouse IN ('main', 'shop')),
  product_id text NOT NULL,
  quantity int NOT NULL CHECK (quantity >= 0),
  PRIMARY KEY (venue_id, warehouse, product_id),
  FOREIGN KEY (venue_id, product_id) REFERENCES product (venue_id, id)
);
SELECT protect_venue_table('stock', audited => false);

CREATE TABLE stock_movement (
  venue_id text NOT NULL,
  id text NOT NULL,
  warehouse text NOT NULL CHECK (warehouse IN ('main', 'shop')),
  product_id text NOT NULL,
  quantity int NOT NULL CHECK (quantity <> 0),
  before int NOT NULL,
  after int NOT NULL,
  -- Cost moved with it, fen, same sign as quantity.
  cost bigint NOT NULL,
  kind text NOT NULL CHECK (kind IN ('receipt', 'sale', 'return', 'transfer', 'count', 'writeOff')),
  document_id text NOT NULL,
  document_no text NOT NULL,
  operator text NOT NULL,
  at timestamptz NOT NULL,
  PRIMARY KEY (venue_id, id),
  CHECK (after = before + quantity),
  FOREIGN KEY (venue_id, product_id) REFERENCES product (venue_id, id)
);
CREATE INDEX stock_movement_product ON stock_movement (venue_id, product_id, at DESC);
SELECT protect_venue_table('stock_movement', audited => false, append_only => true);

CREATE TABLE sale (
  venue_id text NOT NULL,
  id text NOT NULL,
  no text NOT NULL,
  member_id text,
  list bigint NOT NULL CHECK (list >= 0),
  discount bigint NOT NULL CHECK (discount >= 0),
  total bigint NOT NULL CHECK (total >= 0),
  paid bigint NOT NULL DEFAULT 0 CHECK (paid >= 0),
  refunded bigint NOT NULL DEFAULT 0 CHECK (refunded >= 0),
  state text NOT NULL CHECK (state IN ('open', 'hung', 'paid', 'partly_returned', 'returned', 'void', 'abandoned')),
  remark text NOT NULL DEFAULT '',
  day date NOT NULL,
  person_id text NOT NULL,
  operator text NOT NULL,
  at timestamptz NOT NULL,
  PRIMARY KEY (venue_id, id),
  UNIQUE (venue_id, no),
  CHECK (total = list - discount),
  CHECK (refunded <= paid),
  FOREIGN KEY (venue_id, member_id) REFERENCES member (venue_id, id)
);
CREATE INDEX sale_time ON sale (venue_id, at DESC, id DESC);
CREATE INDEX sale_day ON sale (venue_id, day);
CREATE INDEX sale_member ON sale (venue_id, member_id, at DESC) WHERE member_id IS NOT NULL;
SELECT protect_venue_table('sale');

CREATE TABLE sale_line (
  venue_id text NOT NULL,
  id text NOT NULL,
  sale_id text NOT NULL,
  product_id text NOT NULL,
  name text NOT NULL,
  quantity int NOT NULL CHECK (quantity > 0),
  returned int NOT NULL DEFAULT 0 CHECK (returned >= 0),
  unit_price bigint NOT NULL,
  list bigint NOT NULL,
  discount bigint NOT NULL,
  price bigint NOT NULL,
  cost bigint NOT NULL,
  PRIMARY KEY (venue_id, id),
  CHECK (returned <= quantity),
  CHECK (price = list - discount),
  FOREIGN KEY (venue_id, sale_id) REFERENCES sale (venue_id, id),
  FOREIGN KEY (venue_id, product_id) REFERENCES product (venue_id, id)
);
CREATE INDEX sale_line_sale ON sale_line (venue_id, sale_id);
SELECT protect_venue_table('sale_line', audited => false);

CREATE TABLE package_card (
  venue_id text NOT NULL,
  id text NOT NULL,
  name text NOT NULL,
  kind text NOT NULL DEFAULT 'times' CHECK (kind IN ('times', 'period', 'hours')),
  program_id text NOT NULL,
  price bigint NOT NULL CHECK (price > 0),
  times int NOT NULL CHECK (times > 0),
  bonus_times int NOT NULL DEFAULT 0 CHECK (bonus_times >= 0),
  valid_days int NOT NULL CHECK (valid_days > 0),
  on_shelf boolean NOT NULL DEFAULT true,
  position int NOT NULL DEFAULT 0,
  PRIMARY KEY (venue_id, id),
  UNIQUE (venue_id, name),
  FOREIGN KEY (venue_id, program_id) REFERENCES program (venue_id, id)
);
SELECT protect_venue_table('package_card');

CREATE TABLE holding (
  venue_id text NOT NULL,
  id text NOT NULL,
  no text NOT NULL,
  package_card_id text NOT NULL,
  name text NOT NULL,
  member_id text NOT NULL,
  times int NOT NULL,
  bonus_times int NOT NULL,
  used int NOT NULL DEFAULT 0 CHECK (used >= 0),
  price bigint NOT NULL,
  state text NOT NULL CHECK (state IN ('inactive', 'active', 'paused', 'used_up', 'expired', 'transferred', 'exchanged', 'refunded')),
  activated_on date,
  expires_on date NOT NULL,
  person_id text NOT NULL,
  operator text NOT NULL,
  at timestamptz NOT NULL,
  PRIMARY KEY (venue_id, id),
  UNIQUE (venue_id, no),
  CHECK (used <= times + bonus_times),
  FOREIGN KEY (venue_id, package_card_id) REFERENCES package_card (venue_id, id),
  FOREIGN KEY (venue_id, member_id) REFERENCES member (venue_id, id)
);
CREATE INDEX holding_member ON holding (venue_id, member_id);
CREATE INDEX holding_expiry ON holding (venue_id, expires_on) WHERE state = 'active';
SELECT protect_venue_table('holding');

CREATE TABLE holding_use (
  venue_id text NOT NULL,
  id text NOT NULL,
  holding_id text NOT NULL,
  times int NOT NULL CHECK (times <> 0),
  before int NOT NULL,
  after int NOT NULL,
  value bigint NOT NULL,
  document_kind text NOT NULL DEFAULT '',
  document_id text NOT NULL DEFAULT '',
  note text NOT NULL DEFAULT '',
  operator text NOT NULL,
  at timestamptz NOT NULL,
  PRIMARY KEY (venue_id, id),
  CHECK (after = before - times),
  FOREIGN KEY (venue_id, holding_id) REFERENCES holding (venue_id, id)
);
CREATE INDEX holding_use_holding ON holding_use (venue_id, holding_id, at DESC);
SELECT protect_venue_table('holding_use', audited => false, append_only => true);

-- A hall booking (场次): one time slot of a hall sold by capacity. leftPlace never passes below zero under any load.
CREATE TABLE hall_booking (
  venue_id text NOT NULL,
  id text NOT NULL,
  hall_id text NOT NULL,
  name text NOT NULL DEFAULT '',
  day date NOT NULL,
  start_minute int NOT NULL,
  end_minute int NOT NULL CHECK (end_minute > start_minute),
  starts_at timestamptz NOT NULL,
  ends_at timestamptz NOT NULL,
  price bigint NOT NULL CHECK (price >= 0),
  max_place int NOT NULL CHECK (max_place > 0),
  left_place int NOT NULL CHECK (left_place >= 0),
  status text NOT NULL CHECK (status IN ('draft', 'on_shelf', 'off_shelf', 'finished', 'cancelled')),
  PRIMARY KEY (venue_id, id),
  UNIQUE (venue_id, hall_id, day, start_minute),
  CHECK (left_place <= max_place),
  FOREIGN KEY (venue_id, hall_id) REFERENCES hall (venue_id, id)
);
CREATE INDEX hall_booking_day ON hall_booking (venue_id, day, start_minute);
SELECT protect_venue_table('hall_booking');

CREATE TABLE session_order (
  venue_id text NOT NULL,
  id text NOT NULL,
  no text NOT NULL,
  hall_booking_id text NOT NULL,
  member_id text,
  name text NOT NULL,
  phone text NOT NULL DEFAULT '',
  heads int NOT NULL CHECK (heads > 0),
  total bigint NOT NULL CHECK (total >= 0),
  paid bigint NOT NULL CHECK (paid >= 0),
  -- Paid by uses of a package card instead of money.
  holding_id text,
  person_id text NOT NULL,
  operator text NOT NULL,
  at timestamptz NOT NULL,
  PRIMARY KEY (venue_id, id),
  UNIQUE (venue_id, no),
  FOREIGN KEY (venue_id, hall_booking_id) REFERENCES hall_booking (venue_id, id),
  FOREIGN KEY (venue_id, member_id) REFERENCES member (venue_id, id)
);
CREATE INDEX session_order_booking ON session_order (venue_id, hall_booking_id);
CREATE INDEX session_order_time ON session_order (venue_id, at DESC);
SELECT protect_venue_table('session_order');

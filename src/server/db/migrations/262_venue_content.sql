-- What a venue offers beside its courts, and the entries of its mini-program.
CREATE TABLE venue_service (
  venue_id text NOT NULL,
  id text NOT NULL,
  name text NOT NULL,
  kind text NOT NULL CHECK (kind IN ('facility', 'rental', 'training', 'other')),
  picture text,
  price bigint,
  shown boolean NOT NULL DEFAULT false,
  sequence integer NOT NULL,
  memo text NOT NULL DEFAULT '',
  created_at timestamptz NOT NULL,
  PRIMARY KEY (venue_id, id)
);
CREATE INDEX venue_service_created ON venue_service (venue_id, created_at DESC, id DESC);
SELECT protect_venue_table('venue_service');

CREATE TABLE venue_navigation (
  venue_id text NOT NULL,
  id text NOT NULL,
  name text NOT NULL,
  icon text,
  target text NOT NULL CHECK (target IN ('booking', 'session', 'activity', 'groupon', 'article', 'phone')),
  shown boolean NOT NULL DEFAULT false,
  sequence integer NOT NULL,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (venue_id, id)
);
CREATE INDEX venue_navigation_created ON venue_navigation (venue_id, created_at DESC, id DESC);
SELECT protect_venue_table('venue_navigation');

-- Addresses of who works at the venue; they go when the person leaves it.
CREATE TABLE staff_address (
  venue_id text NOT NULL,
  id text NOT NULL,
  contact text NOT NULL,
  staff_id text NOT NULL,
  phone text NOT NULL,
  area text[] NOT NULL DEFAULT '{}',
  address text NOT NULL,
  emergency boolean NOT NULL DEFAULT false,
  memo text NOT NULL DEFAULT '',
  created_at timestamptz NOT NULL,
  PRIMARY KEY (venue_id, id),
  FOREIGN KEY (staff_id, venue_id) REFERENCES person_venue (person_id, venue_id) ON DELETE CASCADE
);
CREATE INDEX staff_address_created ON staff_address (venue_id, created_at DESC, id DESC);
CREATE INDEX staff_address_staff ON staff_address (venue_id, staff_id);
SELECT protect_venue_table('staff_address');

-- What becomes a message at its time.
CREATE TABLE reminder (
  venue_id text NOT NULL,
  id text NOT NULL,
  title text NOT NULL,
  at timestamptz NOT NULL,
  memo text NOT NULL DEFAULT '',
  operator text NOT NULL DEFAULT '',
  sent boolean NOT NULL DEFAULT false,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (venue_id, id)
);
CREATE INDEX reminder_created ON reminder (venue_id, created_at DESC, id DESC);
CREATE INDEX reminder_due ON reminder (venue_id, at) WHERE NOT sent;
SELECT protect_venue_table('reminder');

-- What a review says of each aspect.
CREATE TABLE rating (
  venue_id text NOT NULL,
  id text NOT NULL,
  aspect text NOT NULL CHECK (aspect IN ('courts', 'service', 'hygiene', 'value')),
  review_id text NOT NULL,
  score text NOT NULL CHECK (score IN ('1', '2', '3', '4', '5')),
  created_at timestamptz NOT NULL,
  PRIMARY KEY (venue_id, id),
  FOREIGN KEY (venue_id, review_id) REFERENCES review (venue_id, id)
);
CREATE INDEX rating_created ON rating (venue_id, created_at DESC, id DESC);
CREATE UNIQUE INDEX rating_once ON rating (venue_id, review_id, aspect);
SELECT protect_venue_table('rating');

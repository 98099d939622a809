-- Who a venue works with: organization unions with their tenants and people, training institutions, threading masters.
CREATE TABLE tenant (
  venue_id text NOT NULL,
  id text NOT NULL,
  name text NOT NULL,
  single boolean NOT NULL DEFAULT false,
  max_level integer NOT NULL,
  expiration_date date,
  locked boolean NOT NULL DEFAULT false,
  pinyin text NOT NULL DEFAULT '',
  created_at timestamptz NOT NULL,
  PRIMARY KEY (venue_id, id)
);
CREATE UNIQUE INDEX tenant_name ON tenant (venue_id, name);
CREATE INDEX tenant_created ON tenant (venue_id, created_at DESC, id DESC);
SELECT protect_venue_table('tenant');

CREATE TABLE site_type (
  venue_id text NOT NULL,
  id text NOT NULL,
  name text NOT NULL,
  top_level_only boolean NOT NULL DEFAULT false,
  child_capable boolean NOT NULL DEFAULT false,
  pinyin text NOT NULL DEFAULT '',
  created_at timestamptz NOT NULL,
  PRIMARY KEY (venue_id, id)
);
CREATE UNIQUE INDEX site_type_name ON site_type (venue_id, name);
CREATE INDEX site_type_created ON site_type (venue_id, created_at DESC, id DESC);
SELECT protect_venue_table('site_type');

CREATE TABLE union_organization (
  venue_id text NOT NULL,
  id text NOT NULL,
  name text NOT NULL,
  state text NOT NULL CHECK (state IN ('applied', 'approved', 'suspended', 'refused')),
  audit_reason text NOT NULL DEFAULT '',
  tenant_id text NOT NULL,
  site_type_id text NOT NULL,
  parent_id text,
  contact text NOT NULL,
  phone text NOT NULL,
  area text[] NOT NULL DEFAULT '{}',
  address text NOT NULL DEFAULT '',
  site_name text NOT NULL DEFAULT '',
  site_logo text,
  wechat_id text NOT NULL DEFAULT '',
  mini_program_id text NOT NULL DEFAULT '',
  languages text[] NOT NULL DEFAULT '{}',
  review boolean NOT NULL DEFAULT false,
  default_currency text NOT NULL CHECK (default_currency IN ('CNY', 'HKD', 'USD', 'EUR')),
  express_fee_currency text NOT NULL CHECK (express_fee_currency IN ('CNY', 'HKD', 'USD', 'EUR')),
  rebate numeric(7, 2),
  tax_rate numeric(7, 2),
  handling_fee_rates numeric(7, 2),
  register_fee bigint,
  gift_packing_fee bigint,
  reward_points integer,
  daily_kpi_goals bigint,
  pinyin text NOT NULL DEFAULT '',
  created_at timestamptz NOT NULL,
  PRIMARY KEY (venue_id, id),
  FOREIGN KEY (venue_id, tenant_id) REFERENCES tenant (venue_id, id),
  FOREIGN KEY (venue_id, site_type_id) REFERENCES site_type (venue_id, id),
  FOREIGN KEY (venue_id, parent_id) REFERENCES union_organization (venue_id, id)
);
CREATE UNIQUE INDEX union_organization_name ON union_organization (venue_id, name);
CREATE INDEX union_organization_created ON union_organization (venue_id, created_at DESC, id DESC);
SELECT protect_venue_table('union_organization');

CREATE TABLE organization_user (
  venue_id text NOT NULL,
  id text NOT NULL,
  name text NOT NULL,
  organization_id text NOT NULL,
  phone text NOT NULL,
  roles text[] NOT NULL DEFAULT '{}',
  pinyin text NOT NULL DEFAULT '',
  created_at timestamptz NOT NULL,
  PRIMARY KEY (venue_id, id),
  FOREIGN KEY (venue_id, organization_id) REFERENCES union_organization (venue_id, id)
);
CREATE INDEX organization_user_created ON organization_user (venue_id, created_at DESC, id DESC);
SELECT protect_venue_table('organization_user');

CREATE TABLE training_institution (
  venue_id text NOT NULL,
  id text NOT NULL,
  name text NOT NULL,
  state text NOT NULL CHECK (state IN ('applied', 'approved', 'suspended', 'refused')),
  audit_reason text NOT NULL DEFAULT '',
  logo text,
  leader text NOT NULL,
  phone text NOT NULL,
  programs text[] NOT NULL DEFAULT '{}',
  licence_no text NOT NULL DEFAULT '',
  licence_picture text,
  licence_ends_on date,
  students integer,
  area text[] NOT NULL DEFAULT '{}',
  address text NOT NULL DEFAULT '',
  photos text[] NOT NULL DEFAULT '{}',
  memo text NOT NULL DEFAULT '',
  pinyin text NOT NULL DEFAULT '',
  created_at timestamptz NOT NULL,
  PRIMARY KEY (venue_id, id)
);
CREATE UNIQUE INDEX training_institution_name ON training_institution (venue_id, name);
CREATE INDEX training_institution_created ON training_institution (venue_id, created_at DESC, id DESC);
SELECT protect_venue_table('training_institution');

CREATE TABLE threading (
  venue_id text NOT NULL,
  id text NOT NULL,
  name text NOT NULL,
  state text NOT NULL CHECK (state IN ('applied', 'approved', 'suspended', 'refused')),
  audit_reason text NOT NULL DEFAULT '',
  photo text,
  phone text NOT NULL,
  level text NOT NULL CHECK (level IN ('junior', 'senior', 'master', 'event')),
  since date,
  machine text NOT NULL DEFAULT '',
  memo text NOT NULL DEFAULT '',
  pinyin text NOT NULL DEFAULT '',
  created_at timestamptz NOT NULL,
  PRIMARY KEY (venue_id, id)
);
CREATE UNIQUE INDEX threading_phone ON threading (venue_id, phone);
CREATE INDEX threading_created ON threading (venue_id, created_at DESC, id DESC);
SELECT protect_venue_table('threading');

CREATE TABLE threading_skill (
  venue_id text NOT NULL,
  id text NOT NULL,
  name text NOT NULL,
  threading_id text NOT NULL,
  price bigint NOT NULL,
  minutes integer NOT NULL,
  max_tension integer,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (venue_id, id),
  FOREIGN KEY (venue_id, threading_id) REFERENCES threading (venue_id, id)
);
CREATE INDEX threading_skill_created ON threading_skill (venue_id, created_at DESC, id DESC);
SELECT protect_venue_table('threading_skill');

CREATE TABLE threading_brand (
  venue_id text NOT NULL,
  id text NOT NULL,
  name text NOT NULL,
  threading_id text NOT NULL,
  models text[] NOT NULL DEFAULT '{}',
  authorised boolean NOT NULL DEFAULT false,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (venue_id, id),
  FOREIGN KEY (venue_id, threading_id) REFERENCES threading (venue_id, id)
);
CREATE INDEX threading_brand_created ON threading_brand (venue_id, created_at DESC, id DESC);
SELECT protect_venue_table('threading_brand');

CREATE INDEX union_organization_parent ON union_organization (venue_id, parent_id);
CREATE INDEX union_organization_tenant ON union_organization (venue_id, tenant_id);
CREATE INDEX organization_user_organization ON organization_user (venue_id, organization_id);
CREATE UNIQUE INDEX threading_skill_of ON threading_skill (venue_id, threading_id, name);
CREATE UNIQUE INDEX threading_brand_of ON threading_brand (venue_id, threading_id, name);

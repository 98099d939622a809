-- Content: articles, news, banners, videos and videos of competitions, with their categories, tags and figures.
CREATE TABLE cms_category (
  venue_id text NOT NULL,
  id text NOT NULL,
  name text NOT NULL,
  kinds text[] NOT NULL DEFAULT '{}',
  sequence integer NOT NULL,
  pinyin text NOT NULL DEFAULT '',
  created_at timestamptz NOT NULL,
  PRIMARY KEY (venue_id, id)
);
CREATE UNIQUE INDEX cms_category_name ON cms_category (venue_id, name);
CREATE INDEX cms_category_created ON cms_category (venue_id, created_at DESC, id DESC);
SELECT protect_venue_table('cms_category');

CREATE TABLE cms_tag (
  venue_id text NOT NULL,
  id text NOT NULL,
  name text NOT NULL,
  hot boolean NOT NULL DEFAULT false,
  pinyin text NOT NULL DEFAULT '',
  created_at timestamptz NOT NULL,
  PRIMARY KEY (venue_id, id)
);
CREATE UNIQUE INDEX cms_tag_name ON cms_tag (venue_id, name);
CREATE INDEX cms_tag_created ON cms_tag (venue_id, created_at DESC, id DESC);
SELECT protect_venue_table('cms_tag');

CREATE TABLE video_platform (
  venue_id text NOT NULL,
  id text NOT NULL,
  name text NOT NULL,
  hosts text[] NOT NULL DEFAULT '{}',
  player text NOT NULL DEFAULT '',
  app_id text NOT NULL DEFAULT '',
  enabled boolean NOT NULL DEFAULT false,
  sequence integer NOT NULL,
  pinyin text NOT NULL DEFAULT '',
  created_at timestamptz NOT NULL,
  PRIMARY KEY (venue_id, id)
);
CREATE UNIQUE INDEX video_platform_name ON video_platform (venue_id, name);
CREATE INDEX video_platform_created ON video_platform (venue_id, created_at DESC, id DESC);
SELECT protect_venue_table('video_platform');

CREATE TABLE cms_item (
  venue_id text NOT NULL,
  id text NOT NULL,
  kind text NOT NULL CHECK (kind IN ('article', 'news', 'banner', 'video', 'competitionVideo')),
  title text NOT NULL,
  state text NOT NULL CHECK (state IN ('draft', 'in_review', 'published', 'hidden')),
  -- Of articles, news and videos.
  category_id text,
  tags text[] NOT NULL DEFAULT '{}',
  cover text,
  author text NOT NULL DEFAULT '',
  summary text NOT NULL DEFAULT '',
  body text NOT NULL DEFAULT '',
  -- Of news.
  source text NOT NULL DEFAULT '',
  -- Of banners.
  position text CHECK (position IN ('home', 'booking', 'activity', 'shop')),
  -- Of videos.
  video_url text NOT NULL DEFAULT '',
  platform_id text,
  seconds integer CHECK (seconds >= 0),
  -- Of videos of competitions.
  game_id text,
  played_on date,
  live boolean NOT NULL DEFAULT false,
  sequence integer,
  publish_at timestamptz,
  off_at timestamptz,
  published_at timestamptz,
  writer text NOT NULL DEFAULT '',
  reason text NOT NULL DEFAULT '',
  pinyin text NOT NULL DEFAULT '',
  created_at timestamptz NOT NULL,
  PRIMARY KEY (venue_id, id),
  CHECK (off_at > publish_at),
  FOREIGN KEY (venue_id, category_id) REFERENCES cms_category (venue_id, id),
  FOREIGN KEY (venue_id, platform_id) REFERENCES video_platform (venue_id, id),
  FOREIGN KEY (venue_id, game_id) REFERENCES game (venue_id, id)
);
CREATE INDEX cms_item_kind ON cms_item (venue_id, kind, created_at DESC, id DESC);
CREATE INDEX cms_item_shown ON cms_item (venue_id, kind, published_at DESC) WHERE state = 'published';
CREATE INDEX cms_item_category ON cms_item (venue_id, category_id) WHERE category_id IS NOT NULL;
CREATE INDEX cms_item_platform ON cms_item (venue_id, platform_id) WHERE platform_id IS NOT NULL;
CREATE INDEX cms_item_tags ON cms_item USING gin (tags);
SELECT protect_venue_table('cms_item');

-- How often content was read and liked. In no log: readers change it.
CREATE TABLE cms_statistics (
  venue_id text NOT NULL,
  item_id text NOT NULL,
  views integer NOT NULL DEFAULT 0 CHECK (views >= 0),
  diggs integer NOT NULL DEFAULT 0 CHECK (diggs >= 0),
  PRIMARY KEY (venue_id, item_id),
  FOREIGN KEY (venue_id, item_id) REFERENCES cms_item (venue_id, id) ON DELETE CASCADE
);
SELECT protect_venue_table('cms_statistics', audited => false);

CREATE TABLE cms_banner_item (
  venue_id text NOT NULL,
  id text NOT NULL,
  title text NOT NULL,
  banner_id text NOT NULL,
  picture text,
  link text NOT NULL DEFAULT '',
  sequence integer NOT NULL,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (venue_id, id),
  FOREIGN KEY (venue_id, banner_id) REFERENCES cms_item (venue_id, id)
);
CREATE INDEX cms_banner_item_banner ON cms_banner_item (venue_id, banner_id, sequence);
SELECT protect_venue_table('cms_banner_item');

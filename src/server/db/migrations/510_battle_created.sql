-- The list of matches in its own order, which fills a page without sorting all of them.
CREATE INDEX battle_created ON battle (venue_id, created_at DESC, id DESC);

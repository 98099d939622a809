-- Pages of quick keys at the till: the venue's ("venue"), and those of single tills by the hash of their device's secret.
CREATE TABLE quick_key_page (
  venue_id text NOT NULL,
  id text NOT NULL,
  -- Products in their order, each with its colour.
  keys jsonb NOT NULL CHECK (jsonb_typeof(keys) = 'array' AND jsonb_array_length(keys) <= 60),
  PRIMARY KEY (venue_id, id)
);
SELECT protect_venue_table('quick_key_page');

-- Who sets any price at the till also pins its quick keys.
INSERT INTO role_code (role_id, code)
  SELECT r.role_id, 'sale_quick_keys' FROM role_code r WHERE r.code = 'sale_price_any'
  ON CONFLICT DO NOTHING;

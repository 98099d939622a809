-- The log of syncs also tells which synced days were given back to live prices. Of those, `lost` slots are without a price from then on.
ALTER TABLE price_sync
  ADD COLUMN kind text NOT NULL DEFAULT 'sync' CHECK (kind IN ('sync', 'release')),
  ADD COLUMN lost int NOT NULL DEFAULT 0;

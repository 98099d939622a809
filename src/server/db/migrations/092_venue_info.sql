-- What customers and receipts are told of a venue.
ALTER TABLE venue ADD COLUMN short_name text NOT NULL DEFAULT '';
ALTER TABLE venue ADD COLUMN pictures text[] NOT NULL DEFAULT '{}';
ALTER TABLE venue ADD COLUMN intro text NOT NULL DEFAULT '';
ALTER TABLE venue ADD COLUMN contact text NOT NULL DEFAULT '';
ALTER TABLE venue ADD COLUMN email text NOT NULL DEFAULT '';
ALTER TABLE venue ADD COLUMN longitude numeric(9, 6) CHECK (longitude BETWEEN -180 AND 180);
ALTER TABLE venue ADD COLUMN latitude numeric(9, 6) CHECK (latitude BETWEEN -90 AND 90);
-- Minutes from midnight by weekday, Monday first; closed where both are the same.
ALTER TABLE venue ADD COLUMN open_minutes int[] NOT NULL DEFAULT '{480,480,480,480,480,480,480}' CHECK (cardinality(open_minutes) = 7);
ALTER TABLE venue ADD COLUMN close_minutes int[] NOT NULL DEFAULT '{1320,1320,1320,1320,1320,1320,1320}' CHECK (cardinality(close_minutes) = 7);
ALTER TABLE venue ADD COLUMN receipt_head text NOT NULL DEFAULT '';
ALTER TABLE venue ADD COLUMN receipt_foot text NOT NULL DEFAULT '';

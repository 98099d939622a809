-- The row that /readyz writes to find out that the database takes writes.
CREATE TABLE write_probe (only_one boolean PRIMARY KEY DEFAULT true CHECK (only_one), at timestamptz NOT NULL) WITH (fillfactor = 10);
INSERT INTO write_probe (at) VALUES (now());
GRANT SELECT, UPDATE ON write_probe TO venue_app;

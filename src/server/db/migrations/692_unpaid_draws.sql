-- Entries that have not paid are drawn only where the organiser allows it. Games so far go on as they were.
ALTER TABLE game ADD COLUMN draw_unpaid boolean NOT NULL DEFAULT true;
ALTER TABLE game ALTER COLUMN draw_unpaid SET DEFAULT false;

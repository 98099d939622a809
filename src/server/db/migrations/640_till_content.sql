-- The content of a sale that its till kept, as a hash: under its key no other sale is accepted.
ALTER TABLE sale ADD COLUMN till_hash text;

-- The organization that a game is held for.
ALTER TABLE game
  ADD COLUMN organization_id text,
  ADD FOREIGN KEY (venue_id, organization_id) REFERENCES union_organization (venue_id, id);

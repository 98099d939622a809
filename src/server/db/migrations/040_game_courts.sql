-- Games of a competition, as far as their courts go. The courts themselves are orders of kind "event": one truth for ground, in the grid.

CREATE TABLE game (
  venue_id text NOT NULL,
  id text NOT NULL,
  no text NOT NULL,
  title text NOT NULL,
  contact text NOT NULL DEFAULT '',
  phone text NOT NULL DEFAULT '',
  remark text NOT NULL DEFAULT '',
  person_id text NOT NULL,
  operator text NOT NULL,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (venue_id, id),
  UNIQUE (venue_id, no)
);
CREATE INDEX game_created ON game (venue_id, created_at DESC, id DESC);
SELECT protect_venue_table('game');

ALTER TABLE booking_order
  ADD COLUMN game_id text,
  ADD CONSTRAINT booking_order_game FOREIGN KEY (venue_id, game_id) REFERENCES game (venue_id, id),
  ADD CONSTRAINT booking_order_game_kind CHECK (game_id IS NULL OR (kind = 'event' AND source = 'competition'));
CREATE INDEX booking_order_game ON booking_order (venue_id, game_id) WHERE game_id IS NOT NULL;

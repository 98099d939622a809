-- Changes of a draw that stands: two entries exchange their places, or one takes the place of another.
CREATE TABLE draw_change (
  venue_id text NOT NULL,
  id text NOT NULL,
  event_id text NOT NULL,
  draw_id text NOT NULL,
  kind text NOT NULL CHECK (kind IN ('swap', 'late', 'luckyLoser')),
  -- Of a replacement: who goes.
  first_id text NOT NULL,
  -- Of a replacement: who comes.
  second_id text NOT NULL,
  reason text NOT NULL,
  operator text NOT NULL,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (venue_id, id),
  FOREIGN KEY (venue_id, event_id) REFERENCES game_event (venue_id, id),
  FOREIGN KEY (venue_id, draw_id) REFERENCES game_draw (venue_id, id),
  FOREIGN KEY (venue_id, first_id) REFERENCES game_team (venue_id, id),
  FOREIGN KEY (venue_id, second_id) REFERENCES game_team (venue_id, id)
);
CREATE INDEX draw_change_draw ON draw_change (venue_id, draw_id, created_at);
SELECT protect_venue_table('draw_change');

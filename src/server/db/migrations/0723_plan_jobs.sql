-- Planning of a game's schedule, which runs outside the request: the last one of each game.
CREATE TABLE plan_job (
  venue_id text NOT NULL,
  game_id text NOT NULL,
  id text NOT NULL,
  state text NOT NULL CHECK (state IN ('running', 'done', 'cancelled', 'failed')),
  -- Matches placed so far, and all that are to be placed.
  done integer NOT NULL DEFAULT 0,
  total integer NOT NULL,
  placed integer NOT NULL DEFAULT 0,
  moved integer NOT NULL DEFAULT 0,
  left_over integer NOT NULL DEFAULT 0,
  reason text NOT NULL DEFAULT '',
  operator text NOT NULL,
  started_at timestamptz NOT NULL,
  -- When the process that plans was last heard of: silent for long, it has stopped.
  seen_at timestamptz NOT NULL,
  PRIMARY KEY (venue_id, game_id),
  FOREIGN KEY (venue_id, game_id) REFERENCES game (venue_id, id) ON DELETE CASCADE
);
SELECT protect_venue_table('plan_job', audited => false);

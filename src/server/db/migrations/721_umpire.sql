-- Access of an umpire's tablet to one match, and what was marked there.
CREATE TABLE umpire_access (
  venue_id text NOT NULL,
  battle_id text NOT NULL,
  pin_hash text NOT NULL,
  -- Of the tablet that was opened last; null: none yet.
  token_hash text,
  issued_at timestamptz NOT NULL,
  -- Version of the score that the last mark made.
  version integer NOT NULL,
  -- The match is over: the PIN opens nothing any more, and the tablet sees the result only.
  ended_at timestamptz,
  PRIMARY KEY (venue_id, battle_id),
  FOREIGN KEY (venue_id, battle_id) REFERENCES battle (venue_id, id) ON DELETE CASCADE
);
CREATE UNIQUE INDEX umpire_access_token ON umpire_access (venue_id, token_hash) WHERE token_hash IS NOT NULL;
SELECT protect_venue_table('umpire_access');

CREATE TABLE umpire_mark (
  venue_id text NOT NULL,
  battle_id text NOT NULL,
  number integer NOT NULL CHECK (number >= 0),
  kind text NOT NULL,
  side smallint CHECK (side IN (0, 1)),
  points integer,
  -- Of a score that was set as a whole: its sets.
  sets jsonb,
  marked_at timestamptz NOT NULL,
  received_at timestamptz NOT NULL,
  PRIMARY KEY (venue_id, battle_id, number),
  FOREIGN KEY (venue_id, battle_id) REFERENCES battle (venue_id, id) ON DELETE CASCADE
);
SELECT protect_venue_table('umpire_mark', audited => false);

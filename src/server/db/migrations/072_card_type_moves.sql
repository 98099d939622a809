-- Runs that move many members to another card type, member by member, so that a run can be gone on with and undone.
CREATE TABLE card_type_move (
  venue_id text NOT NULL,
  id text NOT NULL,
  to_id text NOT NULL,
  state text NOT NULL CHECK (state IN ('running', 'stopped', 'done', 'undoing', 'undone')),
  reason text NOT NULL,
  total int NOT NULL CHECK (total > 0),
  person_id text NOT NULL,
  operator text NOT NULL,
  at timestamptz NOT NULL,
  PRIMARY KEY (venue_id, id),
  FOREIGN KEY (venue_id, to_id) REFERENCES card_type (venue_id, id)
);
CREATE INDEX card_type_move_time ON card_type_move (venue_id, at DESC, id DESC);
-- One run at a time: a second one would count members that the first is about to move.
CREATE UNIQUE INDEX card_type_move_open ON card_type_move (venue_id) WHERE state IN ('running', 'undoing');
SELECT protect_venue_table('card_type_move');

CREATE TABLE card_type_move_line (
  venue_id text NOT NULL,
  move_id text NOT NULL,
  member_id text NOT NULL,
  from_id text NOT NULL,
  -- `left`: the member had changed since, and stays as they are.
  state text NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'moved', 'left', 'undone', 'kept')),
  PRIMARY KEY (venue_id, move_id, member_id),
  FOREIGN KEY (venue_id, move_id) REFERENCES card_type_move (venue_id, id),
  FOREIGN KEY (venue_id, member_id) REFERENCES member (venue_id, id),
  FOREIGN KEY (venue_id, from_id) REFERENCES card_type (venue_id, id)
);
CREATE INDEX card_type_move_line_state ON card_type_move_line (venue_id, move_id, state, member_id);
SELECT protect_venue_table('card_type_move_line', audited => false);

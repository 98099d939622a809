-- Open play by head: a price for each card level, who came, and what goes back to those who did not.

CREATE TABLE open_play_level (
  venue_id text NOT NULL,
  open_play_id text NOT NULL,
  card_type_id text NOT NULL,
  -- Of one head that a member of this level pays for.
  price bigint NOT NULL CHECK (price >= 0),
  PRIMARY KEY (venue_id, open_play_id, card_type_id),
  FOREIGN KEY (venue_id, open_play_id) REFERENCES open_play (venue_id, id),
  FOREIGN KEY (venue_id, card_type_id) REFERENCES card_type (venue_id, id)
);
SELECT protect_venue_table('open_play_level');

ALTER TABLE open_play_ticket
  -- The level whose price it was; none: the price for everybody.
  ADD COLUMN card_type_id text,
  -- Heads that came in, and heads that had not when it was over.
  ADD COLUMN entered int NOT NULL DEFAULT 0,
  ADD COLUMN absent int NOT NULL DEFAULT 0,
  -- Cash that the clock gave back and that waits at the desk.
  ADD COLUMN owed bigint NOT NULL DEFAULT 0,
  DROP CONSTRAINT open_play_ticket_check1,
  DROP CONSTRAINT open_play_ticket_state_check;
UPDATE open_play_ticket SET owed = paid - refunded - fee WHERE state = 'left';
-- What was played before heads were counted: everybody came.
UPDATE open_play_ticket t SET entered = t.heads FROM open_play e
  WHERE e.venue_id = t.venue_id AND e.id = t.open_play_id AND e.state = 'finished' AND t.state = 'joined';
ALTER TABLE open_play_ticket
  ADD CONSTRAINT open_play_ticket_state_check CHECK (state IN ('joined', 'no_show', 'left')),
  ADD CONSTRAINT open_play_ticket_came_check CHECK (entered >= 0 AND absent >= 0 AND entered + absent <= heads),
  ADD CONSTRAINT open_play_ticket_back_check CHECK (owed >= 0 AND
    CASE WHEN state = 'left' THEN refunded + fee + owed = paid ELSE refunded + fee + owed <= price * absent END),
  ADD FOREIGN KEY (venue_id, card_type_id) REFERENCES card_type (venue_id, id);

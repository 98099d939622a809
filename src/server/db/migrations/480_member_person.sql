-- Who a member is at the desk: a photo, the coach who looks after them, and the family that uses the card.
ALTER TABLE member
  ADD COLUMN photo text,
  ADD COLUMN coach_id text,
  ADD COLUMN family text[] NOT NULL DEFAULT '{}',
  ADD CONSTRAINT member_coach FOREIGN KEY (venue_id, coach_id) REFERENCES coach (venue_id, id);
CREATE INDEX member_coached ON member (venue_id, coach_id) WHERE coach_id IS NOT NULL;

-- Who a member is at the desk: a photo, the coach who looks after them, and the family that uses the card.
ALTER TABLE member
  ADD COLUMN photo text,
  ADD COLUMN coach_id text,
  ADD COLUMN family text[] NOT NULL DEFAULT '{}',
  ADD CONSTRAINT member_coach FOREIGN KEY (venue_id, coach_id) REFERENCES coach (venue_id, id);
CREATE INDEX member_coached ON member (venue_id, coach_id) WHERE coach_id IS NOT NULL;
-- The log keeps these changes, too.
DROP TRIGGER audit_update ON member;
CREATE TRIGGER audit_update AFTER UPDATE OF venue_id, id, card_no, name, pinyin, initials, phone, gender, birthday, card_type_id, state, state_reason, expires_on, tags, memo,
  created_at, merged_into_id, merged_at, erased_at, referrer_id, photo, coach_id, family
  ON member FOR EACH ROW EXECUTE FUNCTION audit_row();

-- Why a member was frozen is in the log, too (049 lists the columns).
DROP TRIGGER audit_update ON member;
CREATE TRIGGER audit_update AFTER UPDATE OF venue_id, id, card_no, name, pinyin, initials, phone, gender, birthday, card_type_id, state, state_reason, expires_on, tags, memo, created_at
  ON member FOR EACH ROW EXECUTE FUNCTION audit_row();

-- Who brought a member is in the log: the column joins the list (220).
DROP TRIGGER audit_update ON member;
CREATE TRIGGER audit_update AFTER UPDATE OF venue_id, id, card_no, name, pinyin, initials, phone, gender, birthday, card_type_id, state, state_reason, expires_on, tags, memo,
  created_at, merged_into_id, merged_at, erased_at, referrer_id
  ON member FOR EACH ROW EXECUTE FUNCTION audit_row();

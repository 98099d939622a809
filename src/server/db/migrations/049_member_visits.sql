-- A visit and what was spent on it are not written to the log (030): the trigger names the columns that are, so that a purchase does not
-- have to look at the whole row, twice, to find that nothing of it changed. A column that is added to members joins the list.
DROP TRIGGER audit_update ON member;
CREATE TRIGGER audit_update AFTER UPDATE OF venue_id, id, card_no, name, pinyin, initials, phone, gender, birthday, card_type_id, state, expires_on, tags, memo, created_at
  ON member FOR EACH ROW EXECUTE FUNCTION audit_row();

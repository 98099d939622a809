-- What a member has spent and when they last came follows from documents that are audited themselves: a row of the log for each visit
-- would say nothing and cost more than the visit.
DROP TRIGGER audit ON member;
CREATE TRIGGER audit AFTER INSERT OR DELETE ON member FOR EACH ROW EXECUTE FUNCTION audit_row();
CREATE TRIGGER audit_update AFTER UPDATE ON member FOR EACH ROW
  WHEN (to_jsonb(OLD) - ARRAY['spent', 'last_visit_at'] IS DISTINCT FROM to_jsonb(NEW) - ARRAY['spent', 'last_visit_at'])
  EXECUTE FUNCTION audit_row();

-- Coupons follow a member who is merged, as everything of theirs does (210).
CREATE TRIGGER follow_merged_member BEFORE INSERT ON member_coupon FOR EACH ROW WHEN (NEW.member_id IS NOT NULL) EXECUTE FUNCTION follow_merged_member();

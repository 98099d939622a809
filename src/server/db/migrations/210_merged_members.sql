-- A duplicate that was merged stays as a closed record that points to the member who has everything of it now.
ALTER TABLE member
  ADD COLUMN merged_into_id text,
  ADD COLUMN merged_at timestamptz,
  ADD CHECK ((merged_into_id IS NULL) = (merged_at IS NULL)),
  ADD CHECK (merged_into_id IS NULL OR (state = 'closed' AND merged_into_id <> id)),
  ADD FOREIGN KEY (venue_id, merged_into_id) REFERENCES member (venue_id, id);
CREATE INDEX member_merged_into ON member (venue_id, merged_into_id) WHERE merged_into_id IS NOT NULL;

-- What is written for a member while they are being merged waits for it, and is the other's.
CREATE FUNCTION follow_merged_member() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  kept text;
BEGIN
  SELECT merged_into_id INTO kept FROM member WHERE venue_id = NEW.venue_id AND id = NEW.member_id FOR KEY SHARE;
  NEW.member_id := coalesce(kept, NEW.member_id);
  RETURN NEW;
END $$;
DO $$
DECLARE
  name text;
BEGIN
  FOREACH name IN ARRAY ARRAY['activity_join', 'booking_order', 'club_member', 'coach_booking', 'customer_message', 'fixed_contract', 'game_team',
    'holding', 'message_consent', 'open_play_ticket', 'qualification', 'recharge', 'review', 'sale', 'session_order', 'voucher', 'waitlist_entry']
  LOOP
    EXECUTE format('CREATE TRIGGER follow_merged_member BEFORE INSERT ON %I FOR EACH ROW WHEN (NEW.member_id IS NOT NULL)
      EXECUTE FUNCTION follow_merged_member()', name);
  END LOOP;
END $$;

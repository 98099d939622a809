-- Who brought a member is kept once, with the member: rewards go by it. What an introduction named is taken over where nobody else is.
UPDATE member m SET referrer_id = s.introducer_id FROM spread s
  WHERE s.venue_id = m.venue_id AND s.member_id = m.id AND m.referrer_id IS NULL AND s.introducer_id IS NOT NULL;
ALTER TABLE spread DROP COLUMN introducer_id;

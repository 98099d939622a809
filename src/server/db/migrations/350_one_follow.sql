-- A member follows a thing once; of several the oldest stays.
DELETE FROM attention a USING attention b
  WHERE b.venue_id = a.venue_id AND b.member_id = a.member_id AND b.subject = a.subject AND b.subject_name = a.subject_name
    AND (b.created_at, b.id) < (a.created_at, a.id);
CREATE UNIQUE INDEX attention_subject_name ON attention (venue_id, member_id, subject, subject_name);
DROP INDEX attention_member;

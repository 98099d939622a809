-- A message may be written to one member, from the list of members.
ALTER TABLE customer_message DROP CONSTRAINT customer_message_source_check;
ALTER TABLE customer_message ADD CONSTRAINT customer_message_source_check CHECK (source IN ('activity', 'segment', 'member'));

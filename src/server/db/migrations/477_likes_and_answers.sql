-- Who likes a review, each once; the review keeps how many there are, with those that the platforms count.
CREATE TABLE digg (
  venue_id text NOT NULL,
  id text NOT NULL,
  source text NOT NULL CHECK (source IN ('mini', 'desk')),
  review_id text NOT NULL,
  member_id text NOT NULL,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (venue_id, id),
  FOREIGN KEY (venue_id, review_id) REFERENCES review (venue_id, id),
  FOREIGN KEY (venue_id, member_id) REFERENCES member (venue_id, id)
);
CREATE INDEX digg_created ON digg (venue_id, created_at DESC, id DESC);
CREATE UNIQUE INDEX digg_member_id ON digg (venue_id, review_id, member_id);
CREATE INDEX digg_member ON digg (venue_id, member_id);
SELECT protect_venue_table('digg');
CREATE TRIGGER follow_merged_member BEFORE INSERT ON digg FOR EACH ROW WHEN (NEW.member_id IS NOT NULL) EXECUTE FUNCTION follow_merged_member();

CREATE FUNCTION digg_counted() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    UPDATE review SET diggs = coalesce(diggs, 0) + 1 WHERE venue_id = NEW.venue_id AND id = NEW.review_id;
  ELSE
    UPDATE review SET diggs = greatest(coalesce(diggs, 0) - 1, 0) WHERE venue_id = OLD.venue_id AND id = OLD.review_id;
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER digg_counted AFTER INSERT OR DELETE ON digg FOR EACH ROW EXECUTE FUNCTION digg_counted();

-- What the staff answered to a message of the message centre, or did about it.
CREATE TABLE message_reply (
  venue_id text NOT NULL,
  id text NOT NULL,
  message_id text NOT NULL,
  text text NOT NULL,
  person_id text NOT NULL,
  operator text NOT NULL,
  at timestamptz NOT NULL,
  PRIMARY KEY (venue_id, id),
  FOREIGN KEY (venue_id, message_id) REFERENCES message (venue_id, id) ON DELETE CASCADE
);
CREATE INDEX message_reply_message ON message_reply (venue_id, message_id, at);
SELECT protect_venue_table('message_reply');

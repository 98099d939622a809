-- How a member came here (spread), and what they follow (attention); numbers that people type follow the venue's patterns (check_rule).
CREATE TABLE spread (
  venue_id text NOT NULL,
  id text NOT NULL,
  member_id text NOT NULL,
  channel text NOT NULL CHECK (channel IN ('staff', 'member', 'poster', 'online', 'other')),
  staff_id text,
  introducer_id text,
  promotion_code text NOT NULL DEFAULT '',
  memo text NOT NULL DEFAULT '',
  created_at timestamptz NOT NULL,
  PRIMARY KEY (venue_id, id),
  FOREIGN KEY (venue_id, member_id) REFERENCES member (venue_id, id),
  FOREIGN KEY (venue_id, introducer_id) REFERENCES member (venue_id, id),
  FOREIGN KEY (staff_id) REFERENCES person (id),
  CHECK (introducer_id IS DISTINCT FROM member_id)
);
CREATE UNIQUE INDEX spread_member_id ON spread (venue_id, member_id);
CREATE INDEX spread_created ON spread (venue_id, created_at DESC, id DESC);
CREATE INDEX spread_introducer ON spread (venue_id, introducer_id);
CREATE INDEX spread_staff ON spread (venue_id, staff_id);
SELECT protect_venue_table('spread');

CREATE TABLE attention (
  venue_id text NOT NULL,
  id text NOT NULL,
  member_id text NOT NULL,
  subject text NOT NULL CHECK (subject IN ('venue', 'coach', 'club', 'activity', 'game', 'groupon')),
  subject_name text NOT NULL,
  memo text NOT NULL DEFAULT '',
  created_at timestamptz NOT NULL,
  PRIMARY KEY (venue_id, id),
  FOREIGN KEY (venue_id, member_id) REFERENCES member (venue_id, id)
);
CREATE INDEX attention_created ON attention (venue_id, created_at DESC, id DESC);
CREATE INDEX attention_member ON attention (venue_id, member_id);
SELECT protect_venue_table('attention');

CREATE TRIGGER follow_merged_member BEFORE INSERT ON spread FOR EACH ROW WHEN (NEW.member_id IS NOT NULL) EXECUTE FUNCTION follow_merged_member();
CREATE TRIGGER follow_merged_member BEFORE INSERT ON attention FOR EACH ROW WHEN (NEW.member_id IS NOT NULL) EXECUTE FUNCTION follow_merged_member();

CREATE TABLE check_rule (
  venue_id text NOT NULL,
  id text NOT NULL,
  target text NOT NULL CHECK (target IN ('cardNo', 'username', 'certificateNo')),
  pattern text NOT NULL,
  memo text NOT NULL DEFAULT '',
  created_at timestamptz NOT NULL,
  PRIMARY KEY (venue_id, id)
);
CREATE UNIQUE INDEX check_rule_target ON check_rule (venue_id, target);
CREATE INDEX check_rule_created ON check_rule (venue_id, created_at DESC, id DESC);
SELECT protect_venue_table('check_rule');

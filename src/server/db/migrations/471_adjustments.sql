-- Changes of members' balances by hand: asked for by one person, decided by another. Amounts in fen.
CREATE TABLE member_adjustment (
  venue_id text NOT NULL,
  id text NOT NULL,
  no text NOT NULL,
  state text NOT NULL CHECK (state IN ('requested', 'approved', 'done', 'failed', 'refused', 'withdrawn')),
  member_id text NOT NULL,
  purse text NOT NULL CHECK (purse IN ('principal', 'gift')),
  direction text NOT NULL CHECK (direction IN ('add', 'take')),
  amount bigint NOT NULL CHECK (amount > 0),
  reason text NOT NULL,
  -- Who asked: may withdraw it, and must not approve it.
  requester text NOT NULL DEFAULT '',
  requested_by text NOT NULL,
  decided_by text NOT NULL DEFAULT '',
  decided_at timestamptz,
  outcome text NOT NULL DEFAULT '',
  created_at timestamptz NOT NULL,
  PRIMARY KEY (venue_id, id),
  UNIQUE (venue_id, no),
  FOREIGN KEY (venue_id, member_id) REFERENCES member (venue_id, id)
);
CREATE INDEX member_adjustment_created ON member_adjustment (venue_id, created_at DESC, id DESC);
CREATE INDEX member_adjustment_member ON member_adjustment (venue_id, member_id);
SELECT protect_venue_table('member_adjustment');
CREATE TRIGGER follow_merged_member BEFORE INSERT ON member_adjustment FOR EACH ROW WHEN (NEW.member_id IS NOT NULL) EXECUTE FUNCTION follow_merged_member();

-- What a till may take from a member's principal while it is without the server: signed by the installation, told to one till. Off where the
-- venue's most is 0. Amounts in fen; `used` is what sales that arrived have taken of it.
ALTER TABLE venue ADD COLUMN offline_balance bigint NOT NULL DEFAULT 0 CHECK (offline_balance >= 0);
CREATE TABLE till_allowance (
  venue_id text NOT NULL,
  id text NOT NULL,
  member_id text NOT NULL,
  -- Of the device's secret, its hash.
  till text NOT NULL,
  amount bigint NOT NULL CHECK (amount > 0),
  used bigint NOT NULL DEFAULT 0 CHECK (used >= 0),
  until timestamptz NOT NULL,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (venue_id, id),
  FOREIGN KEY (venue_id, member_id) REFERENCES member (venue_id, id)
);
CREATE INDEX till_allowance_member ON till_allowance (venue_id, member_id, until);
SELECT protect_venue_table('till_allowance');
CREATE TRIGGER follow_merged_member BEFORE INSERT ON till_allowance FOR EACH ROW WHEN (NEW.member_id IS NOT NULL) EXECUTE FUNCTION follow_merged_member();

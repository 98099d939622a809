-- What a member paid of a debt that no document of its own asks for. Amounts in fen.
CREATE TABLE debt_payment (
  venue_id text NOT NULL,
  id text NOT NULL,
  no text NOT NULL,
  member_id text NOT NULL,
  amount bigint NOT NULL CHECK (amount > 0),
  method text NOT NULL,
  remark text NOT NULL,
  operator text NOT NULL,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (venue_id, id),
  UNIQUE (venue_id, no),
  FOREIGN KEY (venue_id, member_id) REFERENCES member (venue_id, id)
);
CREATE INDEX debt_payment_member ON debt_payment (venue_id, member_id, created_at DESC);
SELECT protect_venue_table('debt_payment');
CREATE TRIGGER follow_merged_member BEFORE INSERT ON debt_payment FOR EACH ROW WHEN (NEW.member_id IS NOT NULL) EXECUTE FUNCTION follow_merged_member();

-- What members paid for their cards: the fee, and the deposit that goes back when the account closes. Amounts in fen.
CREATE TABLE card_fee (
  venue_id text NOT NULL,
  id text NOT NULL,
  no text NOT NULL,
  member_id text NOT NULL,
  card_type_id text NOT NULL,
  card_type_name text NOT NULL,
  fee bigint NOT NULL CHECK (fee >= 0),
  deposit bigint NOT NULL CHECK (deposit >= 0),
  paid bigint NOT NULL CHECK (paid > 0 AND paid = fee + deposit),
  -- Of the deposit.
  refunded bigint NOT NULL DEFAULT 0 CHECK (refunded BETWEEN 0 AND deposit),
  operator text NOT NULL,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (venue_id, id),
  UNIQUE (venue_id, no),
  FOREIGN KEY (venue_id, member_id) REFERENCES member (venue_id, id)
);
CREATE INDEX card_fee_member ON card_fee (venue_id, member_id, created_at DESC);
SELECT protect_venue_table('card_fee');
CREATE TRIGGER follow_merged_member BEFORE INSERT ON card_fee FOR EACH ROW WHEN (NEW.member_id IS NOT NULL) EXECUTE FUNCTION follow_merged_member();
CREATE INDEX coach_booking_member ON coach_booking (venue_id, member_id) WHERE member_id IS NOT NULL;

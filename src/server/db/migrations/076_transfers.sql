-- Transfers between members, from the request to the posting of both sides.
CREATE TABLE member_transfer (
  venue_id text NOT NULL,
  id text NOT NULL,
  no text NOT NULL,
  state text NOT NULL CHECK (state IN ('requested', 'approved', 'done', 'failed', 'refused', 'withdrawn')),
  giver_id text NOT NULL,
  receiver_id text NOT NULL,
  purse text NOT NULL CHECK (purse IN ('principal', 'gift')),
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
  CHECK (giver_id <> receiver_id),
  FOREIGN KEY (venue_id, giver_id) REFERENCES member (venue_id, id),
  FOREIGN KEY (venue_id, receiver_id) REFERENCES member (venue_id, id)
);
CREATE INDEX member_transfer_created ON member_transfer (venue_id, created_at DESC, id DESC);
CREATE INDEX member_transfer_giver ON member_transfer (venue_id, giver_id);
CREATE INDEX member_transfer_receiver ON member_transfer (venue_id, receiver_id);
SELECT protect_venue_table('member_transfer');

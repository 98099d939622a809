-- Invoices follow a merged member, as the documents that they are about do.
UPDATE invoice i SET member_id = m.merged_into_id FROM member m
  WHERE m.venue_id = i.venue_id AND m.id = i.member_id AND m.merged_into_id IS NOT NULL;
ALTER TABLE invoice ADD FOREIGN KEY (venue_id, member_id) REFERENCES member(venue_id, id);
CREATE INDEX invoice_of_member ON invoice (venue_id, member_id) WHERE member_id IS NOT NULL;
CREATE TRIGGER follow_merged_member BEFORE INSERT ON invoice FOR EACH ROW WHEN (NEW.member_id IS NOT NULL) EXECUTE FUNCTION follow_merged_member();

-- Part of a transfer that was paid for and is in no invoice, fen: the receiver's to invoice from then on, no more the giver's.
ALTER TABLE member_transfer ADD COLUMN uninvoiced bigint CHECK (uninvoiced BETWEEN 0 AND amount);
UPDATE member_transfer t SET uninvoiced = greatest(0, t.amount - (SELECT coalesce(sum(i.stored), 0) FROM invoice i
    WHERE i.venue_id = t.venue_id AND i.member_id = t.giver_id AND i.state NOT IN ('cancelled', 'reversed') AND i.created_at < t.decided_at))
  WHERE t.state = 'done' AND t.purse = 'principal';

-- What a service never answered may be issued all the same: a person looks it up.
UPDATE invoice SET state = 'sending' WHERE state = 'requested' AND tries > 4 AND problem IN ('开票服务没有应答', 'The invoice service did not answer');

-- What was done with a difference of a bill, and what that posted. Earlier ones were explained.
ALTER TABLE channel_bill_row ADD COLUMN handling text CHECK (handling IN ('explain', 'correct', 'claim', 'fee')), ADD COLUMN tx_id text;
UPDATE channel_bill_row SET handling = 'explain' WHERE handled_at IS NOT NULL;
ALTER TABLE channel_bill_row ADD CHECK ((handling IS NULL) = (handled_at IS NULL)), ADD FOREIGN KEY (venue_id, tx_id) REFERENCES ledger_tx (venue_id, id);

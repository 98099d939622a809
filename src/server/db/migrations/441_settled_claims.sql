-- How a claim on a channel ended: it came back through the channel or by transfer, or was given up; and what that posted.
ALTER TABLE channel_bill_row
  ADD COLUMN claim_end text CHECK (claim_end IN ('channel', 'transfer', 'lost')),
  ADD COLUMN claim_note text NOT NULL DEFAULT '',
  ADD COLUMN claim_by text NOT NULL DEFAULT '',
  ADD COLUMN claim_at timestamptz,
  ADD COLUMN claim_tx_id text,
  ADD CHECK (claim_end IS NULL OR handling IS NOT NULL AND handling = 'claim'),
  ADD CHECK ((claim_end IS NULL) = (claim_at IS NULL)),
  ADD FOREIGN KEY (venue_id, claim_tx_id) REFERENCES ledger_tx (venue_id, id);
CREATE INDEX channel_bill_row_claimed ON channel_bill_row (venue_id) WHERE handling = 'claim' AND claim_end IS NULL;

-- Shifts of the till: who, counted by tender without seeing what is expected, handed over. While one is counted, the next takes the money.
ALTER TABLE shift
  ADD COLUMN no text NOT NULL DEFAULT '',
  ADD COLUMN operator text NOT NULL DEFAULT '',
  ADD COLUMN counting_at timestamptz,
  ADD COLUMN submitted_at timestamptz,
  -- Fen by tender account, as counted; null until the count is handed in. It is never changed after.
  ADD COLUMN counts jsonb,
  -- What was expected when it was handed in, fen by tender account.
  ADD COLUMN expected jsonb,
  ADD COLUMN note text NOT NULL DEFAULT '',
  ADD COLUMN received_by text NOT NULL DEFAULT '',
  ADD CONSTRAINT shift_counted CHECK ((counts IS NULL) = (submitted_at IS NULL) AND (state <> 'closed' OR closed_at IS NOT NULL));
DROP INDEX shift_one_open;
CREATE UNIQUE INDEX shift_one_open ON shift (venue_id, person_id) WHERE state = 'open';
CREATE UNIQUE INDEX shift_one_counting ON shift (venue_id, person_id) WHERE state = 'counting';
CREATE INDEX shift_time ON shift (venue_id, opened_at DESC, id DESC);
CREATE INDEX ledger_tx_shift ON ledger_tx (venue_id, shift_id) WHERE shift_id IS NOT NULL;

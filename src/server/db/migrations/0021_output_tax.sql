-- Output tax in the ledger: from when sales carry it, and what of each transaction is taxed.

ALTER TABLE invoice_rule ADD COLUMN output_tax boolean NOT NULL DEFAULT false;
ALTER TABLE invoice_rule ADD COLUMN gift text NOT NULL DEFAULT 'use' CHECK (gift IN ('recharge', 'use'));

-- A line is output tax of sales, with the day on which they are earned, or of stored value paid in and out; or, with a purse, the change of the member's
-- stored value that is taxed already. Fen.
CREATE TABLE tax_line (
  venue_id text NOT NULL,
  tx_id text NOT NULL,
  seq int NOT NULL,
  document_kind text NOT NULL,
  document_id text NOT NULL,
  day date NOT NULL,
  service text NOT NULL,
  class_id text NOT NULL DEFAULT '',
  rate text NOT NULL,
  purse text NOT NULL DEFAULT '' CHECK (purse IN ('', 'principal', 'gift')),
  member_id text NOT NULL DEFAULT '',
  earned_on date,
  gross bigint NOT NULL,
  tax bigint NOT NULL,
  PRIMARY KEY (venue_id, tx_id, seq),
  CONSTRAINT tax_line_member CHECK ((purse = '') = (member_id = '') AND (purse = '' OR earned_on IS NULL))
);
CREATE INDEX tax_line_document ON tax_line (venue_id, document_id);
CREATE INDEX tax_line_stored ON tax_line (venue_id, member_id) WHERE purse <> '';
CREATE INDEX tax_line_day ON tax_line (venue_id, day) WHERE purse = '';
SELECT protect_venue_table('tax_line', false, true);

-- Finding what belongs to a document by the beginning of its number.
CREATE INDEX ledger_tx_no ON ledger_tx (venue_id, document_no text_pattern_ops);

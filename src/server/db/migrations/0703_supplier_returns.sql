-- Goods that go back to their supplier: a stock document that takes them out of a warehouse and off what is owed.
ALTER TABLE stock_document DROP CONSTRAINT stock_document_kind_check,
  ADD CONSTRAINT stock_document_kind_check CHECK (kind IN ('receiptShop', 'receiptMain', 'transfer', 'count', 'writeOff', 'supplierReturn'));

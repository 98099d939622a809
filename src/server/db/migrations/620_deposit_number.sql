-- A deposit is found by its number.
CREATE INDEX sale_item_document_no ON sale_item (venue_id, document_no);

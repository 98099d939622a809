-- Barcodes are compared as GTINs: UPC-A 012345678905 and EAN-13 0012345678905 are one. `barcodeKey` of the contract says the same.
CREATE FUNCTION barcode_key(barcode text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT CASE WHEN barcode ~ '^([0-9]{8}|[0-9]{12,14})$' THEN lpad(barcode, 14, '0') ELSE upper(barcode) END
$$;
-- Of products that share a GTIN the oldest keeps it; the others keep their code in the note.
UPDATE product p SET memo = concat_ws(' ', nullif(p.memo, ''), p.barcode), barcode = NULL
WHERE EXISTS (SELECT FROM product o
  WHERE o.venue_id = p.venue_id AND barcode_key(o.barcode) = barcode_key(p.barcode) AND (o.created_at, o.id) < (p.created_at, p.id));
DROP INDEX product_barcode;
CREATE UNIQUE INDEX product_barcode ON product (venue_id, barcode_key(barcode)) WHERE barcode IS NOT NULL;

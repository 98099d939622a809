-- What a product is found by at the checkout, in one text: each line of it is looked through as typed, in lower case, without a locale.
ALTER TABLE product ADD COLUMN finds text COLLATE "C" NOT NULL
  GENERATED ALWAYS AS (lower(name || chr(10) || spec) || chr(10) || pinyin || chr(10) || coalesce(barcode, '')) STORED;

-- When a hall was made, as every declared resource says it.
ALTER TABLE hall ADD COLUMN created_at timestamptz NOT NULL DEFAULT now();

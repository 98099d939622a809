-- When a program was made: lists begin with the oldest.
ALTER TABLE program ADD COLUMN created_at timestamptz NOT NULL DEFAULT now();

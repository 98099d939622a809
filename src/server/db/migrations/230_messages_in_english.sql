-- Messages are kept in both languages: a message is written once and read by people of either. `title` and `text` are the Chinese ones;
-- older messages have one language only.
ALTER TABLE message ADD COLUMN title_en text, ADD COLUMN text_en text;

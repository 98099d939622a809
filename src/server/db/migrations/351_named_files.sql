-- A picture is looked for once, a day after its upload: whether any row names it. What was cropped, replaced or given up before is not kept.
ALTER TABLE uploaded_file ADD COLUMN named boolean NOT NULL DEFAULT false;
CREATE INDEX uploaded_file_unnamed ON uploaded_file (venue_id, at) WHERE NOT named;

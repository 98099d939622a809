-- Who won the last points of a set, as far as they were counted one by one.
ALTER TABLE inning ADD COLUMN run text NOT NULL DEFAULT '' CHECK (run ~ '^[ha]*$');

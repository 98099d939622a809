-- A group waits as a group, so that what it is offered costs the group's price.
ALTER TABLE waitlist_entry ADD COLUMN as_group boolean NOT NULL DEFAULT false, ADD CHECK (NOT (as_group AND member_id IS NOT NULL));

-- Which draw method made a draw: only the same one repeats it. Draws so far are those of the first.
ALTER TABLE game_draw ADD COLUMN method integer NOT NULL DEFAULT 1;
-- An organiser's table of first matches after groups, "A1-B2 C1-D2".
ALTER TABLE game_event_setting ADD COLUMN crossing text NOT NULL DEFAULT '';

-- The best of the next place across all groups go through besides, such as the four best thirds.
ALTER TABLE game_event_setting ADD COLUMN best_next_quantity int NOT NULL DEFAULT 0;

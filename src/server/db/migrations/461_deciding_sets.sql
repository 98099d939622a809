-- A last set with points of its own; timed matches, which may be draws.
ALTER TABLE game_event_setting
  ADD COLUMN counting text NOT NULL DEFAULT 'sets' CHECK (counting IN ('sets', 'timed')),
  ADD COLUMN deciding_points integer,
  ADD COLUMN deciding_cap integer,
  ADD COLUMN period_minutes integer,
  ADD COLUMN draws boolean NOT NULL DEFAULT false;
ALTER TABLE game_setting ADD COLUMN draw_integral integer NOT NULL DEFAULT 1;
ALTER TABLE game_team ADD COLUMN draw_count integer DEFAULT 0;

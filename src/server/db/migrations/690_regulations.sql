-- Regulations of a game's sport: what results of those that leave a group count, and points of matches that the last set decided.
ALTER TABLE game_setting
  ADD COLUMN sport text NOT NULL DEFAULT 'other'
    CHECK (sport IN ('badminton', 'tableTennis', 'tennis', 'volleyball', 'basketball', 'football', 'other')),
  ADD COLUMN leaving text NOT NULL DEFAULT 'keep' CHECK (leaving IN ('keep', 'annul', 'annulIncomplete')),
  ADD COLUMN narrow_win_integral integer,
  ADD COLUMN narrow_loss_integral integer;
-- Of these among the matches won and lost, to which the points of narrow ones go.
ALTER TABLE game_team
  ADD COLUMN narrow_win_count integer NOT NULL DEFAULT 0,
  ADD COLUMN narrow_loss_count integer NOT NULL DEFAULT 0;

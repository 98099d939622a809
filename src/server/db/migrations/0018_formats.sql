-- Further formats: Swiss and Monrad, place matches, plate and feed-in consolation, a qualifying draw; a ranking list to seed by.
ALTER TABLE game_event_setting
  DROP CONSTRAINT game_event_setting_racecard_rule_check,
  ADD CONSTRAINT game_event_setting_racecard_rule_check CHECK (racecard_rule IN (
    'knockout', 'doubleElimination', 'roundRobin', 'groupsKnockout', 'swiss', 'monrad', 'qualifying')),
  -- 0: as many as a knockout of so many entries has.
  ADD COLUMN swiss_rounds int NOT NULL DEFAULT 0,
  ADD COLUMN places_to text NOT NULL DEFAULT 'none' CHECK (places_to IN ('none', '8', '16', '32', 'all')),
  ADD COLUMN consolation text NOT NULL DEFAULT 'none' CHECK (consolation IN ('none', 'plate', 'feedIn')),
  ADD COLUMN qualifier_quantity int NOT NULL DEFAULT 4;

ALTER TABLE racecard
  DROP CONSTRAINT racecard_kind_check,
  ADD CONSTRAINT racecard_kind_check CHECK (kind IN (
    'groups', 'swiss', 'qualifying', 'knockout', 'losers', 'final', 'places', 'plate'));

-- Plays the qualifying draw; others are in the main draw at once.
ALTER TABLE game_team ADD COLUMN qualifying boolean NOT NULL DEFAULT false;

-- Rows of the ranking list that was imported last, found in the entries or not.
ALTER TABLE game_event ADD COLUMN ranking jsonb NOT NULL DEFAULT '[]' CHECK (jsonb_typeof(ranking) = 'array' AND jsonb_array_length(ranking) <= 5000);

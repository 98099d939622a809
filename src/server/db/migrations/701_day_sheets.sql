-- The sheet of a day as it stood when the day was closed: it is printed again as it was, and what was booked on the day since is listed beside it.
CREATE TABLE day_sheet (
  venue_id text NOT NULL,
  day date NOT NULL,
  closed_at timestamptz NOT NULL,
  page jsonb NOT NULL,
  PRIMARY KEY (venue_id, day)
);
SELECT protect_venue_table('day_sheet', audited => false, append_only => true);

-- Requests by key and window, added up over all processes: a process writes what it counted once a second. Of no venue.
CREATE TABLE rate (
  key text PRIMARY KEY,
  since timestamptz NOT NULL,
  hits int NOT NULL
);
CREATE INDEX rate_age ON rate (since);
GRANT SELECT, INSERT, UPDATE, DELETE ON rate TO venue_app;

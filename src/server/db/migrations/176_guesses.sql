-- Guesses that failed, by who makes them of what: a row a key, of one window of time. Devices from which a person has logged in before.
CREATE TABLE guess (
  key text PRIMARY KEY,
  tries int NOT NULL,
  since timestamptz NOT NULL,
  until timestamptz
);
CREATE INDEX guess_since ON guess (since);
CREATE TABLE person_device (
  token_hash text NOT NULL,
  person_id text NOT NULL REFERENCES person ON DELETE CASCADE,
  used_at timestamptz NOT NULL,
  PRIMARY KEY (token_hash, person_id)
);
CREATE INDEX person_device_person ON person_device (person_id);
CREATE INDEX person_device_used ON person_device (used_at);
GRANT SELECT, INSERT, UPDATE, DELETE ON guess, person_device TO venue_app;

-- Codes for a new password, sent to a mobile. A mobile that nobody has gets a row as well, so that the limits tell nothing.
CREATE TABLE sms_code (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  mobile text NOT NULL,
  code_hash text NOT NULL,
  person_id text REFERENCES person ON DELETE CASCADE,
  address text NOT NULL,
  at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  tries int NOT NULL DEFAULT 0,
  used_at timestamptz
);
CREATE INDEX sms_code_mobile ON sms_code (mobile, id);
CREATE INDEX sms_code_address ON sms_code (address, at);
CREATE INDEX sms_code_time ON sms_code (at);
GRANT SELECT, INSERT, UPDATE, DELETE ON sms_code TO venue_app;

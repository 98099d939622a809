-- Devices as the record of the staff shows them: what each is, and the sessions that were opened on it. Each sign-in is kept, with the phone
-- that confirmed it where a code was scanned.
ALTER TABLE person_device
  ADD COLUMN id text NOT NULL DEFAULT gen_random_uuid()::text,
  ADD COLUMN agent text NOT NULL DEFAULT '',
  ADD COLUMN address text NOT NULL DEFAULT '',
  ADD COLUMN first_at timestamptz;
CREATE UNIQUE INDEX person_device_id ON person_device (id);
ALTER TABLE person_session ADD COLUMN device_hash text NOT NULL DEFAULT '';
ALTER TABLE qr_ticket
  ADD COLUMN agent text NOT NULL DEFAULT '',
  ADD COLUMN address text NOT NULL DEFAULT '';
CREATE TABLE person_sign_in (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  person_id text NOT NULL REFERENCES person ON DELETE CASCADE,
  at timestamptz NOT NULL,
  way text NOT NULL CHECK (way IN ('password', 'scan', 'setup')),
  agent text NOT NULL,
  address text NOT NULL,
  -- The phone that confirmed the scanned code.
  phone_agent text,
  phone_address text
);
CREATE INDEX person_sign_in_person ON person_sign_in (person_id, id DESC);
CREATE INDEX person_sign_in_at ON person_sign_in (at);
GRANT SELECT, INSERT, UPDATE, DELETE ON person_sign_in TO venue_app;

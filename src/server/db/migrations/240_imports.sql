-- Imports from files: what was sent, row by row, and how far each row came. Values are kept until the import is over.
CREATE TABLE import_job (
  venue_id text NOT NULL,
  id text NOT NULL,
  resource text NOT NULL,
  file text NOT NULL,
  state text NOT NULL CHECK (state IN ('checking', 'running', 'done', 'stopped')),
  total int NOT NULL CHECK (total > 0),
  language text NOT NULL,
  person_id text NOT NULL,
  operator text NOT NULL,
  created_at timestamptz NOT NULL,
  stepped_at timestamptz NOT NULL,
  PRIMARY KEY (venue_id, id)
);
CREATE INDEX import_job_resource ON import_job (venue_id, resource, created_at DESC);
CREATE INDEX import_job_open ON import_job (venue_id, stepped_at) WHERE state IN ('checking', 'running');
SELECT protect_venue_table('import_job');

CREATE TABLE import_row (
  venue_id text NOT NULL,
  job_id text NOT NULL,
  row int NOT NULL,
  cells jsonb NOT NULL,
  state text NOT NULL CHECK (state IN ('pending', 'bad', 'added')),
  errors jsonb NOT NULL DEFAULT '{}',
  PRIMARY KEY (venue_id, job_id, row),
  FOREIGN KEY (venue_id, job_id) REFERENCES import_job (venue_id, id) ON DELETE CASCADE
);
CREATE INDEX import_row_pending ON import_row (venue_id, job_id, row) WHERE state = 'pending';
-- Not in the audit log, which keeps what it reads: what a row adds is logged where it is added.
SELECT protect_venue_table('import_row', false);

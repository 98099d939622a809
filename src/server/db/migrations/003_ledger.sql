-- The ledger (product ledger.md): one append-only book in whole fen. Each transaction's postings sum to zero; debit +, credit −.

CREATE TABLE shift (
  venue_id text NOT NULL,
  id text NOT NULL,
  person_id text NOT NULL,
  state text NOT NULL DEFAULT 'open' CHECK (state IN ('open', 'counting', 'closed')),
  opened_at timestamptz NOT NULL,
  closed_at timestamptz,
  PRIMARY KEY (venue_id, id)
);
CREATE UNIQUE INDEX shift_one_open ON shift (venue_id, person_id) WHERE state <> 'closed';
SELECT protect_venue_table('shift');

CREATE TABLE ledger_tx (
  venue_id text NOT NULL,
  id text NOT NULL,
  document_kind text NOT NULL,
  document_id text NOT NULL,
  document_no text NOT NULL,
  operation text NOT NULL,
  person_id text NOT NULL,
  operator text NOT NULL,
  shift_id text,
  posted_at timestamptz NOT NULL,
  day date NOT NULL,
  idempotency_key text,
  reverses text,
  reason text NOT NULL DEFAULT '',
  PRIMARY KEY (venue_id, id),
  FOREIGN KEY (venue_id, reverses) REFERENCES ledger_tx (venue_id, id)
);
CREATE INDEX ledger_tx_document ON ledger_tx (venue_id, document_kind, document_id);
-- A whole revocation happens once.
CREATE UNIQUE INDEX ledger_tx_reversed_once ON ledger_tx (venue_id, reverses) WHERE reverses IS NOT NULL;
CREATE INDEX ledger_tx_time ON ledger_tx (venue_id, posted_at DESC, id DESC);
SELECT protect_venue_table('ledger_tx', audited => false, append_only => true);

CREATE TABLE posting (
  venue_id text NOT NULL,
  tx_id text NOT NULL,
  seq int NOT NULL,
  account text NOT NULL,
  -- Member, holding, SKU, channel …, where the account has one.
  subject text NOT NULL DEFAULT '',
  amount bigint NOT NULL CHECK (amount <> 0),
  -- The day on which income, discount and cost are earned; on other accounts null.
  earned_on date,
  day date NOT NULL,
  posted_at timestamptz NOT NULL,
  -- Purse postings carry the purse's balance after them (positive = what the member holds).
  balance_after bigint,
  PRIMARY KEY (venue_id, tx_id, seq),
  FOREIGN KEY (venue_id, tx_id) REFERENCES ledger_tx (venue_id, id)
);
CREATE INDEX posting_account_day ON posting (venue_id, account, day);
CREATE INDEX posting_earned ON posting (venue_id, earned_on, account) WHERE earned_on IS NOT NULL;
CREATE INDEX posting_subject ON posting (venue_id, subject, posted_at DESC) WHERE subject <> '';
CREATE INDEX posting_purse ON posting (venue_id, posted_at DESC, tx_id DESC, seq DESC) WHERE account IN ('purse.principal', 'purse.gift');
SELECT protect_venue_table('posting', audited => false, append_only => true);

CREATE FUNCTION ledger_balanced() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  total numeric;
BEGIN
  SELECT sum(amount) INTO total FROM posting WHERE venue_id = NEW.venue_id AND tx_id = NEW.id;
  IF total IS DISTINCT FROM 0 THEN
    RAISE EXCEPTION 'ledger transaction % does not balance: %', NEW.id, coalesce(total::text, 'no postings') USING ERRCODE = '23514';
  END IF;
  RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER balanced AFTER INSERT ON ledger_tx DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION ledger_balanced();

-- A posting may only join a transaction made in the same database transaction: nothing is slipped into an old one.
CREATE FUNCTION posting_joins_fresh_tx() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (
    SELECT FROM (SELECT DISTINCT venue_id, tx_id FROM added) a
    LEFT JOIN ledger_tx t ON t.venue_id = a.venue_id AND t.id = a.tx_id AND t.xmin::text = pg_current_xact_id()::xid::text
    WHERE t.id IS NULL
  ) THEN
    RAISE EXCEPTION 'posting to a ledger transaction that is already closed' USING ERRCODE = '42501';
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER fresh_tx AFTER INSERT ON posting REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION posting_joins_fresh_tx();

-- Balances kept for speed and for locking: the same database transaction moves them, and doctor proves them equal to the postings.
CREATE TABLE balance (
  venue_id text NOT NULL,
  account text NOT NULL,
  subject text NOT NULL,
  -- Positive = what the subject holds (liabilities are kept with their sign turned).
  amount bigint NOT NULL CHECK (amount >= 0),
  PRIMARY KEY (venue_id, account, subject)
);
SELECT protect_venue_table('balance', audited => false);

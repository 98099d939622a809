-- Budgets by month and account.

CREATE TABLE budget (
  venue_id text NOT NULL,
  id text NOT NULL,
  month text NOT NULL CHECK (month ~ '^20\d\d-(0[1-9]|1[0-2])$'),
  account text NOT NULL,
  category text,
  amount bigint NOT NULL CHECK (amount >= 0),
  remark text NOT NULL DEFAULT '',
  created_at timestamptz NOT NULL,
  PRIMARY KEY (venue_id, id)
);
CREATE UNIQUE INDEX budget_account ON budget (venue_id, month, account, coalesce(category, ''));
CREATE INDEX budget_created ON budget (venue_id, created_at DESC, id DESC);
CREATE INDEX budget_month ON budget (venue_id, month DESC, id DESC);
SELECT protect_venue_table('budget');

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

-- Roles that exist get the codes of bank and budgets where they hold those of the pages beside them.
INSERT INTO role_code (role_id, code)
SELECT c.role_id, n.code FROM role_code c JOIN (VALUES
  ('reconciliation', 'bank_line_list'), ('reconciliation', 'bank_account_list'), ('reconciliation', 'bank_deposit_list'), ('reconciliation', 'bank_payout_list'),
  ('reconciliation_load', 'bank_account_modify'), ('reconciliation_load', 'bank_modify'), ('reconciliation_load', 'bank_line_modify'),
  ('settlement_approve', 'bank_approve'), ('report_export', 'bank_export'),
  ('account_statements', 'budget_list'), ('account_code_modify', 'budget_modify'), ('account_statements_export', 'budget_export')
) AS n (beside, code) ON n.beside = c.code
ON CONFLICT DO NOTHING;

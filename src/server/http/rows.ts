/** Rows of what the platform writes beside every change. Checked against the database by a test. */
import type { ColumnType, Generated } from "kysely";

interface AuditLogTable {
  venue_id: string;
  id: Generated<number>;
  at: Date;
  person_id: string;
  operator: string;
  address: string;
  action: string;
  object: string;
  object_id: string;
  before: ColumnType<Record<string, unknown> | null, string | null, string | null>;
  after: ColumnType<Record<string, unknown> | null, string | null, string | null>;
}

interface CounterTable {
  venue_id: string;
  name: string;
  value: number;
}

interface OutboxTable {
  venue_id: string;
  id: number;
  at: Date;
  type: string;
  order_id: Generated<string>;
  amount: Generated<number>;
  data: ColumnType<Record<string, unknown>, string | undefined, string>;
}

interface IdempotencyTable {
  venue_id: string;
  person_id: string;
  call: string;
  key: string;
  body_hash: string;
  answer: ColumnType<unknown, string | null, string | null>;
  at: Date;
}

interface DueTable {
  venue_id: string;
  job: string;
  due_at: Date;
  tries: Generated<number>;
}

interface RateTable {
  key: string;
  since: Date;
  hits: number;
}

interface WriteProbeTable {
  only_one: Generated<boolean>;
  at: Date;
}

export interface KernelTables {
  write_probe: WriteProbeTable;
  rate: RateTable;
  due: DueTable;
  audit_log: AuditLogTable;
  counter: CounterTable;
  outbox: OutboxTable;
  idempotency: IdempotencyTable;
}

/**
 * Makes a race's winner certain without sleeping: whatever changes the venue writes its live events last, under the venue's sequence. A gate holds
 * that sequence, so that who came first has all it wants and can't commit; whoever comes next waits for it.
 */
import { Client } from "pg";
import { expect } from "vitest";
import { query } from "./tables";

const PATIENCE_MS = 20_000;

/** Waits until nobody is in a transaction: what the clock still does would else wait at the gate instead of who comes first. */
const quiet = (url: string): Promise<void> =>
  expect
    .poll(
      async () => {
        const rows = await query<{ n: number }>(
          url,
          `SELECT count(*)::int AS n FROM pg_stat_activity
            WHERE datname = current_database() AND pid <> pg_backend_pid() AND state <> 'idle' AND backend_type = 'client backend'`,
          [],
        );
        return rows[0]?.n ?? 0;
      },
      { timeout: PATIENCE_MS, interval: 10 },
    )
    .toBe(0);

/** Runs `work` while nothing of the venue can commit; then all of it can. */
export async function whileShut<T>(url: string, work: () => Promise<T>, venueId = "v-1"): Promise<T> {
  await quiet(url);
  const holder = new Client({ connectionString: url });
  await holder.connect();
  try {
    await holder.query("INSERT INTO counter (venue_id, name, value) VALUES ($1, 'outbox', 0) ON CONFLICT DO NOTHING", [venueId]);
    await holder.query("BEGIN");
    await holder.query("SELECT FROM counter WHERE venue_id = $1 AND name = 'outbox' FOR UPDATE", [venueId]);
    return await work();
  } finally {
    await holder.end();
  }
}

/** Waits until so many connections of the database wait for a lock. */
export const waitingFor = (url: string, connections: number): Promise<void> =>
  expect
    .poll(
      async () => {
        const rows = await query<{ n: number }>(
          url,
          "SELECT count(*)::int AS n FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'",
          [],
        );
        return rows[0]?.n ?? 0;
      },
      { timeout: PATIENCE_MS, interval: 10 },
    )
    .toBeGreaterThanOrEqual(connections);

export interface Lock {
  /** Row that another transaction holds while the change runs. */
  readonly on: string;
  /** Rows of which those are named that the change holds while it waits. */
  readonly rows: readonly (readonly [name: string, from: string])[];
}

/** Runs a change while another has a row, and names what it holds while it waits for it. */
export async function heldWhileWaiting(url: string, change: () => Promise<unknown>, { on, rows }: Lock): Promise<string[]> {
  const holder = new Client({ connectionString: url });
  await holder.connect();
  await holder.query("BEGIN");
  await holder.query(`SELECT FROM ${on} FOR NO KEY UPDATE`);
  const running = change();
  try {
    await waitingFor(url, 1);
    const held: string[] = [];
    for (const [name, from] of rows) {
      const all = await holder.query<{ row: string }>(`SELECT ${name} AS row FROM ${from}`);
      const free = await holder.query<{ row: string }>(`SELECT ${name} AS row FROM ${from} FOR NO KEY UPDATE SKIP LOCKED`);
      held.push(...all.rows.filter(({ row }) => !free.rows.some((one) => one.row === row)).map(({ row }) => row));
    }
    return held;
  } finally {
    await holder.query("ROLLBACK");
    await holder.end();
    await running;
  }
}

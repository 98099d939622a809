/**
 * Databases for tests: each a copy of a template, so a test sees only its own rows. A copy is a thousand files, and a new connection learns
 * two hundred tables: what a test process is done with is emptied and kept, with its connections, for its next test.
 */
import { randomUUID } from "node:crypto";
import { Client, type Pool } from "pg";
import { openDatabase } from "../../src/server/db/client";

/** A database of one's own. `url` connects as its owner. */
export interface FreshDatabase {
  name: string;
  url: string;
  drop(): Promise<void>;
}

/** A name that no other database of a test has. */
export const named = (): string => `venue_test_${randomUUID().replaceAll("-", "").slice(0, 16)}`;

/**
 * Gives a database like the template: the migrated, empty one unless another is named. `drop` it when the test is done; it also cuts
 * connections that are left.
 * @throws Error outside the vitest projects that start the test server (server, proofs, browser)
 */
export async function freshDatabase(template = process.env.VENUE_TEST_TEMPLATE): Promise<FreshDatabase> {
  const server = process.env.VENUE_TEST_SERVER;
  if (!server || !template)
    throw new Error("The test database does not run: this vitest project has no globalSetup tests/support/global.ts");
  const name = named();
  await on(server, (client) => client.query(`CREATE DATABASE "${name}" TEMPLATE "${template}" STRATEGY FILE_COPY`));
  return {
    name,
    url: at(server, name),
    drop: async () => {
      await on(server, (client) => client.query(`DROP DATABASE IF EXISTS "${name}" WITH (FORCE)`));
    },
  };
}

/** A migrated, empty database with a pool on it. `giveBack` it when the test is done and closed what it opened. */
export interface KeptDatabase {
  readonly url: string;
  readonly pool: Pool;
  giveBack(): Promise<void>;
}

const kept: KeptDatabase[] = [];

/** Gives a database that an earlier test of this process gave back, or a new one. Its tables are empty. */
export async function keptDatabase(): Promise<KeptDatabase> {
  return kept.pop() ?? newKept();
}

async function newKept(): Promise<KeptDatabase> {
  const { url, drop } = await freshDatabase();
  const { pool, close } = openDatabase(url, { max: 10 });
  const processes = new Set<number>();
  pool.on(
    "connect",
    (client) =>
      void client
        .query<{ pid: number }>("SELECT pg_backend_pid() AS pid")
        .then(({ rows }) => rows.forEach((row) => processes.add(row.pid)))
        .catch(() => undefined),
  );
  const cleaner = new Client({ connectionString: url });
  let isCut = false;
  cleaner.on("error", () => (isCut = true));
  await cleaner.connect();
  await cleaner.query(EMPTIER);
  const catalogue = await catalogueOf(cleaner);
  const gone = async (): Promise<void> => {
    await Promise.all([close(), cleaner.end()]);
    await drop();
  };
  const self: KeptDatabase = {
    url,
    pool,
    async giveBack() {
      if (isCut) return gone();
      // Whoever else is connected was left over by the test: a second process, a listener, what never ended.
      await cleaner.query(
        "SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid() AND (pid <> ALL ($1::int[]) OR state <> 'idle')",
        [[...processes]],
      );
      const now = await catalogueOf(cleaner);
      if (now.large || now.text !== catalogue.text) return gone();
      await cleaner.query("SELECT pg_temp.empty_all()");
      kept.push(self);
    },
  };
  return self;
}

/**
 * The tables, functions, triggers and rights of a database in one text: one whose test changed them, filled it or cut its connections is not kept.
 */
async function catalogueOf(client: Client): Promise<{ text: string; large: boolean }> {
  const parts = ["pg_class", "pg_attribute", "pg_proc", "pg_trigger", "pg_constraint", "pg_policy", "pg_index"]
    .map((table) => `(SELECT count(*) || ':' || max(xmin::text::bigint) FROM ${table})`)
    .join(", ");
  const { rows } = await client.query<{ text: string; large: boolean }>(
    `SELECT concat_ws(' ', ${parts}) AS text, pg_database_size(current_database()) > 48 << 20 AS large`,
  );
  const [row] = rows;
  if (!row) throw new Error("The catalogue of a database has no row");
  return row;
}

/** Makes a function that deletes all rows: its two hundred statements are planned once. */
const EMPTIER = `
  DO $$ DECLARE statements text; BEGIN
    SELECT string_agg(format('DELETE FROM %I;', tablename), ' ') INTO statements
      FROM pg_tables WHERE schemaname = 'public' AND tablename <> 'schema_migration';
    EXECUTE format('CREATE FUNCTION pg_temp.empty_all() RETURNS void LANGUAGE plpgsql AS %L', 'DECLARE one name; BEGIN ' || statements || '
      FOR one IN SELECT sequencename FROM pg_sequences WHERE schemaname = ''public'' AND last_value IS NOT NULL LOOP
        PERFORM setval(one::text, 1, false);
      END LOOP; END');
  END $$;
  SET session_replication_role = replica`;

/** The address of another database of the same server. */
export function at(server: string, name: string): string {
  const url = new URL(server);
  url.pathname = `/${name}`;
  return url.href;
}

/** Runs `work` over one connection. */
export async function on<T>(url: string, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/**
 * Databases for tests: each a copy of a template, so a test sees only its own rows. A copy is a thousand files, so those that were emptied
 * again wait under another name for whoever asks next, in any test process.
 */
import { randomUUID } from "node:crypto";
import { Client } from "pg";

/** A database of one's own. `url` connects as its owner. */
export interface FreshDatabase {
  name: string;
  url: string;
  drop(): Promise<void>;
}

/** How the names of databases begin: in use by a test, and emptied for the next that wants this template. */
const USED = "venue_test_";
const freeOf = (template: string): string => `${template.replace("template", "free")}_`;

/**
 * Gives a database like the template: the migrated, empty one unless another is named. `drop` it when the test is done; it also cuts
 * connections that are left.
 * @throws Error outside the vitest projects that start the test server (server, proofs, browser)
 */
export async function freshDatabase(template = process.env.VENUE_TEST_TEMPLATE): Promise<FreshDatabase> {
  const server = process.env.VENUE_TEST_SERVER;
  if (!server || !template)
    throw new Error("The test database does not run: this vitest project has no globalSetup tests/support/global.ts");
  const empty = template === process.env.VENUE_TEST_TEMPLATE;
  const name = `${USED}${randomUUID().replaceAll("-", "").slice(0, 16)}`;
  await on(server, async (client) => {
    if (empty && (await takeFree(client, freeOf(template), name))) return;
    await client.query(`CREATE DATABASE "${name}" TEMPLATE "${template}" STRATEGY FILE_COPY`);
  });
  const url = at(server, name);
  return {
    name,
    url,
    drop: async () => {
      await on(server, async (client) => {
        await client.query("SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE datname = $1", [name]);
        if (empty && (await emptied(url)))
          await client.query(`ALTER DATABASE "${name}" RENAME TO "${name.replace(USED, freeOf(template))}"`);
        else await client.query(`DROP DATABASE IF EXISTS "${name}" WITH (FORCE)`);
      });
    },
  };
}

/** Renames a database that waits. @returns false when there is none */
async function takeFree(client: Client, free: string, name: string): Promise<boolean> {
  const { rows } = await client.query<{ datname: string }>("SELECT datname FROM pg_database WHERE starts_with(datname, $1)", [free]);
  for (const { datname } of rows) {
    try {
      await client.query(`ALTER DATABASE "${datname}" RENAME TO "${name}"`);
      return true;
    } catch {
      // Another process took it.
    }
  }
  return false;
}

/** The tables, functions, triggers and rights of a database in one text: a test that changed them does not hand it on. */
export const CATALOGUE = `SELECT concat_ws(' ', ${[
  "pg_class",
  "pg_attribute",
  "pg_proc",
  "pg_trigger",
  "pg_constraint",
  "pg_policy",
  "pg_index",
]
  .map((table) => `(SELECT count(*) || ':' || max(xmin::text::bigint) FROM ${table})`)
  .join(", ")}) AS catalogue`;

const EMPTY = `
  SET session_replication_role = replica;
  DO $$ DECLARE one name; BEGIN
    FOR one IN SELECT tablename FROM pg_tables WHERE schemaname = 'public' AND tablename <> 'schema_migration' LOOP
      EXECUTE format('DELETE FROM %I', one);
    END LOOP;
    FOR one IN SELECT sequencename FROM pg_sequences WHERE schemaname = 'public' AND last_value IS NOT NULL LOOP
      PERFORM setval(one::text, 1, false);
    END LOOP;
  END $$`;

/** Deletes all rows. @returns false when the database can't be handed on: it is no longer built like the template, or is too large */
async function emptied(url: string): Promise<boolean> {
  return on(url, async (client) => {
    const { rows } = await client.query<{ catalogue: string; small: boolean }>(
      `SELECT catalogue, pg_database_size(current_database()) < 48 << 20 AS small FROM (${CATALOGUE}) AS c`,
    );
    const [now] = rows;
    if (!now?.small || now.catalogue !== process.env.VENUE_TEST_CATALOGUE) return false;
    await client.query(EMPTY);
    return true;
  });
}

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

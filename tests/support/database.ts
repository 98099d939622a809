/** Databases for tests: each a copy of a template, so a test file sees only its own rows. */
import { randomUUID } from "node:crypto";
import { Client } from "pg";

/** A database of one's own. `url` connects as its owner. */
export interface FreshDatabase {
  name: string;
  url: string;
  drop(): Promise<void>;
}

/**
 * Makes a database from a template (about 50 ms): the migrated, empty one unless another is named. `drop` it when the file is done; it also
 * cuts connections that are left.
 * @throws Error outside the vitest projects that start the test server (server, proofs, browser)
 */
export async function freshDatabase(template = process.env.VENUE_TEST_TEMPLATE): Promise<FreshDatabase> {
  const server = process.env.VENUE_TEST_SERVER;
  if (!server || !template)
    throw new Error("The test database does not run: this vitest project has no globalSetup tests/support/global.ts");
  const name = `venue_test_${randomUUID().replaceAll("-", "").slice(0, 16)}`;
  await onServer(server, `CREATE DATABASE "${name}" TEMPLATE "${template}"`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  return { name, url: url.href, drop: () => onServer(server, `DROP DATABASE IF EXISTS "${name}" WITH (FORCE)`) };
}

async function onServer(server: string, statement: string): Promise<void> {
  const client = new Client({ connectionString: server });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

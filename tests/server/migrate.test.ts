/** Migrations under an owner that row-level security binds, as docs/operators.md sets one up: they reach every venue's rows all the same. */
import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout } from "node:timers/promises";
import { Client } from "pg";
import { afterEach, beforeEach, expect, it } from "vitest";
import { migrate } from "../../src/server/db/migrate";
import { freshDatabase, type FreshDatabase } from "../support/database";
import { query } from "../support/tables";

let database: FreshDatabase;
let folder: string;
let owner: string;
const server = () => process.env.VENUE_TEST_SERVER ?? "";
const write = (name: string, sql: string) => writeFileSync(path.join(folder, name), sql);
/** The database as a role of its own sees it, that may make tables and pass no guard. */
async function as(name: string): Promise<string> {
  await query(database.url, `CREATE ROLE "${name}" LOGIN PASSWORD 'x' NOSUPERUSER NOBYPASSRLS`);
  await query(database.url, `GRANT ALL ON SCHEMA public TO "${name}"; GRANT ALL ON DATABASE "${database.name}" TO "${name}"`);
  const url = new URL(database.url);
  url.username = name;
  url.password = "x";
  return url.href;
}
const THINGS = `CREATE TABLE thing (venue_id text, n int, PRIMARY KEY (venue_id, n));
  ALTER TABLE thing ENABLE ROW LEVEL SECURITY; ALTER TABLE thing FORCE ROW LEVEL SECURITY;
  CREATE POLICY own_venue ON thing USING (venue_id = current_setting('app.venue_id', true));`;
const numbers = async () => (await query<{ n: number }>(database.url, "SELECT n FROM thing ORDER BY venue_id")).map(({ n }) => n);

let roles: string[] = [];
beforeEach(async () => {
  database = await freshDatabase("template1");
  folder = mkdtempSync(path.join(tmpdir(), "migrations-"));
  roles = [1, 2].map(() => `venue_role_${randomUUID().slice(0, 8)}`);
  owner = await as(roles[0] ?? "");
  write("001_things.sql", THINGS);
  await migrate(owner, folder);
  await query(database.url, "INSERT INTO thing VALUES ('v-1', 1), ('v-2', 2)");
});
afterEach(async () => {
  await database.drop();
  for (const role of roles) await query(server(), `DROP ROLE IF EXISTS "${role}"`);
  rmSync(folder, { recursive: true });
});

it("changes the rows of all venues, and puts the table under force again", async () => {
  write("002_more.sql", "UPDATE thing SET n = n + 10");
  expect(await migrate(owner, folder)).toEqual(["002_more.sql"]);
  expect(await numbers()).toEqual([11, 12]);
  const bound = "SELECT relforcerowsecurity AS forced FROM pg_class WHERE relname = 'thing'";
  expect(await query(database.url, bound)).toEqual([{ forced: true }]);
  expect(await query(owner, "SELECT n FROM thing")).toEqual([]);
});

it("lets a process that still works continue, and migrates when it is done", async () => {
  write("002_zeta.sql", THINGS.replaceAll("thing", "zeta"));
  await migrate(owner, folder);
  write("003_more.sql", "UPDATE thing SET n = n + 10");
  const old = new Client({ connectionString: database.url });
  await old.connect();
  try {
    await old.query("BEGIN");
    await old.query("SELECT FROM zeta");
    const migrated = migrate(owner, folder);
    await setTimeout(200);
    // The migration holds this one and waits for the other.
    await old.query("UPDATE thing SET n = n + 1");
    await old.query("COMMIT");
    expect(await migrated).toEqual(["003_more.sql"]);
  } finally {
    await old.end();
  }
  expect(await numbers()).toEqual([12, 13]);
});

it("leaves the table under force where a migration fails", async () => {
  write("002_more.sql", "UPDATE thing SET n = n + 10; SELECT 1 / 0");
  await expect(migrate(owner, folder)).rejects.toThrow("migration 002_more.sql failed");
  expect(await numbers()).toEqual([1, 2]);
  expect(await query(owner, "SELECT n FROM thing")).toEqual([]);
});

it("refuses a role that does not own a table whose rows it would not see, and names both", async () => {
  const [, name = ""] = roles;
  const other = await as(name);
  await query(database.url, `GRANT ALL ON ALL TABLES IN SCHEMA public TO "${name}"`);
  write("002_more.sql", "UPDATE thing SET n = n + 10");
  const refusal: unknown = await migrate(other, folder).catch((error: unknown) => error);
  expect(refusal).toMatchObject({
    cause: { message: expect.stringContaining(`The role "${name}" of DATABASE_URL does not own the table "thing"`) },
  });
  expect(await numbers()).toEqual([1, 2]);
  write("002_more.sql", "UPDATE thing SET n = n + 10");
  await query(database.url, `ALTER ROLE "${name}" BYPASSRLS`);
  expect(await migrate(other, folder)).toEqual(["002_more.sql"]);
  expect(await numbers()).toEqual([11, 12]);
});

it("brings an empty database to the newest version, every table of venues under force", async () => {
  const fresh = await freshDatabase("template1");
  try {
    await query(server(), `ALTER ROLE "${roles[0]}" CREATEROLE; ALTER DATABASE "${fresh.name}" OWNER TO "${roles[0]}"`);
    const url = new URL(owner);
    url.pathname = `/${fresh.name}`;
    await migrate(url.href);
    expect(await migrate(url.href)).toEqual([]);
    const loose = await query(
      fresh.url,
      "SELECT relname FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relrowsecurity AND NOT relforcerowsecurity",
    );
    expect(loose).toEqual([]);
  } finally {
    await fresh.drop();
  }
}, 120_000);

it("refuses a migration that was changed after it ran, and takes one whose line ends a checkout changed", async () => {
  write("001_things.sql", THINGS.replaceAll("\n", "\r\n"));
  expect(await migrate(owner, folder)).toEqual([]);
  write("001_things.sql", `${THINGS} -- and more`);
  await expect(migrate(owner, folder)).rejects.toThrow("001_things.sql was changed after it ran");
});

it("leaves tables of a version before 0.1.0 as they are, and says how to begin anew", async () => {
  write("0001_schema.sql", THINGS.replaceAll("thing", "other"));
  await expect(migrate(owner, folder)).rejects.toThrow("before 0.1.0");
  expect(await numbers()).toEqual([1, 2]);
  expect(await query(database.url, "SELECT to_regclass('other') AS made")).toEqual([{ made: null }]);
});

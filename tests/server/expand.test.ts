/**
 * While processes are replaced one by one, the release before works on the tables of this one: a migration after the last release takes
 * nothing away that it reads and asks nothing that it does not write, or says in its first line that it is a contraction.
 */
import { copyFileSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { migrate } from "../../src/server/db/migrate";
import { packageRoot } from "../../src/server/root";
import { type FreshDatabase, freshDatabase } from "../support/database";
import { query } from "../support/tables";

/** The newest migration of the last release. A release moves it to its own. */
const RELEASED = "0001_schema.sql";
/** The first line of a migration before which every process of the release before has to be stopped. */
const CONTRACTION = /^-- contract: \S/;

const FOLDER = path.join(packageRoot, "src/server/db/migrations");
const all = readdirSync(FOLDER)
  .filter((name) => name.endsWith(".sql"))
  .sort();
let database: FreshDatabase;
let folder: string;
beforeAll(async () => {
  database = await freshDatabase("template1");
  folder = mkdtempSync(path.join(tmpdir(), "expand-"));
  for (const name of all.filter((one) => one <= RELEASED)) copyFileSync(path.join(FOLDER, name), path.join(folder, name));
  await migrate(database.url, folder);
});
afterAll(async () => {
  await database.drop();
  rmSync(folder, { recursive: true });
});

it("no two migrations have one number", () => {
  const number = (name: string): string => name.split("_")[0] ?? "";
  const shared = all.filter((name) => all.some((other) => other !== name && number(other) === number(name)));
  expect(shared).toEqual([]);
});

/** Returns everything that a process relies on, each with the purpose. */
async function reliedOn(): Promise<Map<string, string>> {
  const rows = await query<{ what: string; as: string }>(
    database.url,
    `SELECT c.relname || '.' || a.attname AS what, format_type(a.atttypid, NULL) AS as FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid
       WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p', 'v') AND a.attnum > 0 AND NOT a.attisdropped
     UNION ALL SELECT 'venue_app: ' || privilege_type || ' on ' || table_name, 'granted' FROM information_schema.role_table_grants
       WHERE grantee = 'venue_app' AND table_schema = 'public'
     UNION ALL SELECT 'function ' || p.oid::regprocedure, format_type(prorettype, NULL) FROM pg_proc p
       WHERE pronamespace = 'public'::regnamespace AND prorettype <> 'trigger'::regtype
     UNION ALL SELECT c.relname || ' without ' || a.attname, 'inserted' FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid
       WHERE c.relnamespace = 'public'::regnamespace AND a.attnum > 0 AND NOT a.attisdropped
         AND (c.relkind = 'v' OR c.relkind IN ('r', 'p') AND NOT (a.attnotnull AND NOT a.atthasdef AND a.attidentity = ''))`,
  );
  return new Map(rows.map(({ what, as }) => [what, as]));
}

/** State that the last migration left; reading it lasts as long as many migrations. */
let left: Map<string, string> | undefined;
/** Returns what a migration removes from the previous release. */
async function takenBy(sql: string): Promise<string[]> {
  const before = left ?? (await reliedOn());
  const tables = new Set([...before.keys()].map((what) => /^(\w+)\.\w+$/.exec(what)?.[1]));
  writeFileSync(path.join(folder, "999_tried.sql"), sql);
  await query(database.url, "DELETE FROM schema_migration WHERE name = '999_tried.sql'");
  await migrate(database.url, folder);
  const after = await reliedOn();
  left = after;
  const lost = [...before].filter(([what, as]) => after.get(what) !== as).map(([what]) => what);
  // A new column that must be written, in a table that was there: the release before does not write it.
  const asked = [...after.keys()].filter((what) => {
    const [, table, column] = /^(\w+)\.(\w+)$/.exec(what) ?? [];
    return column !== undefined && tables.has(table) && !before.has(what) && !after.has(`${table} without ${column}`);
  });
  return [...lost, ...asked.map((what) => `${what} has to be written`)];
}

it("holds for every migration since the last release, unless it says that it is a contraction", async () => {
  expect(all).toContain(RELEASED);
  for (const name of all.filter((one) => one > RELEASED)) {
    const sql = readFileSync(path.join(FOLDER, name), "utf8");
    const taken = await takenBy(sql);
    if (!CONTRACTION.test(sql)) expect([name, taken]).toEqual([name, []]);
  }
});

it.each([
  ["ALTER TABLE club RENAME COLUMN name TO title", ["club.name", "club.title has to be written"]],
  ["ALTER TABLE club DROP COLUMN title", ["club.title"]],
  [
    "ALTER TABLE club ADD COLUMN motto text NOT NULL DEFAULT ''; ALTER TABLE club ALTER motto DROP DEFAULT",
    ["club.motto has to be written"],
  ],
  ["ALTER TABLE club ALTER motto TYPE varchar(9)", ["club.motto"]],
  ["REVOKE UPDATE ON club FROM venue_app", ["venue_app: UPDATE on club"]],
  ["CREATE TABLE fresh_one (id text PRIMARY KEY); ALTER TABLE club ADD COLUMN hymn text; CREATE INDEX ON club (hymn)", []],
  ["ALTER TABLE club ALTER hymn SET DEFAULT ''; UPDATE club SET hymn = ''; ALTER TABLE club ALTER hymn SET NOT NULL", []],
  // Nobody has to write the columns that a view adds.
  ["CREATE OR REPLACE VIEW all_clubs AS SELECT venue_id, id FROM club", []],
  ["CREATE OR REPLACE VIEW all_clubs AS SELECT venue_id, id, hymn FROM club", []],
  ["ALTER TABLE club ALTER hymn DROP DEFAULT", ["club without hymn"]],
])("tells what takes something away: %s", async (sql, taken) => {
  expect(await takenBy(sql)).toEqual(taken);
});

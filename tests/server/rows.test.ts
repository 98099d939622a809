/** The row interfaces say what the database has: same tables, columns and nullability. */
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { columnsOf } from "../../src/server/resource/columns";
import { servedResources } from "../../src/server/resource/serve";
import { allRoutes } from "../../src/server/routes";
import { packageRoot } from "../../src/server/root";
import { freshDatabase, type FreshDatabase } from "../support/database";
import { query } from "../support/tables";

allRoutes({ dataDir: "/nowhere" }); // serving a resource enters it in the list

let database: FreshDatabase;
beforeAll(async () => {
  database = await freshDatabase();
});
afterAll(() => database.drop());

const sources = (which: (file: string) => boolean): string[] =>
  readdirSync(path.join(packageRoot, "src/server"), { recursive: true, encoding: "utf8" })
    .filter(which)
    .map((file) => readFileSync(path.join(packageRoot, "src/server", file), "utf8").replace(/\/\*[^]*?\*\/|\/\/.*$/gm, ""));
const fieldsIn = (body: string): Record<string, string> =>
  Object.fromEntries([...body.matchAll(/^\s*(\w+): ([^;]+);/gm)].map(([, field = "", type = ""]) => [field, type] as const));

/** Table → column → TypeScript type, read from every rows.ts. */
function written(): Record<string, Record<string, string>> {
  const bodies = new Map<string, Record<string, string>>();
  for (const source of sources((file) => path.basename(file) === "rows.ts"))
    for (const [, name = "", body = ""] of source.matchAll(/(?:export )?interface (\w+) (?:extends [\w, ]+ )?\{([^}]*)\}/g))
      bodies.set(name, fieldsIn(body));
  const tables: Record<string, Record<string, string>> = {};
  for (const [name, fields] of bodies) {
    if (!name.endsWith("Tables")) continue;
    // A type made of a resource's fields, such as `TableFor<typeof clubs>`, is compared by its declaration.
    for (const [table, type] of Object.entries(fields)) {
      const body = bodies.get(type);
      if (body) tables[table] = body;
    }
  }
  return tables;
}

/** Resource → columns beside its fields, read from `TableFor<typeof resource> & { … }`. */
function beside(): Record<string, Record<string, string>> {
  const found: Record<string, Record<string, string>> = {};
  for (const source of sources((file) => file.endsWith(".ts")))
    for (const [, name = "", body = ""] of source.matchAll(/TableFor<typeof (\w+)> & \{\n([^}]*)\}/g)) found[name] = fieldsIn(body);
  return found;
}
const columnsIn = (fields: Record<string, string>): string[] =>
  Object.entries(fields)
    .filter(([, type]) => !/^GeneratedAlways|, never, never>/.test(type))
    .map(([name, type]) => `${name}${/\| null/.test(type) ? "?" : ""}`);

it("describes each column of each table", async () => {
  const columns = await query<{ table_name: string; column_name: string; nullable: boolean }>(
    database.url,
    `SELECT table_name, column_name, is_nullable = 'YES' AS nullable FROM information_schema.columns
     JOIN information_schema.tables USING (table_schema, table_name)
     WHERE table_schema = 'public' AND table_type = 'BASE TABLE' AND table_name <> 'schema_migration' AND is_generated = 'NEVER'`,
  );
  const found: Record<string, string[]> = {};
  for (const { table_name, column_name, nullable } of columns) (found[table_name] ??= []).push(`${column_name}${nullable ? "?" : ""}`);
  const expected: Record<string, string[]> = {};
  const byHand = written();
  const more = beside();
  for (const [table, fields] of Object.entries(byHand)) expected[table] = columnsIn(fields);
  const views = (
    await query<{ name: string }>(database.url, "SELECT table_name AS name FROM information_schema.views WHERE table_schema = 'public'")
  ).map(({ name }) => name);
  for (const { resource, source } of servedResources) {
    const own = Object.entries(columnsOf(resource, source.names)).map(([name, { nullable }]) => `${name}${nullable ? "?" : ""}`);
    // A table whose rows are written out is compared above; the fields of its resource by the tests of declarations.
    if (byHand[source.table] !== undefined || views.includes(source.table)) continue;
    // Several resources of one table have its columns together.
    expected[source.table] = [
      ...new Set([
        ...(expected[source.table] ?? []),
        ...own,
        ...columnsIn(more[resource.name] ?? {}),
        ...Object.keys(source.constants ?? {}),
      ]),
    ];
  }
  for (const list of [...Object.values(found), ...Object.values(expected)]) list.sort();
  expect(expected).toEqual(found);
});

it("puts every table of a venue under row-level security, its key led by the venue", async () => {
  const bare = await query<{ name: string }>(
    database.url,
    `SELECT c.relname AS name FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = 'venue_id'
     LEFT JOIN pg_index i ON i.indrelid = c.oid AND i.indisprimary
     WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p')
       AND c.relname NOT IN ('person_venue', 'preference') AND (NOT c.relrowsecurity OR NOT c.relforcerowsecurity OR i.indkey[0] IS DISTINCT FROM a.attnum)`,
  );
  expect(bare).toEqual([]);
});

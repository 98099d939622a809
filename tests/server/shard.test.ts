/** The checker of shards finds nothing in the schema, and each kind of table that Citus refuses by its name. */
import { afterAll, beforeAll, expect, it } from "vitest";
import { type Database, openDatabase, PLATFORM } from "../../src/server/db/client";
import { BELTS, broken, REFUSED, shardScript } from "../../src/tools/doctor/shard";
import { query } from "../support/tables";
import { type TestVenue, testVenue } from "../support/venue";

let test: TestVenue;
let owner: Database;
beforeAll(async () => {
  test = await testVenue();
  owner = openDatabase(test.url, { max: 1, role: null });
});
afterAll(async () => {
  await owner.close();
  await test.close();
});
const refused = async () => (await broken(owner.dbFor(PLATFORM), REFUSED)).filter(({ rows }) => rows.length > 0);

it("Citus refuses nothing of the schema", async () => {
  expect(await refused()).toEqual([]);
});

it("logs and guards the parts of a spread table as the table itself", async () => {
  for (const statement of [
    "CREATE TABLE cms_tag_102008 (LIKE cms_tag INCLUDING DEFAULTS)",
    "CREATE TRIGGER audit AFTER INSERT OR UPDATE OR DELETE ON cms_tag_102008 FOR EACH ROW EXECUTE FUNCTION audit_row()",
    "INSERT INTO cms_tag_102008 (venue_id, id, name, created_at) VALUES ('v-1', 'of-a-part', '分片', now())",
    "DROP TABLE cms_tag_102008",
    "CREATE TABLE posting_102009 (id text)",
    "CREATE TRIGGER append_only BEFORE UPDATE OR DELETE ON posting_102009 FOR EACH ROW EXECUTE FUNCTION refuse_change()",
    "INSERT INTO posting_102009 VALUES ('p')",
  ])
    await query(test.url, statement);
  expect(await query(test.url, "SELECT object FROM audit_log WHERE object_id = 'of-a-part'")).toEqual([{ object: "cms_tag" }]);
  await expect(query(test.url, "DELETE FROM posting_102009")).rejects.toThrow("posting is append-only");
  await query(test.url, "DROP TABLE posting_102009");
});

it("names the triggers and policies that need a setting", async () => {
  const belts = await broken(owner.dbFor(PLATFORM), BELTS);
  expect(belts.map(({ rows }) => rows.map(({ subject }) => subject))).toEqual([
    expect.arrayContaining(["audit", "balanced"]),
    ["own_venue"],
  ]);
});

it("prints a script that spreads every table once, between dropping every foreign key and adding it again", async () => {
  const lines = await shardScript(owner.dbFor(PLATFORM));
  const matches = (pattern: RegExp): RegExpExecArray[] => lines.map((line) => pattern.exec(line)).filter((match) => match !== null);
  const spread = matches(/^SELECT create_(?:reference|distributed)_table\('(\w+)'/);
  const tables = await query<{ name: string }>(
    test.url,
    "SELECT relname AS name FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p') AND NOT relispartition AND relname <> 'schema_migration'",
  );
  expect(new Set(spread.map(([, name]) => name))).toEqual(new Set(tables.map(({ name }) => name)));
  expect(spread).toHaveLength(tables.length);
  expect(lines).toContain("SELECT create_reference_table('person');");
  expect(lines).toContain("SELECT create_distributed_table('posting', 'venue_id');");

  const dropped = matches(/^ALTER TABLE (\w+) DROP CONSTRAINT (\w+);$/);
  const added = matches(/^ALTER TABLE (\w+) ADD CONSTRAINT (\w+) (FOREIGN KEY .*);$/);
  const keys = await query<{ key: string }>(
    test.url,
    "SELECT concat_ws(' ', conrelid::regclass, conname) AS key FROM pg_constraint WHERE contype = 'f' AND conparentid = 0 AND connamespace = 'public'::regnamespace",
  );
  const named = (found: readonly RegExpExecArray[]): string[] => found.map(([, table, key]) => `${table} ${key}`).sort();
  expect(named(dropped)).toEqual(keys.map(({ key }) => key).sort());
  expect(named(added)).toEqual(named(dropped));
  const lineOf = (match: RegExpExecArray | undefined): number => lines.indexOf(match?.input ?? "");
  expect(lineOf(dropped.at(-1))).toBeLessThan(lineOf(spread[0]));
  expect(lineOf(spread.at(-1))).toBeLessThan(lineOf(added[0]));
});

it("runs its statements on the foreign keys of this schema and leaves the same keys", async () => {
  const keysNow = () =>
    query<{ key: string; definition: string }>(
      test.url,
      "SELECT concat_ws(' ', conrelid::regclass, conname) AS key, pg_get_constraintdef(oid) AS definition FROM pg_constraint WHERE contype = 'f' AND conparentid = 0 AND connamespace = 'public'::regnamespace ORDER BY 1",
    );
  const before = await keysNow();
  const statements = (await shardScript(owner.dbFor(PLATFORM))).filter((line) => line.startsWith("ALTER TABLE"));
  await query(test.url, statements.slice(0, before.length).join("\n"));
  expect(await keysNow()).toEqual([]);
  await query(test.url, statements.slice(before.length).join("\n"));
  expect(await keysNow()).toEqual(before);
});

it.each([
  ["every primary key begins with venue_id", "CREATE TABLE bad (id text PRIMARY KEY, venue_id text NOT NULL)"],
  [
    "every unique index and exclusion holds venue_id",
    "CREATE TABLE bad (venue_id text, id text, no text UNIQUE, PRIMARY KEY (venue_id, id))",
  ],
  [
    "a foreign key to another table of venues carries venue_id",
    "CREATE TABLE bad (venue_id text, id text, of text, PRIMARY KEY (venue_id, id), FOREIGN KEY (id, of) REFERENCES member (venue_id, id))",
  ],
  [
    "no table that all machines have refers to a table of venues",
    "CREATE TABLE bad (id text PRIMARY KEY, of text, FOREIGN KEY (id, of) REFERENCES member (venue_id, id))",
  ],
  [
    "no foreign key empties venue_id",
    "CREATE TABLE bad (venue_id text, id text, of text, PRIMARY KEY (venue_id, id), FOREIGN KEY (venue_id, of) REFERENCES member (venue_id, id) ON DELETE SET NULL)",
  ],
  ["no key is deferred", "CREATE TABLE bad (venue_id text, id text, PRIMARY KEY (venue_id, id) DEFERRABLE)"],
  ["sequences are of bigint", "CREATE TABLE bad (venue_id text, id int GENERATED ALWAYS AS IDENTITY, PRIMARY KEY (venue_id, id))"],
  ["no table inherits or is unlogged", "CREATE UNLOGGED TABLE bad (venue_id text, id text, PRIMARY KEY (venue_id, id))"],
])("%s", async (rule, table) => {
  await query(test.url, table);
  const found = await refused();
  await query(test.url, "DROP TABLE bad");
  expect(found.map((one) => one.rule)).toEqual([rule]);
});

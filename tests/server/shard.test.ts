/** The checker of shards finds nothing in the schema, and each kind of table that Citus refuses by its name. */
import { afterAll, beforeAll, expect, it } from "vitest";
import { type Database, openDatabase, PLATFORM } from "../../src/server/db/client";
import { BELTS, broken, commands, REFUSED } from "../../src/tools/doctor/shard";
import { query } from "../support/tables";
import { WITH_TRIGGERS } from "../support/triggers";
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

it.runIf(WITH_TRIGGERS)("names triggers and policies, which it does not carry", async () => {
  const belts = await broken(owner.dbFor(PLATFORM), BELTS);
  expect(belts.map(({ rows }) => rows.map(({ subject }) => subject))).toEqual([
    expect.arrayContaining(["audit", "balanced"]),
    ["own_venue"],
  ]);
});

it("spreads a table after those that it refers to", async () => {
  const lines = await commands(owner.dbFor(PLATFORM));
  const at = (name: string): number => lines.findIndex((line) => line.includes(`'${name}'`));
  expect(lines[at("person")]).toBe("SELECT create_reference_table('person');");
  expect(lines[at("posting")]).toBe("SELECT create_distributed_table('posting', 'venue_id');");
  expect(at("organization")).toBeLessThan(at("venue"));
  expect(at("ledger_tx")).toBeLessThan(at("posting"));
  expect(new Set(lines).size).toBe(lines.length);
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

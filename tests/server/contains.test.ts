import { sql } from "kysely";
import { afterAll, beforeAll, expect, it } from "vitest";
import { contains, spellingOf } from "../../src/server/db/contains";
import { testVenue, type TestVenue } from "../support/venue";

let t: TestVenue;
beforeAll(async () => {
  t = await testVenue();
});
afterAll(() => t.close());

it.each([
  { typed: "ab", columns: ["xABy"], found: true },
  { typed: "AB", columns: ["xaby"], found: true },
  { typed: "速7", columns: ["测速7"], found: true },
  { typed: "É", columns: ["café"], found: true },
  { typed: "7号a", columns: ["场地7号A"], found: true },
  { typed: "ac", columns: ["abc"], found: false },
  { typed: "12", columns: [null, "A-012"], found: true },
  { typed: "b", columns: ["A", "B"], found: true },
  { typed: "12", columns: ["A-1", "2-B"], found: false },
  { typed: "%", columns: ["abc"], found: false },
])("finds $typed in $columns: $found", async ({ typed, columns, found }) => {
  const held = contains(typed, ...columns.map((text) => sql`${text}::text`));
  const { rows } = await sql<{ held: boolean }>`SELECT ${held} AS held`.execute(t.database.dbFor("v-1"));
  expect(rows).toEqual([{ held: found }]);
});

it.each([
  { typed: "Zhang San-1", spelling: "zhangsan1" },
  { typed: "No. 7", spelling: "no7" },
  // Its "1" is in the spelling of very many who are not meant.
  { typed: "张三1", spelling: "" },
  { typed: "--", spelling: "" },
])("looks for $typed in spellings as $spelling", ({ typed, spelling }) => {
  expect(spellingOf(typed)).toBe(spelling);
});

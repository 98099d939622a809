/** The column `finds`, in which a table keeps what its list is searched by: made of what the declaration says, and finding what the texts would. */
import { type RawBuilder, sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { gameTeams } from "../../src/contract/competitions/competitions";
import { defineResource } from "../../src/contract/core/resource/define";
import { callsOf } from "../../src/contract/core/resource/calls";
import { text } from "../../src/contract/core/resource/fields";
import { findsOf } from "../../src/server/resource/columns";
import { readerOf } from "../../src/server/resource/query";
import { servedResources } from "../../src/server/resource/serve";
import { allRoutes } from "../../src/server/routes";
import { statementsOf } from "../../src/tools/bench/statements";
import { seedBooking } from "../support/booking";
import { seedCommerce } from "../support/commerce";
import { query } from "../support/tables";
import { Tournament } from "../support/tournament";
import { testVenue, type TestVenue } from "../support/venue";

allRoutes({ dataDir: "/nowhere" }); // serving a resource enters it in the list
const kept = servedResources.filter(({ source }) => source.finds);

let t: TestVenue;
let played: Tournament;
beforeAll(async () => {
  t = await testVenue();
  await seedBooking(t);
  played = new Tournament(t);
  await seedCommerce(t);
  await played.enter(5, {}, { seeds: 0 });
  const calls = callsOf(gameTeams);
  const { content } = await played.look(calls.list, { sort: "name,desc" });
  // Searched by each text, by case and spelling, and by what only two lines together would hold.
  const texts = [
    { name: "王小明", captain: "Émile O'Neil", club: "North-West 7号" },
    { name: "ABC", captain: "陈", club: "" },
  ];
  for (const [i, changed] of texts.entries()) {
    const row = content[i];
    if (!row) throw new Error("too few entries");
    const { event, member, seed, memo, id } = row;
    await played.act(calls.modify, { id, event, member, seed, memo, phone: "13812345678", ...changed });
  }
});
afterAll(() => t.close());

describe.each(kept.map(({ resource, source }) => ({ name: resource.name, resource, source })))("$name", ({ resource, source }) => {
  /** Returns the database's expression of its column, and the one it would report for the declaration's text. */
  const expressions = (made: string) =>
    t.act(async ({ db }) => {
      const table = sql.table(source.table);
      const said = async (of: RawBuilder<unknown>, column: string): Promise<string | undefined> => {
        const { rows } = await sql<{
          said: string;
        }>`SELECT pg_get_expr(d.adbin, d.adrelid) || ' ' || a.attcollation::regcollation || ' ' || a.attnotnull AS said FROM pg_attribute a
          JOIN pg_attrdef d ON d.adrelid = a.attrelid AND d.adnum = a.attnum
          WHERE a.attrelid = ${of}::regclass AND a.attname = ${column} AND a.attgenerated = 's'`.execute(db);
        return rows[0]?.said;
      };
      await sql`CREATE TEMP TABLE tried (LIKE ${table}) ON COMMIT DROP`.execute(db);
      await sql`ALTER TABLE tried ADD COLUMN made text COLLATE "C" NOT NULL GENERATED ALWAYS AS (${sql.raw(made)}) STORED`.execute(db);
      return { there: await said(sql.lit(source.table), "finds"), declared: await said(sql.lit("pg_temp.tried"), "made") };
    });

  it("is made of what is declared to be searched", async () => {
    const { there, declared } = await expressions(findsOf(resource.fields, source.names));
    expect(there).toBeDefined();
    expect(there).toBe(declared);
  });

  it("tells a declaration that is searched by something else", async () => {
    const more = { ...resource.fields, memo: text({ zh: "备注", en: "Note", search: "part" }) };
    const { there, declared } = await expressions(findsOf(more, source.names));
    expect(declared).not.toBe(there);
  });
});

it("is kept where rows are wide and searched by several texts", () => {
  expect(kept.map(({ resource }) => resource.name)).toEqual(["gameTeams"]);
});

it("is nothing where nothing is searched by a part of it", () => {
  const fields = { no: text({ zh: "编号", en: "No.", search: "prefix" }) };
  const plain = defineResource({
    name: "x",
    one: { zh: "样品", en: "Sample" },
    path: "/api/x",
    codes: { page: "sale_list" },
    title: "no",
    fields,
  });
  expect(() => findsOf(plain.fields)).toThrow("nothing is searched");
});

const found = async (keeps: boolean, q: string): Promise<string[]> => {
  const team = kept.find(({ resource }) => resource.name === gameTeams.name);
  if (!team) throw new Error("not kept");
  const { finds, ...plain } = team.source;
  const reader = readerOf(team.resource, keeps && finds ? { ...plain, finds } : plain);
  const rows = await t.look(async (ctx) => (await reader.rows(ctx, { q })).execute());
  return rows.map((row) => String(row["name"])).sort();
};

it.each([
  ["选手", ["选手1", "选手2", "选手3"]],
  ["手2", ["选手2"]],
  ["xuanshou", ["选手1", "选手2", "选手3"]],
  ["xuan shou", ["选手1", "选手2", "选手3"]],
  ["wxm", ["王小明"]],
  ["WangXiao", ["王小明"]],
  ["émile o", ["王小明"]],
  ["NORTH-west", ["王小明"]],
  ["7号", ["王小明"]],
  ["7号émile", []],
  ["wangxiaoming wxm", []],
  ["13812345678", ["ABC", "王小明"]],
  ["5678", ["ABC", "王小明"]],
  ["%", []],
])("finds by %j what the texts themselves would: %j", async (q, names) => {
  expect(await found(false, q)).toEqual(names);
  expect(await found(true, q)).toEqual(names);
});

it("is all that a search looks through", async () => {
  const [page] = (await statementsOf(() => played.look(callsOf(gameTeams).list, { q: "abc" }))).filter(({ text: sent }) =>
    /from "game_team" as "t".*limit/s.test(sent),
  );
  expect(page?.text).toContain(`position($2 in "t"."finds") > 0`);
  expect(page?.text).not.toMatch(/concat_ws|"t"\."pinyin"/);
});

it("is in no line of the operation log", async () => {
  const lines = await query<{ object: string; made: boolean }>(
    t.url,
    "SELECT object, coalesce(after, before) ? 'finds' AS made FROM audit_log WHERE object IN ('game_team', 'product') GROUP BY 1, 2 ORDER BY 1",
  );
  expect(lines).toEqual([
    { object: "game_team", made: false },
    { object: "product", made: false },
  ]);
});

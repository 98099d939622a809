/** What finds statements across venues: PostgreSQL's own plans say which tables they read without naming a venue. `isolation.test.ts` asks it of every call. */
import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { hearStatements, type Statement } from "../../src/server/db/statements";
import { crossings } from "../../src/tools/doctor/crossing";
import { type TestVenue, testVenue } from "../support/venue";

let t: TestVenue;
let owner: pg.Client;
beforeAll(async () => {
  t = await testVenue();
  owner = new pg.Client({ connectionString: t.url });
  await owner.connect();
});
afterAll(async () => {
  hearStatements(undefined);
  await owner.end();
  await t.close();
});

const said = async (texts: readonly string[]) =>
  (
    await crossings(
      owner,
      texts.map((text) => ({ venueId: "v-1", text })),
    )
  ).crossing.map(({ table }) => table);

describe("the checker", () => {
  it.each([
    ["a table without its venue", "SELECT name FROM member WHERE id = $1", ["public.member"]],
    ["a join of which one side is open", "SELECT 1 FROM member m JOIN sale s ON s.member_id = m.id WHERE m.venue_id = $1", ["public.sale"]],
    ["venues that are several", "SELECT name FROM member WHERE venue_id = ANY ($1::text[])", ["public.member"]],
    [
      "a list that is gathered from all venues",
      "SELECT name FROM member WHERE venue_id = $1 AND id NOT IN (SELECT member_id FROM sale)",
      ["public.sale"],
    ],
    ["an update of all venues", "UPDATE member SET memo = $1 WHERE id = $2", ["public.member"]],
  ])("finds %s", async (_, text, tables) => {
    expect(await said([text])).toEqual(tables);
  });
  it("finds nothing where each table is narrowed, through a join as well", async () => {
    expect(
      await said([
        "SELECT 1 FROM member m JOIN sale s ON s.venue_id = m.venue_id AND s.member_id = m.id WHERE m.venue_id = $1",
        "SELECT EXISTS (SELECT FROM sale s WHERE s.venue_id = m.venue_id AND s.member_id = m.id) FROM member m WHERE m.venue_id = $1",
        "INSERT INTO counter (venue_id, name, value) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING",
        "SELECT name FROM person WHERE id = $1",
        "begin",
      ]),
    ).toEqual([]);
  });
  it("hears what a service asks, and for whom", async () => {
    const heard: Statement[] = [];
    hearStatements((statement) => heard.push(statement));
    await t.look((ctx) => ctx.db.selectFrom("member").select("name").where("venue_id", "=", "v-1").execute());
    hearStatements(undefined);
    expect(heard.filter(({ text }) => text.includes("member"))).toEqual([
      { venueId: "v-1", text: 'select "name" from "member" where "venue_id" = $1' },
    ]);
  });
});

/**
 * What triggers do, done by the code. The triggers are taken away by the commands of the operator's guide, and go on under other names beside the
 * code, writing to tables of their own: of the same rows at the same moment both must say the same. `TEST_TRIGGERS=shadow` runs any other test so.
 */
import { Client as Connection } from "pg";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { BELTS, MEMBER_AUDITED, PLATFORM_AUDITED, TRIGGERS, UNAUDITED } from "../../src/server/db/triggers/off";
import { random } from "../../src/server/demo/random";
import { AppError } from "../../src/server/http/error";
import { checkLedger } from "../../src/server/ledger/check";
import { examine } from "../../src/tools/doctor/examine";
import { seedBooking, seedMember } from "../support/booking";
import { seedCommerce } from "../support/commerce";
import { freshDatabase, type FreshDatabase, on } from "../support/database";
import { callsOfDeclared, declaredResources, draftOf, make, OWN } from "../support/declared";
import { deskOf, venueOf } from "../support/desk";
import { FULL } from "../support/forms";
import { memberOperations, OFFER } from "../support/ledger-members";
import { modelOf } from "../support/ledger-model";
import { orderOperations } from "../support/ledger-orders";
import { type Client, type TestServer, testServer } from "../support/server";
import { compareWithShadow, withoutTriggers } from "../support/triggers";
import { addVenue, type TestVenue } from "../support/venue";

const NOW = new Date("2026-11-21T02:00:00Z");
const OPERATIONS = FULL ? 600 : 60;
const MEMBERS = 8;

const { version } = await on(process.env.VENUE_TEST_SERVER ?? "", async (client) => {
  const { rows } = await client.query<{ version: number }>("SELECT current_setting('server_version_num')::int AS version");
  return rows[0] ?? { version: 0 };
});

it("knows every trigger of the schema, with its tables and columns", async () => {
  const fresh = await freshDatabase();
  const found = await on(fresh.url, async (client) => {
    const triggers = await client.query<{ name: string; table: string; columns: string[] | null }>(
      `SELECT g.tgname AS name, c.relname AS table, (SELECT array_agg(a.attname::text ORDER BY a.attname) FROM pg_attribute a WHERE a.attrelid = c.oid AND a.attnum = ANY (g.tgattr::int2[])) AS columns
       FROM pg_trigger g JOIN pg_class c ON c.oid = g.tgrelid WHERE NOT g.tgisinternal AND c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p')`,
    );
    const tables = await client.query<{ name: string }>(
      `SELECT c.relname AS name FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = 'venue_id' WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p')`,
    );
    return { triggers: triggers.rows, tables: tables.rows.map(({ name }) => name) };
  });
  await fresh.drop();
  const named = (name: string): string[] =>
    found.triggers
      .filter((one) => one.name === name)
      .map(({ table }) => table)
      .sort();
  expect(named("audit")).toEqual([...found.tables.filter((name) => !UNAUDITED.includes(name)), ...PLATFORM_AUDITED].sort());
  for (const [name, tables] of Object.entries(TRIGGERS)) expect(named(name), name).toEqual([...tables].sort());
  expect(found.triggers.find(({ name }) => name === "audit_update")?.columns).toEqual([...MEMBER_AUDITED].sort());
  const names = new Set(found.triggers.map(({ name }) => name));
  expect([...names].sort()).toEqual(["audit", "audit_update", ...BELTS, ...Object.keys(TRIGGERS)].sort());
});

describe.runIf(version >= 180_000)("without triggers", () => {
  let fresh: FreshDatabase;
  let server: TestServer;
  let admin: Client;
  let desk: TestVenue;
  let owner: Connection;
  const compared = () => compareWithShadow(owner);
  beforeAll(async () => {
    fresh = await freshDatabase();
    await on(fresh.url, (client) => withoutTriggers(client, true));
    server = await testServer({ template: fresh.name });
    server.now = NOW;
    const venue = await addVenue(server.database, "v-1");
    await addVenue(server.database, "v-2");
    await server.addPerson("admin", ["v-1", "v-2"]);
    admin = await server.as("admin");
    desk = deskOf(server.database, server.url, venue, NOW);
    await seedBooking(desk);
    await seedBooking(desk, "v-2");
    await seedCommerce(desk);
    const db = server.database.dbFor("v-1");
    await db
      .updateTable("card_type")
      .set({ roams_at: ["v-2"] })
      .execute();
    await db
      .insertInto("recharge_offer")
      .values({ ...OFFER, venue_id: "v-1", position: 1 })
      .execute();
    for (let i = 0; i < MEMBERS; i++) await seedMember(desk, `x-${i}`, { cardTypeId: i % 2 === 0 ? "ct-85" : "ct-full" });
    owner = new Connection({ connectionString: server.url });
    await owner.connect();
    // Days that were rolled up, so that every write to them leaves its mark.
    await owner.query(`INSERT INTO rollup_day (venue_id, name, day, form) SELECT v, n, d::date, 'x' FROM unnest('{v-1,v-2}'::text[]) v,
      unnest('{taken,earned,expense,purse,sold,courts,openings}'::text[]) n, generate_series('2026-11-10'::date, '2026-12-10', '1 day') d`);
  });
  afterAll(async () => {
    await owner.end();
    await server.close();
    await fresh.drop();
  });

  it(`${OPERATIONS} random operations of money leave the lines and the marks that triggers would have left`, async () => {
    const r = random("triggers", "without");
    const model = modelOf(desk, { venue: await venueOf(server.database, "v-2") }, r, MEMBERS, 5);
    const operations = [...orderOperations(model), ...memberOperations(model)];
    for (let i = 0; i < OPERATIONS; i++)
      try {
        await r.weighted(operations)();
      } catch (error) {
        if (!(error instanceof AppError)) throw new Error(`operation ${i}`, { cause: error });
      }
    const { lines, marks, differing } = await compared();
    expect(differing).toEqual([]);
    expect(lines).toBeGreaterThan(OPERATIONS);
    expect(marks).toBeGreaterThan(OPERATIONS / 3);
    expect(await checkLedger(server.database.dbFor("v-1"), "v-1")).toEqual([]);
  });

  it("so do making, changing and deleting records, of staff and roles too", async () => {
    const whole = ["staff", "roles", "updateNotices", "reviews", "coachBankCards"];
    const tried = declaredResources.filter(({ name }, i) => OWN[name] !== null && (FULL || whole.includes(name) || i % 5 === 0));
    const before = (await compared()).lines;
    let deleted = 0;
    for (const resource of tried) {
      const { create, modify, delete: remove } = callsOfDeclared(resource);
      if (!create) continue;
      const made = (await admin.ok(create, await draftOf(server.url, admin, resource))) as { id: string };
      if (modify) await admin.call(modify, { ...(await draftOf(server.url, admin, resource)), id: made.id });
      if (remove) deleted += (await admin.call(remove, { id: made.id })).code === 200 ? 1 : 0;
    }
    const { lines, differing } = await compared();
    expect(differing).toEqual([]);
    expect(deleted).toBeGreaterThan(2);
    expect(lines).toBeGreaterThan(before + tried.length);
  });

  it("what a key deletes with its row is logged first", async () => {
    const db = server.database.dbFor("v-1");
    const { id: program_id } = await db.selectFrom("program").select("id").limit(1).executeTakeFirstOrThrow();
    await db.insertInto("card_type").values({ venue_id: "v-1", id: "ct-gone", name: "停用", colour: 100 }).execute();
    await db.insertInto("base_discount").values({ venue_id: "v-1", card_type_id: "ct-gone", program_id, percent: 90 }).execute();
    await db.deleteFrom("card_type").where("venue_id", "=", "v-1").where("id", "=", "ct-gone").execute();
    const { rows } = await owner.query("SELECT object FROM audit_log WHERE before ->> 'card_type_id' = 'ct-gone' AND after IS NULL");
    expect(rows).toEqual([{ object: "base_discount" }]);
    expect((await compared()).differing).toEqual([]);
  });

  it("so is what goes with a person of staff and with a role, which are written through views", async () => {
    const db = server.database.dbFor("v-1");
    await server.addPerson("leaver", ["v-1"], ["club_list"]);
    const own = { venue_id: "v-1", id: "sa-gone", staff_id: "p-leaver", created_at: NOW };
    const address = { contact: "家人", phone: "13800000009", area: [], address: "漕溪路 1 号", emergency: false, memo: "" };
    await db
      .insertInto("staff_address")
      .values({ ...own, ...address })
      .execute();
    await db.deleteFrom("venue_staff").where("id", "=", "p-leaver").execute();
    await db.deleteFrom("venue_role").where("id", "=", "r-leaver").execute();
    const { rows } = await owner.query(
      "SELECT object FROM audit_log WHERE after IS NULL AND before::text ~ 'p-leaver|r-leaver' ORDER BY object",
    );
    expect(rows).toEqual(["person_venue", "role", "role_code", "staff_address"].map((object) => ({ object })));
    expect((await compared()).differing).toEqual([]);
  });

  it("what is written for a merged member is the other's, a like is counted, and a statement that hides its values is a fault", async () => {
    const created_at = NOW;
    await seedMember(desk, "kept");
    await seedMember(desk, "gone");
    const db = server.database.dbFor("v-1");
    await db.updateTable("member").set({ state: "closed", merged_into_id: "kept", merged_at: NOW }).where("id", "=", "gone").execute();
    const reviews = declaredResources.find(({ name }) => name === "reviews");
    if (!reviews) throw new Error("there are no reviews");
    const { id: review_id } = await make(server.url, admin, reviews);
    const { rows: before } = await owner.query<{ diggs: number | null }>("SELECT diggs FROM review WHERE id = $1", [review_id]);
    await desk.act((ctx) =>
      ctx.db.insertInto("digg").values({ venue_id: "v-1", id: "d-1", source: "desk", review_id, member_id: "gone", created_at }).execute(),
    );
    const { rows } = await owner.query("SELECT d.member_id, r.diggs FROM digg d JOIN review r ON r.id = d.review_id WHERE d.id = 'd-1'");
    expect(rows).toEqual([{ member_id: "kept", diggs: (before[0]?.diggs ?? 0) + 1 }]);
    await expect(
      sql`INSERT INTO digg (venue_id, id, source, review_id, member_id, created_at) VALUES ('v-1', 'd-2', 'desk', ${review_id}, 'gone', ${created_at})`.execute(
        db,
      ),
    ).rejects.toThrow("by values alone");
    expect((await compared()).differing).toEqual([]);
  });

  it("a write of a watched table inside of another statement is a fault, and nothing is written", async () => {
    const nested = sql`WITH x AS (UPDATE member SET memo = 'x' WHERE venue_id = 'v-1' RETURNING id) SELECT * FROM x`;
    await expect(desk.act((ctx) => nested.execute(ctx.db))).rejects.toThrow("inside of another statement");
    await expect(nested.execute(server.database.dbFor("v-1"))).rejects.toThrow("inside of another statement");
  });

  it("a write that fails leaves no line, in a transaction and alone", async () => {
    const before = await owner.query("SELECT count(*) AS n FROM audit_log");
    const twice = { venue_id: "v-1", id: "ct-85", name: "同号", colour: 100 };
    await expect(server.database.dbFor("v-1").insertInto("card_type").values(twice).execute()).rejects.toMatchObject({ code: "23505" });
    await expect(desk.act((ctx) => ctx.db.insertInto("card_type").values(twice).execute())).rejects.toMatchObject({ code: "23505" });
    expect((await owner.query("SELECT count(*) AS n FROM audit_log")).rows).toEqual(before.rows);
  });

  it("doctor misses the making of a record in the log", async () => {
    const unlogged = async (): Promise<string[]> =>
      (await examine(server.url))
        .filter(({ check }) => check.startsWith("every row's making"))
        .flatMap(({ findings }) => findings.map((one) => one.subject));
    const renamed = (from: string, to: string) =>
      owner.query(`BEGIN; SET LOCAL session_replication_role = replica;
        UPDATE audit_log SET object_id = '${to}' WHERE object = 'card_type' AND object_id = '${from}'; COMMIT`);
    expect(await unlogged()).not.toContain("card_type ct-85");
    await renamed("ct-85", "ct-0");
    expect(await unlogged()).toContain("card_type ct-85");
    await renamed("ct-0", "ct-85");
  });

  it("what is written past the code is found", async () => {
    await owner.query("UPDATE member SET memo = 'past the code' WHERE venue_id = 'v-1' AND id = 'x-0'");
    const { differing } = await compared();
    expect(differing).toMatchObject([{ object: "member", object_id: "x-0", code: "0", triggers: "1" }]);
  });
});

it.runIf(version < 180_000)("an older PostgreSQL without triggers is refused, with the reason", async () => {
  const fresh = await freshDatabase();
  await on(fresh.url, (client) => withoutTriggers(client));
  await expect(testServer({ template: fresh.name })).rejects.toThrow("PostgreSQL 18");
  await fresh.drop();
});

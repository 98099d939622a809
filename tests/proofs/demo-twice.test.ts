/** The demo data of a date is the same on every machine: two loads agree document by document and posting by posting. Its monthly statement foots. */
import { sql } from "kysely";
import { afterAll, expect, it } from "vitest";
import { memberMonths } from "../../src/contract/finance/member-money";
import { fen } from "../../src/contract/core/money";
import { reconciliation } from "../../src/contract/reconciliation/reconciliation";
import { reportCalls } from "../../src/contract/core/resource/report";
import { type Database, openDatabase, PLATFORM } from "../../src/server/db/client";
import { read, systemRequest } from "../../src/server/http/perform";
import { checkLedger } from "../../src/server/ledger/check";
import { type FreshDatabase, freshDatabase } from "../support/database";
import { demoTemplate, HISTORY_DAYS, loadInto, NOW } from "../support/demo";
import { serves } from "../support/services";

const open: (() => Promise<void>)[] = [];
afterAll(async () => {
  for (const close of open.toReversed()) await close();
});

function opened({ url, drop }: FreshDatabase): Database {
  open.push(drop);
  const database = openDatabase(url, { max: 8 });
  open.push(() => database.close());
  return database;
}
/** The load that other proofs read as well. */
async function shared(): Promise<Database> {
  return opened(await freshDatabase(await demoTemplate()));
}
async function another(): Promise<Database> {
  const fresh = await freshDatabase();
  await loadInto(fresh.url);
  return opened(fresh);
}

const DOCUMENTS = {
  member: sql`SELECT created_at::date::text AS day, m::text AS row FROM member m`,
  booking_order: sql`SELECT created_at::date::text AS day, o::text AS row FROM booking_order o`,
  booking_line: sql`SELECT l.day::text AS day, l::text AS row FROM booking_line l`,
  payment: sql`SELECT at::date::text AS day, p::text AS row FROM payment p`,
  holding_use: sql`SELECT at::date::text AS day, u::text AS row FROM holding_use u`,
  fixed_occurrence: sql`SELECT day::text AS day, f::text AS row FROM fixed_occurrence f`,
  sale: sql`SELECT at::date::text AS day, s::text AS row FROM sale s`,
  posting: sql`SELECT t.day::text AS day, concat_ws(' ', t.id, t.document_no, t.operation, p.seq, p.account, p.subject, p.amount, p.earned_on) AS row
    FROM ledger_tx t JOIN posting p ON p.venue_id = t.venue_id AND p.tx_id = t.id`,
};

/** A hash of each table's rows of each day, by `table day`. */
async function hashesOf(database: Database, venueId: string): Promise<Map<string, string>> {
  const hashes = new Map<string, string>();
  for (const [table, rows] of Object.entries(DOCUMENTS)) {
    const days = await sql<{ day: string; hash: string }>`
      SELECT day, count(*) || ' rows ' || md5(string_agg(row, E'\n' ORDER BY row)) AS hash FROM (${rows}) AS r GROUP BY day`.execute(
      database.dbFor(venueId),
    );
    for (const { day, hash } of days.rows) hashes.set(`${table} ${day}`, hash);
  }
  return hashes;
}

/** The rows behind one hash, for whoever must find out why two differ. */
async function rowsOf(database: Database, venueId: string, key: string): Promise<string[]> {
  const [, rows] = Object.entries(DOCUMENTS).find(([table]) => key.startsWith(`${table} `)) ?? [];
  if (!rows) throw new Error(`no table of ${key}`);
  const day = key.slice(key.lastIndexOf(" ") + 1);
  const found = await sql<{ row: string }>`SELECT row FROM (${rows}) AS r WHERE day = ${day} ORDER BY row`.execute(database.dbFor(venueId));
  return found.rows.map(({ row }) => row);
}

/** Opening and what came in are what went out and closing: of each member and of all, and closing is what the purses hold. */
async function footing(database: Database, venueId: string): Promise<number> {
  const venue = await database.dbFor(PLATFORM).selectFrom("venue").selectAll().where("id", "=", venueId).executeTakeFirstOrThrow();
  const period = { venueId, from: "2026-11-01", to: "2026-11-30", group: "member" };
  const { rows, sums } = await read(database, systemRequest(venue, "test", NOW), (ctx) =>
    serves(reportCalls(memberMonths).read)(ctx, period),
  );
  const sumOf = (row: Readonly<Record<string, unknown>>, names: readonly string[]): number =>
    names.reduce((all, name) => all + fen(String(row[name])), 0);
  for (const row of [...rows, sums])
    expect(sumOf(row, ["opening", "recharge", "given", "transferredIn", "refunded", "adjusted"]), `statement of ${venueId}`).toBe(
      sumOf(row, ["transferredOut", "spent", "paidOut", "voided", "closing"]),
    );
  const held = await database
    .dbFor(venueId)
    .selectFrom("balance")
    .select((eb) => eb.fn.sum<number>("amount").as("sum"))
    .where("account", "like", "purse.%")
    .executeTakeFirstOrThrow();
  expect(sumOf(sums, ["closing"])).toBe(held.sum);
  return rows.length;
}

it("opens reconciliation on bills of yesterday with each kind of difference, whose sums tie", async () => {
  const database = await shared();
  const venues = await database.dbFor(PLATFORM).selectFrom("venue").selectAll().execute();
  expect(venues).toHaveLength(3);
  for (const venue of venues)
    for (const channel of ["wechat", "alipay"] as const) {
      const { bill } = await read(database, systemRequest(venue, "test", NOW), (ctx) =>
        serves(reconciliation.bill)(ctx, { channel, day: "2026-11-20" }),
      );
      const count = Object.fromEntries(bill?.results.map((each) => [each.result, each.count]) ?? []);
      expect([venue.id, channel, bill?.ties, bill?.state, count]).toEqual([
        venue.id,
        channel,
        true,
        "open",
        { matched: expect.any(Number), ours: 1, theirs: 1, amount: 1, fee: 1 },
      ]);
      expect(count["matched"]).toBeGreaterThan(2);
      expect(bill?.open).toBe(channel === "wechat" ? 2 : 3);
    }
}, 600_000);

it("two loads of one date make equal documents and postings on every day of every venue", async () => {
  const [one, two] = await Promise.all([shared(), another()]);
  const venues = await one.dbFor(PLATFORM).selectFrom("venue").select("id").orderBy("id").execute();
  expect(venues).toHaveLength(3);
  for (const { id } of venues) {
    const first = await hashesOf(one, id);
    const second = await hashesOf(two, id);
    expect([...first.keys()].filter((key) => key.startsWith("posting")).length).toBeGreaterThan(HISTORY_DAYS);
    const differ = [...new Set([...first.keys(), ...second.keys()])].filter((key) => first.get(key) !== second.get(key));
    for (const key of differ) expect(await rowsOf(two, id, key), `venue ${id}, ${key}`).toEqual(await rowsOf(one, id, key));
    expect(differ).toEqual([]);
    expect(await checkLedger(one.dbFor(id), id)).toEqual([]);
    expect(await footing(one, id)).toBeGreaterThan(0);
  }
}, 600_000);

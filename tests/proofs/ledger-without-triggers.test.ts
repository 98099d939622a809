/**
 * The ledger without the database's triggers: what they check holds by the code alone, as where tables are spread over machines. The belts
 * (balance, fresh transactions, append-only, audit, marks of rollups) are off; who is followed after a merge is no belt and stays.
 */
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { PLATFORM } from "../../src/server/db/client";
import { random } from "../../src/server/demo/random";
import type { VenueRow } from "../../src/server/http/context";
import { AppError } from "../../src/server/http/error";
import { checkClearing, checkLedger } from "../../src/server/ledger/check";
import { type Leg, post } from "../../src/server/ledger/post";
import { seedBooking, seedMember } from "../support/booking";
import { seedCommerce } from "../support/commerce";
import { memberOperations, OFFER } from "../support/ledger-members";
import { modelOf } from "../support/ledger-model";
import { orderOperations } from "../support/ledger-orders";
import { query } from "../support/tables";
import { addVenue, type TestVenue, testVenue } from "../support/venue";

const OPERATIONS = 250;
const MEMBERS = 8;
const BELTS = ["audit", "audit_update", "balanced", "fresh_tx", "append_only", "append_only_truncate"];

let t: TestVenue;
let elsewhere: { venue: VenueRow };
beforeAll(async () => {
  t = await testVenue();
  elsewhere = { venue: await addVenue(t.database, "v-2") };
  const off = await query<{ statement: string }>(
    t.url,
    `SELECT format('ALTER TABLE %s DISABLE TRIGGER %I', tgrelid::regclass, tgname) AS statement FROM pg_trigger g JOIN pg_class c ON c.oid = g.tgrelid
     WHERE NOT tgisinternal AND tgparentid = 0 AND c.relkind IN ('r', 'p') AND (tgname = ANY ($1) OR tgname LIKE 'rollups%')`,
    [BELTS],
  );
  expect(off.length).toBeGreaterThan(BELTS.length);
  for (const { statement } of off) await query(t.url, statement);
  await seedBooking(t);
  await seedBooking(t, "v-2");
  await seedCommerce(t);
  const db = t.database.dbFor("v-1");
  await db
    .updateTable("card_type")
    .set({ roams_at: ["v-2"] })
    .execute();
  await db
    .insertInto("recharge_offer")
    .values({ ...OFFER, venue_id: "v-1", position: 1 })
    .execute();
  for (let i = 0; i < MEMBERS; i++) await seedMember(t, `x-${i}`, { cardTypeId: i % 2 === 0 ? "ct-85" : "ct-full" });
});
afterAll(() => t.close());

const findings = async (): Promise<unknown[]> => [
  ...(await checkLedger(t.database.dbFor("v-1"), "v-1")),
  ...(await checkLedger(t.database.dbFor("v-2"), "v-2")),
  ...(await t.database.dbFor(PLATFORM).transaction().execute(checkClearing)),
];
const written = async (): Promise<number> =>
  (await query<{ n: number }>(t.url, "SELECT ((SELECT count(*) FROM ledger_tx) + (SELECT count(*) FROM posting))::int AS n"))[0]?.n ?? 0;
const posting = (legs: readonly Leg[]) =>
  t.act((ctx) => post(ctx, { document: { kind: "manual", id: "x", no: "x" }, operation: "by hand", legs }));

describe("with the belts off", () => {
  it(`${OPERATIONS} random operations leave a sound book`, async () => {
    const r = random("ledger", "without triggers");
    const model = modelOf(t, elsewhere, r, MEMBERS, 5);
    const operations = [...orderOperations(model), ...memberOperations(model)];
    let done = 0;
    for (let i = 0; i < OPERATIONS; i++) {
      try {
        await r.weighted(operations)();
        done++;
      } catch (error) {
        if (!(error instanceof AppError)) throw new Error(`operation ${i}`, { cause: error });
      }
    }
    expect(done).toBeGreaterThan(OPERATIONS / 3);
    expect(await findings()).toEqual([]);
  });

  it.each<[string, Leg[]]>([
    [
      "that do not balance",
      [
        { account: "tender.cash", amount: 100, subject: "s" },
        { account: "cash.safe", amount: -99 },
      ],
    ],
    [
      "of parts of a fen",
      [
        { account: "tender.cash", amount: 0.5, subject: "s" },
        { account: "cash.safe", amount: -0.5 },
      ],
    ],
    ["of nothing", [{ account: "tender.cash", amount: 0, subject: "s" }]],
    [
      "of income without a day",
      [
        { account: "tender.cash", amount: 5, subject: "s" },
        { account: "income.other", amount: -5 },
      ],
    ],
  ])("postings %s are a fault, and nothing is written", async (_, legs) => {
    const before = await written();
    await expect(posting(legs)).rejects.not.toBeInstanceOf(AppError);
    expect(await written()).toBe(before);
  });

  it("a purse does not pass below zero, and nothing is written", async () => {
    const before = await written();
    const legs: Leg[] = [
      { account: "purse.principal", amount: 999_999_999, subject: "x-0" },
      { account: "cash.safe", amount: -999_999_999 },
    ];
    await expect(posting(legs)).rejects.toMatchObject({ key: "balanceShort" });
    expect(await written()).toBe(before);
  });

  it("a posting that the database does not write is a fault, and nothing is written", async () => {
    await query(
      t.url,
      "CREATE FUNCTION lose() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RETURN CASE WHEN NEW.seq = 0 THEN NEW END; END $$",
    );
    await query(t.url, "CREATE TRIGGER lose BEFORE INSERT ON posting FOR EACH ROW EXECUTE FUNCTION lose()");
    const before = await written();
    const legs: Leg[] = [
      { account: "tender.cash", amount: 100, subject: "s" },
      { account: "cash.safe", amount: -100 },
    ];
    await expect(posting(legs)).rejects.toThrow("1 of 2 postings");
    await query(t.url, "DROP TRIGGER lose ON posting");
    expect(await written()).toBe(before);
  });

  it("what is written past the ledger's door is taken by the database, and found by the checks", async () => {
    await sql`INSERT INTO posting (venue_id, tx_id, seq, account, subject, amount, day, posted_at)
      SELECT venue_id, id, 99, 'cash.safe', '', 1, day, posted_at FROM ledger_tx WHERE venue_id = 'v-1' LIMIT 1`.execute(
      t.database.dbFor("v-1"),
    );
    expect((await findings()).length).toBeGreaterThan(0);
  });
});

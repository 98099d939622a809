/**
 * Random lives of a venue's money: recharges, bookings, payments, cards, members who leave, payments at another venue, time passing,
 * refusals in between, several at once. Whatever the order, every identity of the ledger holds, and the balances are those of a model that
 * knows nothing of the code: it adds up what each operation that was not refused says it did.
 */
import { sql } from "kysely";
import { afterAll, beforeAll, expect, it } from "vitest";
import { accountLogs } from "../../src/contract/finance/account-logs";
import { callsOf } from "../../src/contract/core/resource/calls";
import { memberMonths } from "../../src/contract/finance/member-money";
import { fen } from "../../src/contract/core/money";
import { reportCalls } from "../../src/contract/core/resource/report";
import { addDays, wall } from "../../src/contract/core/time";
import { balanceSheet, trialBalance } from "../../src/contract/finance/statements";
import { PLATFORM } from "../../src/server/db/client";
import { random } from "../../src/server/demo/random";
import type { VenueRow } from "../../src/server/http/context";
import { AppError } from "../../src/server/http/error";
import { checkClearing, checkLedger } from "../../src/server/ledger/check";
import { seedBooking, seedMember } from "../support/booking";
import { seedCommerce } from "../support/commerce";
import { FULL } from "../support/forms";
import { memberOperations, OFFER, paidOutSince } from "../support/ledger-members";
import { modelOf } from "../support/ledger-model";
import { orderOperations } from "../support/ledger-orders";
import { serves } from "../support/services";
import { addVenue, type TestVenue, testVenue } from "../support/venue";

const OPERATIONS = FULL ? 10_000 : 600;
const MEMBERS = 12;
/** Operations that are in flight at once. */
const AT_ONCE = 6;
/** Operations that must happen at least once; where chance omitted some, more operations are tried. */
const KINDS = [
  "byCard",
  "merged",
  "transferred",
  "revoked",
  "redeemed",
  "roamed",
  "offered",
  "debtsBack",
  "feesBack",
  "onCredit",
  "adjusted",
  "partRefunds",
] as const;
/** Days that are booked; more of them for more operations, or most would meet a full house. */
const DAYS = FULL ? 27 : 9;

let t: TestVenue;
let elsewhere: { venue: VenueRow };
beforeAll(async () => {
  t = await testVenue();
  elsewhere = { venue: await addVenue(t.database, "v-2") };
  await seedBooking(t);
  await seedBooking(t, "v-2");
  await seedCommerce(t);
  await t.database
    .dbFor("v-1")
    .insertInto("card_type")
    .values([
      { venue_id: "v-1", id: "ct-fee", name: "押金卡", colour: 200, fee: 1_001, deposit: 5_000 },
      { venue_id: "v-1", id: "ct-credit", name: "挂账卡", colour: 200, kind: "credit", credit_limit: 12_345 },
    ])
    .execute();
  await t.database
    .dbFor("v-1")
    .updateTable("card_type")
    .set({ roams_at: ["v-2"] })
    .execute();
  await t.database
    .dbFor("v-1")
    .insertInto("recharge_offer")
    .values({ ...OFFER, venue_id: "v-1", position: 1 })
    .execute();
  await switchTaxOn();
  for (let i = 0; i < MEMBERS; i++) await seedMember(t, `x-${i}`, { cardTypeId: i % 2 === 0 ? "ct-85" : "ct-full" });
});
afterAll(() => t.close());

/** Lets both venues tax their sales, and stored value at recharge or at use by turns. */
async function switchTaxOn(): Promise<void> {
  const rates = {
    place: "9",
    session: "6",
    goods: "13",
    card: "6",
    storedValue: "6",
    coach: "3",
    activity: "1",
    competition: "exempt",
    groupon: "5",
    other: "none",
  };
  const created_at = new Date("2026-01-01T00:00:00Z");
  for (const venue_id of ["v-1", "v-2"]) {
    const db = t.database.dbFor(venue_id);
    await db
      .insertInto("tax_rate")
      .values(
        Object.entries(rates).map(([service, rate]) => ({
          venue_id,
          id: `tax-${service}`,
          service: service as "place",
          rate: rate as "9",
          item: service,
          tax_code: "",
          from_day: "2026-01-01",
          created_at,
        })),
      )
      .execute();
    await db
      .insertInto("invoice_rule")
      .values(
        ["recharge", "use", "recharge"].map((stored_value, i) => ({
          venue_id,
          id: `rule-${i}`,
          from_day: `2026-11-${String(20 + 2 * i).padStart(2, "0")}`,
          stored_value: stored_value as "use",
          gift: (i === 0 ? "recharge" : "use") as "use",
          output_tax: true,
          operator: "",
          created_at,
        })),
      )
      .execute();
  }
}

it(`${OPERATIONS} random operations leave a sound book and the model's balances`, async () => {
  const seed = process.env["SEED"] ?? String(Date.now());
  console.log(`ledger proof: SEED=${seed}`);
  const r = random("ledger", seed);
  const m = modelOf(t, elsewhere, r, MEMBERS, DAYS);
  const { counts, orders, purses, left } = m;
  const operations = [...orderOperations(m), ...memberOperations(m)];

  const attempt = async (i: number): Promise<void> => {
    try {
      await r.weighted(operations)();
      counts.done++;
    } catch (error) {
      if (!(error instanceof AppError)) throw new Error(`operation ${i} of seed ${seed}`, { cause: error });
      counts.refused++;
    }
  };
  for (let i = 0; i < OPERATIONS || (i < 10 * OPERATIONS && KINDS.some((kind) => counts[kind] === 0));) {
    const until = i + r.int(1, AT_ONCE);
    await Promise.all(Array.from({ length: until - i }, (_, k) => attempt(i + k)));
    if (Math.floor(until / 500) > Math.floor(i / 500))
      expect(await checkLedger(t.database.dbFor(t.venue.id), t.venue.id), `after ${until}, seed ${seed}`).toEqual([]);
    i = until;
  }
  await paidOutSince(m);
  console.log(`ledger proof: ${orders.length} orders, ${JSON.stringify(counts)}`);
  expect(counts.done).toBeGreaterThan(OPERATIONS / 2);
  for (const kind of KINDS) expect(counts[kind], kind).toBeGreaterThan(0);

  // Assets are liabilities and equity on every day of it, and accounts balance.
  const { day: last } = wall(t.now, t.venue.zone);
  for (let back = -1; back < DAYS; back++) {
    const day = addDays(last, -back);
    for (const report of [trialBalance, balanceSheet]) {
      const { sums } = await t.look((ctx) => serves(reportCalls(report).read)(ctx, { from: day, to: day, venueId: t.venue.id }));
      expect([day, report.name, sums["opening"], sums["closing"]]).toEqual([day, report.name, "0.00", "0.00"]);
    }
  }

  const db = t.database.dbFor(t.venue.id);
  const { tax } = await db
    .selectFrom("tax_line")
    .select((eb) => eb.fn.sum<number>(eb.fn("abs", ["tax"])).as("tax"))
    .executeTakeFirstOrThrow();
  expect(tax).toBeGreaterThan(0);
  for (const id of ["v-1", "v-2"]) expect(await checkLedger(t.database.dbFor(id), id)).toEqual([]);
  expect(await t.database.dbFor(PLATFORM).transaction().execute(checkClearing)).toEqual([]);
  const balances = await db.selectFrom("balance").selectAll().where("subject", "like", "x-%").execute();
  const held = new Map(balances.map((row) => [`${row.account} ${row.subject}`, row.amount]));
  for (const [memberId, model] of purses) {
    const real = { principal: held.get(`purse.principal ${memberId}`) ?? 0, gift: held.get(`purse.gift ${memberId}`) ?? 0 };
    expect(real, `purses of ${memberId}, seed ${seed}`).toEqual(model);
  }
  const receivables = await db
    .selectFrom("posting")
    .select(["subject", (eb) => eb.fn.sum<number>("amount").as("sum")])
    .where("account", "=", "receivable.member")
    .where("subject", "like", "x-%")
    .groupBy("subject")
    .execute();
  expect(m.byHeir(receivables.map(({ subject, sum }) => [subject, sum] as const)), `debts, seed ${seed}`).toEqual(m.byHeir());
  await checkStatement(seed);
  const holdings = await db.selectFrom("holding").select(["id", "times", "bonus_times", "used"]).execute();
  expect(new Map(holdings.map((row) => [row.id, row.times + row.bonus_times - row.used])), `cards, seed ${seed}`).toEqual(left);
  const { sum } = await db
    .selectFrom("posting as p")
    .innerJoin("ledger_tx as t", (join) => join.onRef("t.venue_id", "=", "p.venue_id").onRef("t.id", "=", "p.tx_id"))
    .where("p.account", "like", "tender.%")
    .where("t.id", "not in", firstFill())
    .select((eb) => eb.fn.sum<number>("p.amount").as("sum"))
    .executeTakeFirstOrThrow();
  expect(sum).toBe(m.tenders);
  // In a transaction that uses gift money, no more leaves the tenders than leaves the principal.
  const { rows: paidOut } =
    await sql`SELECT tx_id FROM posting GROUP BY tx_id HAVING coalesce(sum(amount) FILTER (WHERE account = 'purse.gift'), 0) > 0
    AND -coalesce(sum(amount) FILTER (WHERE account LIKE 'tender.%'), 0) > coalesce(sum(amount) FILTER (WHERE account = 'purse.principal'), 0)`.execute(
      db,
    );
  expect(paidOut).toEqual([]);

  /** Selects the fixture's fill of the purses of "m-1", which is not the model's. */
  function firstFill() {
    return db.selectFrom("posting").select("tx_id").where("subject", "=", "m-1");
  }
});

/** The statement foots and closes on what everybody holds, however it is grouped, and each figure opens the rows whose sum it is. */
async function checkStatement(seed: string): Promise<void> {
  const into = ["opening", "recharge", "given", "transferredIn", "refunded", "adjusted"];
  const out = ["transferredOut", "spent", "paidOut", "voided", "closing"];
  type Figures = Readonly<Record<string, unknown>>;
  const cents = (row: Figures, name: string): number => fen(String(row[name]));
  const sumOf = (row: Figures, names: readonly string[]): number => names.reduce((all, name) => all + cents(row, name), 0);
  const period = { from: "2026-11-21", to: "2027-01-31" };
  const everybody = await t.database
    .dbFor(t.venue.id)
    .selectFrom("balance")
    .select((eb) => eb.fn.sum<number>("amount").as("sum"))
    .where("account", "like", "purse.%")
    .executeTakeFirstOrThrow();
  /** Checks that the rows that a figure opens sum to the figure: incoming, outgoing, or both. */
  const opens = async (to: string | undefined, name: string, figure: number): Promise<void> => {
    if (to === undefined) return expect(figure, `${name}, seed ${seed}`).toBe(0);
    const wanted = Object.fromEntries(new URL(to, "http://console").searchParams);
    const sums = await t.look((ctx) => serves(callsOf(accountLogs).sums)(ctx, wanted));
    const [cameIn, wentOut] = [fen(sums.in), fen(sums.out)];
    const taken = out.includes(name) && name !== "closing" && name !== "transferredOut";
    const net = taken ? wentOut - cameIn : cameIn - wentOut;
    const is = name === "transferredIn" ? cameIn : name === "transferredOut" ? wentOut : net;
    expect(is, `${name} opens ${to}, seed ${seed}`).toBe(figure);
  };
  for (const group of ["purse", "cardType", "member"]) {
    const asked = { venueId: t.venue.id, ...period, group };
    const { rows, sums } = await t.look((ctx) => serves(reportCalls(memberMonths).read)(ctx, asked));
    for (const row of [...rows, sums]) expect(sumOf(row, into), `statement by ${group}, seed ${seed}`).toBe(sumOf(row, out));
    expect(cents(sums, "closing")).toBe(everybody.sum);
    const query = { ...period, group, compare: "none" as const, filter: {} };
    for (const name of [...into, ...out]) {
      for (const row of rows.slice(0, 3)) await opens(memberMonths.drill(row, query, name), name, cents(row, name));
      await opens(memberMonths.drillTotal(query, name), name, cents(sums, name));
    }
  }
}

/** Statements of the books: each figure counted again from postings by plain SQL, as of any day, and the rows that it opens. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { api } from "../../src/contract/all";
import { fen } from "../../src/contract/core/money";
import { type Report, type ReportAnswer, reportCalls } from "../../src/contract/core/resource/report";
import { ACCOUNT_NAMES } from "../../src/contract/finance/accounts";
import { complexReport } from "../../src/contract/finance/day-reports";
import { balanceSheet, liabilities, profitLoss, trialBalance } from "../../src/contract/finance/statements";
import { ACCOUNTS } from "../../src/server/ledger/accounts";
import { rollUp } from "../../src/server/rollups/rollup";
import { accountRollups } from "../../src/server/domains/finance/account-balances";
import { book, payFor } from "../support/booking";
import { type Book, openBook } from "../support/book";
import { checkRows, type Making, sumsAt } from "../support/drills";
import type { Client } from "../support/server";

const DAYS = { from: "2026-11-21", to: "2026-11-23" };
let b: Book;
let admin: Client;
beforeAll(async () => {
  b = await openBook();
  const draft = { day: "2026-11-21", method: "Transfer", kind: "cost", category: "rent", amount: "4000.00" } as const;
  await b.admin.ok(api.manualEntries.create, draft);
  // Paid today, played on the day after tomorrow: deferred until then.
  const later = await book(b.t, { day: "2026-11-23", runs: [{ placeId: "b-3", start: 600, end: 660 }], name: "散客" });
  await payFor(b.t, later, [{ type: "WeChat", amount: later.due }]);
  b.t.now = new Date("2026-11-24T02:00:00Z");
  admin = await b.server.as("admin");
});
afterAll(() => b.close());

const read = (report: Report, input: Readonly<Record<string, string>> = DAYS): Promise<ReportAnswer> =>
  admin.ok(reportCalls(report).read, input);
const money = (value: unknown): number => fen(String(value));
/** Balances of accounts at the end of a day, fen, by plain SQL. */
async function heldAt(day: string): Promise<Record<string, number>> {
  const rows = await b.count<{ account: string; sum: number }>(`
    SELECT account, sum(amount)::float8 AS sum FROM (
      SELECT account, amount FROM posting WHERE venue_id = $1 AND day <= '${day}' AND (earned_on IS NULL OR earned_on <= '${day}')
      UNION ALL SELECT 'deferred', amount FROM posting WHERE venue_id = $1 AND day <= '${day}' AND earned_on > '${day}') x
    GROUP BY account HAVING sum(amount) <> 0`);
  return Object.fromEntries(rows.map(({ account, sum }) => [account, sum]));
}
const closings = (answer: ReportAnswer, level: number): Record<string, number> =>
  Object.fromEntries(
    answer.rows.filter((row) => row.level === level && money(row["closing"]) !== 0).map((row) => [row.key, money(row["closing"])]),
  );

it("names every account in both languages, each once", () => {
  const named = Object.keys(ACCOUNT_NAMES).filter((account) => account !== "deferred");
  expect(named.sort()).toEqual([...ACCOUNTS].sort());
});

describe.each(["from the rows", "from rollups"])("%s", (how) => {
  beforeAll(async () => {
    if (how === "from rollups") for (const rollup of accountRollups) while (await b.t.act((ctx) => rollUp(ctx, rollup)));
  });

  it.each(["2026-11-19", "2026-11-20", "2026-11-21", "2026-11-22", "2026-11-23"])("holds on %s what was posted until then", async (day) => {
    const answer = await read(trialBalance, { from: day, to: day });
    expect(closings(answer, 1)).toEqual(await heldAt(day));
    expect(answer.sums).toMatchObject({ opening: "0.00", closing: "0.00" });
    expect(answer.sums["debit"]).toBe(answer.sums["credit"]);
    const sheet = await read(balanceSheet, { from: day, to: day });
    expect(sheet.sums).toEqual({ opening: "0.00", change: "0.00", closing: "0.00" });
    const [assets = 0, owed = 0, equity = 0] = ["asset", "liability", "equity"].map((key) =>
      money(sheet.rows.find((row) => row.key === key)?.["closing"] ?? "0.00"),
    );
    expect(assets).toBe(owed + equity);
  });

  it("counts as profit what is earned and posted in the period", async () => {
    const [counted] = await b.count<{ income: number; discount: number; cost: number }>(`
      SELECT -coalesce(sum(amount) FILTER (WHERE account LIKE 'income.%'), 0)::float8 AS income, coalesce(sum(amount) FILTER (WHERE account LIKE 'discount.%'), 0)::float8 AS discount,
        coalesce(sum(amount) FILTER (WHERE account LIKE 'cost.%' OR account = 'over_short'), 0)::float8 AS cost
      FROM posting WHERE venue_id = $1 AND greatest(day, coalesce(earned_on, day)) BETWEEN '${DAYS.from}' AND '${DAYS.to}'`);
    for (const group of ["account", "month"]) {
      const { sums } = await read(profitLoss, { ...DAYS, group });
      const [income, discount, cost, profit] = ["income", "discount", "cost", "profit"].map((name) => money(sums[name]));
      expect({ income, discount, cost }).toEqual(counted);
      expect(profit).toBe((counted?.income ?? 0) - (counted?.discount ?? 0) - (counted?.cost ?? 0));
    }
    const { rows } = await read(profitLoss);
    expect(rows.find(({ key }) => key === "cost.other/rent")?.["cost"]).toBe("4000.00");
  });
});

it("defers what is earned later until that day, and earns as the comprehensive report does", async () => {
  const deferred = async (day: string) =>
    (await read(trialBalance, { from: day, to: day })).rows.find(({ key }) => key === "deferred")?.["closing"];
  expect(money(await deferred("2026-11-21"))).toBeLessThan(0);
  expect(await deferred("2026-11-23")).toBe("0.00");
  const { sums } = await read(profitLoss, { from: "2026-11-20", to: "2026-11-23" });
  const earned = (await read(complexReport, { from: "2026-11-20", to: "2026-11-23" })).sums["earned"];
  const [other] = await b.count<{ sum: number }>(
    "SELECT coalesce(-sum(amount), 0)::float8 AS sum FROM posting WHERE venue_id = $1 AND account = 'income.other' AND earned_on NOT BETWEEN '2026-11-20' AND '2026-11-23'",
  );
  expect(money(sums["income"]) - money(sums["discount"]) - (other?.sum ?? 0)).toBe(money(earned));
});

it("never changes a day that is over", async () => {
  const before = await Promise.all([trialBalance, profitLoss, balanceSheet].map((report) => read(report)));
  await admin.ok(api.manualEntries.create, { day: "2026-11-22", method: "Transfer", kind: "income", category: "vending", amount: "77.00" });
  expect(await Promise.all([trialBalance, profitLoss, balanceSheet].map((report) => read(report)))).toEqual(before);
});

const plain: Making = (sums, measure) => {
  if (measure === "debit" || measure === "credit") return sums[measure];
  return measure === "income" || measure === "profit" ? -Number(sums["net"]) : sums["net"];
};
it.each([
  ["trial balance", trialBalance],
  ["profit and loss", profitLoss],
] as const)("opens the postings of each figure of the %s", async (_, report) => {
  const { some } = await checkRows(admin, report, DAYS, plain);
  expect(some).toBeGreaterThan(10);
});

it("opens the postings of each figure of the balance sheet", async () => {
  const { rows } = await read(balanceSheet);
  let some = 0;
  for (const row of rows)
    for (const measure of ["opening", "change", "closing"]) {
      const address = balanceSheet.drill(row, { ...DAYS, group: "account", compare: "none", filter: {} }, measure);
      const { net } = await sumsAt(admin, address);
      expect([row.key, measure, Math.abs(Number(net))]).toEqual([row.key, measure, Math.abs(Number(row[measure]))]);
      if (Number(net) !== 0) some++;
    }
  expect(some).toBeGreaterThan(10);
});

it("lets only who may see statements read them", async () => {
  await b.server.addPerson("clerk", ["v-1"], ["complex"]);
  const clerk = await b.server.as("clerk");
  expect((await clerk.call(reportCalls(balanceSheet).read, DAYS)).code).toBe(403);
});

it("shows on one page what is owed, as the trial balance has it, cards by type with what is left on them", async () => {
  for (const day of ["2026-11-20", "2026-11-21", "2026-11-23"]) {
    const answer = await read(liabilities, { from: day, to: day });
    const balances = await read(trialBalance, { from: day, to: day });
    for (const row of answer.rows.filter(({ level }) => level === 0)) {
      const account = balances.rows.find(({ key }) => key === row.key);
      expect([row.key, day, money(row["closing"])]).toEqual([row.key, day, 0 - money(account?.["closing"])]);
    }
    const owed = balances.rows.find(({ key }) => key === "liability");
    expect(money(answer.sums["closing"])).toBe(0 - money(owed?.["closing"]));
    expect(money(answer.sums["opening"]) + money(answer.sums["credit"]) - money(answer.sums["debit"])).toBe(money(answer.sums["closing"]));
  }
  const { rows } = await read(liabilities, { from: "2026-11-21", to: "2026-11-21" });
  const cards = rows.filter(({ key }) => key.startsWith("card.value"));
  const [left] = await b.count<{ value: number; units: number; cards: number }>(
    `SELECT (SELECT sum(amount)::float8 FROM balance WHERE venue_id = $1 AND account = 'card.value') AS value, sum(times + bonus_times - used)::int AS units, count(*)::int AS cards
     FROM holding h WHERE venue_id = $1 AND EXISTS (SELECT FROM balance b WHERE b.venue_id = h.venue_id AND b.account = 'card.value' AND b.subject = h.id AND b.amount > 0)`,
  );
  for (const level of [0, 1]) {
    const [row] = cards.filter((card) => card.level === level);
    expect([money(row?.["closing"]), row?.["units"], row?.["holders"]]).toEqual([left?.value, left?.units, left?.cards]);
  }
  const [members] = await b.count<{ n: number }>(
    "SELECT count(*)::int AS n FROM balance WHERE venue_id = $1 AND account = 'purse.principal' AND amount <> 0",
  );
  expect(rows.find(({ key }) => key === "purse.principal")?.["holders"]).toBe(members?.n);
});

it("opens the postings of each liability", async () => {
  const owed: Making = (sums, measure) => (measure === "credit" || measure === "debit" ? sums[measure] : 0 - Number(sums["net"]));
  const { rows, sums } = await read(liabilities);
  let some = 0;
  for (const row of [...rows, { ...sums, key: "total" }])
    for (const measure of ["opening", "credit", "debit", "closing"]) {
      const query = { ...DAYS, group: "account", compare: "none" as const, filter: {} };
      const address =
        row.key === "total"
          ? liabilities.drillTotal(query, measure)
          : liabilities.drill(row as ReportAnswer["rows"][number], query, measure);
      const figure = Number(Reflect.get(row, measure));
      expect([row.key, measure, Number(owed(await sumsAt(admin, address ?? ""), measure, ""))]).toEqual([row.key, measure, figure]);
      if (figure !== 0) some++;
    }
  expect(some).toBeGreaterThan(10);
});

/** Budgets: their grid and file, and the comparison with what was booked, counted again by plain SQL. */
import { afterAll, beforeAll, expect, it } from "vitest";
import { api } from "../../src/contract/all";
import { fen } from "../../src/contract/core/money";
import { reportCalls, rowsOf } from "../../src/contract/core/resource/report";
import { budgetActual } from "../../src/contract/finance/budgets";
import { shareOfMonth } from "../../src/server/domains/finance/budget-rows";
import { type Book, openBook } from "../support/book";
import { sumsAt } from "../support/drills";
import type { Client } from "../support/server";
import { query } from "../support/tables";
import { excelRows } from "../support/unzip";

const MONTH = { from: "2026-11-01", to: "2026-11-30" };
const cell = (account: string, amount: string | null, category = "", month = "2026-11") => ({ month, account, category, amount }) as const;
let b: Book;
let admin: Client;
beforeAll(async () => {
  b = await openBook();
  const draft = { day: "2026-11-21", method: "Transfer", kind: "cost" } as const;
  await b.admin.ok(api.manualEntries.create, { ...draft, category: "rent", amount: "4000.00" });
  await b.admin.ok(api.manualEntries.create, { ...draft, category: "water", amount: "31.20" });
  b.t.now = new Date("2026-11-24T02:00:00Z");
  admin = await b.server.as("admin");
});
afterAll(() => b.close());

const read = (input: Readonly<Record<string, string>>) => admin.ok(reportCalls(budgetActual).read, input);
const yearOf = async (year: number) => (await admin.ok(api.budgetGrid.read, { year })).cells;

it("saves, changes and removes the cells of a year, and no others", async () => {
  const cells = [
    cell("income.place", "3000.00"),
    cell("cost.other", "3900.00", "rent"),
    cell("cost.other", "100.00"),
    cell("income.fee", "5.00"),
  ];
  expect(await admin.ok(api.budgetGrid.save, { year: 2026, cells })).toEqual({ saved: 4 });
  await admin.ok(api.budgetGrid.save, { year: 2026, cells: [cell("income.place", "3100.00"), cell("income.fee", null)] });
  expect(await yearOf(2026)).toEqual(
    expect.arrayContaining([cell("income.place", "3100.00"), cell("cost.other", "3900.00", "rent"), cell("cost.other", "100.00")]),
  );
  expect(await yearOf(2026)).toHaveLength(3);
  const strange = await admin.call(api.budgetGrid.save, { year: 2026, cells: [cell("income.place", "1.00", "", "2027-01")] });
  expect(strange.code).not.toBe(200);
  const split = await admin.call(api.budgetGrid.save, { year: 2026, cells: [cell("income.place", "1.00", "rent")] });
  expect(split.code).not.toBe(200);
  expect(await yearOf(2026)).toHaveLength(3);
  expect(await yearOf(2027)).toEqual([]);
});

it("refuses a second budget of an account and month, and a month that is none", async () => {
  const second = await admin.call(api.budgets.create, { month: "2026-11", account: "income.place", amount: "1.00" });
  expect(second.code).not.toBe(200);
  expect(JSON.stringify(second)).toContain("已有预算");
  expect((await admin.call(api.budgets.create, { month: "2026-13", account: "income.place", amount: "1.00" })).code).not.toBe(200);
  await admin.ok(api.budgets.create, { month: "2026-12", account: "income.place", amount: "310.00" });
});

it("compares each account of the month with what was booked", async () => {
  const counted = await b.count<{ account: string; sum: number }>(
    `SELECT account, sum(amount)::float8 AS sum FROM posting WHERE venue_id = $1 AND (account ~ '^(income|discount|cost)[.]' OR account = 'over_short')
      AND greatest(day, coalesce(earned_on, day)) BETWEEN '${MONTH.from}' AND '${MONTH.to}' GROUP BY 1 HAVING sum(amount) <> 0`,
  );
  const answer = await read(MONTH);
  const rowOf = (key: string) => answer.rows.find((row) => row.key === key);
  for (const { account, sum } of counted)
    expect([account, rowOf(account)?.["actual"]]).toEqual([account, (Math.abs(sum) / 100).toFixed(2)]);
  expect(counted.length).toBeGreaterThan(5);
  const profit = -counted.reduce((sum, row) => sum + row.sum, 0);
  expect(fen(String(answer.sums["actual"]))).toBe(profit);
  expect(answer.sums["budget"]).toBe("-900.00");
  expect(rowOf("income.place")).toMatchObject({ budget: "3100.00" });
  expect(rowOf("cost.other/rent")).toMatchObject({ budget: "3900.00", actual: "4000.00", difference: "100.00", reached: 102.6 });
  expect(rowOf("cost.other/water")).toMatchObject({ budget: "0.00", actual: "31.20", reached: null });
  const months = await read({ from: "2026-11-01", to: "2026-12-31", group: "month" });
  expect(months.rows.map(({ key, budget }) => [key, budget])).toEqual([
    ["2026-11", "-900.00"],
    ["2026-12", "310.00"],
  ]);
});

it("counts the budget of a part of a month by days, whose parts add up to the month", async () => {
  const days = Array.from({ length: 30 }, (_, i) => `2026-11-${String(i + 1).padStart(2, "0")}`);
  for (const amount of [310_000, 100, 7])
    expect(days.reduce((sum, day) => sum + shareOfMonth(amount, "2026-11", { from: day, to: day }), 0)).toBe(amount);
  const half = await read({ from: "2026-11-16", to: "2026-12-01" });
  expect(half.rows.find(({ key }) => key === "income.place")).toMatchObject({ budget: "1560.00" });
});

it.each(["account", "month"])("opens the postings of each booked figure by %s", async (group) => {
  const looked = { ...MONTH, group, compare: "none", filter: {} } as const;
  const answer = await read({ ...MONTH, group });
  const isCost = (key: string): boolean => /^(cost|discount|over_short)/.test(key);
  for (const row of answer.rows) {
    const sums = await sumsAt(admin, rowsOf(budgetActual, row, looked, "actual") ?? "");
    expect([row.key, (isCost(row.key) ? 1 : -1) * fen(String(sums["net"]))]).toEqual([row.key, fen(String(row["actual"]))]);
  }
  const total = await sumsAt(admin, rowsOf(budgetActual, "total", looked, "actual") ?? "");
  expect(-fen(String(total["net"]))).toBe(fen(String(answer.sums["actual"])));
});

it("writes the comparison to a file", async () => {
  const { excel } = reportCalls(budgetActual);
  if (!excel) throw new Error("no file");
  const lines = await excelRows(Buffer.from(await (await admin.fetch(excel, MONTH)).arrayBuffer()));
  const shown = await read(MONTH);
  expect(lines.find(([name]) => name?.trim() === "租金")?.slice(1, 4)).toEqual(["3900.00", "4000.00", "100.00"]);
  expect(
    lines
      .find(([name]) => name === "利润")
      ?.slice(1, 3)
      .map(Number),
  ).toEqual([Number(shown.sums["budget"]), Number(shown.sums["actual"])]);
});

it("has a goal of the day: the organizations' daily goals, or else the budget of income", async () => {
  const goal = async () => (await admin.ok(api.finance.dashboard, { day: "2026-11-21" })).earned?.goal;
  expect(await goal()).toBe("103.33");
  const organization = (id: string, state: string, goal: string) => `INSERT INTO union_organization
    (venue_id, id, name, state, tenant_id, site_kind_id, contact, phone, default_currency, express_fee_currency, daily_kpi_goals, created_at)
    VALUES ('v-1', '${id}', '${id}', '${state}', 't', 's', '', '', 'CNY', 'CNY', ${goal}, now());`;
  await query(
    b.t.url,
    `SET session_replication_role = replica; ${organization("o1", "approved", "800000")} ${organization("o2", "approved", "NULL")} ${organization("o3", "suspended", "5")}`,
  );
  expect(await goal()).toBe("8000.00");
});

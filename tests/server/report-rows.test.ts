/** Each figure of the reports of money, of courts and of cards opened is the sum of the rows that it opens. */
import { afterAll, beforeAll, expect, it } from "vitest";
import { api } from "../../src/contract/all";
import type { Input } from "../../src/contract/call";
import { courtUse } from "../../src/contract/courtUse";
import { complexOld, complexReport, dayReports } from "../../src/contract/dayReports";
import { expenseReport } from "../../src/contract/expenses";
import { cardOpenings } from "../../src/contract/memberMoney";
import type { Report } from "../../src/contract/resource/report";
import { type Book, openBook } from "../support/book";
import { checkRows, type Making } from "../support/drills";

const DAYS = { from: "2026-11-20", to: "2026-11-21" };
let b: Book;
beforeAll(async () => {
  b = await openBook();
  type Entry = Pick<Input<typeof api.manualEntries.create>, "kind" | "category">;
  const add = (kind: Entry["kind"], category: Entry["category"], amount: string) =>
    b.admin.ok(api.manualEntries.create, { day: DAYS.to, method: "Transfer", kind, category, amount });
  await add("cost", "power", "320.50");
  await add("income", "sponsorship", "500.00");
  const { id } = await add("cost", "water", "99.00");
  await b.admin.ok(api.manualEntries.void, { id, reason: "记重了" });
});
afterAll(() => b.close());

/** Takings are the tenders' in and out; what is earned is the entries' own sum of that name. */
const money: Making = (sums, measure, path) => {
  if (path !== "/venue/venue-account-log") return sums[measure];
  if (measure === "refunded") return sums["out"];
  return measure === "takings" ? sums["net"] : sums["in"];
};
const spent: Making = (sums, measure, path) => {
  if (path === "/venue/manual-bookkeeping-list") return sums[measure];
  if (measure === "income") return sums["earned"];
  return measure === "cost" ? sums["cost"] : Number(sums["earned"]) - Number(sums["cost"]);
};
const plain: Making = (sums, measure) => sums[measure];
const cards: Making = (sums, measure) => (measure === "cards" ? sums["count"] : sums[measure]);

/** The report, what makes a figure of the sums, measures without rows, a filter. */
const REPORTS: Readonly<Record<string, readonly [Report, Making, readonly string[], Readonly<Record<string, string>>?]>> = {
  "days of the venue": [dayReports, money, ["payments"]],
  "all businesses": [complexReport, money, ["payments"]],
  "two of them": [complexReport, money, ["payments"], { stream: "place,product" }],
  "the old form": [complexOld, money, ["payments"]],
  expenses: [expenseReport, spent, ["entries"]],
  "use of courts": [courtUse, plain, ["openHours", "utilisation", "perHour"]],
  "cards opened": [cardOpenings, cards, []],
  "package cards opened": [cardOpenings, cards, [], { kind: "package" }],
};

it.each(Object.keys(REPORTS))("%s", async (name) => {
  const [report, making, bare, filter] = REPORTS[name] ?? [dayReports, plain, []];
  const { some } = await checkRows(b.admin, report, { ...DAYS, ...filter }, making, bare);
  expect(some, "figures that are not 0").toBeGreaterThan(5);
});

it("shares the earned entries out over the businesses of the day, and opens one by its id", async () => {
  const { income, earned } = await b.admin.ok(api.dayReport.page, { venueId: "v-1", day: DAYS.to });
  const of = (stream?: string) =>
    b.admin.ok(api.bookEntries.sums, { dayFrom: DAYS.to, dayTo: DAYS.to, ...(stream === undefined ? {} : { stream }) });
  for (const row of income) expect([row.key, (await of(row.key)).earned]).toEqual([row.key, row.today]);
  expect((await of()).earned).toBe(earned.today);
  const { content } = await b.admin.ok(api.bookEntries.list, { dayFrom: DAYS.to, dayTo: DAYS.to, account: "income.place" });
  const [first] = content;
  if (!first) throw new Error("no court earned anything");
  expect(await b.admin.ok(api.bookEntries.view, { id: first.id })).toEqual(first);
  const [hour] = (await b.admin.ok(api.courtHours.list, { dayFrom: DAYS.to, dayTo: DAYS.to })).content;
  expect(hour && (await b.admin.ok(api.courtHours.view, { id: hour.id }))).toEqual(hour);
});

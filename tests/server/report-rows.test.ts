/** Each figure of the reports of money, of courts and of cards opened is the sum of the rows that it opens. */
import { afterAll, beforeAll, expect, it } from "vitest";
import { api } from "../../src/contract/all";
import type { Input } from "../../src/contract/core/call";
import { courtUse } from "../../src/contract/finance/court-use";
import { complexOld, complexReport, DAY_ROWS, dayReports, STREAMS } from "../../src/contract/finance/day-reports";
import { expenseReport } from "../../src/contract/finance/expenses";
import { cardOpenings } from "../../src/contract/finance/member-money";
import { type Report, reportCalls } from "../../src/contract/core/resource/report";
import { entriesOf, tendersOf } from "../../src/contract/core/rows-behind";
import { type Book, openBook } from "../support/book";
import { checkRows, type Making, sumsAt } from "../support/drills";

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
  if (measure === "payments") return sums["count"];
  return measure === "takings" ? sums["net"] : sums["in"];
};
const spent: Making = (sums, measure) => {
  if (measure === "entries") return sums["entries"];
  if (measure === "income") return sums["earned"];
  return measure === "cost" ? sums["cost"] : Number(sums["earned"]) - Number(sums["cost"]);
};
const plain: Making = (sums, measure) => sums[measure];
const cards: Making = (sums, measure) => (measure === "cards" ? sums["count"] : sums[measure]);

/** The report, what makes a figure of the sums, a filter. */
const REPORTS: Readonly<Record<string, readonly [Report, Making, Readonly<Record<string, string>>?]>> = {
  "days of the venue": [dayReports, money],
  "all businesses": [complexReport, money],
  "two of them": [complexReport, money, { stream: "place,product" }],
  "the old form": [complexOld, money],
  expenses: [expenseReport, spent],
  "use of courts": [courtUse, plain],
  "cards opened": [cardOpenings, cards],
  "package cards opened": [cardOpenings, cards, { kind: "package" }],
};

it.each(Object.keys(REPORTS))("%s", async (name) => {
  const [report, making, filter] = REPORTS[name] ?? [dayReports, plain];
  const { some } = await checkRows(b.admin, report, { ...DAYS, ...filter }, making);
  expect(some, "figures that are not 0").toBeGreaterThan(5);
});

it("counts the day as the lists that its counts open, and today as the month to date", async () => {
  const { counts, purses } = await b.admin.ok(api.dayReport.page, { venueId: "v-1", day: DAYS.to });
  const MAKES = {
    sessions: "sessions",
    soldHours: "soldHours",
    openHours: "openHours",
    newMembers: "memberCards",
    cardsSold: "packageCards",
  };
  const month = { from: "2026-11-01", to: DAYS.to };
  for (const [time, days] of [["today", { from: DAYS.to, to: DAYS.to }] as const, ["month", month] as const])
    for (const row of counts) {
      const sums = await sumsAt(b.admin, DAY_ROWS[row.key](days));
      const made = row.key === "cardUses" ? -Number(sums["change"]) : Number(sums[MAKES[row.key]]);
      expect([row.key, time, made]).toEqual([row.key, time, row[time]]);
    }
  expect(counts.filter(({ month: all }) => all === 0)).toEqual([]);
  const day = { from: DAYS.to, to: DAYS.to };
  const net = async (key: "spent" | "principal" | "gift") => Number((await sumsAt(b.admin, DAY_ROWS[key](day)))["net"]);
  expect([-(await net("spent")), await net("principal"), await net("gift")]).toEqual(
    [purses.spent, purses.principal, purses.gift].map(Number),
  );
  expect(Number(purses.spent)).toBeGreaterThan(0);
});

it("counts an entry by hand that was voided as none, in the report and in the rows behind it", async () => {
  const { rows } = await b.admin.ok(reportCalls(expenseReport).read, { ...DAYS, group: "cause" });
  const of = (key: string) => rows.find((row) => row.key === key);
  expect([of("manual")?.["entries"], of("manual.power")?.["entries"], of("manual.water")?.["entries"]]).toEqual([2, 1, 0]);
  expect(await sumsAt(b.admin, entriesOf(DAYS, { cause: "manual", category: "water" }))).toMatchObject({
    count: 2,
    entries: 0,
    cost: "0.00",
  });
});

it("counts payments and entries of the day as their lists do", async () => {
  const { received, methods, income } = await b.admin.ok(api.dayReport.page, { venueId: "v-1", day: DAYS.to });
  const day = { from: DAYS.to, to: DAYS.to };
  const stream = Object.keys(STREAMS).join(",");
  const count = async (address: string) => (await sumsAt(b.admin, address))["count"];
  for (const row of received.filter(({ key }) => key !== "refund"))
    expect([row.key, await count(tendersOf(day, { stream: row.key, flow: "in" }))]).toEqual([row.key, row.count]);
  for (const row of methods)
    expect([row.key, await count(tendersOf(day, { account: row.key, stream, flow: "in" }))]).toEqual([row.key, row.count]);
  for (const row of income)
    expect([row.key, await count(entriesOf(day, { stream: row.key, listFrom: "0.01" }))]).toEqual([row.key, row.count]);
  expect(received.length * methods.length * income.length).toBeGreaterThan(0);
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

/** A figure that two screens show is the same on both: pairs of screens over two days of trade of every kind. */
import { afterAll, beforeAll, expect, it } from "vitest";
import { api } from "../../src/contract/all";
import type { Call, Input } from "../../src/contract/core/call";
import { type Book, openBook } from "../support/book";

const [FROM, DAY] = ["2026-11-20", "2026-11-21"];
let b: Book;
beforeAll(async () => {
  b = await openBook();
  type Entry = Pick<Input<typeof api.manualEntries.create>, "kind" | "category">;
  const add = (kind: Entry["kind"], category: Entry["category"], amount: string) =>
    b.admin.ok(api.manualEntries.create, { day: DAY, method: "Transfer", kind, category, amount });
  await add("cost", "power", "320.50");
  await add("cost", "repairs", "88.00");
  await add("income", "sponsorship", "500.00");
  const { id } = await add("cost", "water", "99.00");
  await b.admin.ok(api.manualEntries.void, { id, reason: "记重了" });
  await b.admin.ok(api.settlements.create, { toDay: FROM, remark: "" });
});
afterAll(() => b.close());

const fen = (text: unknown): number => Math.round(Number(text ?? 0) * 100);
/** Reads a figure of a call's answer, fen, summed over paths of names; "rows.key=place.earned" is a field of the row of that key. */
const figure =
  (call: Call, input: object, ...paths: readonly string[]) =>
  async (): Promise<number> => {
    const answer: unknown = await b.admin.ok(call, input);
    return paths.reduce((sum, path) => sum + fen(valueAt(answer, path)), 0);
  };
function valueAt(value: unknown, path: string): unknown {
  return path.split(".").reduce<unknown>((found, name) => {
    const [field, wanted] = name.split("=");
    if (wanted === undefined) return Reflect.get(Object(found), name);
    return (found as readonly object[]).find((row) => Reflect.get(row, field ?? "") === wanted.replace("~", ".")) ?? {};
  }, value);
}

const period = { from: FROM, to: DAY };
const oneDay = { from: DAY, to: DAY };
const open = { venueId: "v-1" };
const { expenseReport, complexReport, complexOld, dayReports, dayReport, finance, bookingInfo, bookingOrders, courtUse } = api;
const made = { createdAtFrom: FROM, createdAtTo: DAY };
const dayOf = { dayFrom: FROM, dayTo: DAY };
const minus = (a: () => Promise<number>, c: () => Promise<number>) => async () => (await a()) - (await c());

/** Figures, and the screens that show them. */
const PAIRS: Readonly<Record<string, readonly (() => Promise<number>)[]>> = {
  "takings of a day: dashboard, daily report, list of days, comprehensive report new and old": [
    figure(finance.dashboard, { day: DAY }, "takings.value"),
    figure(dayReport.page, { ...open, day: DAY }, "takings.today"),
    figure(dayReports.read, { ...oneDay, ...open }, "sums.takings"),
    figure(complexReport.read, oneDay, "sums.takings"),
    figure(complexOld.read, oneDay, "sums.takings"),
  ],
  "earned of a day: dashboard, daily report, list of days, comprehensive report": [
    figure(finance.dashboard, { day: DAY }, "earned.value"),
    figure(dayReport.page, { ...open, day: DAY }, "earned.today"),
    figure(dayReports.read, { ...oneDay, ...open }, "sums.earned"),
    figure(complexReport.read, oneDay, "sums.earned"),
  ],
  "what courts earned with the fees kept: comprehensive report, booking details": [
    figure(complexReport.read, period, "rows.key=place.earned", "rows.key=fee.earned"),
    figure(bookingInfo.sums, period, "net"),
  ],
  "what courts earned without fees: comprehensive report, court use": [
    figure(complexReport.read, period, "rows.key=place.earned"),
    figure(courtUse.read, period, "sums.income"),
  ],
  "sessions of courts: daily report, court use": [
    figure(dayReport.page, { ...open, day: DAY }, "counts.key=sessions.today"),
    figure(courtUse.read, oneDay, "sums.sessions"),
  ],
  "hours of courts on sale: daily report, court use": [
    figure(dayReport.page, { ...open, day: DAY }, "counts.key=openHours.today"),
    figure(courtUse.read, oneDay, "sums.openHours"),
  ],
  "hours of courts sold: daily report, court use": [
    figure(dayReport.page, { ...open, day: DAY }, "counts.key=soldHours.today"),
    figure(courtUse.read, oneDay, "sums.soldHours"),
  ],
  "sales of courts: list of orders, booking details": [
    figure(bookingOrders.sums, period, "total"),
    figure(bookingInfo.sums, period, "price"),
  ],
  "refunds of courts: list of orders, booking details": [
    figure(bookingOrders.sums, period, "refunded"),
    figure(bookingInfo.sums, period, "refunded"),
  ],
  "recharges received: comprehensive report, member months": [
    figure(complexReport.read, period, "rows.key=recharge.received"),
    figure(api.memberMonths.read, { ...period, ...open }, "sums.recharge"),
  ],
  "what purses hold: daily report, members, member totals, member months": [
    figure(dayReport.page, { ...open, day: DAY }, "purses.principal", "purses.gift"),
    figure(api.members.sums, {}, "principal", "gift"),
    figure(api.memberTotals.sums, {}, "principal", "gift"),
    figure(api.memberMonths.read, { ...period, ...open }, "sums.closing"),
  ],
  "cards sold: comprehensive report, card openings": [
    figure(complexReport.read, period, "rows.key=card.received"),
    figure(api.cardOpenings.read, period, "sums.amount"),
  ],
  "goods sold: list of sales, their lines": [figure(api.sales.sums, dayOf, "total"), figure(api.saleLines.sums, dayOf, "price")],
  "goods returned: list of sales, their lines": [figure(api.sales.sums, dayOf, "refunded"), figure(api.saleLines.sums, dayOf, "refunded")],
  "what goods earned: comprehensive report, product report, sale report": [
    figure(complexReport.read, period, "rows.key=product.earned"),
    figure(api.productReport.read, { ...period, ...open }, "sums.sales"),
    figure(api.saleReport.read, period, "sums.sales"),
  ],
  "cost of goods: expense report, product report": [
    figure(expenseReport.read, period, "rows.key=goods.cost"),
    figure(api.productReport.read, { ...period, ...open }, "sums.cost"),
  ],
  "entries by hand: expense report, their list": [
    figure(expenseReport.read, period, "rows.key=manual.net"),
    figure(api.manualEntries.sums, { ...dayOf, state: "recorded" }, "net"),
  ],
  "one category of them: expense report, their list": [
    figure(expenseReport.read, period, "rows.key=manual~power.cost"),
    figure(api.manualEntries.sums, { ...dayOf, category: "power" }, "cost"),
  ],
  "other income: expense report, comprehensive report": [
    figure(expenseReport.read, period, "sums.income"),
    figure(complexReport.read, period, "rows.key=other.earned"),
  ],
  "takings: venue account log, comprehensive report": [
    minus(
      figure(finance.venueLogSums, { ...period, stream: "place,session,recharge,card,product" }, "in"),
      figure(finance.venueLogSums, { ...period, stream: "place,session,recharge,card,product" }, "out"),
    ),
    figure(complexReport.read, period, "sums.takings"),
  ],
  "takings of closed days: their settlement, comprehensive report": [
    figure(api.settlements.sums, {}, "net"),
    figure(complexReport.read, { from: "2026-11-01", to: FROM }, "sums.takings"),
  ],
  "recharges: list of all orders, comprehensive report": [
    figure(api.orders.sums, { ...made, kind: "recharge" }, "paid"),
    figure(complexReport.read, period, "rows.key=recharge.received"),
  ],
  "goods: list of all orders, list of sales": [
    figure(api.orders.sums, { ...made, kind: "sale" }, "total"),
    figure(api.sales.sums, dayOf, "total"),
  ],
  "sessions: list of all orders, comprehensive report": [
    figure(api.orders.sums, { ...made, kind: "session" }, "total"),
    figure(complexReport.read, period, "rows.key=session.earned"),
  ],
  "cards sold: list of all orders, comprehensive report": [
    figure(api.orders.sums, { ...made, kind: "card" }, "paid"),
    figure(complexReport.read, period, "rows.key=card.received"),
  ],
  "all orders: their list, and its kinds' own lists": [
    figure(api.orders.sums, { ...made, kind: "booking" }, "refunded"),
    figure(bookingOrders.sums, period, "refunded"),
  ],
};

it.each(Object.keys(PAIRS))("%s", async (name) => {
  const found = await Promise.all((PAIRS[name] ?? []).map((read) => read()));
  expect(found[0], name).not.toBe(0);
  expect(found, name).toEqual(found.map(() => found[0]));
});

it.each(["cause", "day", "month"])("the expense report by %s adds up to the postings", async (group) => {
  const { rows, sums } = await b.admin.ok(expenseReport.read, { ...period, group });
  const [books] = await b.count<{ cost: string; income: string }>(
    `SELECT sum(amount) FILTER (WHERE account LIKE 'cost.%' OR account = 'over_short') AS cost, -sum(amount) FILTER (WHERE account = 'income.other') AS income
     FROM posting WHERE venue_id = $1 AND coalesce(earned_on, day) BETWEEN '${FROM}' AND '${DAY}'`,
  );
  expect([fen(sums["cost"]), fen(sums["income"])]).toEqual([Number(books?.cost), Number(books?.income)]);
  for (const name of ["cost", "income", "net", "entries"]) {
    const top = rows.filter(({ level }) => level === 0).reduce((sum, row) => sum + fen(Reflect.get(row, name)), 0);
    expect([name, top]).toEqual([name, fen(sums[name])]);
  }
});

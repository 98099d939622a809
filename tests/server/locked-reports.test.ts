/**
 * A locked period moves on no report: returns, refunds, voids, entries by hand, moves and a settlement after the lock leave each figure of it as
 * it was, to the fen. What changed is booked on the first open day, and screens that count the same money agree there.
 */
import { afterAll, beforeAll, expect, it } from "vitest";
import { api } from "../../src/contract/all";
import { booking } from "../../src/contract/booking/booking";
import { bookingInfo, INFO_GROUPS } from "../../src/contract/finance/booking-info";
import { courtUse } from "../../src/contract/finance/court-use";
import { budgetActual } from "../../src/contract/finance/budgets";
import { venuesDay, venuesLiabilities, venuesProfitLoss } from "../../src/contract/finance/consolidated";
import { complexOld, complexReport, dayReports } from "../../src/contract/finance/day-reports";
import { expenseReport } from "../../src/contract/finance/expenses";
import { cardOpenings, memberMonths } from "../../src/contract/finance/member-money";
import { fen } from "../../src/contract/core/money";
import { callsOf } from "../../src/contract/core/resource/calls";
import { LATER, type Report, type ReportAnswer, reportCalls } from "../../src/contract/core/resource/report";
import { sale } from "../../src/contract/sale/sale";
import { settlements } from "../../src/contract/settlements/settlements";
import { productReport, saleReport, stockFlow } from "../../src/contract/stock/stock-reports";
import { marketingDays } from "../../src/contract/marketing/marketing-report";
import { payablesAgeing, supplierStatement } from "../../src/contract/stock/payables";
import { receivablesAgeing } from "../../src/contract/finance/receivables";
import { outputTax } from "../../src/contract/finance/tax-report";
import { balanceSheet, liabilities, profitLoss, trialBalance } from "../../src/contract/finance/statements";
import { servedReports } from "../../src/server/resource/report";
import { book, payFor } from "../support/booking";
import { type Book, openBook } from "../support/book";
import type { Client } from "../support/server";

const LOCKED = { from: "2026-11-20", to: "2026-11-21" };
const OPEN = { from: "2026-11-22", to: "2026-11-25" };
/** Reports of the state of now: no period that could be locked. */
const OF_NOW = ["stockNow", "coachBalance"];
const REPORTS: Readonly<Record<string, Report>> = {
  dayReports,
  complexReport,
  complexOld,
  expenseReport,
  courtUse,
  cardOpenings,
  memberMonths,
  stockFlow,
  productReport,
  saleReport,
  marketingDays,
  trialBalance,
  profitLoss,
  balanceSheet,
  liabilities,
  supplierStatement,
  payablesAgeing,
  budgetActual,
  outputTax,
  receivablesAgeing,
  venuesDay,
  venuesProfitLoss,
  venuesLiabilities,
};

let b: Book;
let admin: Client;
let boss: Client;
const ids: Record<string, string> = {};

beforeAll(async () => {
  b = await openBook();
  await b.server.addPerson("boss", ["v-1"]);
  b.t.now = new Date("2026-11-21T13:10:00Z");
  const refunded = await book(b.t, { runs: [{ placeId: "b-2", start: 1_290, end: 1_320 }], name: "要退的" });
  await payFor(b.t, refunded, [{ type: "Transfer", amount: refunded.due }]);
  const moved = await book(b.t, { day: "2026-11-24", runs: [{ placeId: "b-2", start: 1_320, end: 1_380 }], name: "要改期的" });
  await payFor(b.t, moved, [{ type: "Transfer", amount: moved.due }]);
  ids["refund"] = refunded.id;
  ids["move"] = moved.id;
  ids["moveLine"] = moved.lines[0]?.id ?? "";
  const sold = await b.admin.ok(sale.create, {
    lines: [{ productId: "water", quantity: 4 }],
    payments: [{ type: "Transfer", amount: "13.32" }],
  });
  ids["sale"] = sold.id;
  ids["saleLine"] = sold.lines[0]?.id ?? "";
  const draft = { day: "2026-11-21", method: "Transfer", kind: "cost", category: "power", amount: "320.50" } as const;
  ids["entry"] = (await b.admin.ok(api.manualEntries.create, draft)).id;
  b.t.now = new Date("2026-11-22T02:00:00Z");
  admin = await b.server.as("admin");
  boss = await b.server.as("boss");
  await settle(LOCKED.to);
});
afterAll(() => b.close());

/** Each screen's rows and sums of some days. */
async function screens(days: { from: string; to: string }): Promise<Record<string, unknown>> {
  const found: Record<string, unknown> = {};
  for (const [name, report] of Object.entries(REPORTS))
    for (const group of Object.keys(report.groups ?? { "": {} }))
      found[`${name} ${group}`] = await admin.ok(reportCalls(report).read, { ...days, ...(group === "" ? {} : { group }), venueId: "v-1" });
  const { later: _, since: __, count, minutes, ...figures } = await admin.ok(bookingInfo.sums, days);
  found["bookingInfo"] = [figures.net, count >= 0, minutes >= 0];
  found["bookingInfo groups"] = (await admin.ok(bookingInfo.groups, { ...days, group: "hour" })).content.reduce(
    (sum, row) => sum + fen(row.net),
    0,
  );
  found["manualEntries"] = await admin.ok(api.manualEntries.sums, { bookedOnFrom: days.from, bookedOnTo: days.to });
  found["courtHours"] = await admin.ok(api.courtHours.sums, { dayFrom: days.from, dayTo: days.to });
  found["bookEntries"] = await admin.ok(api.bookEntries.sums, { dayFrom: days.from, dayTo: days.to });
  const { now: _now, running: _running, ...day } = await admin.ok(api.dayReport.page, { venueId: "v-1", day: days.to });
  found["day page"] = days === LOCKED ? day : undefined;
  return found;
}
async function settle(toDay: string): Promise<void> {
  const { id } = await admin.ok(callsOf(settlements).create, { toDay, remark: "" });
  await admin.ok(callsOf(settlements).submit, { id });
  await boss.ok(callsOf(settlements).approve, { id });
}
const sums = async (report: Report, days: object, more: object = {}): Promise<ReportAnswer["sums"]> =>
  (await admin.ok(reportCalls(report).read, { ...days, ...more })).sums;
const money = (value: unknown): number => fen(String(value));

/** Pairs of screens that count the same money. */
async function pairs(days: { from: string; to: string }): Promise<Record<string, readonly [number, number]>> {
  const [goods, places] = [await sums(complexReport, days, { stream: "product" }), await sums(complexReport, days, { stream: "place" })];
  const details = await admin.ok(bookingInfo.sums, days);
  const expenses = await admin.ok(reportCalls(expenseReport).read, { ...days, group: "cause" });
  const manual = expenses.rows.find(({ key }) => key === "manual");
  return {
    "goods by product": [money((await sums(productReport, days))["sales"]), money(goods["earned"])],
    "goods by day": [money((await sums(saleReport, days))["sales"]), money(goods["earned"])],
    courts: [money((await sums(courtUse, days))["income"]), money(places["earned"])],
    // The part of cancelled bookings that was not given back belongs to the fees.
    "booking details": [money(details.net) - money(details.fee), money(places["earned"])],
    "entries by hand": [
      money((await admin.ok(api.manualEntries.sums, { bookedOnFrom: days.from, bookedOnTo: days.to })).net),
      money(manual?.["net"] ?? "0.00"),
    ],
  };
}

it("asks every report that has a period", () => {
  const dated = servedReports.filter(({ name }) => !OF_NOW.includes(name)).map(({ name }) => name);
  expect(dated.filter((name) => !(name in REPORTS))).toEqual([]);
});

/** The second settlement, after which the corrections so far are locked, too. */
const SECOND = { from: "2026-11-22", to: "2026-11-22" };
const CHANGES: Readonly<Record<string, () => Promise<unknown>>> = {
  return: () =>
    admin.ok(sale.returns, {
      saleId: ids["sale"] ?? "",
      lines: [{ lineId: ids["saleLine"] ?? "", quantity: 1, to: "shop" }],
      reason: "不要了",
    }),
  refund: () => admin.ok(booking.refundAmount, { id: ids["refund"] ?? "", amount: "5.00", reason: "灯坏了" }),
  move: () =>
    admin.ok(booking.move, {
      id: ids["move"] ?? "",
      lineId: ids["moveLine"] ?? "",
      to: { day: "2026-11-28", placeId: "b-2", start: 1_320, end: 1_380 },
      payments: [{ type: "Transfer", amount: "20.00" }],
    }),
  "manual entry": () =>
    admin.ok(api.manualEntries.create, { day: "2026-11-21", method: "Transfer", kind: "income", category: "vending", amount: "88.00" }),
  void: () => admin.ok(api.manualEntries.void, { id: ids["entry"] ?? "", reason: "记重了" }),
  settlement: async () => {
    b.t.now = new Date("2026-11-23T02:00:00Z");
    [admin, boss] = [await b.server.as("admin"), await b.server.as("boss")];
    await settle(SECOND.to);
  },
  "a return after the second settlement": () =>
    admin.ok(sale.returns, {
      saleId: ids["sale"] ?? "",
      lines: [{ lineId: ids["saleLine"] ?? "", quantity: 1, to: "writeOff" }],
      reason: "漏了",
    }),
};

it.each(Object.keys(CHANGES))("%s", async (name) => {
  const before = await screens(LOCKED);
  const second = name.includes("second") ? await screens(SECOND) : undefined;
  await CHANGES[name]?.();
  expect(await screens(LOCKED)).toEqual(before);
  if (second) expect(await screens(SECOND)).toEqual(second);
  for (const days of [LOCKED, OPEN])
    for (const [pair, [one, other]] of Object.entries(await pairs(days))) expect([pair, days.from, one]).toEqual([pair, days.from, other]);
});

it.each(INFO_GROUPS)("adds booking details by %s up to their sums, with groups that only corrections are in", async (group) => {
  for (const days of [LOCKED, SECOND, OPEN]) {
    const { net } = await admin.ok(bookingInfo.sums, days);
    const { content } = await admin.ok(bookingInfo.groups, { ...days, group });
    expect([days.from, content.reduce((sum, row) => sum + fen(row.net), 0)]).toEqual([days.from, fen(net)]);
    if (group === "place") expect(content.map(({ name }) => name)).not.toContain("");
    else expect(content.map(({ key }) => Number(key))).toEqual(content.map(({ key }) => Number(key)).sort((one, other) => one - other));
  }
  // The 22nd books nothing of the line of the 21st but its refund.
  if (group === "hour")
    expect((await admin.ok(bookingInfo.groups, { ...SECOND, group })).content).toMatchObject([{ key: "21", count: 0, net: "-5.00" }]);
});

it("shows what was corrected as a row of its own, equal to the ledger", async () => {
  const { rows } = await admin.ok(reportCalls(productReport).read, OPEN);
  const entries = await admin.ok(api.bookEntries.sums, { dayFrom: OPEN.from, dayTo: OPEN.to, later: "yes", stream: "product" });
  expect(rows.find(({ key }) => key === LATER)?.["sales"]).toBe(entries.earned);
  expect(money(entries.earned)).toBeLessThan(0);
});

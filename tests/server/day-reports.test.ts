/** Reports of days and periods: each figure counted again from postings by plain SQL, and the same on every screen that shows it. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { complexOld, complexReport, dayReport, dayReports } from "../../src/contract/finance/day-reports";
import { finance } from "../../src/contract/finance/finance";
import { type Report, type ReportAnswer, reportCalls } from "../../src/contract/core/resource/report";
import { dayPage } from "../../src/server/domains/finance/day-sheet";
import { type Book, openBook } from "../support/book";
import { excelRows } from "../support/unzip";

let b: Book;
beforeAll(async () => {
  b = await openBook();
});
afterAll(() => b.close());

const [FROM, DAY] = ["2026-11-20", "2026-11-21"];
const fen = (text: unknown): number => Math.round(Number(text ?? 0) * 100);
const read = (report: Report, input: object = {}): Promise<ReportAnswer> =>
  b.admin.ok(reportCalls(report).read, {
    from: FROM,
    to: DAY,
    ...(report.path.startsWith("/api/open/") ? { venueId: "v-1" } : {}),
    ...input,
  });
const added = (rows: readonly object[], field: string): number => rows.reduce((sum, row) => sum + fen(Reflect.get(row, field)), 0);

/** Received, refunded, list income and discounts of days, straight from the postings. */
async function counted(from: string, to: string) {
  const [row] = await b.count<Record<"received" | "refunded" | "list" | "discount", string>>(
    `SELECT coalesce(sum(p.amount) FILTER (WHERE p.account LIKE 'tender.%' AND p.amount > 0 AND p.day BETWEEN '${from}' AND '${to}'), 0) AS received,
       coalesce(-sum(p.amount) FILTER (WHERE p.account LIKE 'tender.%' AND p.amount < 0 AND p.day BETWEEN '${from}' AND '${to}'), 0) AS refunded,
       coalesce(-sum(p.amount) FILTER (WHERE p.account LIKE 'income.%' AND p.earned_on BETWEEN '${from}' AND '${to}'), 0) AS list,
       coalesce(sum(p.amount) FILTER (WHERE p.account LIKE 'discount.%' AND p.earned_on BETWEEN '${from}' AND '${to}'), 0) AS discount
     FROM posting p JOIN ledger_tx t ON t.venue_id = p.venue_id AND t.id = p.tx_id
     WHERE p.venue_id = $1 AND t.document_kind IN ('recharge', 'order', 'sale', 'card', 'session')`,
  );
  const [received, refunded, list, discount] = [row?.received, row?.refunded, row?.list, row?.discount].map(Number);
  return {
    received: received ?? 0,
    refunded: refunded ?? 0,
    takings: (received ?? 0) - (refunded ?? 0),
    list: list ?? 0,
    discount: discount ?? 0,
    earned: (list ?? 0) - (discount ?? 0),
  };
}

describe("the comprehensive report", () => {
  it.each(["stream", "day", "month"])("by %s adds up to the postings, on both bases", async (group) => {
    const { rows, sums } = await read(complexReport, { group });
    const books = await counted(FROM, DAY);
    for (const [name, amount] of Object.entries(books)) {
      expect([name, fen(sums[name])]).toEqual([name, amount]);
      expect([
        name,
        added(
          rows.filter(({ level }) => level === 0),
          name,
        ),
      ]).toEqual([name, amount]);
    }
    expect(books.refunded).toBeGreaterThan(0);
    expect(books.discount).toBeGreaterThan(0);
  });

  it("keeps money from customers apart: recharges are no income, what purses pay no takings", async () => {
    const { rows } = await read(complexReport);
    const of = (key: string) => rows.find((row) => row.key === key);
    expect(of("recharge")).toMatchObject({ received: "880.00", refunded: "80.00", takings: "800.00", earned: "0.00" });
    expect(of("session")).toMatchObject({ takings: "0.00", earned: "30.00" });
    expect(of("card")).toMatchObject({ takings: "100.00", earned: "33.33" });
    expect(rows.filter(({ key }) => key.startsWith("recharge.")).map((row) => [row["name"], row["takings"]])).toEqual([
      ["现金", "0.00"],
      ["微信", "500.00"],
      ["支付宝", "300.00"],
    ]);
  });

  it("opens rows that sum to its figures", async () => {
    const { rows } = await read(complexReport);
    for (const row of rows.filter(({ level }) => level === 0)) {
      const log = await b.admin.ok(finance.venueLogSums, { from: FROM, to: DAY, stream: row.key });
      expect([row.key, log.in, log.out]).toEqual([row.key, row["received"], row["refunded"]]);
    }
  });

  it("shows one business where only that is wanted", async () => {
    const { rows, sums } = await read(complexReport, { stream: "product" });
    expect(rows.filter(({ level }) => level === 0).map(({ key }) => key)).toEqual(["product"]);
    const all = await read(complexReport);
    expect(sums["earned"]).toBe(all.rows.find(({ key }) => key === "product")?.["earned"]);
  });
});

it.each(["method", "stream", "day"])("the old report by %s has the takings of the new one", async (group) => {
  const { rows, sums } = await read(complexOld, { group });
  const { received, refunded, takings } = await counted(FROM, DAY);
  expect([fen(sums["received"]), fen(sums["refunded"]), fen(sums["takings"])]).toEqual([received, refunded, takings]);
  for (const [i, row] of rows.entries()) {
    if (row.level > 0 || rows[i + 1]?.level !== 1) continue;
    const next = rows.findIndex((other, at) => at > i && other.level === 0);
    expect(added(rows.slice(i + 1, next < 0 ? undefined : next), "takings")).toBe(fen(row["takings"]));
  }
});

it.each(["day", "week", "month"])("the list of days by %s adds up to the postings", async (group) => {
  const { rows, sums } = await read(dayReports, { group });
  const { refunded, takings, earned } = await counted(FROM, DAY);
  expect([fen(sums["refunded"]), fen(sums["takings"]), fen(sums["earned"])]).toEqual([refunded, takings, earned]);
  const streams = ["place", "session", "recharge", "card", "product", "activity", "competition", "other"];
  for (const row of [...rows, sums])
    expect(streams.reduce((sum, name) => sum + fen(Reflect.get(row, name)), 0) - fen(row["refunded"])).toBe(fen(row["takings"]));
});

describe("the day", () => {
  const page = () => b.admin.ok(dayReport.page, { venueId: "v-1", day: DAY });

  it("is what the postings of the day, the day before and the month say", async () => {
    const day = await page();
    for (const [time, from, to] of [
      ["today", DAY, DAY],
      ["month", "2026-11-01", DAY],
    ] as const) {
      const { takings, earned } = await counted(from, to);
      expect([fen(day.takings[time]), fen(day.earned[time])]).toEqual([takings, earned]);
      expect([
        added(
          day.received.map((row) => ({ v: row[time] })),
          "v",
        ),
        added(
          day.methods.map((row) => ({ v: row[time] })),
          "v",
        ),
      ]).toEqual([takings, takings]);
      expect(
        added(
          day.income.map((row) => ({ v: row[time] })),
          "v",
        ),
      ).toBe(earned);
    }
    const held = await b.count<{ account: string; amount: string }>(
      "SELECT account, -sum(amount) AS amount FROM posting WHERE venue_id = $1 AND account LIKE 'purse.%' GROUP BY account ORDER BY account",
    );
    expect(held.map((row) => Number(row.amount))).toEqual([fen(day.purses.gift), fen(day.purses.principal)]);
  });

  it("compares a running day with others at the same time, a past day with whole ones", async () => {
    const now = b.t.now;
    const pageAt = (at: string) => {
      b.t.now = new Date(at);
      return b.t.look((ctx) => dayPage(ctx, { venueId: "v-1", day: DAY }));
    };
    const morning = await pageAt("2026-11-21T02:30:00Z");
    const past = await pageAt("2026-11-22T02:30:00Z");
    b.t.now = now;
    // Everything of the 20th but the recharges of 10:00 was after half past ten.
    expect([morning.running, morning.takings.yesterday]).toEqual([true, "580.00"]);
    expect([past.running, past.takings.yesterday]).toEqual([false, "500.00"]);
    expect(morning.earned.yesterday).toBe("0.00");
    expect(past.earned.yesterday).toBe("9.99");
  });

  it("shows the figures of the dashboard and of the list of days", async () => {
    const day = await page();
    const board = await b.admin.ok(finance.dashboard, { day: DAY });
    expect([board.takings?.value, board.earned?.value]).toEqual([day.takings.today, day.earned.today]);
    const { rows } = await read(dayReports);
    expect(rows.find(({ key }) => key === DAY)).toMatchObject({ takings: day.takings.today, earned: day.earned.today });
  });

  it("counts what courts, members and cards did", async () => {
    const { counts, hours } = await page();
    const of = Object.fromEntries(counts.map(({ key, today }) => [key, today]));
    // 20:00–21:00 and 10:00–11:30 of one unit, 11:00–13:00 of the two of the full court, each a session.
    expect(of).toMatchObject({ sessions: 4, soldHours: 6.5, newMembers: 2, cardsSold: 1, cardUses: 1 });
    expect(of["openHours"]).toBe(12 * 17);
    const places = (await read(complexReport, { from: DAY })).rows.find(({ key }) => key === "place");
    const fees = (await read(complexReport, { from: DAY })).rows.find(({ key }) => key === "fee");
    expect(hours.reduce((sum, hour) => sum + fen(hour.started) + fen(hour.booked), 0)).toBe(
      fen(places?.["earned"]) + fen(fees?.["earned"]),
    );
  });

  it("goes into a file with the same totals, for who may export", async () => {
    const day = await page();
    const file = await b.admin.fetch(dayReport.excel, { day: DAY }, {});
    const rows = await excelRows(Buffer.from(await file.arrayBuffer()));
    const totals = rows.map((row) => Object.values(row)).filter((row) => row.includes("合计"));
    expect(totals).toHaveLength(2);
    expect(JSON.stringify(totals[0])).toContain(String(Number(day.takings.today)));
    const line = (name: string) =>
      rows
        .map((row) => Object.values(row))
        .find((row) => row.includes(name))
        ?.slice(-4);
    const count = (key: string) => day.counts.find((row) => row.key === key);
    for (const [key, name] of Object.entries({ soldHours: "已售小时", newMembers: "新会员", cardUses: "次卡核销次数" })) {
      const of = count(key);
      expect([name, line(name)?.map(Number)]).toEqual([name, [of?.today, of?.yesterday, of?.lastWeek, of?.month]]);
    }
    expect(Number(line("日末本金余额")?.at(-1))).toBe(Number(day.purses.principal));
    await b.server.addPerson("reader", ["v-1"], ["daily_report"]);
    const reader = await b.server.as("reader");
    expect((await reader.call(dayReport.page, { venueId: "v-1", day: DAY })).code).toBe(200);
    expect(await (await reader.fetch(dayReport.excel, { day: DAY })).json()).toMatchObject({ code: 403 });
  });
});

/** A long report stops on a page and still adds up; its file has every row. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { complexOld, dayReports } from "../../src/contract/finance/day-reports";
import { fen } from "../../src/contract/core/money";
import { measuresOf, type Report, type ReportAnswer, reportCalls, REST, rowsOf } from "../../src/contract/core/resource/report";
import { productReport, saleReport, stockNow } from "../../src/contract/stock/stock-reports";
import { daysBetween } from "../../src/contract/core/time";
import { limitRows, inPieces, ON_PAGE } from "../../src/server/resource/report-rows";
import { type Book, openBook } from "../support/book";
import { query } from "../support/tables";
import { excelRows } from "../support/unzip";

/** Goods, and those of them that are sold, one of each on each of five days. */
const GOODS = 5_100;
const SOLD = 1_200;
const SELLING = 5;
const DAYS = { from: "2026-10-01", to: "2026-11-21" };
let b: Book;
beforeAll(async () => {
  b = await openBook();
  await query(
    b.server.url,
    `INSERT INTO product (venue_id, id, class_id, name, unit, price, cost, position)
       SELECT 'v-1', 'g' || i, (SELECT id FROM product_class WHERE venue_id = 'v-1' LIMIT 1), '货 ' || i, '个', 500, 300, 100 + i FROM generate_series(1, ${GOODS}) i;
     INSERT INTO stock (venue_id, warehouse, product_id, quantity) SELECT 'v-1', 'shop', 'g' || i, i FROM generate_series(1, ${GOODS}) i;
     INSERT INTO sale (venue_id, id, no, list, discount, total, paid, state, day, person_id, operator, at)
       SELECT 'v-1', 's' || d, 'L' || d, 0, 0, 0, 0, 'paid', date '2026-10-01' + d, 'p-tester', '测试员', timestamptz '2026-10-01T04:00:00Z' + d * interval '1 day' FROM generate_series(0, ${SELLING - 1}) d;
     INSERT INTO sale_line (venue_id, id, sale_id, product_id, name, quantity, unit_price, list, discount, price, cost, day, created_at)
       SELECT 'v-1', 'n' || d || '.' || i, 's' || d, 'g' || i, '货', 1, i, i, 0, i, 1, date '2026-10-01' + d, timestamptz '2026-10-01T04:00:00Z' + d * interval '1 day'
       FROM generate_series(0, ${SELLING - 1}) d, generate_series(1, ${SOLD}) i`,
  );
});
afterAll(() => b.close());

const read = (report: Report, asked: Readonly<Record<string, string>>): Promise<ReportAnswer> =>
  b.admin.ok(reportCalls(report).read, { ...asked, ...(report.path.startsWith("/api/open/") ? { venueId: "v-1" } : {}) });
async function file(report: Report, asked: Readonly<Record<string, string>>) {
  const { excel } = reportCalls(report);
  if (!excel) throw new Error(`${report.name} has no file`);
  const answer = await b.admin.fetch(excel, { ...asked, ...(report.path.startsWith("/api/open/") ? { venueId: "v-1" } : {}) });
  return excelRows(Buffer.from(await answer.arrayBuffer()));
}
const figure = (value: unknown): number => (typeof value === "string" ? fen(value) : Math.round(Number(value ?? 0) * 10));
/** Rows of the top level come to the totals, figure by figure, and to those of the period compared with. */
function addsUp(report: Report, { rows, sums, previous }: ReportAnswer): void {
  const top = rows.filter(({ level }) => level === 0);
  for (const name of measuresOf(report).filter((one) => report.columns[one]?.options.sum)) {
    expect([name, top.reduce((sum, row) => sum + figure(row[name]), 0)]).toEqual([name, figure(sums[name])]);
    if (previous) expect([name, top.reduce((sum, row) => sum + figure(row.previous?.[name]), 0)]).toEqual([name, figure(previous[name])]);
  }
}

describe("a page of more rows than it shows", () => {
  const LONG = { from: "2022-01-01", to: "2026-11-21" };
  const days = daysBetween(LONG.from, LONG.to) + 1;
  it.each([
    ["days of the venue", dayReports, { ...LONG, group: "day" }, days],
    ["days of the venue against the days before", dayReports, { ...LONG, group: "day", compare: "previous" }, days],
    ["days of the old report", complexOld, { ...LONG, group: "day" }, days],
    ["products in stock", stockNow, { group: "product" }, GOODS + 1],
    ["products sold", saleReport, { ...DAYS, group: "product" }, SOLD + 2],
    [
      "products sold, against the days before",
      productReport,
      { from: "2026-10-03", to: "2026-10-05", group: "sku", compare: "previous" },
      SOLD,
    ],
  ] as const)("%s: the first rows, one for all others, and the totals of all", async (_, report: Report, asked, all) => {
    const answer = await read(report, asked);
    expect([answer.rows.length, answer.whole]).toEqual([ON_PAGE.top + 1, false]);
    addsUp(report, answer);
    const rest = answer.rows.at(-1);
    const left = (all - ON_PAGE.top).toLocaleString("en-US");
    expect(rest).toMatchObject({ key: REST, level: 0, [Object.keys(report.columns)[0] ?? ""]: `其余 ${left} 项` });
    const [measure = ""] = measuresOf(report);
    const question = { from: "", to: "", compare: "none", ...asked, filter: {} } as const;
    expect(rest && rowsOf(report, rest, question, measure)).toBeUndefined();
    expect(rowsOf(report, "total", question, measure)).toBeDefined();
    const { compare: _compare, ...plain } = asked as Readonly<Record<string, string>>;
    const rows = await file(report, plain);
    // Every row and the totals.
    expect(rows.length).toBe(all + 1);
    expect(rows.flat().some((cell) => cell.includes("其余"))).toBe(false);
  });
  it("rows below others are left out where there are too many in all, and the file has them", async () => {
    const byDay = { ...DAYS, group: "day" };
    for (const [report, asked, all] of [
      [stockNow, { group: "class" }, GOODS],
      [saleReport, byDay, SELLING * SOLD],
    ] as const) {
      const answer = await read(report, asked);
      expect(answer.whole).toBe(false);
      expect(answer.rows.every(({ level, key }) => level === 0 && key !== REST)).toBe(true);
      addsUp(report, answer);
      expect((await file(report, asked)).length).toBeGreaterThan(all);
    }
    const week = await read(saleReport, { from: "2026-10-01", to: "2026-10-04", group: "day" });
    expect([week.whole, week.rows.filter(({ level }) => level === 1).length]).toEqual([true, 4 * SOLD]);
    addsUp(saleReport, week);
  });
});

describe("how a page is cut", () => {
  const of = (...levels: readonly number[]) => levels.map((level, i) => ({ key: String(i), level }));
  const keys = (rows: readonly { readonly key: string }[]): string => rows.map(({ key }) => key).join();
  it.each([
    ["all fit", of(0, 1, 0), "0,1,2", "", true],
    ["too many in all", of(0, 1, 1, 0, 1), "0,3", "", false],
    ["too many at the top", of(0, 1, 0, 0, 0), "0,2", "3,4", false],
    ["the report stopped by itself", [...of(0, 0), { key: REST }], `0,1,${REST}`, "", false],
  ])("%s", (_, rows, shown, left, whole) => {
    const found = limitRows(rows, { top: 2, all: 4 });
    expect([keys(found.shown), keys(found.left), found.whole]).toEqual([shown, left, whole]);
  });
  it("rows are gone through in pieces, between which others have their turn", async () => {
    let turns = 0;
    const count = (): void => void (turns++, timer.refresh());
    const timer = setTimeout(count, 0);
    const seen: number[] = [];
    for await (const piece of inPieces(Array.from({ length: 2_500 }, (_, i) => i))) {
      seen.push(piece.length);
      const until = performance.now() + 5;
      while (performance.now() < until);
    }
    clearTimeout(timer);
    expect(seen).toEqual([1_000, 1_000, 500]);
    expect(turns).toBeGreaterThan(0);
  });
});

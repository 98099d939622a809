/** Each figure of the reports of goods opens the rows whose sum it is: of its kind, warehouse, class, product, day and method. */
import { expect } from "vitest";
import { fen } from "../../src/contract/core/money";
import { callsOf } from "../../src/contract/core/resource/calls";
import { measuresOf, type Report, reportCalls } from "../../src/contract/core/resource/report";
import type { RowOf } from "../../src/contract/core/resource/define";
import { PAID_BY, saleLines } from "../../src/contract/sale/sales";
import { productReport, saleReport, stockFlow, stockMovements, stockNow } from "../../src/contract/stock/stock-reports";
import { dayOf } from "../../src/contract/core/time";
import { serves } from "./services";
import { query } from "./tables";
import type { TestVenue } from "./venue";

type Line = RowOf<typeof saleLines>;
type Figures = Readonly<Record<string, unknown>>;
const amount = (value: unknown): number => (typeof value === "string" ? fen(value) : Number(value ?? 0));

/** Looks at every figure of the last days of `t`. */
export async function checkDrills(t: TestVenue): Promise<void> {
  // Not from the first day, so that there is an opening.
  const days = { from: "2026-11-22", to: dayOf(t.now, "Asia/Shanghai") };
  const shares = await sharesOf(t);
  let figures = 0;
  async function every(
    report: Report,
    filter: Record<string, string>,
    sumOf: (to: string, measure: string) => Promise<number>,
    measures = measuresOf(report).filter((name) => name !== "margin"),
  ): Promise<void> {
    for (const group of Object.keys(report.groups ?? {})) {
      const asked = { ...(report.period === "days" ? days : {}), group, ...filter };
      const { rows, sums } = await t.look((ctx) => serves(reportCalls(report).read)(ctx, { ...asked, venueId: "v-1" }));
      const question = { ...days, group, compare: "none" as const, filter };
      const check = async (row: Figures, measure: string, to: string | undefined): Promise<void> => {
        if (to === undefined) return;
        figures++;
        expect(await sumOf(to, measure), `${report.name} ${measure} opens ${to}`).toBe(amount(row[measure]));
      };
      for (const measure of measures) {
        for (const row of rows.slice(0, 40)) await check(row, measure, report.drill?.(row, question, measure));
        await check(sums, measure, report.drillTotal?.(question, measure));
      }
    }
  }
  const sumsOf = (to: string) => t.look((ctx) => serves(callsOf(stockMovements).sums)(ctx, wanted(to)));
  for (const warehouse of [undefined, "shop", "main", "shop,main"])
    await every(stockFlow, warehouse === undefined ? {} : { warehouse }, async (to, measure) => {
      const sums = await sumsOf(to);
      if (measure === "value") return fen(sums.cost);
      return ["sold", "writtenOff"].includes(measure) && sums.quantity !== 0 ? -sums.quantity : sums.quantity;
    });
  const NOW: Readonly<Record<string, (of: Awaited<ReturnType<typeof sumsOf>>) => number>> = {
    value: ({ cost }) => fen(cost),
    sold: ({ quantity }) => 0 - quantity,
  };
  for (const level of ["", "none", "low", "enough", "still", "low,still"])
    await every(
      stockNow,
      level === "" ? {} : { level },
      async (to, measure) => (NOW[measure] ?? (({ quantity }) => quantity))(await sumsOf(to)),
      ["shop", "main", "held", "value", "sold"],
    );
  const linesOf = async (to: string): Promise<readonly Line[]> => {
    const all: Line[] = [];
    for (let page = 0; ; page++) {
      const { content, last } = await t.look((ctx) => serves(callsOf(saleLines).list)(ctx, { ...wanted(to), page, size: 200 }));
      all.push(...content);
      if (last) return all;
    }
  };
  for (const report of [productReport, saleReport])
    await every(report, {}, async (to, measure) => {
      const lines = await linesOf(to);
      const isMethod = Object.hasOwn(PAID_BY, measure);
      if (isMethod) for (const line of lines) expect(line.paidBy).toContain(measure);
      return lines.reduce((sum, line) => sum + (isMethod ? (shares.get(line.id)?.[measure] ?? 0) : ofLine(line, measure)), 0);
    });
  expect(figures).toBeGreaterThan(200);
}

const wanted = (to: string): Record<string, string> => Object.fromEntries(new URL(to, "http://console").searchParams);

/** A measure of one line: what was taken back is not in it. */
function ofLine(line: Line, measure: string): number {
  const { quantity, returned } = line;
  const sales = fen(line.price) - fen(line.refunded);
  const list = Math.floor((fen(line.list) * (quantity - returned)) / quantity);
  const cost = fen(line.cost) - Math.round((fen(line.cost) * returned) / quantity);
  const measures: Readonly<Record<string, number>> = {
    quantity: quantity - returned,
    returned,
    list,
    sales,
    cost,
    discount: list - sales,
    profit: sales - cost,
  };
  return measures[measure] ?? Number.NaN;
}

const METHOD_OF: Readonly<Record<string, string>> = {
  Cash: "cash",
  WeChat: "wechat",
  Alipay: "alipay",
  BankCard: "bank",
  Balance: "balance",
};
/** Line → method → its share of what that method kept, fen: each sale's lines in their order, by the running sum of what they earned. */
async function sharesOf(t: TestVenue): Promise<ReadonlyMap<string, Readonly<Record<string, number>>>> {
  const lines = await query<{ id: string; sale: string; earned: number }>(
    t.url,
    "SELECT id, sale_id AS sale, (price - floor(price * returned::numeric / quantity))::float8 AS earned FROM sale_line ORDER BY sale_id, id",
  );
  const payments = await query<{ sale: string; type: string; kept: number }>(
    t.url,
    "SELECT document_id AS sale, type, (amount - refunded)::float8 AS kept FROM payment WHERE document_kind = 'sale'",
  );
  const shares = new Map<string, Record<string, number>>();
  for (const sale of new Set(lines.map((line) => line.sale))) {
    const own = lines.filter((line) => line.sale === sale);
    const total = own.reduce((sum, { earned }) => sum + earned, 0);
    const kept: Record<string, number> = {};
    for (const one of payments.filter((payment) => payment.sale === sale)) {
      const method = METHOD_OF[one.type] ?? "other";
      kept[method] = (kept[method] ?? 0) + one.kept;
    }
    let upto = 0;
    for (const { id, earned } of own) {
      const before = upto;
      upto += earned;
      const part = (whole: number, sum: number): number => (total === 0 ? 0 : Math.floor((whole * sum) / total));
      shares.set(id, Object.fromEntries(Object.entries(kept).map(([method, whole]) => [method, part(whole, upto) - part(whole, before)])));
    }
  }
  return shares;
}

/**
 * What serves a declared report: one consistent look at the books, its comparison, its sums, its file. The report writes the query of the
 * rows; from columns and postings, never from JSON.
 */
import type { Call } from "../../contract/call";
import { yuan } from "../../contract/money";
import type { Field } from "../../contract/resource/fields";
import {
  type Comparison,
  measuresOf,
  type Report,
  type ReportAnswer,
  reportCalls,
  type ReportQuery,
  type ReportRow,
} from "../../contract/resource/report";
import { textOf } from "../../contract/resource/text";
import { addDays, daysBetween } from "../../contract/time";
import { type Ctx, today } from "../http/context";
import { type ExcelColumn, streamExcel } from "../http/excel";
import { inVenue, type Route } from "../http/serve";
import { toWire } from "./columns";

/** A row as the query gives it: amounts in whole fen. `level` 0 (default) counts in the sums; deeper rows follow their parent. */
export type Figures = Readonly<Record<string, unknown>> & { readonly key: string; readonly level?: number };

export interface Reporting {
  /**
   * The rows of a period. Runs in one REPEATABLE READ READ ONLY transaction; also for the period compared with. A file takes all rows; a
   * page may put what is beyond its first rows into a last one, so that it still adds up.
   */
  readonly rows: (ctx: Ctx, query: ReportQuery, use: "page" | "file") => Promise<readonly Figures[]>;
  /** Sums that are not those of the top-level rows (distinct people). */
  readonly sums?: (ctx: Ctx, query: ReportQuery) => Promise<Readonly<Record<string, number>>>;
}

/** The period that a period is compared with. */
export function comparedWith(from: string, to: string, compare: Comparison): { readonly from: string; readonly to: string } | undefined {
  if (compare === "none" || from === "") return undefined;
  if (compare === "previous") {
    const length = daysBetween(from, to) + 1;
    return { from: addDays(from, -length), to: addDays(to, -length) };
  }
  const back = (day: string): string => {
    const [year = "", month = "", date = ""] = day.split("-");
    return month === "02" && date === "29" ? `${Number(year) - 1}-02-28` : `${Number(year) - 1}-${month}-${date}`;
  };
  return { from: back(from), to: back(to) };
}

/** Every report that is served: for the tests of declarations. */
export const servedReports: Report[] = [];

/** The routes of a declared report. */
export function serveReport(report: Report, reporting: Reporting): Route[] {
  servedReports.push(report);
  const columns = Object.entries<Field>(report.columns);
  const measures = measuresOf(report);
  const summed = measures.filter((name) => report.columns[name]?.options.sum);
  const numbers = (row: object): Record<string, number> =>
    Object.fromEntries(measures.map((name) => [name, Number(Reflect.get(row, name) ?? 0)]));
  const ratios = Object.entries(report.ratios ?? {});
  const derived = (row: object): object => {
    const all = numbers(row);
    const of = (name: string, part = 0, whole = 0): number | null => {
      if (whole === 0) return null;
      return report.columns[name]?.kind === "percent" ? Math.round((part * 1_000) / whole) / 10 : Math.round(part / whole);
    };
    return Object.fromEntries(ratios.map(([name, [part, whole]]) => [name, of(name, all[part], all[whole])]));
  };
  const figure = (name: string, value: unknown): string | number | null => {
    if (value === null || value === undefined) return null;
    return report.columns[name]?.kind === "money" ? yuan(Number(value)) : Number(value);
  };
  const figures = (row: object): Record<string, string | number | null> =>
    Object.fromEntries(measures.filter((name) => Reflect.has(row, name)).map((name) => [name, figure(name, Reflect.get(row, name))]));

  async function look(ctx: Ctx, query: ReportQuery, use: "page" | "file") {
    const rows = (await reporting.rows(ctx, query, use)).map((row) => ({ ...row, ...derived(row) }));
    const added = Object.fromEntries(
      summed.map((name) => [name, rows.reduce((sum, row) => sum + ((row.level ?? 0) === 0 ? Number(Reflect.get(row, name) ?? 0) : 0), 0)]),
    );
    const sums = { ...added, ...(await reporting.sums?.(ctx, query)) };
    return { rows, sums: { ...sums, ...derived(sums) } };
  }
  const queryOf = (ctx: Ctx, input: Readonly<Record<string, unknown>>): ReportQuery => {
    const { from = "", to = today(ctx), group = "", compare = "none", venueId: _, ...filter } = input;
    return { from: String(from), to: String(to), group: String(group), compare: compare as Comparison, filter };
  };

  async function answer(ctx: Ctx, input: Readonly<Record<string, unknown>>): Promise<ReportAnswer> {
    const query = queryOf(ctx, input);
    const before = comparedWith(query.from, query.to, query.compare);
    const { now, other: then } = await snapshot(ctx, async (at) => ({
      now: await look(at, query, "page"),
      other: before && (await look(at, { ...query, ...before }, "page")),
    }));
    const byKey = new Map(then?.rows.map((row) => [row.key, row]));
    // Rows of days are compared place by place; others by what they represent.
    const inTime = ["day", "week", "month"].includes(query.group);
    const top = then?.rows.filter((row) => (row.level ?? 0) === 0);
    let at = -1;
    const rows = now.rows.map((row): ReportRow => {
      if ((row.level ?? 0) === 0) at++;
      const other = inTime ? top?.[at] : byKey.get(row.key);
      return {
        ...Object.fromEntries(columns.map(([name, { kind }]) => [name, toWire(kind, Reflect.get(row, name))])),
        key: row.key,
        level: row.level ?? 0,
        previous: then ? figures(other ?? {}) : null,
      };
    });
    return { rows, sums: figures(now.sums), previous: then ? figures(then.sums) : null };
  }
  async function excel(ctx: Ctx, input: Readonly<Record<string, unknown>>) {
    const { rows, sums } = await snapshot(ctx, (at) => look(at, queryOf(ctx, input), "file"));
    const titles: ExcelColumn[] = columns.map(([name, { label, kind }]) => ({
      title: label[ctx.language],
      type: measures.includes(name) ? (kind === "money" ? "money" : "number") : "text",
    }));
    const cell = (row: object, name: string): string | number | null => {
      const value: unknown = Reflect.get(row, name) ?? null;
      if (value === null) return null;
      if (measures.includes(name)) return Number(value);
      const { choices } = report.columns[name] ?? {};
      return choices?.[textOf(value)]?.[ctx.language] ?? (value instanceof Date ? value.toISOString() : textOf(value));
    };
    async function* lines() {
      for (const row of rows)
        yield columns.map(([name], i) => (i === 0 ? `${"  ".repeat(row.level ?? 0)}${cell(row, name) ?? ""}` : cell(row, name)));
      yield columns.map(([name], i) =>
        i === 0 ? (ctx.language === "zh" ? "合计" : "Total") : measures.includes(name) ? cell(sums, name) : null,
      );
    }
    return streamExcel(`${report.title[ctx.language]}.xlsx`, titles, lines(), ctx.venue.zone);
  }
  const calls: Record<string, Call> = reportCalls(report);
  return inVenue(calls, { read: answer, ...(calls["excel"] ? { excel } : {}) } as never);
}

/** Runs readings that must agree with each other in one consistent look. */
export async function snapshot<T>(ctx: Ctx, work: (ctx: Ctx) => Promise<T>): Promise<T> {
  const tx = await ctx.db.startTransaction().setIsolationLevel("repeatable read").setAccessMode("read only").execute();
  try {
    return await work({ ...ctx, db: tx });
  } finally {
    await tx.rollback().execute();
  }
}

/**
 * Serving of a declared report: one consistent read of the books, its comparison, its sums, its file. The report writes the query of the
 * rows; from columns and postings, never from JSON.
 */
import type { Call } from "../../contract/core/call";
import { yuan } from "../../contract/core/money";
import type { Field } from "../../contract/core/resource/fields";
import {
  type Comparison,
  measuresOf,
  type Report,
  type ReportAnswer,
  reportCalls,
  type ReportQuery,
  type ReportRow,
  REST,
} from "../../contract/core/resource/report";
import { textOf } from "../../contract/core/resource/text";
import { addDays, daysBetween, formatInstant } from "../../contract/core/time";
import { type Ctx, need, today } from "../http/context";
import { type ExcelAbout, type ExcelCell, type ExcelColumn, streamExcel } from "../http/excel";
import { inVenue, type Route } from "../http/serve";
import { toWire } from "./columns";
import { limitRows, type Figures, inPieces, isTop, type Most, ON_PAGE } from "./report-rows";

export type { Figures } from "./report-rows";

interface Reporting {
  /**
   * The rows of a period. Runs in one REPEATABLE READ READ ONLY transaction; also for the period compared with. A file takes all rows; a
   * page shows the first `most`, and the others as one row. A query of more than thousands should not read what a page leaves out: it
   * may stop there, with what is beyond in a last row of the key `REST`, and leave rows below others out, which are `shut` then.
   */
  readonly rows: (ctx: Ctx, query: ReportQuery, most: Most | undefined) => Promise<readonly Figures[]>;
  /** The rows of a file where they are more than should be held at a time: read while they are written. Otherwise it is made of `rows`. */
  readonly file?: (ctx: Ctx, query: ReportQuery) => Promise<AsyncIterable<Figures> | undefined>;
  /** Sums that are not those of the top-level rows, worked out of all rows; not for a report with `file`. */
  readonly sums?: (rows: readonly Figures[]) => Readonly<Record<string, number>>;
}

/** The period that a period is compared with. */
function previousPeriod(from: string, to: string, compare: Comparison): { readonly from: string; readonly to: string } | undefined {
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
  const calls: Record<string, Call> = reportCalls(report);
  const { answer, excel } = servicesOfReport(report, reporting);
  return inVenue(calls, { read: answer, ...(calls["excel"] ? { excel } : {}) } as never);
}

/** Builds the services for the calls of a report. */
function servicesOfReport(report: Report, reporting: Reporting, most = ON_PAGE) {
  const [first = ""] = Object.keys(report.columns);
  const columns = Object.entries<Field>(report.columns);
  const measures = measuresOf(report);
  const summed = measures.filter((name) => report.columns[name]?.options.sum);
  const numbers = (row: object): Record<string, number> =>
    Object.fromEntries(measures.map((name) => [name, Number(Reflect.get(row, name) ?? 0)]));
  const ratios = Object.entries(report.ratios ?? {});
  const derived = (row: object): object => {
    const all = numbers(row);
    const of = (name: string, part = 0, whole = 0): number | null => {
      const isPercent = report.columns[name]?.kind === "percent";
      // A share of less than nothing tells nothing.
      if (whole === 0 || (isPercent && whole < 0)) return null;
      return isPercent ? Math.round((part * 1_000) / whole) / 10 : Math.round(part / whole);
    };
    return Object.fromEntries(ratios.map(([name, [part, whole]]) => [name, of(name, all[part], all[whole])]));
  };
  const withRatios = <R extends object>(row: R): R => (ratios.length === 0 ? row : { ...row, ...derived(row) });
  const figure = (name: string, value: unknown): string | number | null => {
    if (value === null || value === undefined) return null;
    return report.columns[name]?.kind === "money" ? yuan(Number(value)) : Number(value);
  };
  const figures = (row: object): Record<string, string | number | null> =>
    Object.fromEntries(measures.filter((name) => Reflect.has(row, name)).map((name) => [name, figure(name, Reflect.get(row, name))]));

  const addTo = (sums: Record<string, number>, row: object): void => {
    for (const name of summed) sums[name] = (sums[name] ?? 0) + Number(Reflect.get(row, name) ?? 0);
  };
  const added = (rows: readonly object[]): Record<string, number> => {
    const sums = Object.fromEntries(summed.map((name) => [name, 0]));
    for (const row of rows) addTo(sums, row);
    return sums;
  };
  /** Rows of the period, and what all of them come to. */
  async function look(ctx: Ctx, query: ReportQuery, limit: Most | undefined) {
    const rows = await reporting.rows(ctx, query, limit);
    const sums = added([]);
    for await (const piece of inPieces(rows)) for (const row of piece) if (isTop(row)) addTo(sums, row);
    return { rows, sums: withRatios({ ...sums, ...reporting.sums?.(rows) }) };
  }
  const queryOf = (ctx: Ctx, input: Readonly<Record<string, unknown>>): ReportQuery => {
    const { from = "", to = today(ctx), group = "", compare = "none", venueId: _, ...filter } = input;
    return { from: String(from), to: String(to), group: String(group), compare: compare as Comparison, filter };
  };

  async function answer(ctx: Ctx, input: Readonly<Record<string, unknown>>): Promise<ReportAnswer> {
    const query = queryOf(ctx, input);
    const earlier = previousPeriod(query.from, query.to, query.compare);
    const { now, other: then } = await snapshot(ctx, async (at) => ({
      now: await look(at, query, most),
      other: earlier && (await look(at, { ...query, ...earlier }, most)),
    }));
    const byKey = new Map(then?.rows.map((row) => [row.key, row]));
    // Rows of days are compared place by place; others by what they represent.
    const inTime = ["day", "week", "month"].includes(query.group);
    const top = then?.rows.filter(isTop);
    let at = -1;
    const before = (row: Figures): Figures | undefined => {
      if (isTop(row)) at++;
      return inTime ? top?.[at] : byKey.get(row.key);
    };
    const wire = (row: Figures, other: object | undefined): ReportRow => ({
      ...Object.fromEntries(columns.map(([name, { kind }]) => [name, toWire(kind, Reflect.get(row, name))])),
      key: row.key,
      level: row.level ?? 0,
      previous: then ? figures(other ?? {}) : null,
    });
    const { shown, left, whole } = limitRows(now.rows, most);
    const rows = shown.map((row) => {
      const other = before(row);
      return wire(withRatios(row), other && withRatios(other));
    });
    if (left.length > 0) {
      const others = added(left.map((row) => before(row) ?? {}));
      const count = left.length.toLocaleString("en-US");
      const name = ctx.language === "zh" ? `其余 ${count} 项` : `${count} more`;
      rows.push(wire({ ...withRatios(added(left)), [first]: name, key: REST }, withRatios(others)));
    }
    return { rows, whole, sums: figures(now.sums), previous: then ? figures(then.sums) : null };
  }
  async function excel(ctx: Ctx, input: Readonly<Record<string, unknown>>) {
    // One code may export several reports: the file shows what the page shows, so it needs the page's code, too.
    need(ctx, report.codes.page);
    const query = queryOf(ctx, input);
    const titles: ExcelColumn[] = columns.map(([name, { label, kind }]) => ({
      title: label[ctx.language],
      type: measures.includes(name) ? (kind === "money" ? "money" : "number") : "text",
    }));
    const isFigure = new Set(measures);
    const cell = (row: object, name: string): string | number | null => {
      const value: unknown = Reflect.get(row, name) ?? null;
      if (value === null) return null;
      if (isFigure.has(name)) return Number(value);
      const { choices } = report.columns[name] ?? {};
      return choices?.[textOf(value)]?.[ctx.language] ?? (value instanceof Date ? value.toISOString() : textOf(value));
    };
    const line = (row: Figures): ExcelCell[] => {
      const all = withRatios(row);
      const title = `${"  ".repeat(row.level ?? 0)}${cell(row, first) ?? ""}`;
      return columns.map(([name], i) => (i > 0 ? cell(all, name) : IS_DAY.test(title) ? { day: title } : title));
    };
    const total = (sums: object): ExcelCell[] =>
      columns.map(([name], i) =>
        i === 0 ? (report.total ?? { zh: "合计", en: "Total" })[ctx.language] : isFigure.has(name) ? cell(sums, name) : null,
      );
    async function* lines() {
      const held = yield* inSnapshot(ctx, async function* (at) {
        const rows = await reporting.file?.(at, query);
        if (!rows) return look(at, query, undefined);
        const sums = added([]);
        for await (const row of rows) {
          if (isTop(row)) addTo(sums, row);
          yield line(row);
        }
        return { rows: [], sums: withRatios(sums) };
      });
      for (const row of held.rows) yield line(row);
      yield total(held.sums);
    }
    return streamExcel(`${fileNameOf(ctx, report, query)}.xlsx`, titles, lines(), ctx.venue.zone, aboutOf(ctx, report, query));
  }
  return { answer, excel };
}

const IS_DAY = /^\d{4}-\d{2}-\d{2}$/;

/** Returns "Product report Venue 2026-11-01 – 2026-11-30", without signs that file names can't have. */
function fileNameOf(ctx: Ctx, report: Report, { from, to }: ReportQuery): string {
  const days = from === "" ? to : `${from}_${to}`;
  return `${report.title[ctx.language]} ${ctx.venue.name} ${days}`.replace(/[\\/:*?"<>|]/g, "-");
}

/** Identity of a report's file: venue, period, basis, filters, operator and time. */
function aboutOf(ctx: Ctx, report: Report, { from, to, group, filter }: ReportQuery): ExcelAbout {
  const say = (zh: string, en: string): string => (ctx.language === "zh" ? zh : en);
  const period = from === "" ? say(`截至 ${to}`, `as of ${to}`) : say(`${from} 至 ${to}`, `${from} to ${to}`);
  const at = formatInstant(ctx.now, ctx.venue.zone);
  const filters = Object.entries<Field>(report.filters ?? {}).flatMap(([name, field]): [string, string][] => {
    const chosen = filter[name];
    const values = Array.isArray(chosen) ? chosen.map(textOf) : chosen === undefined ? [] : [textOf(chosen)];
    return values.length === 0
      ? []
      : [[field.label[ctx.language], values.map((value) => field.choices?.[value]?.[ctx.language] ?? value).join(say("、", ", "))]];
  });
  const line = (label: string, value: string | undefined): [string, string][] => (value ? [[label, value]] : []);
  return {
    title: report.title[ctx.language],
    head: `${ctx.venue.name} · ${period}`,
    sheet: say("说明", "About"),
    foot: say(`${ctx.person.name} 导出于 ${at}`, `Exported by ${ctx.person.name}, ${at}`),
    lines: [
      [say("场馆", "Venue"), ctx.venue.name],
      [say("期间", "Period"), period],
      ...line(say("口径", "Basis"), report.basis?.[ctx.language]),
      ...line(say("分组", "Grouping"), report.groups?.[group]?.[ctx.language]),
      ...filters,
      ...line(say("说明", "Note"), report.note?.[ctx.language]),
      [say("时区", "Time zone"), ctx.venue.zone],
      [say("导出人", "Exported by"), ctx.person.name],
      [say("导出时间", "Exported at"), at],
    ],
  };
}

/** A look at the books that nothing changes meanwhile. */
const startSnapshot = ({ db }: Ctx) => db.startTransaction().setIsolationLevel("repeatable read").setAccessMode("read only").execute();

/** Runs readings that must agree with each other in one consistent look. */
export async function snapshot<T>(ctx: Ctx, work: (ctx: Ctx) => Promise<T>): Promise<T> {
  const tx = await startSnapshot(ctx);
  try {
    return await work({ ...ctx, db: tx });
  } finally {
    await tx.rollback().execute();
  }
}

/** The same for what is read while it is handed on: the look lasts until the reader is done. */
async function* inSnapshot<Y, T>(ctx: Ctx, work: (ctx: Ctx) => AsyncGenerator<Y, T>): AsyncGenerator<Y, T> {
  const tx = await startSnapshot(ctx);
  try {
    return yield* work({ ...ctx, db: tx });
  } finally {
    await tx.rollback().execute();
  }
}

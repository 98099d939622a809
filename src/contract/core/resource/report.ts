/**
 * Declared reports: what is grouped, measured, compared and summed over a period, said once as data. The call, the page with period,
 * grouping, comparison, tiles, chart, table, links to rows, print and Excel are derived; the server writes the query of the rows.
 */
import { addFault, withRule } from "../between";
import { z } from "#zod";
import { type Call, download, get, Id, XLSX } from "../call";
import { Yuan } from "../money";
import type { Code } from "../permissions";
import { Day, daysBetween } from "../time";
import { type Field, type Fields } from "./fields";
import type { Label } from "./label";
import { filterShape, outputOf } from "./schemas";
import type { Filter } from "./calls";
import { textOf } from "./text";

/** Period that a report is compared with: the period of the same length before, or the same days a year before. */
const COMPARISONS = ["none", "previous", "year"] as const;
export type Comparison = (typeof COMPARISONS)[number];

/** Days of a report's longest period: five years, as far back as books are compared. */
const MOST_DAYS = 5 * 366;

/** A declared report, as its contract file writes it. */
export interface Report {
  /** Name of its calls in the contract. */
  readonly name: string;
  readonly title: Label;
  readonly path: string;
  readonly excelPath?: string;
  readonly codes: { readonly page: Code; readonly export?: Code };
  /** A period of days, or none: the state of now. */
  readonly period: "days" | "none";
  /** Days that a period may have at most; default: `MOST_DAYS`. */
  readonly mostDays?: number;
  /** First days of a new look: "today", "week", "month" (to today); default month. */
  readonly opens?: "today" | "week" | "month";
  /** Possible meanings of rows; the first is the default. */
  readonly groups?: Readonly<Record<string, Label>>;
  /** Filters beside the period; each field counts as a filter. */
  readonly filters?: Fields;
  /** Columns of a row: the first names it; measures with `sum` are added up over top-level rows. */
  readonly columns: Fields;
  /** Which money it counts: shown as a tag with the figures (takings, earned, stock value). */
  readonly basis?: Label;
  readonly compares?: boolean;
  /** Sums shown large above the table. */
  readonly tiles?: readonly string[];
  /** Drawn above the table: `y` over rows named by the first column; "heat": one percent, of each row and the rows below it. */
  readonly chart?: { readonly kind: "bar" | "line" | "heat"; readonly y: readonly string[] };
  /** Rows below others are folded at first. */
  readonly folded?: boolean;
  /** Measures that are one of the summed measures divided by another, worked out for each row and the total; a percent is of a hundred. */
  readonly ratios?: Readonly<Record<string, readonly [of: string, per: string]>>;
  /** Address of the rows behind a row's figure; a ratio opens none, its parts do. */
  readonly drill?: (row: ReportRow, query: ReportQuery, measure: string) => string | undefined;
  /** Label of the total row, if it is not a sum. */
  readonly total?: Label;
  /** Address of the rows behind a figure of the total. */
  readonly drillTotal?: (query: ReportQuery, measure: string) => string | undefined;
  /** Note that explains dates and figures. */
  readonly note?: Label;
  readonly help?: Label;
}

/** Key of the row that a page shows for all others than its first: what opens its figures are the totals. */
export const REST = "…";

/** Key of the row for what was booked in the period of documents in locked ones. */
export const LATER = "later";
export const LATER_LABEL: Label = { zh: "锁定期更正", en: "Later corrections" };

export const IS_LATER = { no: { zh: "本期", en: "Of the period" }, yes: LATER_LABEL } as const;

/** The input of a report. */
export interface ReportQuery {
  /** First and last day; without a period "" and today. */
  readonly from: string;
  readonly to: string;
  readonly group: string;
  readonly compare: Comparison;
  readonly filter: Filter;
}
/** A row on the wire: `level` 0 counts in the sums, 1 and more stand below it. */
export type ReportRow = {
  readonly key: string;
  readonly level: number;
  readonly previous: Readonly<Record<string, string | number | null>> | null;
} & Readonly<Record<string, unknown>>;
export interface ReportAnswer {
  readonly rows: readonly ReportRow[];
  /**
   * True if every row is included: a long report combines the rows beyond the first into one, and may omit nested rows. The file has all.
   */
  readonly whole: boolean;
  readonly sums: Readonly<Record<string, string | number | null>>;
  readonly previous: Readonly<Record<string, string | number | null>> | null;
}

/** Declares a report. @throws TypeError where it contradicts itself */
export function defineReport<const R extends Report>(report: R): R {
  const measures = measuresOf(report);
  for (const name of [...(report.tiles ?? []), ...(report.chart?.y ?? [])])
    if (!measures.includes(name)) throw new TypeError(`${report.name}: ${name} is no measure with a sum`);
  for (const [name, parts] of Object.entries<readonly string[]>(report.ratios ?? {}))
    for (const part of [name, ...parts]) if (!measures.includes(part)) throw new TypeError(`${report.name}: ${part} is no measure`);
  return report;
}

/** Address of the rows behind a figure of a row, or of the total. */
export function rowsOf(report: Report, row: ReportRow | "total", query: ReportQuery, measure: string): string | undefined {
  if (report.ratios?.[measure]) return undefined;
  if (row === "total") return report.drillTotal?.(query, measure);
  return row.key === REST ? undefined : report.drill?.(row, query, measure);
}

/** Names of the measures: columns of money, numbers and percents. */
export const measuresOf = ({ columns }: Pick<Report, "columns">): readonly string[] =>
  Object.entries<Field>(columns).flatMap(([name, { kind }]) => (["money", "number", "percent"].includes(kind) ? [name] : []));

const made = new WeakMap<Report, ReportCalls>();
interface ReportCalls {
  readonly read: Call<z.ZodType<Filter, Readonly<Record<string, unknown>>>, z.ZodType<ReportAnswer>>;
  readonly excel?: Call<z.ZodType<Filter, Readonly<Record<string, unknown>>>>;
}
/** The calls of a report, under its name in the contract. */
export function reportCalls(report: Report): Record<string, Call> & ReportCalls {
  const known = made.get(report);
  if (known) return known as Record<string, Call> & ReportCalls;
  const calls = make(report);
  made.set(report, calls as never);
  return calls as Record<string, Call> & ReportCalls;
}

/** True unless a period has more days. */
const isWithin = (query: object, most: number): boolean => {
  const [from, to] = [textOf(Reflect.get(query, "from")), textOf(Reflect.get(query, "to"))];
  return from === "" || to === "" || daysBetween(from, to) < most;
};

const FIELD_LABELS = {
  from: { zh: "开始日期", en: "First day" },
  to: { zh: "结束日期", en: "Last day" },
  group: { zh: "分组", en: "Grouping" },
  compare: { zh: "对比", en: "Comparison" },
} as const;

function make(report: Report): Record<string, Call> {
  const { title, path, codes, columns, filters = {}, groups = {} } = report;
  const asFilters = Object.fromEntries(
    Object.entries<Field>(filters).map(([name, field]) => [name, { ...field, options: { ...field.options, filter: true } }]),
  );
  const labels = { ...FIELD_LABELS, ...Object.fromEntries(Object.entries<Field>(filters).map(([name, { label }]) => [name, label])) };
  const names = Object.keys(groups);
  const days = report.period === "days" ? { from: Day, to: Day } : {};
  const { createdAtFrom: _, createdAtTo: __, ...narrow } = filterShape({ fields: asFilters });
  const input = () =>
    withRule(
      z.object({
        ...days,
        ...(names.length > 0 ? { group: z.enum(names).default(names[0] ?? "") } : {}),
        ...(report.compares ? { compare: z.enum(COMPARISONS).default("none") } : {}),
        ...narrow,
        ...(path.startsWith("/api/open/") ? { venueId: Id } : {}),
      }),
      (query, issues) => {
        const max = report.mostDays ?? MOST_DAYS;
        if (textOf(Reflect.get(query, "from")) > textOf(Reflect.get(query, "to"))) addFault(issues, ["to"], "notBefore");
        if (!isWithin(query, max)) addFault(issues, ["from"], "tooManyDays", { max });
      },
    );
  const Figure = z.union([Yuan, z.number(), z.null()]);
  const output = () =>
    z.object({
      rows: z.array(
        z.object({
          key: z.string(),
          level: z.number().int(),
          previous: z.record(z.string(), Figure).nullable(),
          ...Object.fromEntries(Object.entries<Field>(columns).map(([name, field]) => [name, outputOf(field)])),
        }),
      ),
      whole: z.boolean(),
      sums: z.record(z.string(), Figure),
      previous: z.record(z.string(), Figure).nullable(),
    });
  const read = { ...get(path, { summary: title.en, code: codes.page, heavy: true }), labels };
  const builtSchemas: { input?: z.ZodType; output?: z.ZodType } = {};
  const schemas = {
    input: { enumerable: true, get: () => (builtSchemas.input ??= input()) },
    output: { enumerable: true, get: () => (builtSchemas.output ??= output()) },
  };
  const calls: Record<string, Call> = { read: Object.defineProperties(read, schemas) };
  if (codes.export !== undefined)
    calls["excel"] = Object.defineProperties(
      {
        ...download(report.excelPath ?? `${path}-excel`, { summary: `${title.en}: file`, code: codes.export, file: XLSX }),
        labels,
      },
      { input: schemas.input },
    );
  return calls;
}

/** The page of a declared report: period, grouping, comparison and filters in the address; tiles, chart, table with links to the rows behind. */
import { Segmented, Select } from "antd";
import { useMemo } from "react";
import { useLocation, useNavigate } from "react-router";
import { type Field, labelsOf } from "../../contract/core/resource/fields";
import { type Comparison, type Report, reportCalls, rowsOf } from "../../contract/core/resource/report";
import { useRead } from "../api/use-read";
import type { T, TKey } from "../i18n/keys";
import { useT } from "../i18n/use-t";
import { useScreenCommands } from "../palette/use-screen-commands";
import { can } from "../providers/access-control";
import { useSession } from "../session/store";
import { AntdScope } from "../ui/AntdScope";
import { EmptyState } from "../ui/EmptyState";
import { ErrorState } from "../ui/ErrorState";
import { useExport } from "../ui/list/use-export";
import { SkeletonText } from "../ui/Skeleton";
import { useToday } from "../ui/today";
import { PERIODS } from "./periods";
import "./report.css";
import { PeriodBar } from "./PeriodBar";
import { ReportChart } from "./ReportCharts";
import { PrintedBy } from "./PrintedBy";
import { ReportActions } from "./ReportActions";
import { ReportTable } from "./ReportTable";
import { Tile } from "./report-figures";

const COMPARE = {
  none: "resource.reportPage.noComparison",
  previous: "resource.periodBar.periodBefore",
  year: "resource.reportPage.yearBefore",
} as const satisfies Record<Comparison, TKey>;

/** The question of a report's address; what it leaves out is as at first. */
export function questionOf(report: Report, search: string, today: string, venueId: string): Record<string, string> {
  const query = new URLSearchParams(search);
  const opens = PERIODS[report.opens ?? "month"].of(today);
  const named = ["group", "compare", ...Object.keys(report.filters ?? {})].flatMap((key) => {
    const value = query.get(key);
    return value ? [[key, value] as const] : [];
  });
  return {
    ...(report.period === "days" ? { from: query.get("from") ?? opens.from, to: query.get("to") ?? opens.to } : {}),
    ...Object.fromEntries(named),
    ...(report.path.startsWith("/api/open/") ? { venueId } : {}),
  };
}

export const OPENS_ROWS = "resource.reportPage.underlinedFiguresOpenRows";

const SHORTENED = "resource.reportPage.notEveryRowListed";

/** Returns the names of the values of a filter. */
const namesOf = (field: Field, values: string, t: T): string =>
  values
    .split(",")
    .map((value) => {
      const label = labelsOf(field)[value];
      return label ? t(label) : value;
    })
    .join(t("list.and"));

export function ReportPage({ report }: { report: Report }) {
  const t = useT();
  const today = useToday();
  const location = useLocation();
  const navigate = useNavigate();
  const { venue, venueId } = useSession();
  const calls = reportCalls(report);
  const question = useMemo(() => questionOf(report, location.search, today, venueId ?? ""), [report, location.search, today, venueId]);
  const read = useRead(calls.read, question, { keepPrevious: true });
  const excel = useExport(calls.excel, question);
  const answer = read.data;
  const set = (change: Readonly<Record<string, string>>): void => {
    const query = new URLSearchParams(location.search);
    for (const [key, value] of Object.entries(change))
      if (value === "") query.delete(key);
      else query.set(key, value);
    void navigate({ pathname: location.pathname, search: query.toString() }, { preventScrollReset: true });
  };
  const group = question["group"] ?? Object.keys(report.groups ?? {})[0] ?? "";
  const compare = (question["compare"] ?? "none") as Comparison;
  const query = { from: question["from"] ?? "", to: question["to"] ?? today, group, compare, filter: question };
  const groups = Object.entries(report.groups ?? {}).filter(([key]) => key !== group);
  useScreenCommands([
    ...(groups.length > 0 ? [{ id: "group", title: t("resource.reportPage.group") }] : []),
    ...groups.map(([key, label]) => ({ id: `by-${key}`, parent: "group", title: t(label), run: () => set({ group: key }) })),
    ...(report.compares ? [{ id: "compare", title: t("resource.reportPage.compare") }] : []),
    ...Object.entries(report.compares ? COMPARE : {})
      .filter(([key]) => key !== compare)
      .map(([key, label]) => ({
        id: `with-${key}`,
        parent: "compare",
        title: t(label),
        run: () => set({ compare: key === "none" ? "" : key }),
      })),
  ]);

  return (
    <div className="rpt">
      <AntdScope>
        <div className="rpo no-print">
          {report.period === "days" && <PeriodBar report={report} from={query.from} to={query.to} today={today} onChange={set} />}
          {report.compares && (
            <Select
              aria-label={t("resource.reportPage.compare")}
              value={compare}
              onChange={(next: Comparison) => set({ compare: next === "none" ? "" : next })}
              options={Object.entries(COMPARE).map(([value, label]) => ({ value, label: t(label) }))}
            />
          )}
          {Object.entries<Field>(report.filters ?? {}).map(([key, field]) => (
            <Select
              key={key}
              aria-label={t(field.label)}
              placeholder={t(field.label)}
              mode="multiple"
              maxTagCount={1}
              style={{ minWidth: 140 }}
              allowClear
              value={question[key]?.split(",") ?? []}
              onChange={(next: string[]) => set({ [key]: next.join(",") })}
              options={Object.entries(labelsOf(field)).map(([value, label]) => ({ value, label: t(label) }))}
            />
          ))}
          {Object.keys(report.groups ?? {}).length > 1 && (
            <Segmented
              value={group}
              onChange={(next) => set({ group: next })}
              options={Object.entries(report.groups ?? {}).map(([value, label]) => ({ value, label: t(label) }))}
            />
          )}
          <ReportActions excel={calls.excel && report.codes.export && can(report.codes.export) ? excel : undefined} />
        </div>
      </AntdScope>
      <article className="rps" aria-busy={read.isFetching}>
        <header className="rph">
          <div>
            <h1>
              {t(report.title)}
              {report.basis && <span className="basis">{t(report.basis)}</span>}
            </h1>
            <p>
              {[
                venue?.name,
                report.period === "days" ? t("resource.reportPage.to", { from: query.from, to: query.to }) : undefined,
                report.groups?.[group] && t("resource.reportPage.by", { group: t(report.groups[group]) }),
                compare === "none" ? undefined : t("resource.reportPage.against", { with: t(COMPARE[compare]) }),
                ...Object.entries<Field>(report.filters ?? {}).flatMap(([key, field]) =>
                  question[key] ? [`${t(field.label)}: ${namesOf(field, question[key], t)}`] : [],
                ),
              ]
                .filter(Boolean)
                .join("  ·  ")}
            </p>
          </div>
          <p className="r">
            {report.note && (
              <>
                {t(report.note)}
                <br />
              </>
            )}
            {t("list.unit")}
            <PrintedBy />
          </p>
        </header>
        {read.error && !answer ? (
          <ErrorState what={read.error.message} onRetry={() => void read.refetch()} retrying={read.isFetching} />
        ) : !answer ? (
          <SkeletonText lines={10} label={t("ui.loading")} />
        ) : (
          <>
            {report.tiles && (
              <div className="stile">
                {report.tiles.map((name) => (
                  <Tile
                    key={name}
                    field={report.columns[name]}
                    value={answer.sums[name]}
                    before={answer.previous?.[name]}
                    compared={answer.previous !== null}
                    to={rowsOf(report, "total", query, name)}
                  />
                ))}
              </div>
            )}
            {answer.rows.length === 0 ? (
              <EmptyState
                icon="chart"
                title={t("resource.reportPage.nothingPeriod")}
                hint={t("resource.reportPage.chooseAnotherPeriodFilter")}
              />
            ) : (
              <>
                {report.chart && <ReportChart report={report} answer={answer} />}
                <ReportTable report={report} answer={answer} query={query} />
              </>
            )}
          </>
        )}
        <Footnote report={report} whole={answer?.whole !== false} />
      </article>
    </div>
  );
}

/** Explains the computation of ratios, that other figures open rows, and where to find all rows of a long report. */
function Footnote({ report, whole }: { report: Report; whole: boolean }) {
  const t = useT();
  const nameOf = (measure: string): string => t(report.columns[measure]?.label ?? { zh: measure, en: measure });
  const notes = [
    ...Object.entries(report.ratios ?? {}).map(([name, [of, per]]) => `${nameOf(name)} = ${nameOf(of)} ÷ ${nameOf(per)}`),
    ...(whole ? [] : [t(SHORTENED)]),
  ];
  return (
    <>
      {notes.length > 0 && <p className="rnote">{notes.join("  ·  ")}</p>}
      {report.drill && <p className="rnote no-print">{t(OPENS_ROWS)}</p>}
    </>
  );
}

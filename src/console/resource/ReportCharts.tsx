/** Charts that a report shows above its table: bars, lines, or a heat map. */
import { useMemo } from "react";
import type { Report, ReportAnswer } from "../../contract/core/resource/report";
import { useT } from "../i18n/use-t";
import { HeatMap, HeatScale } from "../ui/HeatMap";
import { lazyPart } from "../ui/lazy-part";
import { type Amount, numberOf } from "./report-figures";

const Chart = lazyPart(async () => (await import("./Chart")).Chart);

/** The chart that the report declares; none where it declares none. */
export function ReportChart({ report, answer }: { report: Report; answer: ReportAnswer }) {
  const t = useT();
  const { chart, columns, title } = report;
  const name = Object.keys(columns)[0] ?? "";
  const { x, series } = useMemo(() => {
    const top = answer.rows.filter(({ level }) => level === 0).slice(0, 62);
    const own = (chart?.y ?? []).flatMap((measure) => {
      const field = columns[measure];
      return field ? [{ name: t(field.label), values: top.map((row) => numberOf(row[measure] as Amount)) }] : [];
    });
    const [measure] = chart?.y ?? [];
    const before =
      answer.previous && measure !== undefined
        ? [{ name: t("resource.reportCharts.before"), values: top.map((row) => numberOf(row.previous?.[measure])), dashed: true }]
        : [];
    return { x: top.map((row) => String(row[name]).replace(/^\d{4}-/, "")), series: [...own, ...before] };
  }, [answer, chart, columns, name, t]);
  if (!chart) return null;
  if (chart.kind === "heat") return <ReportHeat report={report} answer={answer} />;
  return (
    <section className="rchart no-print">
      <Chart label={t(title)} kind={chart.kind} x={x} series={series} />
    </section>
  );
}

/** As many rows a heat map shows: a page of more would be no map. */
const HEAT_ROWS = 40;

/** A percent of each row over the rows below it: a court over its hours. */
function ReportHeat({ report, answer }: { report: Report; answer: ReportAnswer }) {
  const t = useT();
  const name = Object.keys(report.columns)[0] ?? "";
  const [measure = ""] = report.chart?.y ?? [];
  const { columns, rows } = useMemo(() => {
    const columnTitles = new Set<string>();
    const found: { key: string; name: string; values: Map<string, number | null> }[] = [];
    for (const row of answer.rows) {
      const value = row[measure];
      if (row.level === 0) found.push({ key: row.key, name: String(row[name]), values: new Map() });
      else {
        columnTitles.add(String(row[name]));
        found.at(-1)?.values.set(String(row[name]), typeof value === "number" ? Math.round(value) : null);
      }
    }
    const across = [...columnTitles].sort();
    return {
      columns: across,
      rows: found.slice(0, HEAT_ROWS).map(({ values, ...row }) => ({ ...row, values: across.map((title) => values.get(title) ?? null) })),
    };
  }, [answer, measure, name]);
  const field = report.columns[measure];
  if (columns.length === 0 || !field) return null;
  return (
    <section className="rchart rheat">
      <h2>
        {t(field.label)} <HeatScale low="0 %" high="100 %" />
      </h2>
      <HeatMap label={t(field.label)} columns={columns} rows={rows} corner={t(report.title)} />
    </section>
  );
}

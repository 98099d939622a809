/** The table of a report: rows that fold, links to the rows behind each figure, the totals; of a long one only the rows in sight are drawn. */
import { type RefCallback, useMemo, useRef, useState } from "react";
import type { Field } from "../../contract/core/resource/fields";
import { measuresOf, type Report, type ReportAnswer, type ReportQuery, type ReportRow, rowsOf } from "../../contract/core/resource/report";
import { textOf } from "../../contract/core/resource/text";
import { useT } from "../i18n/use-t";
import type { T } from "../i18n/keys";
import { Icon } from "../ui/Icon";
import { useRowsInSight } from "../ui/use-rows-in-sight";
import { Figure } from "./Figure";
import { Change, figureOf } from "./report-figures";

/** Pixels of a row, and of one below another, as report.css draws them. */
const ROW = 34;
const SUB_ROW = 30;

export function ReportTable({ report, answer, query }: { report: Report; answer: ReportAnswer; query: ReportQuery }) {
  const t = useT();
  // Rows that are not as at first: shut, or open where the report begins folded.
  const [toggledKeys, setToggledKeys] = useState<ReadonlySet<string>>(new Set());
  const isFolded = (key: string): boolean => toggledKeys.has(key) !== (report.folded ?? false);
  const columns = Object.entries<Field>(report.columns);
  const measures = new Set(measuresOf(report));
  const [first] = columns;
  const visibleRows = useMemo(() => visibleRowsOf(answer.rows, toggledKeys, report.folded ?? false), [answer, report.folded, toggledKeys]);
  const heights = useMemo(() => visibleRows.map(({ row }) => (row.level > 0 ? SUB_ROW : ROW)), [visibleRows]);
  const body = useRef<HTMLTableSectionElement>(null);
  const sight = useRowsInSight(body, heights);
  const isFold = (row: ReportRow, at: number): boolean => row.level === 0 && (answer.rows[at + 1]?.level ?? 0) > 0;
  const toggle = (key: string): void =>
    setToggledKeys(new Set(toggledKeys.has(key) ? [...toggledKeys].filter((one) => one !== key) : [...toggledKeys, key]));
  const endOf = (name: string): string | undefined => (measures.has(name) ? "end" : undefined);
  const width = columns.length + (answer.previous ? 1 : 0);
  return (
    <div className="rtab-box" role="region" aria-label={t(report.title)} tabIndex={0} ref={markFits}>
      <table className={sight.isPart ? "rtab rtab-part" : "rtab"} aria-rowcount={visibleRows.length + 2}>
        <thead>
          <tr>
            {columns.map(([name, field]) => (
              <th key={name} scope="col" className={endOf(name)}>
                {t((name === first?.[0] ? report.groups?.[query.group] : undefined) ?? field.label)}
              </th>
            ))}
            {answer.previous && <th className="end">{t("resource.reportTable.change")}</th>}
          </tr>
        </thead>
        <tbody ref={body}>
          {sight.isPart && <Widest columns={columns} rows={answer.rows} endOf={endOf} t={t} />}
          <Gap height={sight.before} width={width} />
          {visibleRows.slice(sight.from, sight.to).map(({ row, at }, i) => (
            <tr key={`${row.key}-${at}`} className={row.level > 0 ? "sub" : undefined} aria-rowindex={sight.from + i + 2}>
              {columns.map(([name, field], nth) => (
                <td key={name} className={endOf(name)}>
                  {nth === 0 && isFold(row, at) && (
                    <button
                      type="button"
                      className="fold no-print"
                      aria-expanded={!isFolded(row.key)}
                      aria-label={String(row[name])}
                      onClick={() => toggle(row.key)}
                    >
                      <Icon name={isFolded(row.key) ? "chevron-right" : "chevron-down"} size="s" />
                    </button>
                  )}
                  <Figure to={measures.has(name) && row[name] !== null ? rowsOf(report, row, query, name) : undefined}>
                    {figureOf(name, field, row, t)}
                  </Figure>
                </td>
              ))}
              {answer.previous && <Change report={report} now={row} before={row.previous} />}
            </tr>
          ))}
          <Gap height={sight.after} width={width} />
          <tr className="tot">
            {columns.map(([name, field], i) => (
              <td key={name} className={endOf(name)}>
                {i === 0 ? (
                  t(report.total ?? "common.total")
                ) : Object.hasOwn(answer.sums, name) ? (
                  <Figure to={rowsOf(report, "total", query, name)}>{figureOf(name, field, answer.sums, t)}</Figure>
                ) : null}
              </td>
            ))}
            {answer.previous && <Change report={report} now={answer.sums} before={answer.previous} />}
          </tr>
        </tbody>
      </table>
    </div>
  );
}

/** Returns the rows that no fold hides, each with its place. */
function visibleRowsOf(rows: readonly ReportRow[], toggledKeys: ReadonlySet<string>, folded: boolean): { row: ReportRow; at: number }[] {
  let isHidden = false;
  return rows.flatMap((row, at) => {
    if (row.level === 0) isHidden = toggledKeys.has(row.key) !== folded;
    return row.level > 0 && isHidden ? [] : [{ row, at }];
  });
}

/** The place of rows out of sight. */
const Gap = ({ height, width }: { height: number; width: number }) =>
  height > 0 ? (
    <tr aria-hidden className="gap">
      <td colSpan={width} style={{ height }} />
    </tr>
  ) : null;

/** Holds each column as wide as its longest value, so that columns stay where they are while rows come into sight. */
function Widest({
  columns,
  rows,
  endOf,
  t,
}: {
  columns: readonly (readonly [string, Field])[];
  rows: readonly ReportRow[];
  endOf: (name: string) => string | undefined;
  t: T;
}) {
  const longest = useMemo(
    () =>
      columns.map(([name]) =>
        rows.reduce((found, row) => (textOf(row[name]).length > textOf(found?.[name]).length ? row : found), rows[0]),
      ),
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- the columns are the report's own
    [rows],
  );
  return (
    <tr aria-hidden className="widest">
      {columns.map(([name, field], i) => (
        <td key={name} className={endOf(name)}>
          <span>{figureOf(name, field, longest[i] ?? {}, t)}</span>
        </td>
      ))}
    </tr>
  );
}

/** Says on a box whether its table fits: what does is no scroller of its own, and its totals stick to the foot of the page. */
const markFits: RefCallback<HTMLElement> = (box) => {
  if (!box) return undefined;
  const watcher = new ResizeObserver(() => box.toggleAttribute("data-fits", box.scrollWidth <= box.clientWidth));
  for (const part of [box, ...box.children]) watcher.observe(part);
  return () => watcher.disconnect();
};

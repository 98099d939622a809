import { useMemo } from "react";
import type { Fields } from "../../contract/core/resource/fields";
import { importColumns, type ImportJob } from "../../contract/core/resource/importing";
import { useT } from "../i18n/use-t";

/** Lists the faults in the cells of a file: line, column, reason. */
export function ImportFaults({ fields, job }: { fields: Fields; job: ImportJob }) {
  const t = useT();
  const cells = useMemo(
    () => job.faults.flatMap(({ row, errors }) => Object.entries(errors).map(([name, text]) => ({ row, name, text }))),
    [job.faults],
  );
  const labels = useMemo(() => new Map(importColumns(fields).map(({ key, label }) => [key, label])), [fields]);
  if (cells.length === 0) return null;
  const title = t("resource.importFaults.cellsFaults");
  return (
    <div className="import-faults" role="region" aria-label={title} tabIndex={0}>
      <table className="table">
        <caption className="sr">{title}</caption>
        <thead>
          <tr>
            <th scope="col">{t("resource.line")}</th>
            <th scope="col">{t("resource.importFaults.column")}</th>
            <th scope="col">{t("ui.reason")}</th>
          </tr>
        </thead>
        <tbody>
          {cells.map(({ row, name, text }) => {
            const label = labels.get(name);
            return (
              <tr key={`${row} ${name}`}>
                <td>{row}</td>
                <td>{label ? t(label) : "—"}</td>
                <td className="bad">{text}</td>
              </tr>
            );
          })}
        </tbody>
      </table>
      {job.bad > job.faults.length && <p>{t("resource.importFaults.moreRows", { more: job.bad - job.faults.length })}</p>}
    </div>
  );
}

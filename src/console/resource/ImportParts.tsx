/** Parts of the import dialog: choosing a sheet, its first rows, and how far an import is. */
import { type ImportColumn, type ImportJob } from "../../contract/core/resource/importing";
import type { Fields } from "../../contract/core/resource/fields";
import { useT } from "../i18n/use-t";
import { type Choice, headingOf, type ImportFile, type Match, type Sheet } from "./import-sheet";

const SHOWN_ROWS = 5;

/** The sheet and the row with the headings, where there is more than one to choose from. */
export function SheetChoice({
  fields,
  file,
  choice,
  onChoice,
}: {
  fields: Fields;
  file: ImportFile;
  choice: Choice;
  onChoice: (choice: Choice) => void;
}) {
  const t = useT();
  const chooseSheet = (place: number): void => {
    const sheet = file.sheets[place];
    if (sheet) onChoice({ sheet: place, heading: headingOf(fields, sheet).heading });
  };
  const rows = file.sheets[choice.sheet]?.rows.slice(0, 30) ?? [];
  return (
    <div className="import-map">
      {file.sheets.length > 1 && (
        <label>
          {t("resource.importParts.sheet")}{" "}
          <select className="select" value={choice.sheet} onChange={(event) => chooseSheet(Number(event.target.value))}>
            {file.sheets.map(({ name, isHidden }, i) => (
              <option key={name} value={i}>
                {isHidden ? t("resource.importParts.hidden", { name }) : name}
              </option>
            ))}
          </select>
        </label>
      )}
      <label>
        {t("resource.importParts.headingRow")}{" "}
        <select
          className="select"
          value={choice.heading}
          onChange={(event) => onChoice({ ...choice, heading: Number(event.target.value) })}
        >
          {rows.map(({ row, cells }, i) => (
            <option key={row} value={i}>
              {t("resource.importParts.row", { row, cells: cells.filter(Boolean).join(" | ").slice(0, 40) })}
            </option>
          ))}
        </select>
      </label>
    </div>
  );
}

/** The first rows as they will be read. */
export function Preview({ columns, sheet, match }: { columns: readonly ImportColumn[]; sheet: Sheet; match: Match }) {
  const t = useT();
  const matchedColumns = columns.filter(({ key }) => match[key] !== undefined);
  const title = t("resource.importParts.firstRowsTheyRead", { count: Math.min(SHOWN_ROWS, sheet.lines.length) });
  if (matchedColumns.length === 0 || sheet.lines.length === 0) return null;
  return (
    <div className="import-faults import-preview" role="region" aria-label={title} tabIndex={0}>
      <table className="table">
        <caption>{title}</caption>
        <thead>
          <tr>
            <th scope="col">{t("resource.line")}</th>
            {matchedColumns.map(({ key, label }) => (
              <th key={key} scope="col">
                {t(label)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {sheet.lines.slice(0, SHOWN_ROWS).map(({ row, cells }) => (
            <tr key={row}>
              <td>{row}</td>
              {matchedColumns.map(({ key }) => (
                <td key={key}>{cells[match[key] ?? -1] ?? ""}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

export function Progress({ job }: { job: ImportJob }) {
  const t = useT();
  const { state, sent, total, added, bad, file } = job;
  const words =
    state === "checking"
      ? sent < total
        ? "resource.importParts.checkingRows"
        : bad === 0
          ? "resource.importParts.nothingWrongReadyImport"
          : "resource.importParts.rowsFaultsNothingImported"
      : state === "running"
        ? "resource.importParts.importingRowsContinuesWhen"
        : state === "done"
          ? "resource.importParts.rowsImportedLeftOut"
          : "resource.importParts.stoppedRowsImported";
  return (
    <>
      <p role="status">
        <b>{file}</b> · {t(words, { sent, total, added, bad })}
      </p>
      {(state === "running" || (state === "checking" && sent < total)) && (
        <progress max={total} value={state === "checking" ? sent : added + bad} aria-label={file} />
      )}
    </>
  );
}

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
          {t({ zh: "工作表", en: "Sheet" })}{" "}
          <select className="select" value={choice.sheet} onChange={(event) => chooseSheet(Number(event.target.value))}>
            {file.sheets.map(({ name, isHidden }, i) => (
              <option key={name} value={i}>
                {isHidden ? t({ zh: "{name}（隐藏）", en: "{name} (hidden)" }, { name }) : name}
              </option>
            ))}
          </select>
        </label>
      )}
      <label>
        {t({ zh: "标题行", en: "Heading row" })}{" "}
        <select
          className="select"
          value={choice.heading}
          onChange={(event) => onChoice({ ...choice, heading: Number(event.target.value) })}
        >
          {rows.map(({ row, cells }, i) => (
            <option key={row} value={i}>
              {t({ zh: "第 {row} 行：{cells}", en: "Row {row}: {cells}" }, { row, cells: cells.filter(Boolean).join(" | ").slice(0, 40) })}
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
  const title = t(
    { zh: "前 {count} 行将这样读取", en: "The first {count} rows as they will be read" },
    { count: Math.min(SHOWN_ROWS, sheet.lines.length) },
  );
  if (matchedColumns.length === 0 || sheet.lines.length === 0) return null;
  return (
    <div className="import-faults import-preview" role="region" aria-label={title} tabIndex={0}>
      <table className="table">
        <caption>{title}</caption>
        <thead>
          <tr>
            <th scope="col">{t({ zh: "行", en: "Line" })}</th>
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
        ? { zh: "正在检查：{sent} / {total} 行", en: "Checking: {sent} of {total} rows" }
        : bad === 0
          ? { zh: "检查通过，可以导入", en: "Nothing is wrong; ready to import" }
          : {
              zh: "{bad} 行有问题，还没有导入；可以改好文件再来，或略过它们",
              en: "{bad} rows have faults; nothing was imported yet. Mend the file, or leave them out",
            }
      : state === "running"
        ? {
            zh: "正在导入：{added} / {total} 行。关掉窗口也会继续",
            en: "Importing: {added} of {total} rows. It continues when this is closed",
          }
        : state === "done"
          ? { zh: "已导入 {added} 行，{bad} 行没有导入", en: "{added} rows imported, {bad} left out" }
          : { zh: "已停止：导入了 {added} 行", en: "Stopped: {added} rows were imported" };
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

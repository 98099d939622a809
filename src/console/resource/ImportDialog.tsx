/**
 * Import from Excel: a template to fill in, the file's columns matched to fields, a dry run that says what is wrong with which cell, then the
 * rows, in steps. The server keeps the rows: it continues when the dialog, the tab or the server itself is gone, and the dialog shows how far it is.
 */
import { useInvalidate } from "@refinedev/core";
import { useEffect, useEffectEvent, useMemo, useRef, useState } from "react";
import {
  IMPORT_ROWS,
  type Importable,
  importCalls,
  type ImportColumn,
  importColumns,
  type ImportJob,
} from "../../contract/core/resource/importing";
import type { Fields } from "../../contract/core/resource/fields";
import { saveFile } from "../api/download";
import { act } from "../api/act";
import { invoke, invokeFile } from "../api/invoke";
import { Modal } from "../desk/Modal";
import { useT } from "../i18n/use-t";
import { Button } from "../ui/Button";
import { Failure } from "../ui/Failure";
import { ImportFaults } from "./ImportFaults";
import {
  cellsOf,
  type Choice,
  findHeadings,
  headingOf,
  type ImportFile,
  type Match,
  matching,
  readImportFile,
  type Sheet,
  sheetOf,
} from "./import-sheet";
import "./resource.css";

/** Pause after a failed step before its retry. */
const AGAIN_MS = 2_000;
const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

export function ImportDialog({ resource, onClose }: { resource: Importable; onClose: () => void }) {
  const t = useT();
  const invalidate = useInvalidate();
  const calls = useMemo(() => importCalls(resource), [resource]);
  const columns = useMemo(() => importColumns(resource.fields), [resource]);
  const [file, setFile] = useState<ImportFile>();
  const [choice, setChoice] = useState<Choice>();
  const sheet = useMemo(() => file && choice && sheetOf(file, choice), [file, choice]);
  const [match, setMatch] = useState<Match>({});
  const [job, setJob] = useState<ImportJob>();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  const open = useRef(true);

  /** Asks for one step after the other, as long as the dialog is open. */
  const follow = async (at: ImportJob): Promise<void> => {
    setBusy(true);
    let now = at;
    do {
      try {
        now = (await act(calls.importRun, { id: at.id })).job;
        setFailure(undefined);
        setJob(now);
      } catch (error) {
        setFailure(messageOf(error));
        await new Promise((resolve) => setTimeout(resolve, AGAIN_MS));
      }
    } while (now.state === "running" && open.current);
    setBusy(false);
    void invalidate({ resource: resource.name, invalidates: ["list"] });
  };
  const look = useEffectEvent(async () => {
    const { job: found } = await invoke(calls.importState, {});
    if (found?.state === "running") void follow(found);
    if (found?.state === "running" || (found?.state === "checking" && found.sent === found.total)) setJob(found);
  });
  useEffect(() => {
    open.current = true;
    look().catch((error: unknown) => setFailure(messageOf(error)));
    return () => void (open.current = false);
  }, []);

  const choose = async (chosen: File): Promise<void> => {
    setFailure(undefined);
    setJob(undefined);
    setFile(undefined);
    setChoice(undefined);
    try {
      const read = await readImportFile(chosen);
      if (read.sheets.length === 0) {
        setFailure(t({ zh: "“{file}”里没有内容，没有导入", en: "“{file}” is empty; nothing was imported" }, { file: chosen.name }));
        return;
      }
      setFile(read);
      take(read, findHeadings(resource.fields, read));
    } catch {
      setFailure(
        t(
          { zh: "读不了“{file}”，请另存为 .xlsx 再选择", en: "“{file}” can't be read; save it as .xlsx and choose it again" },
          { file: chosen.name },
        ),
      );
    }
  };
  const take = (from: ImportFile, next: Choice): void => {
    setChoice(next);
    setMatch(matching(resource.fields, sheetOf(from, next).head));
  };
  const check = async ({ file, lines }: Sheet): Promise<void> => {
    setFailure(undefined);
    setBusy(true);
    let id: string | undefined;
    try {
      for (let start = 0; start < lines.length && open.current; start += IMPORT_ROWS) {
        const rows = cellsOf(lines.slice(start, start + IMPORT_ROWS), match);
        const answer = await act(calls.import, { ...(id === undefined ? {} : { id }), file, total: lines.length, rows });
        ({ id } = answer.job);
        setJob(answer.job);
      }
    } catch (error) {
      setFailure(messageOf(error));
    }
    setBusy(false);
  };
  const stop = async ({ id }: ImportJob): Promise<void> => {
    try {
      setJob((await act(calls.importStop, { id })).job);
    } catch (error) {
      setFailure(messageOf(error));
    }
  };
  const checked = job?.state === "checking" && job.sent === job.total;
  const good = job ? job.total - job.bad : 0;

  return (
    <Modal title={t({ zh: "导入{one}", en: "Import {one}" }, { one: t(resource.one) })} width={760} onClose={onClose}>
      <div className="stack">
        {job?.state !== "running" && (
          <p className="row">
            <Button icon="export" onClick={() => void invokeFile(calls.template, {}).then(saveFile)}>
              {t({ zh: "下载模板", en: "Download the template" })}
            </Button>
            <label className="btn btn-primary">
              {t({ zh: "选择 Excel 文件", en: "Choose an Excel file" })}
              <input
                className="sr"
                type="file"
                accept=".xlsx"
                disabled={busy}
                onChange={(event) => {
                  const [chosen] = event.target.files ?? [];
                  // The same file, corrected, can be chosen again.
                  event.target.value = "";
                  if (chosen) void choose(chosen);
                }}
              />
            </label>
          </p>
        )}
        {sheet && file && choice && !job && (
          <>
            <SheetChoice fields={resource.fields} file={file} choice={choice} onChoice={(next) => take(file, next)} />
            <h3 className="record-group">
              {t({ zh: "列对应（{count} 行）", en: "Columns ({count} rows)" }, { count: sheet.lines.length })}
            </h3>
            <div className="import-map">
              {columns.map(({ key, label, isRequired }) => (
                <label key={key}>
                  {t(label)}
                  {isRequired && " *"}{" "}
                  <select
                    className="select"
                    value={match[key] ?? ""}
                    onChange={({ target: { value } }) => {
                      const { [key]: _, ...others } = match;
                      setMatch(value === "" ? others : { ...others, [key]: Number(value) });
                    }}
                  >
                    <option value="">{t({ zh: "不导入", en: "Leave out" })}</option>
                    {sheet.head.map((title, i) => (
                      <option key={`${i}-${title}`} value={i}>
                        {title}
                      </option>
                    ))}
                  </select>
                </label>
              ))}
            </div>
            <Preview columns={columns} sheet={sheet} match={match} />
          </>
        )}
        {job && <Progress job={job} />}
        {failure !== undefined && <Failure>{failure}</Failure>}
        {job && <ImportFaults fields={resource.fields} job={job} />}
        <div className="form-foot">
          {sheet && !job && (
            <Button
              kind="primary"
              busy={busy}
              why={
                sheet.lines.length === 0
                  ? t({ zh: "标题行下面没有内容", en: "There are no rows below the headings" })
                  : Object.keys(match).length === 0
                    ? t({
                        zh: "还没有列对应上，请选择标题行或逐列对应",
                        en: "No column is matched; choose the heading row or match columns",
                      })
                    : undefined
              }
              onClick={() => void check(sheet)}
            >
              {t({ zh: "试导入（不保存）", en: "Dry run" })}
            </Button>
          )}
          {job && checked && (
            <Button
              kind="primary"
              busy={busy}
              why={
                good === 0
                  ? t({ zh: "每一行都有问题，请改好文件再来", en: "Every row has faults; correct the file and choose it again" })
                  : undefined
              }
              onClick={() => void follow(job)}
            >
              {job.bad === 0
                ? t({ zh: "导入 {good} 行", en: "Import {good} rows" }, { good })
                : t({ zh: "导入 {good} 行，略过 {bad} 行", en: "Import {good} rows, leave out {bad}" }, { good, bad: job.bad })}
            </Button>
          )}
          {job?.state === "running" && (
            <Button kind="danger" onClick={() => void stop(job)}>
              {t({ zh: "停止导入", en: "Stop the import" })}
            </Button>
          )}
          {(job?.state === "done" || job?.state === "stopped") && (
            <Button kind="primary" onClick={onClose}>
              {t({ zh: "完成", en: "Done" })}
            </Button>
          )}
        </div>
      </div>
    </Modal>
  );
}

const SHOWN_ROWS = 5;

/** The sheet and the row with the headings, where there is more than one to choose from. */
function SheetChoice({
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
function Preview({ columns, sheet, match }: { columns: readonly ImportColumn[]; sheet: Sheet; match: Match }) {
  const t = useT();
  const shown = columns.filter(({ key }) => match[key] !== undefined);
  const title = t(
    { zh: "前 {count} 行将这样读取", en: "The first {count} rows as they will be read" },
    { count: Math.min(SHOWN_ROWS, sheet.lines.length) },
  );
  if (shown.length === 0 || sheet.lines.length === 0) return null;
  return (
    <div className="import-faults import-preview" role="region" aria-label={title} tabIndex={0}>
      <table className="table">
        <caption>{title}</caption>
        <thead>
          <tr>
            <th scope="col">{t({ zh: "行", en: "Line" })}</th>
            {shown.map(({ key, label }) => (
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
              {shown.map(({ key }) => (
                <td key={key}>{cells[match[key] ?? -1] ?? ""}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Progress({ job }: { job: ImportJob }) {
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

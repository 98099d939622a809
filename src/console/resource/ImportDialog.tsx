/**
 * Import from Excel: a template to fill in, the file's columns matched to fields, a dry run that says what is wrong with which cell, then the
 * rows, in steps. The server keeps the rows: it continues when the dialog, the tab or the server itself is gone, and the dialog shows how far it is.
 */
import { useInvalidate } from "@refinedev/core";
import { useEffect, useEffectEvent, useMemo, useRef, useState } from "react";
import { IMPORT_ROWS, type Importable, importCalls, importColumns, type ImportJob } from "../../contract/core/resource/importing";
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
  type ImportFile,
  type Match,
  matching,
  readImportFile,
  type Sheet,
  sheetOf,
} from "./import-sheet";
import { Preview, Progress, SheetChoice } from "./ImportParts";
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

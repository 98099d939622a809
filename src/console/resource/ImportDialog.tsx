/**
 * Import from Excel: a template to fill in, the file's columns matched to fields, a dry run that says what is wrong with which cell, then the
 * rows, in steps. The server keeps the rows: it continues when the dialog, the tab or the server itself is gone, and the dialog shows how far it is.
 */
import { useInvalidate } from "@refinedev/core";
import { useEffect, useEffectEvent, useMemo, useRef, useState } from "react";
import { IMPORT_ROWS, type Importable, importCalls, type ImportJob } from "../../contract/resource/importing";
import { saveFile } from "../api/download";
import { invoke, invokeFile } from "../api/invoke";
import { newKey } from "../api/idempotencyKey";
import { Modal } from "../desk/Modal";
import { useT } from "../i18n/useT";
import { Button } from "../ui/Button";
import { Failure } from "../ui/Failure";
import { ImportFaults } from "./ImportFaults";
import { cellsOf, type Match, matching, readSheet, type Sheet } from "./importSheet";
import { edited } from "./ResourceForm";
import "./resource.css";

/** How long a step that failed is waited after before it is asked for again. */
const AGAIN_MS = 2_000;
const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

export function ImportDialog({ resource, onClose }: { resource: Importable; onClose: () => void }) {
  const t = useT();
  const invalidate = useInvalidate();
  const calls = useMemo(() => importCalls(resource), [resource]);
  const fields = useMemo(() => edited(resource.fields), [resource]);
  const [sheet, setSheet] = useState<Sheet>();
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
        now = (await invoke(calls.importRun, { id: at.id }, { key: newKey() })).job;
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
    try {
      const read = await readSheet(chosen);
      setSheet(read);
      setMatch(matching(resource.fields, read.head));
    } catch {
      setFailure(t({ zh: "读不了这个文件，请用 .xlsx 格式", en: "This file can't be read; use .xlsx" }));
    }
  };
  const check = async ({ file, lines }: Sheet): Promise<void> => {
    setFailure(undefined);
    setBusy(true);
    let id: string | undefined;
    try {
      for (let start = 0; start < lines.length && open.current; start += IMPORT_ROWS) {
        const rows = cellsOf(lines.slice(start, start + IMPORT_ROWS), match);
        const answer = await invoke(
          calls.import,
          { ...(id === undefined ? {} : { id }), file, total: lines.length, rows },
          { key: newKey() },
        );
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
      setJob((await invoke(calls.importStop, { id }, { key: newKey() })).job);
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
                  if (chosen) void choose(chosen);
                }}
              />
            </label>
          </p>
        )}
        {sheet && !job && (
          <>
            <h3 className="record-group">
              {t({ zh: "列对应（{count} 行）", en: "Columns ({count} rows)" }, { count: sheet.lines.length })}
            </h3>
            <div className="import-map">
              {fields.map(([name, { label, options }]) => (
                <label key={name}>
                  {t(label)}
                  {options.required && " *"}{" "}
                  <select
                    value={match[name] ?? ""}
                    onChange={({ target: { value } }) => {
                      const { [name]: _, ...others } = match;
                      setMatch(value === "" ? others : { ...others, [name]: Number(value) });
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
          </>
        )}
        {job && <Progress job={job} />}
        {failure !== undefined && <Failure>{failure}</Failure>}
        {job && <ImportFaults fields={resource.fields} job={job} />}
        <div className="form-foot">
          {sheet && !job && (
            <Button kind="primary" disabled={busy || sheet.lines.length === 0} onClick={() => void check(sheet)}>
              {t({ zh: "试导入（不保存）", en: "Dry run" })}
            </Button>
          )}
          {job && checked && (
            <Button kind="primary" disabled={busy || good === 0} onClick={() => void follow(job)}>
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

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
        setFailure(t("resource.importDialog.emptyNothingImported", { file: chosen.name }));
        return;
      }
      setFile(read);
      take(read, findHeadings(resource.fields, read));
    } catch {
      setFailure(t("resource.importDialog.cantReadSaveXlsx", { file: chosen.name }));
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
    <Modal title={t("resource.importDialog.import", { one: t(resource.one) })} width={760} onClose={onClose}>
      <div className="stack">
        {job?.state !== "running" && (
          <p className="row">
            <Button icon="export" onClick={() => void invokeFile(calls.template, {}).then(saveFile)}>
              {t("resource.importDialog.downloadTemplate")}
            </Button>
            <label className="btn btn-primary">
              {t("resource.importDialog.chooseExcelFile")}
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
            <h3 className="record-group">{t("resource.importDialog.columnsRows", { count: sheet.lines.length })}</h3>
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
                    <option value="">{t("resource.importDialog.leaveOut")}</option>
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
                  ? t("resource.importDialog.thereNoRowsBelow")
                  : Object.keys(match).length === 0
                    ? t("resource.importDialog.noColumnMatchedChoose")
                    : undefined
              }
              onClick={() => void check(sheet)}
            >
              {t("resource.importDialog.dryRun")}
            </Button>
          )}
          {job && checked && (
            <Button
              kind="primary"
              busy={busy}
              why={good === 0 ? t("resource.importDialog.everyRowFaultsCorrect") : undefined}
              onClick={() => void follow(job)}
            >
              {job.bad === 0
                ? t("resource.importDialog.importRows", { good })
                : t("resource.importDialog.importRowsLeaveOut", { good, bad: job.bad })}
            </Button>
          )}
          {job?.state === "running" && (
            <Button kind="danger" onClick={() => void stop(job)}>
              {t("resource.importDialog.stopImport")}
            </Button>
          )}
          {(job?.state === "done" || job?.state === "stopped") && (
            <Button kind="primary" onClick={onClose}>
              {t("resource.importDialog.done")}
            </Button>
          )}
        </div>
      </div>
    </Modal>
  );
}

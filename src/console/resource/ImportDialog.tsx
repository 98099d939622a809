/**
 * Import from Excel: a template to fill in, the file's columns matched to fields, a dry run that says what is wrong with which cell, then
 * the rows in parts. How far it came is kept in the browser, so that a tab that was shut takes up where it stopped.
 */
import { useInvalidate } from "@refinedev/core";
import { useMemo, useState } from "react";
import { callsByName, IMPORT_ROWS, type ImportFault } from "../../contract/resource/calls";
import type { Resource } from "../../contract/resource/define";
import { textOf as plainText } from "../../contract/resource/text";
import { saveFile } from "../api/download";
import { ApiError } from "../api/error";
import { invoke, invokeFile } from "../api/invoke";
import { newKey } from "../api/request";
import { useT } from "../i18n/useT";
import { Modal } from "../desk/Modal";
import { session } from "../session/store";
import { Button } from "../ui/Button";
import { Failure } from "../ui/Failure";
import { notify } from "../ui/notices";
import { edited } from "./ResourceForm";
import "./resource.css";

type Sheet = readonly (readonly string[])[];
interface Progress {
  readonly file: string;
  readonly done: number;
  readonly keys: readonly string[];
}
const textOf = (cell: unknown): string =>
  cell === null || cell === undefined ? "" : cell instanceof Date ? cell.toISOString().slice(0, 10) : plainText(cell).trim();
const progressKey = (resource: Resource): string => `import:${session().venueId ?? ""}:${resource.name}`;
function readProgress(resource: Resource): Progress | undefined {
  try {
    return (JSON.parse(localStorage.getItem(progressKey(resource)) ?? "null") as Progress | null) ?? undefined;
  } catch {
    return undefined;
  }
}

export function ImportDialog({ resource, onClose }: { resource: Resource; onClose: () => void }) {
  const t = useT();
  const invalidate = useInvalidate();
  const calls = callsByName(resource);
  const fields = useMemo(() => edited(resource.fields), [resource]);
  const [file, setFile] = useState<{ readonly name: string; readonly sheet: Sheet }>();
  const [match, setMatch] = useState<Readonly<Record<string, number>>>({});
  const [faults, setFaults] = useState<readonly ImportFault[]>();
  const [at, setAt] = useState<number>();
  const [failure, setFailure] = useState<string>();
  const head = file?.sheet[0] ?? [];
  const body = file?.sheet.slice(1) ?? [];
  const call = calls["import"];
  const template = calls["template"];
  if (!call) return null;

  const open = async (chosen: File): Promise<void> => {
    setFailure(undefined);
    setFaults(undefined);
    try {
      const { default: readSheet } = await import("read-excel-file/browser");
      const read: unknown = await readSheet(chosen);
      const rows = Array.isArray(read) && read.length > 0 && !Array.isArray(read[0]) ? Reflect.get(Object(read[0]), "data") : read;
      const sheet = (rows as readonly (readonly unknown[])[])
        .map((row) => row.map(textOf))
        .filter((row) => row.some((cell) => cell !== ""));
      setFile({ name: `${chosen.name}:${chosen.size}:${chosen.lastModified}`, sheet });
      const titles = sheet[0] ?? [];
      setMatch(
        Object.fromEntries(
          fields.flatMap(([name, { label }]) => {
            const column = titles.findIndex((title) =>
              [label.zh, label.en, name].some((each) => each.toLowerCase() === title.toLowerCase()),
            );
            return column === -1 ? [] : [[name, column]];
          }),
        ),
      );
    } catch {
      setFailure(t({ zh: "读不了这个文件，请用 .xlsx 格式", en: "This file can't be read; use .xlsx" }));
    }
  };
  const rowsFrom = (start: number): Record<string, string>[] =>
    body
      .slice(start, start + IMPORT_ROWS)
      .map((row) => Object.fromEntries(Object.entries(match).map(([name, column]) => [name, row[column] ?? ""])));
  const check = async (): Promise<void> => {
    setFailure(undefined);
    const found: ImportFault[] = [];
    try {
      for (let start = 0; start < body.length; start += IMPORT_ROWS) {
        setAt(start);
        const answer = (await invoke(call, { rows: rowsFrom(start), dryRun: true })) as {
          readonly faults: readonly ImportFault[];
        };
        found.push(...answer.faults.map((fault) => ({ ...fault, row: fault.row + start })));
      }
      setFaults(found);
    } catch (error) {
      setFailure(error instanceof Error ? error.message : String(error));
    }
    setAt(undefined);
  };
  const run = async (): Promise<void> => {
    if (!file) return;
    const kept = readProgress(resource);
    const parts = Math.ceil(body.length / IMPORT_ROWS);
    const progress = kept?.file === file.name ? kept : { file: file.name, done: 0, keys: Array.from({ length: parts }, newKey) };
    setFailure(undefined);
    try {
      for (let part = progress.done; part < parts; part++) {
        setAt(part * IMPORT_ROWS);
        localStorage.setItem(progressKey(resource), JSON.stringify({ ...progress, done: part }));
        await invoke(call, { rows: rowsFrom(part * IMPORT_ROWS), dryRun: false }, { key: progress.keys[part] });
      }
      localStorage.removeItem(progressKey(resource));
      void invalidate({ resource: resource.name, invalidates: ["list"] });
      notify.success(t({ zh: "已导入 {count} 条", en: "{count} rows imported" }, { count: body.length }));
      onClose();
    } catch (error) {
      const data: unknown = error instanceof ApiError ? error.data : undefined;
      const found = typeof data === "object" && data !== null && "faults" in data ? (data.faults as readonly ImportFault[]) : undefined;
      if (found) setFaults(found);
      setFailure(error instanceof Error ? error.message : String(error));
    }
    setAt(undefined);
  };
  const resumes = file !== undefined && readProgress(resource)?.file === file.name;

  return (
    <Modal title={t({ zh: "导入{one}", en: "Import {one}" }, { one: t(resource.one) })} width={720} onClose={onClose}>
      <div className="stack">
        <p className="row">
          {template && (
            <Button icon="export" onClick={() => void invokeFile(template, {}).then(saveFile)}>
              {t({ zh: "下载模板", en: "Download the template" })}
            </Button>
          )}
          <label className="btn btn-primary">
            {t({ zh: "选择 Excel 文件", en: "Choose an Excel file" })}
            <input
              className="sr"
              type="file"
              accept=".xlsx"
              onChange={(event) => {
                const [chosen] = event.target.files ?? [];
                if (chosen) void open(chosen);
              }}
            />
          </label>
        </p>
        {file && (
          <>
            <h3 className="record-group">{t({ zh: "列对应（{count} 行）", en: "Columns ({count} rows)" }, { count: body.length })}</h3>
            <div className="import-map">
              {fields.map(([name, { label, options }]) => (
                <label key={name}>
                  {t(label)}
                  {options.required && " *"}{" "}
                  <select
                    value={match[name] ?? ""}
                    onChange={(event) => {
                      setFaults(undefined);
                      const { [name]: _, ...others } = match;
                      setMatch(event.target.value === "" ? others : { ...others, [name]: Number(event.target.value) });
                    }}
                  >
                    <option value="">{t({ zh: "不导入", en: "Leave out" })}</option>
                    {head.map((title, i) => (
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
        {at !== undefined && <progress max={body.length} value={at} aria-label={t("list.running", { done: at, count: body.length })} />}
        {failure !== undefined && <Failure>{failure}</Failure>}
        {faults && faults.length > 0 && (
          <div className="import-faults" role="region" aria-label={t({ zh: "有问题的行", en: "Rows with faults" })} tabIndex={0}>
            <table className="table">
              <tbody>
                {faults.map(({ row, errors }) => (
                  <tr key={row}>
                    <td>{t({ zh: "第 {row} 行", en: "Row {row}" }, { row: row + 2 })}</td>
                    <td className="bad">{Object.values(errors).join("; ")}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        )}
        {faults?.length === 0 && <p role="status">{t({ zh: "检查通过，可以导入", en: "Nothing is wrong; ready to import" })}</p>}
        {file && (
          <div className="form-foot">
            <Button
              kind={faults?.length === 0 ? "plain" : "primary"}
              disabled={at !== undefined || body.length === 0}
              onClick={() => void check()}
            >
              {t({ zh: "试导入（不保存）", en: "Dry run" })}
            </Button>
            <Button
              kind={faults?.length === 0 ? "primary" : "plain"}
              disabled={at !== undefined || faults?.length !== 0}
              onClick={() => void run()}
            >
              {resumes ? t({ zh: "从中断处继续导入", en: "Resume the import" }) : t({ zh: "导入", en: "Import" })}
            </Button>
          </div>
        )}
      </div>
    </Modal>
  );
}

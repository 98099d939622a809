/** Import of a bank statement: the account, its file, which column is what, and how its lines will be read. */
import { useState } from "react";
import type { bankAccounts } from "../../../contract/accounting/bank";
import { bankDesk } from "../../../contract/accounting/bank";
import {
  LONGEST_STATEMENT,
  type Mapping,
  mappingOf,
  type Part,
  PART_NAMES,
  PARTS,
  readStatement,
  type Statement,
  splitRows,
  suggestMapping,
} from "../../../contract/accounting/bank-statement";
import type { RowOf } from "../../../contract/core/resource/define";
import { yuan } from "../../../contract/core/money";
import { useCall } from "../../api/use-call";
import { Modal } from "../../desk/Modal";
import { useT } from "../../i18n/use-t";
import { Button } from "../../ui/Button";
import { decodeText } from "../../ui/decode-text";
import { Failure } from "../../ui/Failure";
import { Money } from "../../ui/Money";
import { notify } from "../../ui/notices";
import "../../resource/resource.css";

type Account = RowOf<typeof bankAccounts>;
interface StatementFile {
  readonly name: string;
  readonly content: string;
  readonly headings: readonly string[];
}
const PREVIEW_ROWS = 5;

export function StatementDialog({
  accounts,
  onClose,
  onDone,
}: {
  readonly accounts: readonly Account[];
  readonly onClose: () => void;
  readonly onDone: () => void;
}) {
  const t = useT();
  const [account, setAccount] = useState(accounts[0]);
  const [file, setFile] = useState<StatementFile>();
  const [mapping, setMapping] = useState<Mapping>();
  const [problem, setProblem] = useState("");
  const { run, pending, error } = useCall(bankDesk.load);

  const assign = (of: Account | undefined, chosen: StatementFile): void => {
    const stored = mappingOf(of?.mapping ?? []);
    const fits = stored && PART_NAMES.every((part) => stored[part] === "" || chosen.headings.includes(stored[part]));
    setMapping(fits ? stored : suggestMapping(splitRows(chosen.content)).mapping);
  };
  const choose = async (chosen: File): Promise<void> => {
    setProblem("");
    const content = decodeText(new Uint8Array(await chosen.arrayBuffer()));
    const { headings } = suggestMapping(splitRows(content));
    if (content.length > LONGEST_STATEMENT || headings.length === 0) {
      setFile(undefined);
      setProblem(
        content.length > LONGEST_STATEMENT
          ? t({ zh: "文件太大，请分几段日期导出", en: "The file is too large; export fewer days at once" })
          : t(
              {
                zh: "“{file}”里没有找到列名，没有导入；请从网银导出 CSV，不是 Excel 或 PDF",
                en: "No headings were found in “{file}”; nothing was imported. Export a CSV from the bank's site, not Excel or PDF",
              },
              { file: chosen.name },
            ),
      );
      return;
    }
    const next = { name: chosen.name, content, headings };
    setFile(next);
    assign(account, next);
  };
  const statement = file && mapping && readStatement(file.content, mapping);
  const send = async (): Promise<void> => {
    if (!file || !mapping || !account) return;
    const { added, known, early, matched } = await run({ account: account.id, fileName: file.name, content: file.content, mapping });
    notify.success(
      t({ zh: "新增 {added} 笔，自动核对 {matched} 笔", en: "{added} lines added, {matched} matched" }, { added, matched }) +
        (known > 0 ? t({ zh: "；{known} 笔早已导入", en: "; {known} were there already" }, { known }) : "") +
        (early > 0 ? t({ zh: "；{early} 笔早于启用日期，没有导入", en: "; {early} before the opening day were left out" }, { early }) : ""),
    );
    onDone();
  };
  const data = error && "data" in error ? (error.data as { errors?: { content?: string } }) : undefined;
  const refusal = problem || data?.errors?.content || error?.message;
  return (
    <Modal title={t({ zh: "导入银行流水", en: "Import a bank statement" })} width={760} onClose={onClose}>
      <div className="stack">
        <div className="import-map">
          <label>
            {t({ zh: "银行账户", en: "Bank account" })}
            <select
              className="select"
              value={account?.id ?? ""}
              onChange={({ target: { value } }) => {
                const next = accounts.find(({ id }) => id === value);
                setAccount(next);
                if (file) assign(next, file);
              }}
            >
              {accounts.map(({ id, name, number }) => (
                <option key={id} value={id}>
                  {name} {number}
                </option>
              ))}
            </select>
          </label>
        </div>
        <p className="row">
          <label className={file ? "btn" : "btn btn-primary"}>
            {file ? t({ zh: "换文件", en: "Choose another file" }) : t({ zh: "选择 CSV 文件", en: "Choose a CSV file" })}
            <input
              className="sr"
              type="file"
              accept=".csv,.txt,text/csv,text/plain"
              disabled={pending}
              onChange={(event) => {
                const [chosen] = event.target.files ?? [];
                event.target.value = "";
                if (chosen) void choose(chosen);
              }}
            />
          </label>
          <small className="mut">
            {file ? file.name : t({ zh: "网银导出的流水，GBK 或 UTF-8", en: "As the bank's site exports it, GBK or UTF-8" })}
          </small>
        </p>
        {file && mapping && (
          <>
            <h3 className="record-group">{t({ zh: "各列的含义（保存到这个账户，下次沿用）", en: "Columns (saved for this account)" })}</h3>
            <div className="import-map">
              {PART_NAMES.map((part) => (
                <label key={part}>
                  {t(PARTS[part])}
                  <select
                    className="select"
                    value={mapping[part]}
                    onChange={({ target: { value } }) => setMapping(withColumn(mapping, part, value))}
                  >
                    <option value="">{t({ zh: "没有", en: "None" })}</option>
                    {[...new Set(file.headings)].map((heading) => (
                      <option key={heading} value={heading}>
                        {heading}
                      </option>
                    ))}
                  </select>
                </label>
              ))}
            </div>
            {statement && <Preview statement={statement} />}
          </>
        )}
        {refusal !== undefined && refusal !== "" && <Failure>{refusal}</Failure>}
        <div className="form-foot row">
          {file && (
            <Button
              kind="primary"
              busy={pending}
              why={
                statement && "fault" in statement
                  ? t({ zh: "先改正上面的问题", en: "Fix the problem above first" })
                  : account
                    ? undefined
                    : t({ zh: "没有可用的银行账户", en: "There is no bank account in use" })
              }
              onClick={() => void send().catch(() => undefined)}
            >
              {t(
                { zh: "导入 {count} 笔", en: "Import {count} lines" },
                { count: statement && "lines" in statement ? statement.lines.length : 0 },
              )}
            </Button>
          )}
          <Button onClick={onClose}>{t("common.cancel")}</Button>
        </div>
      </div>
    </Modal>
  );
}

/** The columns with one changed: an amount takes the place of received and paid, and they of it. */
function withColumn(mapping: Mapping, part: Part, heading: string): Mapping {
  const cleared =
    heading === "" ? {} : part === "amount" ? { received: "", paid: "" } : part === "received" || part === "paid" ? { amount: "" } : {};
  return { ...mapping, ...cleared, [part]: heading };
}

function Preview({ statement }: { readonly statement: Statement }) {
  const t = useT();
  if ("fault" in statement) {
    const { row, problem } = statement.fault;
    return (
      <Failure>
        {row === 0 ? t(problem) : t({ zh: "第 {row} 行：{problem}", en: "Row {row}: {problem}" }, { row, problem: t(problem) })}
      </Failure>
    );
  }
  const title = t({ zh: "前几笔将这样读取", en: "The first lines as they will be read" });
  return (
    <div className="import-faults import-preview" role="region" aria-label={title} tabIndex={0}>
      <table className="table">
        <caption>{title}</caption>
        <thead>
          <tr>
            <th scope="col">{t(PARTS.day)}</th>
            <th scope="col" className="end">
              {t({ zh: "收付金额", en: "Amount" })}
            </th>
            <th scope="col">{t(PARTS.party)}</th>
            <th scope="col">{t(PARTS.text)}</th>
            <th scope="col" className="end">
              {t(PARTS.balance)}
            </th>
          </tr>
        </thead>
        <tbody>
          {statement.lines.slice(0, PREVIEW_ROWS).map((line) => (
            <tr key={line.row}>
              <td>{line.day}</td>
              <td className="end">
                <Money value={yuan(line.amount)} />
              </td>
              <td>{line.party}</td>
              <td>{line.text}</td>
              <td className="end">{line.balance === null ? "—" : <Money value={yuan(line.balance)} />}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** Import of a bank statement: the account, its file, which column is what, and how its lines will be read. */
import { useState } from "react";
import type { bankAccounts } from "../../../contract/accounting/bank";
import { bankDesk } from "../../../contract/accounting/bank-desk";
import {
  LONGEST_STATEMENT,
  type Mapping,
  headingsOf,
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
    const fits = stored && headingsOf(stored).every((heading) => heading === "" || chosen.headings.includes(heading));
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
          ? t("accounting.statementDialog.fileTooLargeExport")
          : t("accounting.statementDialog.noHeadingsFoundNothing", { file: chosen.name }),
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
      t("accounting.statementDialog.linesAddedMatched", { added, matched }) +
        (known > 0 ? t("accounting.statementDialog.thereAlready", { known }) : "") +
        (early > 0 ? t("accounting.statementDialog.beforeOpeningDayLeft", { early }) : ""),
    );
    onDone();
  };
  const data = error && "data" in error ? (error.data as { errors?: { content?: string } }) : undefined;
  const refusal = problem || data?.errors?.content || error?.message;
  return (
    <Modal title={t("accounting.statementDialog.importBankStatement")} width={760} onClose={onClose}>
      <div className="stack">
        <div className="import-map">
          <label>
            {t("accounting.statementDialog.bankAccount")}
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
            {file ? t("accounting.statementDialog.chooseAnotherFile") : t("accounting.statementDialog.chooseCsvFile")}
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
          <small className="mut">{file ? file.name : t("accounting.statementDialog.banksSiteExportsGbk")}</small>
        </p>
        {file && mapping && (
          <>
            <h3 className="record-group">{t("accounting.statementDialog.columnsSavedAccount")}</h3>
            <div className="import-map">
              {PART_NAMES.map((part) => (
                <label key={part}>
                  {t(PARTS[part])}
                  <select
                    className="select"
                    value={mapping[part] ?? ""}
                    onChange={({ target: { value } }) => setMapping(withColumn(mapping, part, value))}
                  >
                    <option value="">{t("accounting.statementDialog.none")}</option>
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
                  ? t("accounting.statementDialog.fixProblemAboveFirst")
                  : account
                    ? undefined
                    : t("accounting.statementDialog.thereNoBankAccount")
              }
              onClick={() => void send().catch(() => undefined)}
            >
              {t("accounting.statementDialog.importLines", { count: statement && "lines" in statement ? statement.lines.length : 0 })}
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
  const isPair = part === "received" || part === "paid";
  const isSingle = part === "amount" || part === "mark";
  const cleared = heading === "" ? {} : isSingle ? { received: "", paid: "" } : isPair ? { amount: "", mark: "" } : {};
  return { ...mapping, ...cleared, [part]: heading };
}

function Preview({ statement }: { readonly statement: Statement }) {
  const t = useT();
  if ("fault" in statement) {
    const { row, problem } = statement.fault;
    return <Failure>{row === 0 ? t(problem) : t("accounting.statementDialog.row", { row, problem: t(problem) })}</Failure>;
  }
  const title = t("accounting.statementDialog.firstLinesTheyRead");
  return (
    <div className="import-faults import-preview" role="region" aria-label={title} tabIndex={0}>
      <table className="table">
        <caption>{title}</caption>
        <thead>
          <tr>
            <th scope="col">{t(PARTS.day)}</th>
            <th scope="col" className="end">
              {t("accounting.statementDialog.amount")}
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

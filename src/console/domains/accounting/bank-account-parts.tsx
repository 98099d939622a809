/** Below an account: from the balance in the books to that of the statement, and to the bank's own. */
import { Link } from "react-router";
import { bankAccounts } from "../../../contract/accounting/bank";
import type { TKey } from "../../i18n/keys";
import type { Label } from "../../../contract/core/resource/label";
import type { RowOf } from "../../../contract/core/resource/define";
import { fen, yuan } from "../../../contract/core/money";
import { useT } from "../../i18n/use-t";
import { useCanOpenPath } from "../../providers/access-control";
import { partsOf } from "../../resource/parts";
import { Money } from "../../ui/Money";
import "../../resource/report.css";

const LINES = "/finance/bank-line-list";

function Comparison({ row }: { readonly row: RowOf<typeof bankAccounts> }) {
  const t = useT();
  const opensLines = useCanOpenPath(LINES);
  const { fields } = bankAccounts;
  const figures: readonly (readonly [label: TKey | Label, value: string, isTotal: boolean])[] = [
    [fields.balance.label, row.balance, false],
    ["accounting.bankAccount.lessPostedNotStatement", yuan(-fen(row.pending)), false],
    ["accounting.bankAccount.plusUnmatchedLines", row.unmatched, false],
    [fields.statement.label, row.statement, true],
    ...(row.bankBalance === null
      ? []
      : ([
          [fields.bankBalance.label, row.bankBalance, false],
          ["accounting.bankAccount.difference", yuan(fen(row.bankBalance) - fen(row.statement)), true],
        ] as const)),
  ];
  return (
    <section className="rheat">
      <h2>{t("accounting.bankAccount.bookStatementBalance")}</h2>
      <table className="rtab">
        <tbody>
          {figures.map(([label, value, isTotal]) => (
            <tr key={t(label)}>
              <td>{isTotal ? <b>{t(label)}</b> : t(label)}</td>
              <td className="end">
                {isTotal ? (
                  <b>
                    <Money value={value} />
                  </b>
                ) : (
                  <Money value={value} />
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {opensLines && (
        <p>
          <Link to={`${LINES}?account=${row.id}&state=unmatched`}>
            {t("accounting.bankAccount.showUnmatchedLines", { count: row.waiting })}
          </Link>
        </p>
      )}
    </section>
  );
}

export const parts = partsOf<typeof bankAccounts>({ record: Comparison });

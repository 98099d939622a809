/** Statement lines: import beside the title, matching in a dialog of its own, a suggestion for what a line is booked as. */
import { useInvalidate } from "@refinedev/core";
import { useEffect, useState } from "react";
import { bankAccounts } from "../../../contract/accounting/bank";
import { callsOf } from "../../../contract/core/resource/calls";
import { fen, yuan } from "../../../contract/core/money";
import { useRead } from "../../api/use-read";
import { useT } from "../../i18n/use-t";
import { useCan } from "../../providers/access-control";
import type { AnyRow, Parts, PreviewProps } from "../../resource/parts";
import { CommandButton } from "../../ui/CommandButton";
import { Money } from "../../ui/Money";
import { MatchDialog } from "./MatchDialog";
import { StatementDialog } from "./StatementDialog";

const MOST_ACCOUNTS = 100;

function Import() {
  const t = useT();
  const mayImport = useCan("bank_line_modify");
  const invalidate = useInvalidate();
  const { data, refetch } = useRead(callsOf(bankAccounts).list, { size: MOST_ACCOUNTS, state: "active" });
  const [open, setOpen] = useState(false);
  const accounts = data?.content ?? [];
  const gaps = accounts.filter(({ bankBalance, statement }) => bankBalance !== null && bankBalance !== statement);
  return (
    <>
      {mayImport && (
        <CommandButton
          icon="import"
          kind="primary"
          why={data && accounts.length === 0 ? t("accounting.bankLine.addBankAccountFirst") : undefined}
          onClick={() => setOpen(true)}
        >
          {t("accounting.bankLine.importStatement")}
        </CommandButton>
      )}
      {gaps.map(({ id, name, bankBalance, statement }) => (
        <p key={id} className="notice notice-warning" role="status">
          {t("accounting.bankLine.banksBalanceImportedLines", { name, gap: yuan(fen(bankBalance ?? "0") - fen(statement)) })}
        </p>
      ))}
      {open && (
        <StatementDialog
          accounts={accounts}
          onClose={() => setOpen(false)}
          onDone={() => {
            setOpen(false);
            void refetch();
            void invalidate({ resource: "bankLines", invalidates: ["list"] });
          }}
        />
      )}
    </>
  );
}

const FEE = /手续费|工本费|管理费|年费|服务费|短信费|汇费|fee/i;
const INTEREST = /利息|结息|interest/i;
/** Suggests the account by the words of the line. */
function Suggestion({ row, onValue }: PreviewProps) {
  const text = String(row["text"]);
  useEffect(() => {
    if (FEE.test(text)) onValue("against", "cost.handling");
    else if (INTEREST.test(text)) {
      onValue("against", "income.other");
      onValue("category", "interest");
    }
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once: what the person chooses afterwards stays
  }, []);
  return (
    <p className="sec">
      {String(row["day"])} {text} <Money value={String(row["amount"])} />
    </p>
  );
}

export const parts: Parts<AnyRow> = {
  aside: Import,
  actions: { match: MatchDialog },
  previews: { book: Suggestion },
};

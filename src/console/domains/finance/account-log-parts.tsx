/** Additions to the declared account log: recharges are revoked from their row. */
import { useState } from "react";
import { type AccountLog, accountLogs } from "../../../contract/finance/account-logs";
import { useT } from "../../i18n/use-t";
import { partsOf } from "../../resource/parts";
import { can } from "../../providers/access-control";
import { operatorName } from "../../ui/operator";
import { RevokeDialog } from "./RevokeDialog";

function Revoke({ row }: { row: AccountLog }) {
  const t = useT();
  const [open, setOpen] = useState(false);
  if (row.revokedAt !== null) return <span className="mut">{t("finance.revoked")}</span>;
  if (!row.revocable || !can(accountLogs.actions.revocation.code)) return null;
  return (
    <>
      <button type="button" className="link" onClick={() => setOpen(true)}>
        {t("finance.revoke")}
      </button>
      {open && <RevokeDialog log={row} onClose={() => setOpen(false)} />}
    </>
  );
}

export const parts = partsOf<typeof accountLogs>({
  cells: {
    operator: (row, t) => operatorName(row.operator, t),
  },
  columns: () => [{ key: "actions", title: "", width: 84, render: (row) => <Revoke row={row} /> }],
  record: ({ row }) => <Revoke row={row} />,
});

/** Beside the list of account codes: which accounts with postings have none, and a way to fill them in. */
import { accountCodeDesk } from "../../../contract/accounting/journal";
import { ACCOUNT_NAMES, type AccountName } from "../../../contract/finance/accounts";
import { messageOf } from "../../api/error";
import { useCall } from "../../api/use-call";
import { useRead } from "../../api/use-read";
import { useT } from "../../i18n/use-t";
import { useCan } from "../../providers/access-control";
import type { Parts } from "../../resource/parts";
import { Button } from "../../ui/Button";
import { notify } from "../../ui/notices";

function Missing() {
  const t = useT();
  const mayFill = useCan("account_code_modify");
  const { data, refetch } = useRead(accountCodeDesk.missing, {});
  const { run, pending } = useCall(accountCodeDesk.fill);
  const fill = (): void => {
    run({}).then(
      ({ added }) => {
        notify.success(t("accounting.code.added", { added }));
        void refetch();
      },
      (error: unknown) => notify.error(messageOf(error)),
    );
  };
  if (!data || data.content.length === 0) return null;
  const names = data.content.map(({ account }) => t(ACCOUNT_NAMES[account as AccountName])).join(t("shell.listComma"));
  return (
    <p className="notice notice-warning" role="status">
      {t("accounting.code.withoutCode", { names })}{" "}
      {mayFill && (
        <Button busy={pending} onClick={fill}>
          {t("accounting.code.fillUsualCodes")}
        </Button>
      )}
    </p>
  );
}

export const parts: Parts = { aside: Missing };

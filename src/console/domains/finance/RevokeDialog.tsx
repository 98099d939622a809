import { useInvalidate } from "@refinedev/core";
import { useState } from "react";
import { members } from "../../../contract/members/members";
import { fen } from "../../../contract/core/money";
import { type AccountLog, accountLogs, PURSE_LABELS } from "../../../contract/finance/account-logs";
import { callsOf } from "../../../contract/core/resource/calls";
import { useCall } from "../../api/use-call";
import { useT } from "../../i18n/use-t";
import { Button } from "../../ui/Button";
import { Failure } from "../../ui/Failure";
import { useRead } from "../../api/use-read";
import { can } from "../../providers/access-control";
import { BeforeAfter, movedBy } from "../../ui/BeforeAfter";
import { notify } from "../../ui/notices";
import { useModal } from "../../ui/use-modal";
import { reasonProblem } from "../../ui/form/PanelForm";

const CALLS = callsOf(accountLogs);

/** Asks for the reason and shows what is taken back, before a recharge is revoked. */
export function RevokeDialog({ log, onClose }: { log: AccountLog; onClose: () => void }) {
  const t = useT();
  const invalidate = useInvalidate();
  const dialog = useModal();
  const [reason, setReason] = useState("");
  const may = { enabled: can("venue_user_list"), staleTime: 0 };
  const member = useRead(members.view, { id: log.memberId }, may).data;
  // A recharge moved both purses; its mirror does.
  const found = useRead(CALLS.list, { memberId: log.memberId, q: log.no }, { staleTime: 0 }).data;
  const movements = found?.content.filter((one) => one.documentId === log.documentId && one.kind === log.kind) ?? [log];
  const { run, pending, error } = useCall(CALLS.revocation);
  const submit = (): void => {
    run({ id: log.id, reason })
      .then(() => {
        notify.success(t("finance.revoked"));
        void invalidate({ resource: "accountLogs", invalidates: ["list", "detail"], id: log.id });
        onClose();
      })
      .catch(() => undefined); // shown in the dialog
  };
  return (
    <dialog ref={dialog} className="dialog" aria-labelledby="revoke-title" onClose={onClose}>
      <form
        method="dialog"
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <h2 id="revoke-title">{t("finance.revokeTitle", { no: log.no })}</h2>
        <p>{t("finance.revokeText", { name: log.memberName ?? "", amounts: `${t(PURSE_LABELS[log.purse])} ${log.in}` })}</p>
        {member && <BeforeAfter rows={movements.map(({ purse, in: by }) => movedBy(t(PURSE_LABELS[purse]), member[purse], -fen(by)))} />}
        <label className="field-label" htmlFor="revoke-reason">
          {t("finance.reason")}
        </label>
        <div className="input input-lg">
          <input
            id="revoke-reason"
            value={reason}
            maxLength={200}
            required
            minLength={2}
            placeholder={t("finance.reasonHint")}
            onChange={(event) => setReason(event.target.value)}
          />
        </div>
        {error && <Failure>{error.message}</Failure>}
        <div className="dialog-foot">
          <Button onClick={onClose}>{t("common.cancel")}</Button>
          <Button kind="danger" type="submit" busy={pending} why={reasonProblem(reason, t)}>
            {t("finance.revokeNow")}
          </Button>
        </div>
      </form>
    </dialog>
  );
}

/** Closing an account: what goes back, line by line, what is in the way, how it is paid, the reason. */
import { useEffect, useState } from "react";
import { CLOSE_METHODS, type ClosePreview, memberRecords } from "../../../contract/members/member-records";
import type { Member } from "../../../contract/members/members";
import { fen } from "../../../contract/core/money";
import { readNumber } from "../../../contract/core/typed/number";
import { PAY_TYPE_LABELS } from "../../../contract/core/pay-types";
import { useCall } from "../../api/use-call";
import { Modal } from "../../desk/Modal";
import { useT } from "../../i18n/use-t";
import { Button } from "../../ui/Button";
import { Failure } from "../../ui/Failure";
import { FieldProblem } from "../../ui/FieldProblem";
import { Money } from "../../ui/Money";
import { notify } from "../../ui/notices";
import { When } from "../../ui/When";
import "../../theme/form.css";
import { reasonProblem } from "../../ui/form/PanelForm";

/** @param onDone the account is closed */
export function CloseAccount({ member, onDone, onClose }: { member: Member; onDone: () => void; onClose: () => void }) {
  const t = useT();
  const { run: preview, error: refused } = useCall(memberRecords.closePreview);
  const close = useCall(memberRecords.close);
  const [fee, setFee] = useState("0");
  const typedFee = readNumber(fee, { min: 0, max: 100 });
  const feePercent = typedFee.value;
  const [method, setMethod] = useState<(typeof CLOSE_METHODS)[number]>("Cash");
  const [reason, setReason] = useState("");
  const [answer, setAnswer] = useState<{ readonly feePercent: number; readonly preview: ClosePreview }>();
  const found = answer?.feePercent === feePercent ? answer?.preview : undefined;
  const { id, name } = member;
  useEffect(() => {
    if (feePercent === undefined) return undefined;
    let isCurrent = true;
    preview({ id, feePercent }).then(
      (shown) => isCurrent && setAnswer({ feePercent, preview: shown }),
      () => undefined, // shown below
    );
    return () => {
      isCurrent = false;
    };
  }, [preview, id, feePercent]);
  const act = async ({ back, deposit }: ClosePreview): Promise<void> => {
    if (feePercent === undefined) return;
    try {
      await close.run({ id, feePercent, back, deposit, method, reason: reason.trim() });
      notify.success(t("members.closeAccount.accountClosed", { name }));
      onDone();
    } catch {
      // The dialog shows what was refused.
    }
  };
  const failure = refused ?? close.error;
  return (
    <Modal title={t("members.closeAccount.closeAccount", { name })} width={520} onClose={onClose}>
      <div className="stack">
        {failure && <Failure>{failure.message}</Failure>}
        {answer && <Preview preview={answer.preview} feePercent={answer.feePercent} />}
        {found && found.open.length > 0 && (
          <p className="notice notice-waiting">{t("members.closeAccount.settleFirst", { what: found.open.join(t("list.and")) })}</p>
        )}
        <label>
          <span className="field-label">{t("members.closeAccount.fee")}</span>
          <span className="input">
            <input
              inputMode="numeric"
              autoComplete="off"
              value={fee}
              aria-invalid={feePercent === undefined || undefined}
              onChange={({ target: { value } }) => setFee(value)}
            />
          </span>
          <FieldProblem of={typedFee} />
        </label>
        <label>
          <span className="field-label">{t("members.closeAccount.paidOut")}</span>
          <span className="input">
            <select value={method} onChange={({ target: { value } }) => setMethod(CLOSE_METHODS.find((one) => one === value) ?? "Cash")}>
              {CLOSE_METHODS.map((one) => (
                <option key={one} value={one}>
                  {t(PAY_TYPE_LABELS[one])}
                </option>
              ))}
            </select>
          </span>
        </label>
        <label>
          <span className="field-label">{t("ui.reason")} *</span>
          <span className="input">
            <input value={reason} maxLength={200} onChange={(event) => setReason(event.target.value)} />
          </span>
        </label>
        <p className="notice notice-waiting">{t("members.closeAccount.cantUndonePrincipalPaid")}</p>
        <div className="form-foot">
          <Button
            kind="danger"
            busy={close.pending || (feePercent !== undefined && !found && !refused)}
            why={
              typedFee.problem
                ? t(typedFee.problem)
                : !found
                  ? refused?.message
                  : found.open.length > 0
                    ? t("members.closeAccount.settleWhatStillOpen")
                    : reasonProblem(reason, t)
            }
            whyInTooltip={typedFee.problem ? !typedFee.isEmpty : !found}
            onClick={() => found && void act(found)}
          >
            {t("members.closeAccount2")}
          </Button>
        </div>
      </div>
    </Modal>
  );
}

function Preview({ preview, feePercent }: { preview: ClosePreview; feePercent: number }) {
  const t = useT();
  const { principal, free, coolingOffUntil, fee, back, gift, deposit } = preview;
  const lines: { label: string; value: string; until?: string }[] = [
    { label: t("members.principal"), value: principal },
    ...(coolingOffUntil === null ? [] : [{ label: t("members.closeAccount.coolingOffWithoutFee"), value: free, until: coolingOffUntil }]),
    { label: t("members.closeAccount.fee2", { percent: feePercent }), value: fee },
    { label: t("members.closeAccount.goesBack"), value: back },
    ...(fen(deposit) === 0 ? [] : [{ label: t("members.closeAccount.cardDepositBackWay"), value: deposit }]),
    { label: t("members.closeAccount.giftVoid"), value: gift },
  ];
  return (
    <table className="table">
      <tbody>
        {lines.map(({ label, value, until }) => (
          <tr key={label}>
            <th scope="row">
              {label} {until !== undefined && <When at={until} />}
            </th>
            <td className="num">
              <Money value={value} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

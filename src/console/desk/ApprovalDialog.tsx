import { useId, useRef, useState, type SyntheticEvent } from "react";
import { type ApprovalAction, approvals } from "../../contract/sale/approvals";
import { fen, showFen } from "../../contract/core/money";
import { AnswerCode } from "../../contract/core/answer-code";
import { ApiError } from "../api/error";
import type { PendingApproval } from "../api/approval";
import { useCall } from "../api/use-call";
import { useT } from "../i18n/use-t";
import { Button } from "../ui/Button";
import type { TKey } from "../i18n/keys";
import { Failure } from "../ui/Failure";
import { Icon } from "../ui/Icon";
import { useModal } from "../ui/use-modal";
import "./approval.css";

const PIN = { min: 4, max: 8 } as const;
const KEYS = ["1", "2", "3", "4", "5", "6", "7", "8", "9"] as const;
const TITLES = {
  returnGoods: "desk.approvalDialog.approveReturn",
  discount: "desk.approvalDialog.approveDiscount",
  setPrice: "desk.approvalDialog.approvePriceChange",
  waiveFee: "desk.approvalDialog.approveWaivingFee",
  closeAccount: "desk.approvalDialog.approveClosingAccount",
  cashOut: "desk.approvalDialog.approveCashPayment",
  bankEntry: "desk.approvalDialog.approveBankEntry",
} as const satisfies Record<ApprovalAction, TKey>;

/** A colleague approves one action by their PIN: what it is and how much on the left, who approves on the right. */
export function ApprovalDialog({ pending, onClose }: { pending: PendingApproval; onClose: () => void }) {
  const t = useT();
  const id = useId();
  const { request, problem, resolve } = pending;
  const { approvers } = request;
  const [approverId, setApprover] = useState(approvers[0]?.id ?? "");
  const [pin, setPin] = useState("");
  const grant = useCall(approvals.grant);
  const field = useRef<HTMLInputElement>(null);
  const dialog = useModal(`[id="${id}-pin"]`);
  const type = (next: string): void => {
    setPin(next.replace(/\D/g, "").slice(0, PIN.max));
    field.current?.focus();
  };
  const whyNot = pin.length < PIN.min ? t("desk.approvalDialog.enterPin48") : undefined;
  const approve = (event: SyntheticEvent): void => {
    event.preventDefault();
    if (whyNot !== undefined || grant.pending) return;
    const { action, subject, content, amount } = request;
    grant.run({ action, subject, content, amount, approverId, pin }).then(
      (given) => resolve(given.id),
      // Shown below; a PIN is typed anew.
      () => type(""),
    );
  };
  const isLocked = grant.error instanceof ApiError && grant.error.code === AnswerCode.locked;
  return (
    <dialog
      ref={dialog}
      className="approval"
      aria-labelledby={`${id}-title`}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
    >
      <div className="approval-what">
        <h2 id={`${id}-title`}>
          <Icon name="shield" /> {t(TITLES[request.action])}
        </h2>
        <p className="mut">{request.rule}</p>
        <p className="approval-sum">
          <small>¥</small>
          {showFen(fen(request.amount))}
        </p>
        <dl>
          {request.facts.map(({ label, value }) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
        {problem !== undefined && <Failure>{problem}</Failure>}
        <Button size="lg" block onClick={onClose}>
          {t("desk.approvalDialog.cancel")}
        </Button>
      </div>
      {approvers.length === 0 ? (
        <div className="approval-who">
          <p>{t("desk.approvalDialog.nobodyHereWhoMay")}</p>
        </div>
      ) : (
        <form className="approval-who" onSubmit={approve} autoComplete="off">
          <label className="field-label" htmlFor={`${id}-who`}>
            {t("desk.approvalDialog.whoApproves")}
          </label>
          <select
            id={`${id}-who`}
            className="select"
            value={approverId}
            onChange={(event) => {
              setApprover(event.target.value);
              grant.reset();
              type("");
            }}
          >
            {approvers.map((one) => (
              <option key={one.id} value={one.id}>
                {one.name} · {one.role}
              </option>
            ))}
          </select>
          <label className="field-label" htmlFor={`${id}-pin`}>
            {t("desk.approvalDialog.theirPinEnteredThemselves")}
          </label>
          <input
            ref={field}
            id={`${id}-pin`}
            className="approval-pin"
            inputMode="numeric"
            autoComplete="off"
            maxLength={PIN.max}
            value={pin}
            aria-invalid={grant.error !== undefined || undefined}
            aria-describedby={`${id}-note`}
            onChange={(event) => type(event.target.value)}
          />
          <p id={`${id}-note`} className={grant.error ? "field-error" : "mut"} aria-live="polite">
            {grant.error?.message ?? t("desk.approvalDialog.n48DigitsNot")}
          </p>
          <div className="approval-keys">
            {KEYS.map((key) => (
              <button key={key} type="button" onClick={() => type(pin + key)}>
                {key}
              </button>
            ))}
            <button type="button" className="quiet" onClick={() => type("")}>
              {t("list.draftDrop")}
            </button>
            <button type="button" onClick={() => type(`${pin}0`)}>
              0
            </button>
            <button
              type="button"
              className="quiet"
              aria-label={t("desk.approvalDialog.deleteLastDigit")}
              onClick={() => type(pin.slice(0, -1))}
            >
              ⌫
            </button>
          </div>
          <Button
            kind="primary"
            size="lg"
            type="submit"
            block
            busy={grant.pending}
            why={isLocked ? grant.error?.message : whyNot}
            whyInTooltip
          >
            {t("desk.approvalDialog.approve")}
          </Button>
        </form>
      )}
    </dialog>
  );
}

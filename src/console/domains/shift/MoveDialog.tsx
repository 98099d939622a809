import { useState } from "react";
import { showFen, yuan } from "../../../contract/core/money";
import { type ShiftMoveKind, shifts } from "../../../contract/shift/shift";
import { ApiError } from "../../api/error";
import { useCall } from "../../api/use-call";
import { useT } from "../../i18n/use-t";
import { Modal } from "../../desk/Modal";
import { Button } from "../../ui/Button";
import { Failure } from "../../ui/Failure";
import { amountProblem, readAmount } from "../../desk/amount";
import { MOVE_KINDS } from "./words";

/** Moves cash into or out of the drawer, or requests to take more out than it should hold (`beyond`). */
export function MoveDialog({ kind, onClose, onDone }: { kind: ShiftMoveKind | "beyond"; onClose: () => void; onDone: () => void }) {
  const t = useT();
  const [amount, setAmount] = useState("");
  const [reason, setReason] = useState("");
  const call = useCall(shifts.move);
  const request = useCall(shifts.request);
  const isBeyond = call.error instanceof ApiError && isDrawerShort(call.error.data);
  const value = readAmount(amount) ?? 0;
  const whyNot =
    readAmount(amount) === undefined
      ? t(amountProblem(amount) ?? "booking.choice.amountWrong")
      : value === 0
        ? t("shift.moveDialog.enterAmount")
        : reason.trim().length < 2
          ? t("shift.moveDialog.enterReasonTwoCharacters")
          : undefined;
  const ready = whyNot === undefined;
  const ask = (): void => void request.run({ amount: yuan(value), reason: reason.trim() }).then(onDone, () => undefined);
  return (
    <Modal title={t(MOVE_KINDS[kind])} width={400} onClose={onClose}>
      <form
        className="pay-form shift-move"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (!ready) return;
          if (kind === "beyond") ask();
          else call.run({ kind, amount: yuan(value), reason: reason.trim() }).then(onDone, () => undefined);
        }}
      >
        <p className="mut">{t(MOVE_KINDS[kind].hint)}</p>
        <label className="shift-field">
          <span>{t("shift.moveDialog.amountYuan")}</span>
          <span className="input">
            <span aria-hidden>¥</span>
            <input
              // oxlint-disable-next-line jsx-a11y/no-autofocus -- the dialog was opened to type it
              autoFocus
              inputMode="decimal"
              autoComplete="off"
              placeholder="0.00"
              value={amount}
              aria-invalid={readAmount(amount) === undefined || undefined}
              onChange={(event) => {
                setAmount(event.target.value);
                call.reset();
              }}
            />
          </span>
        </label>
        <label className="shift-field">
          <span>{t("shift.moveDialog.reason")}</span>
          <span className="input">
            <input autoComplete="off" maxLength={200} value={reason} onChange={(event) => setReason(event.target.value)} />
          </span>
        </label>
        {call.error && <Failure>{call.error.message}</Failure>}
        {request.error && <Failure>{request.error.message}</Failure>}
        {isBeyond && (
          <Button size="lg" block busy={request.pending} onClick={ask}>
            {t("shift.moveDialog.askSecondPersonApprove", { amount: showFen(value) })}
          </Button>
        )}
        <Button
          kind="primary"
          size="lg"
          type="submit"
          block
          busy={call.pending || (kind === "beyond" && request.pending)}
          why={whyNot ?? (isBeyond ? call.error?.message : undefined)}
          whyInTooltip={whyNot === undefined}
        >
          {kind === "beyond" ? t("shift.moveDialog.sendRequest") : t("shift.moveDialog.record")}
        </Button>
      </form>
    </Modal>
  );
}

const isDrawerShort = (data: unknown): boolean => typeof data === "object" && data !== null && "drawerShort" in data;

import { useState } from "react";
import { type ShiftMoveKind, shifts } from "../../../contract/shift";
import { useCall } from "../../api/useCall";
import { useT } from "../../i18n/useT";
import { Modal } from "../../desk/Modal";
import { Button } from "../../ui/Button";
import { Failure } from "../../ui/Failure";
import { readAmount } from "../../desk/payments";
import { MOVE_KINDS } from "./words";

/** Moves cash into or out of the drawer. */
export function MoveDialog({ kind, onClose, onDone }: { kind: ShiftMoveKind; onClose: () => void; onDone: () => void }) {
  const t = useT();
  const [amount, setAmount] = useState("");
  const [reason, setReason] = useState("");
  const call = useCall(shifts.move);
  const value = readAmount(amount) ?? 0;
  const ready = value > 0 && reason.trim().length >= 2;
  return (
    <Modal title={t(MOVE_KINDS[kind])} width={400} onClose={onClose}>
      <form
        className="pay-form shift-move"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (ready) call.run({ kind, amount, reason: reason.trim() }).then(onDone, () => undefined);
        }}
      >
        <p className="mut">{t(MOVE_KINDS[kind].hint)}</p>
        <label className="shift-field">
          <span>{t({ zh: "金额（元）", en: "Amount (yuan)" })}</span>
          <span className="input">
            <span aria-hidden>¥</span>
            <input
              // oxlint-disable-next-line jsx-a11y/no-autofocus -- the dialog was opened to type it
              autoFocus
              inputMode="decimal"
              autoComplete="off"
              placeholder="0.00"
              value={amount}
              onChange={(event) => setAmount(event.target.value)}
            />
          </span>
        </label>
        <label className="shift-field">
          <span>{t({ zh: "事由", en: "Reason" })}</span>
          <span className="input">
            <input autoComplete="off" maxLength={200} value={reason} onChange={(event) => setReason(event.target.value)} />
          </span>
        </label>
        {call.error && <Failure>{call.error.message}</Failure>}
        <Button kind="primary" size="lg" type="submit" block busy={call.pending} disabled={!ready}>
          {t({ zh: "确定", en: "Record" })}
        </Button>
      </form>
    </Modal>
  );
}

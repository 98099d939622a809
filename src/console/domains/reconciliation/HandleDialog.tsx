import { useState } from "react";
import { fen } from "../../../contract/core/money";
import { type BillRow, type Handling, HANDLINGS, reconciliation } from "../../../contract/reconciliation/reconciliation";
import type { TKey } from "../../i18n/keys";
import { useCall } from "../../api/use-call";
import { useT } from "../../i18n/use-t";
import { Modal } from "../../desk/Modal";
import { Button } from "../../ui/Button";
import { Failure } from "../../ui/Failure";
import { HANDLING, signed } from "./words";
import { reasonProblem } from "../../ui/form/PanelForm";

const SUGGESTED: Readonly<Record<"ours" | "theirs" | "amount", readonly TKey[]>> = {
  ours: ["reconciliation.handleDialog.nextDaysBill", "reconciliation.handleDialog.channelGotNothingDocument"],
  theirs: ["reconciliation.handleDialog.staticCodeEnteredHand", "reconciliation.handleDialog.notOursGivenBack"],
  amount: ["reconciliation.handleDialog.correctedBillSays", "reconciliation.handleDialog.partRefunded"],
};

/** Handles a difference: what is done, and why. A handled one is opened again. */
export function HandleDialog({ row, onClose, onDone }: { row: BillRow; onClose: () => void; onDone: () => void }) {
  const t = useT();
  const [note, setNote] = useState("");
  const [handling, setHandling] = useState<Handling>("explain");
  const done = row.handling;
  const handle = useCall(reconciliation.handle);
  const reopen = useCall(reconciliation.reopen);
  const { pending, error } = done === null ? handle : reopen;
  const send = (said: string) =>
    done === null ? handle.run({ id: row.id, handling, note: said }) : reopen.run({ id: row.id, note: said });
  const kind = row.result === "ours" || row.result === "theirs" ? row.result : "amount";
  return (
    <Modal title={t("reconciliation.handleDialog.handleDifference", { amount: signed(row.difference) })} width={420} onClose={onClose}>
      <form
        className="pay-form rec-handle"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (note.trim().length >= 2) send(note.trim()).then(onDone, () => undefined);
        }}
      >
        {done === null ? (
          <fieldset className="rec-ways">
            <legend className="field-label">{t("reconciliation.handleDialog.whatDone")}</legend>
            {HANDLINGS.filter((one) => one !== "fee" || fen(row.difference) < 0).map((one) => (
              <label key={one}>
                <input type="radio" name="handling" checked={handling === one} onChange={() => setHandling(one)} />
                <span>
                  {t(HANDLING[one])} <small>{t(HANDLING[one].posts)}</small>
                </span>
              </label>
            ))}
          </fieldset>
        ) : (
          <p>
            {t(HANDLING[done])}: {row.note} ({row.handledBy})
          </p>
        )}
        <div className="row wrap" hidden={done !== null}>
          {SUGGESTED[kind].map((one) => (
            <button key={one} type="button" className="chip" onClick={() => setNote(t(one))}>
              {t(one)}
            </button>
          ))}
        </div>
        <label>
          <span className="field-label">{t("ui.reason")}</span>
          <span className="input">
            <input
              // oxlint-disable-next-line jsx-a11y/no-autofocus -- the dialog was opened to type it
              autoFocus
              maxLength={200}
              autoComplete="off"
              value={note}
              onChange={(event) => setNote(event.target.value)}
            />
          </span>
        </label>
        {error && <Failure>{error.message}</Failure>}
        <Button kind="primary" size="lg" type="submit" block busy={pending} why={reasonProblem(note, t)}>
          {done === null ? t("reconciliation.handleDialog.record") : t("reconciliation.handleDialog.undoOpenAgain")}
        </Button>
      </form>
    </Modal>
  );
}

import { useState } from "react";
import { type BillRow, reconciliation } from "../../../contract/reconciliation";
import type { Label } from "../../../contract/resource/label";
import { useCall } from "../../api/useCall";
import { useT } from "../../i18n/useT";
import { Modal } from "../../desk/Modal";
import { Button } from "../../ui/Button";
import { Failure } from "../../ui/Failure";
import { signed } from "./words";

const SUGGESTED: Readonly<Record<"ours" | "theirs" | "amount", readonly Label[]>> = {
  ours: [
    { zh: "并入次日账单", en: "In the next day's bill" },
    { zh: "渠道未收到，已退单据", en: "The channel got nothing; the document was given back" },
  ],
  theirs: [
    { zh: "静态码收款，已补记", en: "By the static code; entered by hand" },
    { zh: "非本馆收款，已退", en: "Not ours; given back" },
  ],
  amount: [
    { zh: "按账单更正", en: "Corrected as the bill says" },
    { zh: "已部分退款", en: "A part was refunded" },
  ],
};

/** Says in words how a difference was handled. */
export function HandleDialog({ row, onClose, onDone }: { row: BillRow; onClose: () => void; onDone: () => void }) {
  const t = useT();
  const [note, setNote] = useState("");
  const { run, pending, error } = useCall(reconciliation.handle);
  const kind = row.result === "ours" || row.result === "theirs" ? row.result : "amount";
  return (
    <Modal
      title={t({ zh: "处理差异 {amount}", en: "Handle the difference {amount}" }, { amount: signed(row.difference) })}
      width={420}
      onClose={onClose}
    >
      <form
        className="pay-form rec-handle"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (note.trim().length >= 2) run({ id: row.id, note: note.trim() }).then(onDone, () => undefined);
        }}
      >
        <div className="row wrap">
          {SUGGESTED[kind].map((one) => (
            <button key={one.en} type="button" className="chip" onClick={() => setNote(t(one))}>
              {t(one)}
            </button>
          ))}
        </div>
        <label>
          <span className="field-label">{t({ zh: "怎么处理的", en: "What was done" })}</span>
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
        <Button kind="primary" size="lg" type="submit" block busy={pending} disabled={note.trim().length < 2}>
          {t({ zh: "记下", en: "Record" })}
        </Button>
      </form>
    </Modal>
  );
}

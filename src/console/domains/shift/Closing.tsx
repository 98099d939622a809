import { useState } from "react";
import { type ShiftDetail, shifts } from "../../../contract/shift/shift";
import { useCall } from "../../api/use-call";
import { useT } from "../../i18n/use-t";
import { useCan } from "../../providers/access-control";
import { CommandButton } from "../../ui/CommandButton";
import { Failure } from "../../ui/Failure";
import { notify } from "../../ui/notices";
import { UnsentAtClose } from "../sale/offline/Unsent";
import { Differences } from "./Report";

/** The difference of the count, and the hand-over that closes the shift. */
export function Closing({ of, onDone, onClosed }: { of: ShiftDetail; onDone: () => void; onClosed: (id: string) => void }) {
  const t = useT();
  const [note, setNote] = useState("");
  const [receiver, setReceiver] = useState("");
  const call = useCall(shifts.close);
  const mayClose = useCan("shift_report") || of.mine;
  const { report } = of;
  if (!report) return <p className="notice">{t("shift.closing.stillBeingCountedNothing")}</p>;
  return (
    <>
      <Differences of={report} />
      <UnsentAtClose />
      {mayClose && of.submittedAt !== null && (
        <form
          className="card shift-open"
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            if (receiver.trim() === "") return;
            call.run({ id: of.id, note: note.trim(), receivedBy: receiver.trim() }).then(
              () => {
                notify.success(t("shift.closing.shiftClosedCashSafe"));
                onClosed(of.id);
                onDone();
              },
              () => undefined,
            );
          }}
        >
          <h2>{t("shift.closing.handOver")}</h2>
          <label className="shift-field">
            <span>{t("shift.closing.whatExplainsDifference")}</span>
            <span className="input">
              <input autoComplete="off" maxLength={200} value={note} onChange={(event) => setNote(event.target.value)} />
            </span>
          </label>
          <label className="shift-field">
            <span>{t("shift.closing.receivedName")}</span>
            <span className="input">
              <input required autoComplete="off" maxLength={40} value={receiver} onChange={(event) => setReceiver(event.target.value)} />
            </span>
          </label>
          {call.error && <Failure>{call.error.message}</Failure>}
          <CommandButton
            kind="primary"
            size="lg"
            type="submit"
            busy={call.pending}
            why={receiver.trim() === "" ? t("shift.closing.receiverMustSign") : undefined}
          >
            {t("shift.closing.closeShift")}
          </CommandButton>
        </form>
      )}
    </>
  );
}

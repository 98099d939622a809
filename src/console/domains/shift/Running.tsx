import { useState } from "react";
import { MOVES, type ShiftDetail, type ShiftMoveKind, shifts } from "../../../contract/shift/shift";
import { useCall } from "../../api/use-call";
import { useT } from "../../i18n/use-t";
import { CommandButton } from "../../ui/CommandButton";
import { Approvals } from "../../desk/Approvals";
import { Failure } from "../../ui/Failure";
import { Paper } from "./Report";
import { MOVE_KINDS } from "./words";
import { MoveDialog } from "./MoveDialog";

/** A shift under way: moving cash, the way to the count, its X report. */
export function Running({ of, onDone, onPrint }: { of: ShiftDetail; onDone: () => void; onPrint: () => void }) {
  const t = useT();
  const [moving, setMoving] = useState<ShiftMoveKind | "beyond">();
  const count = useCall(shifts.count);
  return (
    <>
      <div className="card shift-running">
        <p>{t("shift.running.moneyTakenPagesEver")}</p>
        {of.mine && (
          <div className="row wrap">
            {([...MOVES, "beyond"] as const).map((kind) => (
              <CommandButton key={kind} size="lg" onClick={() => setMoving(kind)}>
                {t(MOVE_KINDS[kind])}
              </CommandButton>
            ))}
            <span className="grow" />
            <CommandButton kind="primary" size="lg" busy={count.pending} onClick={() => void count.run({}).then(onDone, () => undefined)}>
              {t("shift.running.beginCount")}
            </CommandButton>
          </div>
        )}
        {count.error && <Failure>{count.error.message}</Failure>}
      </div>
      <Approvals of={of.approvals} />
      {of.report && (
        <section className="shift-x">
          <div className="row">
            <h2>{t("shift.running.xReportUpNow")}</h2>
            <span className="grow" />
            <CommandButton icon="print" onClick={onPrint}>
              {t("list.print")}
            </CommandButton>
          </div>
          <Paper of={of} report={of.report} />
        </section>
      )}
      {moving && (
        <MoveDialog
          kind={moving}
          onClose={() => setMoving(undefined)}
          onDone={() => {
            setMoving(undefined);
            onDone();
          }}
        />
      )}
    </>
  );
}

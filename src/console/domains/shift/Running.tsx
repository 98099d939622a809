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
        <p>
          {t({
            zh: "收款照常在收银台、订场、会员等页面进行，都记在这一班。要交班时先清点：应有金额在提交后才显示。",
            en: "Money is taken on its pages as ever and belongs to this shift. To close it, count first: what is expected shows once the count is handed in.",
          })}
        </p>
        {of.mine && (
          <div className="row wrap">
            {([...MOVES, "beyond"] as const).map((kind) => (
              <CommandButton key={kind} size="lg" onClick={() => setMoving(kind)}>
                {t(MOVE_KINDS[kind])}
              </CommandButton>
            ))}
            <span className="grow" />
            <CommandButton kind="primary" size="lg" busy={count.pending} onClick={() => void count.run({}).then(onDone, () => undefined)}>
              {t({ zh: "开始清点", en: "Begin to count" })}
            </CommandButton>
          </div>
        )}
        {count.error && <Failure>{count.error.message}</Failure>}
      </div>
      <Approvals of={of.approvals} />
      {of.report && (
        <section className="shift-x">
          <div className="row">
            <h2>{t({ zh: "X 报告：到现在为止", en: "X report: up to now" })}</h2>
            <span className="grow" />
            <CommandButton icon="print" onClick={onPrint}>
              {t({ zh: "打印", en: "Print" })}
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

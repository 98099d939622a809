/** The last runs that moved members to another card type; each can be undone, one that stopped can be continued. */
import type { CardTypeMove } from "../../../contract/members/card-type-moves";
import { cardTypeMove as machine } from "../../../contract/core/states";
import { useT } from "../../i18n/use-t";
import { can } from "../../providers/access-control";
import { Button } from "../../ui/Button";
import { Failure } from "../../ui/Failure";
import { StatusTag } from "../../ui/StatusTag";
import { When } from "../../ui/When";

export function LastRuns({
  runs,
  failure,
  busy,
  onUndo,
  onContinue,
}: {
  readonly runs: readonly CardTypeMove[] | undefined;
  readonly failure: Error | null;
  readonly busy: boolean;
  readonly onUndo: (run: CardTypeMove) => void;
  readonly onContinue: (id: string) => void;
}) {
  const t = useT();
  const writes = can("card_type_move");
  return (
    <section aria-label={t({ zh: "最近的批量设置", en: "Last runs" })}>
      <h2>{t({ zh: "最近的批量设置", en: "Last runs" })}</h2>
      {failure && <Failure>{failure.message}</Failure>}
      {runs?.length === 0 && <p className="sec">{t({ zh: "还没有批量设置过", en: "Nothing was run yet" })}</p>}
      {(runs?.length ?? 0) > 0 && (
        <div className="set-roles-scroll">
          <table className="set-roles-table">
            <thead>
              <tr>
                <th scope="col">{t({ zh: "时间", en: "Time" })}</th>
                <th scope="col">{t({ zh: "改为", en: "Set to" })}</th>
                <th scope="col">{t({ zh: "状态", en: "State" })}</th>
                <th scope="col" className="num">
                  {t({ zh: "已改 / 共", en: "Set / all" })}
                </th>
                <th scope="col">{t({ zh: "原因", en: "Reason" })}</th>
                <th scope="col">{t({ zh: "经办", en: "Operator" })}</th>
                <th scope="col">
                  <span className="sr">{t({ zh: "操作", en: "Actions" })}</span>
                </th>
              </tr>
            </thead>
            <tbody>
              {runs?.map((run) => (
                <tr key={run.id}>
                  <td>
                    <When at={run.at} />
                  </td>
                  <td>{run.toName}</td>
                  <td>
                    <StatusTag tone={machine.labels[run.state].tone}>{t(machine.labels[run.state])}</StatusTag>
                  </td>
                  <td className="num">
                    {run.moved} / {run.total}
                  </td>
                  <td>{run.reason}</td>
                  <td>{run.operator}</td>
                  <td className="num">
                    {writes && machine.table[run.state] && "undo" in machine.table[run.state] && (
                      <Button kind="quiet" busy={busy} onClick={() => onUndo(run)}>
                        {t({ zh: "撤销", en: "Undo" })}
                      </Button>
                    )}
                    {writes && !busy && (run.state === "running" || run.state === "undoing") && (
                      <Button kind="quiet" onClick={() => onContinue(run.id)}>
                        {t({ zh: "继续", en: "Continue" })}
                      </Button>
                    )}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </section>
  );
}

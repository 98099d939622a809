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
    <section aria-label={t("members.lastRuns.lastRuns")}>
      <h2>{t("members.lastRuns.lastRuns")}</h2>
      {failure && <Failure>{failure.message}</Failure>}
      {runs?.length === 0 && <p className="sec">{t("members.lastRuns.nothingRunYet")}</p>}
      {(runs?.length ?? 0) > 0 && (
        <div className="set-roles-scroll">
          <table className="set-roles-table">
            <thead>
              <tr>
                <th scope="col">{t("common.time")}</th>
                <th scope="col">{t("members.set")}</th>
                <th scope="col">{t("common.state")}</th>
                <th scope="col" className="num">
                  {t("members.lastRuns.setAll")}
                </th>
                <th scope="col">{t("ui.reason")}</th>
                <th scope="col">{t("common.operator")}</th>
                <th scope="col">
                  <span className="sr">{t("common.actions")}</span>
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
                        {t("common.undo")}
                      </Button>
                    )}
                    {writes && !busy && (run.state === "running" || run.state === "undoing") && (
                      <Button kind="quiet" onClick={() => onContinue(run.id)}>
                        {t("members.lastRuns.continue")}
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

import { fen, showFen } from "../../../contract/core/money";
import { type DrawerRequest, shifts } from "../../../contract/shift/shift";
import { useCall } from "../../api/use-call";
import { useRead } from "../../api/use-read";
import { useT } from "../../i18n/use-t";
import { useCan } from "../../providers/access-control";
import { Button } from "../../ui/Button";
import { Failure } from "../../ui/Failure";
import { When } from "../../ui/When";

/** Requests to take more cash out of a drawer than it should hold, for whoever asked and for the second person who decides. */
export function DrawerRequests() {
  const t = useT();
  const mayDecide = useCan("shift_report");
  const read = useRead(shifts.requests, {}, { staleTime: 0 });
  const decide = useCall(shifts.decide);
  const all = read.data?.content ?? [];
  if (all.length === 0) return null;
  const answer = (id: string, approved: boolean): void =>
    void decide.run({ id, approved }).then(
      () => read.refetch(),
      () => read.refetch(),
    );
  const stateOf = ({ state, decidedBy }: DrawerRequest): string =>
    ({
      waiting: t("shift.drawerRequests.waitingSecondPerson"),
      approved: t("shift.drawerRequests.approvedOnePayment", { name: decidedBy }),
      refused: t("shift.drawerRequests.refused", { name: decidedBy }),
      used: t("shift.drawerRequests.approvedPaidOut", { name: decidedBy }),
    })[state];
  return (
    <section>
      <h2>{t("shift.drawerRequests.cashBeyondDrawer")}</h2>
      {decide.error && <Failure>{decide.error.message}</Failure>}
      <ul className="shift-moves">
        {all.map((one) => (
          <li key={one.id}>
            <span className="grow">
              <b>
                {one.held === null
                  ? t("shift.drawerRequests.out", { amount: showFen(fen(one.amount)) })
                  : t("shift.drawerRequests.outDrawerShouldHold", { amount: showFen(fen(one.amount)), held: showFen(fen(one.held)) })}
              </b>
              <small>
                <When at={one.at} /> {one.requestedBy} · {one.shiftNo} · {one.reason}
              </small>
              <small>{stateOf(one)}</small>
              {mayDecide && one.state === "waiting" && !one.isMine && (
                <span className="row">
                  <Button busy={decide.pending} onClick={() => answer(one.id, true)}>
                    {t("shift.drawerRequests.approve")}
                  </Button>
                  <Button kind="quiet" busy={decide.pending} onClick={() => answer(one.id, false)}>
                    {t("shift.drawerRequests.refuse")}
                  </Button>
                </span>
              )}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

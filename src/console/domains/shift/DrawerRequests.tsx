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
      waiting: t({ zh: "待另一人批准", en: "Waiting for a second person" }),
      approved: t({ zh: "{name}已批准，可付出一次", en: "Approved by {name}, for one payment" }, { name: decidedBy }),
      refused: t({ zh: "{name}未批准", en: "Refused by {name}" }, { name: decidedBy }),
      used: t({ zh: "{name}批准，已付出", en: "Approved by {name}, paid out" }, { name: decidedBy }),
    })[state];
  return (
    <section>
      <h2>{t({ zh: "超出钱箱的付出", en: "Cash beyond the drawer" })}</h2>
      {decide.error && <Failure>{decide.error.message}</Failure>}
      <ul className="shift-moves">
        {all.map((one) => (
          <li key={one.id}>
            <span className="grow">
              <b>
                {one.held === null
                  ? t({ zh: "付出 ¥{amount}", en: "¥{amount} out" }, { amount: showFen(fen(one.amount)) })
                  : t(
                      { zh: "付出 ¥{amount}，钱箱应有 ¥{held}", en: "¥{amount} out of a drawer that should hold ¥{held}" },
                      { amount: showFen(fen(one.amount)), held: showFen(fen(one.held)) },
                    )}
              </b>
              <small>
                <When at={one.at} /> {one.requestedBy} · {one.shiftNo} · {one.reason}
              </small>
              <small>{stateOf(one)}</small>
              {mayDecide && one.state === "waiting" && !one.isMine && (
                <span className="row">
                  <Button busy={decide.pending} onClick={() => answer(one.id, true)}>
                    {t({ zh: "批准", en: "Approve" })}
                  </Button>
                  <Button kind="quiet" busy={decide.pending} onClick={() => answer(one.id, false)}>
                    {t({ zh: "不批准", en: "Refuse" })}
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

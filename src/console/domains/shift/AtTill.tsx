import type { Output } from "../../../contract/core/call";
import { shifts } from "../../../contract/shift/shift";
import { useCall } from "../../api/use-call";
import { useT } from "../../i18n/use-t";
import { Button } from "../../ui/Button";
import { Failure } from "../../ui/Failure";

/** Shows the owner of the drawer that is open at this till: work in it, or open a shift of one's own below. */
export function AtTill({ of, onDone }: { of: NonNullable<Output<typeof shifts.current>["atTill"]>; onDone: () => void }) {
  const t = useT();
  const join = useCall(shifts.join);
  if (of.joined) return <p className="notice notice-waiting">{t("shift.atTill.youWorkDrawerEvery", { name: of.operator, no: of.no })}</p>;
  return (
    <section className="card shift-open">
      <h2>{t("shift.atTill.drawerUseTill", { name: of.operator })}</h2>
      <p className="mut">{t("shift.atTill.shiftWorkMoneyBelongs", { no: of.no, name: of.operator })}</p>
      {join.error && <Failure>{join.error.message}</Failure>}
      <Button kind="primary" size="lg" busy={join.pending} onClick={() => void join.run({ id: of.id }).then(onDone, () => undefined)}>
        {t("shift.atTill.workDrawer", { name: of.operator })}
      </Button>
    </section>
  );
}

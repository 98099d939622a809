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
  if (of.joined)
    return (
      <p className="notice notice-waiting">
        {t(
          {
            zh: "你正在{name}的钱箱（{no}）里收付款，每笔都记你的名字。要用自己的钱箱，请在下面开班",
            en: "You work in the drawer of {name} ({no}); every document names you. To use a drawer of your own, open a shift below",
          },
          { name: of.operator, no: of.no },
        )}
      </p>
    );
  return (
    <section className="card shift-open">
      <h2>{t({ zh: "这台收银机上 {name} 的钱箱正在用", en: "The drawer of {name} is in use at this till" }, { name: of.operator })}</h2>
      <p className="mut">
        {t(
          {
            zh: "班次 {no}。在该钱箱里收付款：钱记入 {name} 的班，每笔记你的名字；或在下面开自己的班，用另一个钱箱。",
            en: "Shift {no}. Work in it: the money belongs to the shift of {name}, and every document names you. Or open your own shift below, with another drawer.",
          },
          { no: of.no, name: of.operator },
        )}
      </p>
      {join.error && <Failure>{join.error.message}</Failure>}
      <Button kind="primary" size="lg" busy={join.pending} onClick={() => void join.run({ id: of.id }).then(onDone, () => undefined)}>
        {t({ zh: "在 {name} 的钱箱里收付款", en: "Work in the drawer of {name}" }, { name: of.operator })}
      </Button>
    </section>
  );
}

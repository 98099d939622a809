import type { DayKind } from "../../contract/core/enums";
import { useT } from "../i18n/use-t";

/** The mark of a day that is not what its weekday says: 休, 班, 闭, 特. */
export function DayMark({ kind }: { kind: DayKind }) {
  const t = useT();
  return (
    <span className={`hol ${kind}`}>
      <span aria-hidden>{t(`places.calendar.short.${kind}`)}</span>
      <span className="sr">{t(`places.calendar.kinds.${kind}`)}</span>
    </span>
  );
}

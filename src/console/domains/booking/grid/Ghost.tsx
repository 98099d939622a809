import { useLayoutEffect, useRef, useSyncExternalStore, type RefObject } from "react";
import { clock, span } from "../../../../contract/core/time";
import { useT } from "../../../i18n/use-t";
import { Icon } from "../../../ui/Icon";
import { placeLabel } from "../../../ui/format-place";
import { coveredBy } from "./carry";
import type { GridStore } from "./store";

/** Shows where the booking being moved would end up, and whether it fits there. Announces each move to screen readers. */
export function Ghost({ store, table }: { store: GridStore; table: RefObject<HTMLTableElement | null> }) {
  const t = useT();
  const ghost = useRef<HTMLDivElement>(null);
  const carry = useSyncExternalStore(store.carrying.watch, store.carrying.now);
  const layout = store.frame()?.layout;
  useLayoutEffect(() => {
    const element = ghost.current;
    if (!element || !carry || !layout) return;
    const covered = coveredBy(layout, carry);
    const boxOf = (key: string | undefined): HTMLElement | null =>
      key === undefined ? null : (table.current?.querySelector<HTMLElement>(`td[data-k="${CSS.escape(key)}"]`) ?? null);
    const [first, last] = [boxOf(covered[0]?.key), boxOf(covered.at(-1)?.key)];
    element.hidden = !first || !last;
    if (!first || !last) return;
    element.style.left = `${first.offsetLeft}px`;
    element.style.top = `${first.offsetTop}px`;
    element.style.width = `${last.offsetLeft + last.offsetWidth - first.offsetLeft}px`;
    element.style.height = `${last.offsetTop + last.offsetHeight - first.offsetTop}px`;
  });
  if (!carry || !layout) return null;
  const { booking, to, kind, fits } = carry;
  const isMoved = to.start !== booking.start || to.placeId !== booking.placeId || to.day !== booking.day || to.end !== booking.end;
  const where = `${placeLabel(layout.names.get(to.placeId) ?? "", t)} ${span(to.start, to.end)}`;
  return (
    <>
      <div ref={ghost} className={`ghost${fits ? " fits" : isMoved ? " taken" : ""}${kind === "extend" ? " longer" : ""}`} aria-hidden>
        <b>{booking.name || t("common.walkIn")}</b>
        <span>
          <Icon name={fits || !isMoved ? (kind === "move" ? "swap" : "plus") : "error"} />
          {kind === "move" ? clock(to.start) : t("booking.until", { time: clock(to.end) })}
        </span>
      </div>
      <p className="sr" role="status">
        {isMoved && t(fits ? "booking.carry.fits" : "booking.carry.taken", { where })}
      </p>
    </>
  );
}

import { useSyncExternalStore } from "react";
import { useT } from "../../i18n/use-t";
import { Button } from "../../ui/Button";
import { Icon } from "../../ui/Icon";
import type { GridStore } from "./grid/store";
import { placeLabel } from "../../ui/format-place";
import { span } from "../../../contract/core/time";

/** While a booking is being moved: what it is, where it would go, and how to cancel. Cancelling leaves everything as it was. */
export function CarryBar({ store, onDrop }: { store: GridStore; onDrop: () => void }) {
  const t = useT();
  const carry = useSyncExternalStore(store.carrying.watch, store.carrying.now);
  if (!carry || carry.down) return null;
  const { booking, to, kind, fits } = carry;
  const isMoved = to.start !== booking.start || to.placeId !== booking.placeId || to.day !== booking.day || to.end !== booking.end;
  const where = `${placeLabel(store.frame()?.layout.names.get(to.placeId) ?? "", t)} ${span(to.start, to.end)}`;
  return (
    <div className="carry-bar" role="group" aria-label={t(kind === "move" ? "booking.order.move" : "booking.order.extend")}>
      <Icon name={kind === "move" ? "swap" : "arrow-down"} />
      <p className="grow">
        <b>{t(kind === "move" ? "booking.carry.move" : "booking.carry.extend", { name: booking.name || t("common.walkIn") })}</b>
        <span>{isMoved ? t(fits ? "booking.carry.fits" : "booking.carry.taken", { where }) : t("booking.carry.how")}</span>
      </p>
      <Button onClick={onDrop}>{t("booking.carry.drop")}</Button>
    </div>
  );
}

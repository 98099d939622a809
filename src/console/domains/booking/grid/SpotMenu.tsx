import { useEffect, useLayoutEffect, useRef } from "react";
import { fen } from "../../../../contract/money";
import type { ActionOf } from "../../../../contract/states";
import { actions, bookingOrder } from "../../../../contract/states";
import { useT } from "../../../i18n/useT";
import { can } from "../../../session/store";
import { Icon } from "../../../ui/Icon";
import type { IconName } from "../../../ui/icons";
import type { ChoiceMode } from "../panel/ChoicePanel";
import type { OrderAct } from "../panel/OrderPanel";
import type { Spot } from "./useGridEvents";

const EDGE = 8;

interface Entry {
  readonly icon: IconName;
  readonly title: string;
  readonly act: () => void;
}

/** Right click, long press or the menu key on a cell: what can be done with it now. */
export function SpotMenu({
  spot,
  onClose,
  onChoose,
  onOrder,
  onCheckIn,
}: {
  spot: Spot;
  onClose: () => void;
  onChoose: (mode: ChoiceMode) => void;
  onOrder: (act: OrderAct) => void;
  onCheckIn: () => void;
}) {
  const t = useT();
  const menu = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const shown = menu.current;
    if (!shown) return;
    const { width, height } = shown.getBoundingClientRect();
    shown.style.left = `${Math.max(EDGE, Math.min(spot.x, window.innerWidth - EDGE - width))}px`;
    shown.style.top = `${Math.max(EDGE, Math.min(spot.y, window.innerHeight - EDGE - height))}px`;
    shown.querySelector<HTMLElement>("button")?.focus();
  }, [spot]);
  useEffect(() => {
    const outside = (event: PointerEvent): void => {
      if (event.target instanceof Node && !menu.current?.contains(event.target)) onClose();
    };
    document.addEventListener("pointerdown", outside);
    return () => document.removeEventListener("pointerdown", outside);
  });
  const entries = entriesOf();
  if (entries.length === 0) return null;

  function entriesOf(): Entry[] {
    const { block } = spot;
    if (!block) {
      return [
        ...(can("booking_create") ? [entry("calendar", t("booking.choice.book"), () => onChoose("book"))] : []),
        ...(can("booking_lock") ? [entry("lock", t("booking.choice.lock"), () => onChoose("lock"))] : []),
        ...(can("booking_free_place") ? [entry("tag", t("booking.choice.free"), () => onChoose("free"))] : []),
      ];
    }
    const { booking } = block;
    const allowed: readonly ActionOf<typeof bookingOrder>[] = booking.orderId === null ? [] : actions(bookingOrder, booking.status);
    return [
      entry("eye", t("common.view"), () => onOrder("look")),
      ...(allowed.includes("pay") && fen(booking.due) > 0 && can("booking_pay")
        ? [entry("wallet", t("booking.idle.pay"), () => onOrder("pay"))]
        : []),
      ...(allowed.includes("checkIn") && can("booking_check_in") ? [entry("play", t("booking.order.checkIn"), onCheckIn)] : []),
      ...(allowed.includes("cancel") && can("booking_cancel") ? [entry("close", t("booking.order.cancel"), () => onOrder("cancel"))] : []),
    ];
  }
  return (
    <div
      ref={menu}
      role="menu"
      tabIndex={-1}
      className="popup spot-menu"
      onKeyDown={(event) => {
        const items = [...(menu.current?.querySelectorAll("button") ?? [])];
        const at = items.findIndex((item) => item === document.activeElement);
        if (event.key === "ArrowDown") items[(at + 1) % items.length]?.focus();
        else if (event.key === "ArrowUp") items[(at + items.length - 1) % items.length]?.focus();
        else if (event.key === "Escape" || event.key === "Tab") onClose();
        else return;
        event.preventDefault();
        event.stopPropagation();
      }}
    >
      {entries.map(({ icon, title, act }) => (
        <button
          key={title}
          type="button"
          role="menuitem"
          className="popup-item"
          onClick={() => {
            onClose();
            act();
          }}
        >
          <Icon name={icon} />
          {title}
        </button>
      ))}
    </div>
  );
}

const entry = (icon: IconName, title: string, act: () => void): Entry => ({ icon, title, act });

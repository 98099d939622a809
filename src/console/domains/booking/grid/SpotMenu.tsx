import { useEffect, useLayoutEffect, useRef } from "react";
import { fen } from "../../../../contract/core/money";
import { orderActions } from "../../../../contract/core/states";
import { useT } from "../../../i18n/use-t";
import { can } from "../../../providers/access-control";
import { Icon } from "../../../ui/Icon";
import type { IconName } from "../../../ui/icons";
import type { ChoiceMode } from "../panel/ChoicePanel";
import type { OrderAct } from "../panel/OrderPanel";
import { canCarry } from "../can-carry";
import type { Carry } from "./carry";
import type { Spot } from "./spots";

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
  onCarry,
  onWait,
  onWeek,
}: {
  spot: Spot;
  onClose: () => void;
  onChoose: (mode: ChoiceMode) => void;
  onOrder: (act: OrderAct) => void;
  onCheckIn: () => void;
  onCarry: (kind: Carry["kind"]) => void;
  onWait: () => void;
  /** Shows the week of the court; undefined where it is on screen. */
  onWeek: (() => void) | undefined;
}) {
  const t = useT();
  const menu = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const element = menu.current;
    if (!element) return;
    const { width, height } = element.getBoundingClientRect();
    element.style.left = `${Math.max(EDGE, Math.min(spot.x, window.innerWidth - EDGE - width))}px`;
    element.style.top = `${Math.max(EDGE, Math.min(spot.y, window.innerHeight - EDGE - height))}px`;
    element.querySelector<HTMLElement>("button")?.focus();
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
    const { block, line } = spot;
    const week = onWeek ? [entry("calendar", t("booking.view.week"), onWeek)] : [];
    if (!block) {
      if (!spot.free) return week;
      return [
        ...(can("booking_create") ? [entry("plus", t("booking.choice.book"), () => onChoose("book"))] : []),
        ...(can("booking_lock") ? [entry("lock", t("booking.choice.lock"), () => onChoose("lock"))] : []),
        ...(can("booking_free_place") ? [entry("tag", t("booking.choice.free"), () => onChoose("free"))] : []),
        ...week,
      ];
    }
    const { booking } = block;
    const allowed = booking.kind === "lock" ? [] : orderActions(booking.kind, booking.status);
    const own = block.look !== "linked" && line !== undefined;
    const checkIn = booking.status === "no_show" ? "booking_no_show_check_in" : "booking_check_in";
    return [
      entry("eye", t("common.view"), () => onOrder("look")),
      ...(allowed.includes("pay") && fen(booking.due) > 0 && can("booking_pay")
        ? [entry("wallet", t("booking.idle.pay"), () => onOrder("pay"))]
        : []),
      ...(allowed.includes("checkIn") && can(checkIn) ? [entry("play", t("booking.order.checkIn"), onCheckIn)] : []),
      ...(own && canCarry("move", line) ? [entry("swap", t("booking.order.move"), () => onCarry("move"))] : []),
      ...(own && canCarry("extend", line) ? [entry("arrow-down", t("booking.order.extend"), () => onCarry("extend"))] : []),
      ...(spot.ahead && can("booking_waitlist") ? [entry("clock", t("booking.wait.menu"), onWait)] : []),
      ...week,
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

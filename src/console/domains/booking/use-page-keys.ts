import type { RefObject } from "react";
import { addDays } from "../../../contract/core/time";
import { useT } from "../../i18n/use-t";
import { useShortcuts } from "../../keys/shortcuts";
import { useScreenCommands } from "../../palette/use-screen-commands";
import { can } from "../../providers/access-control";
import type { Carry } from "./grid/carry";
import type { GridStore } from "./grid/store";
import { canCarry } from "./can-carry";
import type { useCheckIn } from "./use-check-in";
import type { useDesk } from "./use-desk";
import { PAGE_KEYS } from "./page-keys";
import { useGridKeys } from "./use-grid-keys";

/** The keys of the page, put to the acts of its desk. */
export function usePageKeys(
  root: RefObject<HTMLElement | null>,
  {
    store,
    desk: { acts, mode, handle },
    looking,
    order,
    day,
    today,
    step,
    search,
    checkIn,
    onTurn,
  }: {
    readonly store: GridStore;
    readonly desk: ReturnType<typeof useDesk>;
    readonly looking: boolean;
    /** Id of the order that is looked at. */
    readonly order: string | undefined;
    readonly day: string;
    readonly today: string;
    /** Days that `[` and `]` go. */
    readonly step: number;
    readonly search: RefObject<HTMLInputElement | null>;
    readonly checkIn: ReturnType<typeof useCheckIn>;
    readonly onTurn: () => void;
  },
): void {
  const t = useT();
  const carryFocused = (kind: Carry["kind"]): boolean => {
    const line = acts.focused()?.line;
    if (!line || !canCarry(kind, line)) return false;
    acts.carry(kind, line);
    return true;
  };
  useShortcuts(PAGE_KEYS);
  const next = (): void => acts.toDay(addDays(day, step));
  const previous = (): void => acts.toDay(addDays(day, -step));
  const words =
    step === 1
      ? ({ previous: "booking.usePageKeys.previousDay", next: "booking.usePageKeys.nextDay" } as const)
      : ({ previous: "booking.usePageKeys.previousWeek", next: "booking.usePageKeys.nextWeek" } as const);
  useScreenCommands([
    { id: "previous", icon: "chevron-left", title: t(words.previous), run: previous },
    { id: "next", icon: "chevron-right", title: t(words.next), run: next },
    ...(day === today ? [] : [{ id: "today", icon: "calendar" as const, title: t("booking.keys.today"), run: () => acts.toDay(today) }]),
    { id: "search", icon: "search", title: t("booking.keys.search"), run: () => search.current?.focus() },
    { id: "turn", icon: "swap", title: t("booking.keys.turn"), run: onTurn },
    ...(order !== undefined && can("booking_cancel")
      ? [
          {
            id: "cancel",
            icon: "close" as const,
            title: t("booking.keys.cancel"),
            run: () => acts.look({ kind: "order", id: order, act: "cancel" }),
          },
        ]
      : []),
  ]);
  useGridKeys(root, {
    toBooker: acts.toBooker,
    submit: () => {
      if (looking || store.choice().keys.size === 0 || mode !== "book") return false;
      handle.current?.submit();
      return true;
    },
    search: () => search.current?.focus(),
    previous,
    next,
    today: () => acts.toDay(today),
    upNext: () => root.current?.querySelector<HTMLElement>(".next-act, .next-open")?.focus(),
    checkIn: () => {
      const line = acts.focused()?.line;
      if (!line || line.orderId === null || !can("booking_check_in")) return false;
      void checkIn(line);
      return true;
    },
    move: () => carryFocused("move"),
    extend: () => carryFocused("extend"),
    wait: () => {
      const at = acts.focused();
      const now = store.frame()?.now ?? 0;
      if (!at?.block || at.slot.start + at.slot.shift <= now || !can("booking_waitlist")) return false;
      acts.wish(at);
      return true;
    },
    cancel: () => {
      if (order === undefined || !can("booking_cancel")) return false;
      acts.look({ kind: "order", id: order, act: "cancel" });
      return true;
    },
    turn: onTurn,
    letGo: () => {
      if (!store.carrying.now()) return false;
      acts.drop();
      return true;
    },
    escape: () => {
      if (!looking) return false;
      acts.close();
      return true;
    },
  });
}

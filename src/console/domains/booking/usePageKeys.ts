import type { RefObject } from "react";
import { addDays } from "../../../contract/time";
import { useShortcuts } from "../../keys/shortcuts";
import { can } from "../../session/store";
import type { Carry } from "./grid/carry";
import type { GridStore } from "./grid/store";
import { mayCarry } from "./mayCarry";
import type { useCheckIn } from "./useCheckIn";
import type { useDesk } from "./useDesk";
import { PAGE_KEYS } from "./pageKeys";
import { useGridKeys } from "./useGridKeys";

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
  const carryFocused = (kind: Carry["kind"]): boolean => {
    const line = acts.focused()?.line;
    if (!line || !mayCarry(kind, line)) return false;
    acts.carry(kind, line);
    return true;
  };
  useShortcuts(PAGE_KEYS);
  useGridKeys(root, {
    toBooker: acts.toBooker,
    submit: () => {
      if (looking || store.choice().keys.size === 0 || mode !== "book") return false;
      handle.current?.submit();
      return true;
    },
    search: () => search.current?.focus(),
    previous: () => acts.toDay(addDays(day, -step)),
    next: () => acts.toDay(addDays(day, step)),
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

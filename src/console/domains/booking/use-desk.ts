import { type RefObject, useMemo, useRef, useState } from "react";
import type { GridBooking } from "../../../contract/booking/booking";
import type { Block } from "./grid/blocks";
import type { Carry } from "./grid/carry";
import type { Part } from "./grid/extent";
import { columnAt } from "./grid/layout";
import type { GridStore } from "./grid/store";
import type { Spot } from "./grid/spots";
import type { ChoiceHandle, ChoiceMode } from "./panel/ChoicePanel";
import type { OrderAct } from "./panel/OrderPanel";
import type { Looking } from "./Side";
import type { GridAddress } from "./use-grid-address";
import type { GridView } from "./use-now-in-view";

const NARROW = 1200;

/**
 * Tools of the desk. All of them stay (nearly) the same from render to render, so that they don't cause the parts of the page to render
 * again.
 */
interface DeskTools {
  readonly store: GridStore;
  readonly view: GridView;
  readonly mobile: boolean;
  /** True if the address leads to something to show: the panel is then open from the start, however narrow the screen. */
  readonly looking: boolean;
  readonly onLooking: (looking: Looking | undefined) => void;
  readonly onAddress: (change: Partial<GridAddress>) => void;
}

/** The acts of the desk at the grid: what is looked at, chosen, moved and queued for, and the panel's state. */
export function useDesk({ store, view: { scroller, toGrid }, mobile, looking, onLooking, onAddress }: DeskTools) {
  const [mode, setMode] = useState<ChoiceMode>("book");
  const [panel, setPanel] = useState(() => looking || window.innerWidth >= NARROW);
  const [sheet, setSheet] = useState(looking);
  const handle = useRef<ChoiceHandle>(null);
  const acts = useMemo(
    () => actsOf({ store, scroller, toGrid, mobile, onLooking, onAddress, handle, setMode, setPanel, setSheet }),
    [store, scroller, toGrid, mobile, onLooking, onAddress, handle],
  );
  return { mode, panel, sheet, handle, acts };
}

export type DeskActs = ReturnType<typeof actsOf>;

function actsOf({
  store,
  scroller,
  toGrid,
  mobile,
  onLooking,
  onAddress,
  handle,
  setMode,
  setPanel,
  setSheet,
}: Omit<DeskTools, "view" | "looking"> &
  GridView & {
    readonly handle: RefObject<ChoiceHandle | null>;
    readonly setMode: (mode: ChoiceMode) => void;
    readonly setPanel: (next: (open: boolean) => boolean) => void;
    readonly setSheet: (open: boolean) => void;
  }) {
  const nothingChosen = (): boolean => store.choice().keys.size === 0;
  const openPanel = (): void => {
    setPanel(() => true);
    if (mobile) setSheet(true);
  };
  const look = (next: Looking | undefined): void => {
    if (next?.kind !== "order" || next.act !== "change") store.carrying.drop();
    onLooking(next);
    if (next) openPanel();
  };
  const open = (booked: GridBooking, act: OrderAct = "look"): void =>
    look(booked.orderId === null ? { kind: "lock", held: booked } : { kind: "order", id: booked.orderId, act });
  const back = (): void => {
    setSheet(false);
    requestAnimationFrame(toGrid);
  };
  const change = (next: Partial<Part & { day: string }>): void => {
    onAddress(next);
    if (!store.carrying.now()) onLooking(undefined);
  };
  const toBooker = (): void => {
    if (nothingChosen()) return;
    look(undefined);
    setMode("book");
    openPanel();
    requestAnimationFrame(() => handle.current?.toBooker());
  };
  return {
    look,
    open,
    back,
    change,
    toBooker,
    setMode,
    /** Leaves what is looked at. */
    close: (): void => {
      look(undefined);
      back();
    },
    /** Leaves the sheet of a phone. */
    closeSheet: (): void => {
      look(undefined);
      setSheet(false);
    },
    openSheet: (): void => setSheet(true),
    turnPanel: (): void => setPanel((shown) => !shown),
    /** The choice was made, and the hand is off. */
    choose: (): void => {
      if (nothingChosen()) return;
      look(undefined);
      setPanel(() => true);
    },
    /** Enter on a choice, or a click on what is held. */
    openSpot: ({ block, line }: Spot): void => (block ? open(line ?? block.booking) : toBooker()),
    begin: (next: ChoiceMode, spot: Spot): void => {
      if (!store.choice().keys.has(spot.slot.key)) store.begin(spot.slot.key);
      look(undefined);
      setMode(next);
      openPanel();
    },
    toDay: (day: string): void => change({ day }),
    showPart: (part: Part): void => change({ programId: undefined, hallId: undefined, placeId: undefined, ...part }),
    /** Brings a block into sight. */
    show: (block: Block): void => {
      const slot = store.frame()?.layout.columns[block.column]?.at[block.row];
      if (!slot) return;
      store.focus(slot.key);
      const cell = scroller.current?.querySelector(`td[data-k="${CSS.escape(slot.key)}"]`);
      cell?.scrollIntoView({ block: "center", inline: "center" });
    },
    /** Takes a booking into the hand. The panel stays as it is, a phone's sheet steps aside: given up, all is as before. */
    carry: (kind: Carry["kind"], line: Carry["booking"]): void => {
      store.carrying.take(kind, line);
      const layout = store.frame()?.layout;
      const column = layout && columnAt(layout, line.placeId, line.day);
      const slot = column?.slots.find((each) => (kind === "extend" ? each.end >= line.end : each.end > line.start));
      if (slot) store.focus(slot.key);
      // At once, for whoever continues typing; and once what was pressed is gone, which takes the focus with it.
      toGrid();
      requestAnimationFrame(toGrid);
    },
    /** Cancels a move; a booking that was dropped already and waits for its price is an order as before. */
    drop: (): void => {
      const carry = store.carrying.now();
      store.carrying.drop();
      const { orderId = null } = carry?.down ? carry.booking : {};
      if (orderId !== null) look({ kind: "order", id: orderId, act: "look" });
      toGrid();
    },
    /** A booking was put down where it fits. */
    putDown: ({ booking: { orderId } }: Carry): void => {
      if (orderId !== null) look({ kind: "order", id: orderId, act: "change" });
    },
    /** Asks for a held time, should it become free. */
    wish: ({ slot, line }: Pick<Spot, "slot" | "line">): void => {
      const { layout, ground } = store.frame() ?? {};
      const column = layout?.columns[slot.column];
      const hall = ground?.halls.find((each) => each.id === column?.hallId);
      if (!column || !hall) return;
      const { placeId, name, day } = column;
      const { start, end } = line && line.placeId === placeId ? line : slot;
      look({
        kind: "wish",
        wish: { placeId, placeName: name, programId: hall.programId, programName: hall.programName, day, start, end },
      });
    },
    waitlist: (): void => look({ kind: "waitlist" }),
    /** Shows past closings, newest first; expands the one that was just done. */
    closings: (opened?: string): void => look({ kind: "closings", opened }),
    /** The cell in focus, with what holds it. */
    focused: (): { slot: Spot["slot"]; block: Block | undefined; line: GridBooking | undefined } | undefined => {
      const frame = store.frame();
      const slot = frame?.layout.byKey.get(store.focusKey() ?? "");
      if (!frame || !slot) return undefined;
      const block = frame.blocks.owners[slot.column]?.[slot.row];
      return { slot, block, line: block?.look === "linked" ? undefined : block?.lines[0] };
    },
  };
}

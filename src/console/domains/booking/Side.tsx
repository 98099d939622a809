import { useSyncExternalStore, type RefObject } from "react";
import type { GridBooking } from "../../../contract/booking";
import type { Carry } from "./grid/carry";
import type { GridStore } from "./grid/store";
import { type ChoiceHandle, type ChoiceMode, ChoicePanel } from "./panel/ChoicePanel";
import { IdlePanel } from "./panel/IdlePanel";
import { LockPanel } from "./panel/LockPanel";
import { type OrderAct, OrderPanel } from "./panel/OrderPanel";
import { useChoice, wholeChoice } from "./useChoice";
import { type Wish, WaitJoin } from "./wait/WaitJoin";
import { WaitPanel } from "./wait/WaitPanel";

/** What the panel looks at instead of the choice. */
export type Looking =
  | { readonly kind: "order"; readonly id: string; readonly act: OrderAct }
  | { readonly kind: "lock"; readonly held: GridBooking }
  | { readonly kind: "wish"; readonly wish: Wish }
  | { readonly kind: "waitlist" };

/** The panel beside the grid: an order, a lock, the waitlist, the choice, or who comes next. The choice stays mounted, so that nothing typed is lost. */
export function Side({
  store,
  looking,
  day,
  today,
  mode,
  handle,
  bookings,
  onLooking,
  onMode,
  onOpen,
  onCarry,
  onRefresh,
  onClose,
  onCleared,
}: {
  store: GridStore;
  looking: Looking | undefined;
  day: string;
  today: string;
  mode: ChoiceMode;
  handle: RefObject<ChoiceHandle | null>;
  bookings: readonly GridBooking[];
  onLooking: (looking: Looking | undefined) => void;
  onMode: (mode: ChoiceMode) => void;
  onOpen: (booked: GridBooking, act?: OrderAct) => void;
  onCarry: (kind: Carry["kind"], line: Carry["booking"]) => void;
  onRefresh: () => void;
  /** What is looked at was closed. */
  onClose: () => void;
  /** The choice was given up. */
  onCleared: () => void;
}) {
  const carry = useSyncExternalStore(store.carrying.watch, store.carrying.now);
  const choice = useChoice(store, wholeChoice);
  const chosenDay = (choice.runs[0] ?? choice.lost[0])?.day ?? day;
  return (
    <>
      {looking?.kind === "order" && (
        <OrderPanel
          key={looking.id}
          id={looking.id}
          today={today}
          act={looking.act}
          carry={carry?.down ? carry : undefined}
          onAct={(act) => {
            store.carrying.drop();
            onLooking({ ...looking, act });
          }}
          onCarry={onCarry}
          onChanged={onRefresh}
          onClose={onClose}
        />
      )}
      {looking?.kind === "lock" && (
        <LockPanel
          held={looking.held}
          place={store.frame()?.layout.names.get(looking.held.placeId) ?? ""}
          today={today}
          onDone={() => {
            onRefresh();
            onClose();
          }}
          onClose={onClose}
        />
      )}
      {looking?.kind === "wish" && (
        <WaitJoin
          wish={looking.wish}
          today={today}
          onDone={() => {
            onRefresh();
            onClose();
          }}
          onClose={onClose}
        />
      )}
      {looking?.kind === "waitlist" && (
        <WaitPanel
          day={day}
          today={today}
          onOrder={(id, act) => onLooking({ kind: "order", id, act })}
          onChanged={onRefresh}
          onClose={onClose}
        />
      )}
      <ChoicePanel
        store={store}
        day={chosenDay}
        today={today}
        mode={mode}
        hidden={looking !== undefined}
        handle={handle}
        onMode={onMode}
        onDone={(order) => {
          onRefresh();
          if (order) onLooking({ kind: "order", id: order.id, act: "look" });
          else onCleared();
        }}
        onClear={() => {
          store.clear();
          onCleared();
        }}
        onRefresh={onRefresh}
      />
      {!looking && choice.keys.size === 0 && <IdlePanel store={store} bookings={bookings} onOpen={onOpen} onChanged={onRefresh} />}
    </>
  );
}

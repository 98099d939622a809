import { memo, useCallback, useSyncExternalStore, type RefObject } from "react";
import type { BookingOrderDetail, GridBooking } from "../../../contract/booking/booking";
import type { GridStore } from "./grid/store";
import { ClosingLog } from "./closing/ClosingLog";
import { type ChoiceHandle, type ChoiceMode, ChoicePanel } from "./panel/ChoicePanel";
import { IdlePanel } from "./panel/IdlePanel";
import { LockPanel } from "./panel/LockPanel";
import { type OrderAct, OrderPanel } from "./panel/OrderPanel";
import { useChoice, entireChoice } from "./use-choice";
import type { DeskActs } from "./use-desk";
import { type Wish, WaitJoin } from "./wait/WaitJoin";
import { WaitPanel } from "./wait/WaitPanel";

/** Content that the panel shows instead of the choice. */
export type Looking =
  | { readonly kind: "order"; readonly id: string; readonly act: OrderAct }
  | { readonly kind: "lock"; readonly held: GridBooking }
  | { readonly kind: "wish"; readonly wish: Wish }
  | { readonly kind: "waitlist" }
  | { readonly kind: "closings"; readonly opened: string | undefined };

/** The panel beside the grid: an order, a lock, the waitlist, what was closed, the choice, or who comes next. The choice stays mounted, so that nothing typed is lost. */
export const Side = memo(function Side({
  store,
  looking,
  day,
  today,
  mode,
  handle,
  acts,
  onRefresh,
}: {
  store: GridStore;
  looking: Looking | undefined;
  day: string;
  today: string;
  mode: ChoiceMode;
  handle: RefObject<ChoiceHandle | null>;
  acts: DeskActs;
  onRefresh: () => void;
}) {
  const carry = useSyncExternalStore(store.carrying.watch, store.carrying.now);
  const choice = useChoice(store, entireChoice);
  const chosenDay = (choice.runs[0] ?? choice.lost[0])?.day ?? day;
  const done = (): void => {
    onRefresh();
    acts.close();
  };
  const booked = useCallback(
    (order: BookingOrderDetail | undefined): void => {
      onRefresh();
      if (order) acts.look({ kind: "order", id: order.id, act: "look" });
      else acts.back();
    },
    [acts, onRefresh],
  );
  const giveUp = useCallback((): void => {
    store.clear();
    acts.back();
  }, [store, acts]);
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
            acts.look({ ...looking, act });
          }}
          onCarry={acts.carry}
          onChanged={onRefresh}
          onClose={acts.close}
        />
      )}
      {looking?.kind === "lock" && (
        <LockPanel
          held={looking.held}
          place={store.frame()?.layout.names.get(looking.held.placeId) ?? ""}
          today={today}
          onDone={done}
          onClose={acts.close}
        />
      )}
      {looking?.kind === "wish" && <WaitJoin wish={looking.wish} today={today} onDone={done} onClose={acts.close} />}
      {looking?.kind === "waitlist" && (
        <WaitPanel
          day={day}
          today={today}
          onOrder={(id, act) => acts.look({ kind: "order", id, act })}
          onChanged={onRefresh}
          onClose={acts.close}
        />
      )}
      {looking?.kind === "closings" && (
        <ClosingLog opened={looking.opened} onOrder={(id) => acts.look({ kind: "order", id, act: "look" })} onClose={acts.close} />
      )}
      <ChoicePanel
        store={store}
        day={chosenDay}
        today={today}
        mode={mode}
        hidden={looking !== undefined}
        handle={handle}
        onMode={acts.setMode}
        onDone={booked}
        onClear={giveUp}
        onRefresh={onRefresh}
      />
      {!looking && choice.keys.size === 0 && <IdlePanel store={store} onOpen={acts.open} onChanged={onRefresh} />}
    </>
  );
});

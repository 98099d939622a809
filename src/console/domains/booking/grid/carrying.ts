/** The hand of the grid: which booking it carries, and where it would be put down. */
import { type Carried, type Carry, carryTo, startCarry } from "./carry";
import type { Slot } from "./layout";
import type { Frame } from "./store";
import { createGridWatch } from "./watch";

export function createCarrying(frame: () => Frame | undefined) {
  let carry: Carry | undefined;
  const { watch, tell } = createGridWatch();
  const become = (next: Carry | undefined): void => {
    if (next === carry) return;
    carry = next;
    tell();
  };
  return {
    watch,
    now: (): Carry | undefined => carry,
    /** Takes a booking into the hand. @param at minute of the day at which it is taken hold of */
    take: (kind: Carry["kind"], booking: Carried, at = booking.start): void => become(startCarry(kind, booking, at)),
    /** Carries it over a slot. */
    over(slot: Slot): void {
      const current = frame();
      if (carry && current) become({ ...carryTo(current.layout, current.blocks, current.now, carry, slot), down: false });
    },
    /** Puts it down where it is, if it fits there; answers where. */
    down(): Carry | undefined {
      if (!carry?.fits) return undefined;
      become({ ...carry, down: true });
      return carry;
    },
    /** Empties the hand: the booking stays where it was. */
    drop: (): void => become(undefined),
  };
}

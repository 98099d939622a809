/** Made-up entrants of draws, and the fields that properties draw. */
import fc from "fast-check";
import { drawEvent } from "../../src/engine/draw";
import type { Drawn, Entrant, Slot } from "../../src/engine/drawn";

export const idOf = (slot: Slot | undefined): string | undefined => (slot?.kind === "entry" ? slot.id : undefined);

/** e1, e2 …; the first `seeds` of them seeded; clubs dealt out. */
export const entrants = (count: number, seeds: number, clubs: number): Entrant[] =>
  Array.from({ length: count }, (_, i) => ({
    id: `e${i + 1}`,
    club: clubs > 0 ? `c${(i * 7) % clubs}` : "",
    seed: i < seeds ? i + 1 : null,
  }));

export const knockout = (list: readonly Entrant[], seed: string, separate = true): Drawn =>
  drawEvent(list, { kind: "knockout", third: false }, { separate }, seed);

export const field = fc.record({
  count: fc.integer({ min: 2, max: 512 }),
  seeds: fc.integer({ min: 0, max: 32 }),
  clubs: fc.integer({ min: 0, max: 40 }),
  seed: fc.string({ minLength: 1, maxLength: 12 }),
});

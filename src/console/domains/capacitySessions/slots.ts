/** The times of a day, cut from its hours. Pure; minutes from midnight. */

/** Division of a day: sessions of `length` with `gap` between them, from `start` until `end` at the latest. */
interface Cut {
  readonly start: number;
  readonly end: number;
  readonly length: number;
  readonly gap: number;
}

/** The sessions of a cut; none where the cut makes no sense. */
export function slotsOf({ start, end, length, gap }: Cut): { start: number; end: number }[] {
  const slots: { start: number; end: number }[] = [];
  if (length <= 0 || gap < 0) return slots;
  for (let at = start; at + length <= end; at += length + gap) slots.push({ start: at, end: at + length });
  return slots;
}

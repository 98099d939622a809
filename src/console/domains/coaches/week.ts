/** The week of the coach calendar as figures: its days, where a class lies in its day, where a drop leads. Pure. */
import { addDays, weekday } from "../../../contract/core/time";

/** Hours that the calendar shows. */
export const FIRST_HOUR = 7;
export const LAST_HOUR = 23;
/** Pixels of an hour, and the minutes that classes snap to. */
export const HOUR = 60;
const STEP = 30;

/** A class as the calendar needs it. */
interface Block {
  readonly id: string;
  readonly day: string;
  readonly start: number;
  readonly minutes: number;
}
/** A class with its lane among those that overlap it. */
interface Laid<B extends Block> {
  readonly block: B;
  readonly lane: number;
  readonly lanes: number;
}

/** Monday to Sunday of the week of a day. */
export function weekOf(day: string): readonly string[] {
  const monday = addDays(day, 1 - weekday(day));
  return Array.from({ length: 7 }, (_, i) => addDays(monday, i));
}

/** Lays a day's classes side by side where they overlap. */
export function layOutClasses<B extends Block>(blocks: readonly B[]): readonly Laid<B>[] {
  const sorted = [...blocks].sort((a, b) => a.start - b.start || b.minutes - a.minutes);
  const done: Laid<B>[] = [];
  let group: { block: B; lane: number }[] = [];
  let end = -1;
  const close = (): void => {
    const lanes = Math.max(0, ...group.map(({ lane }) => lane)) + 1;
    done.push(...group.map((one) => ({ ...one, lanes })));
    group = [];
  };
  for (const block of sorted) {
    if (block.start >= end) close();
    const busy = new Set(group.filter((one) => one.block.start + one.block.minutes > block.start).map(({ lane }) => lane));
    let lane = 0;
    while (busy.has(lane)) lane++;
    group.push({ block, lane });
    end = Math.max(end, block.start + block.minutes);
  }
  close();
  return done;
}

/** Minutes from midnight of a height in a day's column, in steps; the class stays within its day. */
export function minuteAt(pixels: number, minutes: number): number {
  const at = FIRST_HOUR * 60 + Math.round(((pixels / HOUR) * 60) / STEP) * STEP;
  return Math.max(FIRST_HOUR * 60, Math.min(LAST_HOUR * 60 - minutes, at));
}

/**
 * Returns the position to which the arrow keys move a class: a day to the side; half an hour up or down, an hour with Shift, as courts of
 * whole hours need.
 */
export function stepped(
  { day, start }: Pick<Block, "day" | "start">,
  key: string,
  wide = false,
): { readonly day: string; readonly start: number } | undefined {
  if (key === "ArrowLeft") return { day: addDays(day, -1), start };
  if (key === "ArrowRight") return { day: addDays(day, 1), start };
  if (key === "ArrowUp") return { day, start: start - (wide ? 2 : 1) * STEP };
  if (key === "ArrowDown") return { day, start: start + (wide ? 2 : 1) * STEP };
  return undefined;
}

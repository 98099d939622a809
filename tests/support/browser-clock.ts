/**
 * The clock of the browser tests, on server and screen. It runs as the real one does, but began at the same time of the same day for every
 * run: no test meets midnight, closed doors or a month's end because of when somebody runs it. TEST_CLOCK begins it elsewhere, to see.
 */
import { DEFAULT_ZONE, instant } from "../../src/contract/core/time";

const BEGIN = "2026-11-21T10:00";

/** Milliseconds to add to the real clock, for a run that begins now. @param begin YYYY-MM-DDThh:mm at the venue */
export function aheadFrom(begin = process.env.TEST_CLOCK ?? BEGIN): number {
  const [, day, hour, minute] = /^(\d{4}-\d\d-\d\d)T(\d\d):(\d\d)$/.exec(begin) ?? [];
  if (day === undefined) throw new Error(`TEST_CLOCK is ${begin}, but wants YYYY-MM-DDThh:mm`);
  return instant(day, Number(hour) * 60 + Number(minute), DEFAULT_ZONE).getTime() - Date.now();
}

/** Returns the time shift that the run has agreed on. */
export const ahead = (): number => Number(process.env.VENUE_TEST_AHEAD ?? 0);

/** Returns the current time in the tests. */
export const clock = (): Date => new Date(Date.now() + ahead());

/** Runs in a page before its scripts: moves its clock by so many milliseconds. */
export function moveClock(ms: number): void {
  const Real = Date;
  function Moved(...parts: [] | [number]): Date | string {
    const date = parts.length === 0 ? new Real(Real.now() + ms) : new Real(...parts);
    return new.target ? date : date.toString();
  }
  Object.setPrototypeOf(Moved, Real);
  Object.defineProperty(Moved, "prototype", { value: Real.prototype });
  Object.defineProperty(Moved, "now", { value: () => Real.now() + ms });
  Object.defineProperty(Real.prototype, "constructor", { value: Moved });
  Object.defineProperty(globalThis, "Date", { value: Moved });
}

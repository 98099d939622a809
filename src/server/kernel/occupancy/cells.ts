/** Runs of slots and the cells that they take. Pure. */
import { GRANULE, instant, MINUTE, wall } from "../../../contract/core/time";

/** A stretch of one place: `[start, end)`, minutes from midnight of the day. */
export interface Run {
  readonly placeId: string;
  readonly start: number;
  readonly end: number;
}

/** One unit for one granule of real time. */
export interface Cell {
  readonly unitId: string;
  readonly slotStart: Date;
}

/**
 * The granules of real time from wall-clock `start` to `end`: an hour that a clock change repeats has twice as many.
 * @returns null when the stretch touches an hour that the change skips, which nobody can play
 */
export function granules(day: string, start: number, end: number, zone: string): Date[] | null {
  for (let minute = start; minute < end; minute += GRANULE) {
    if (wall(instant(day, minute, zone), zone).minute !== minute % 1440) return null;
  }
  const until = instant(day, end, zone).getTime();
  const found: Date[] = [];
  for (let at = instant(day, start, zone).getTime(); at < until; at += GRANULE * MINUTE) found.push(new Date(at));
  return found;
}

/** Runs in order of place and time; those of one place that touch or overlap become one. */
export function mergeRuns(runs: readonly Run[]): Run[] {
  const sorted = [...runs].sort((a, b) => (a.placeId === b.placeId ? a.start - b.start : a.placeId < b.placeId ? -1 : 1));
  const merged: Run[] = [];
  for (const run of sorted) {
    const last = merged.at(-1);
    if (last && last.placeId === run.placeId && run.start <= last.end) {
      merged[merged.length - 1] = { ...last, end: Math.max(last.end, run.end) };
    } else merged.push(run);
  }
  return merged;
}

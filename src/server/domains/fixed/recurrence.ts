/**
 * Recurrence of fixed bookings by RFC 5545. Rules give days, and days only: the wall time of the contract is put on each of them in the
 * venue's zone afterwards, so that an hour stays the same hour when clocks change.
 */
import { createRequire } from "node:module";
import type * as Rrule from "rrule";

// The package is CommonJS whose names Node cannot see; its types are of its other, ES build.
const { rrulestr } = createRequire(import.meta.url)("rrule") as typeof Rrule;

const WEEKDAYS = ["MO", "TU", "WE", "TH", "FR", "SA", "SU"] as const;

/** The rule of a weekly pattern: `FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,WE`. Weeks begin on Monday. */
export function weeklyRule(weekdays: readonly number[], everyWeeks: number): string {
  const days = [...new Set(weekdays)].sort((a, b) => a - b).map((day) => WEEKDAYS[day - 1] ?? "");
  return `FREQ=WEEKLY;INTERVAL=${everyWeeks};WKST=MO;BYDAY=${days.join(",")}`;
}

const utc = (day: string): Date => new Date(`${day}T00:00:00Z`);
const compact = (day: string): string => `${day.replaceAll("-", "")}T000000Z`;

/**
 * The days of a rule, in order.
 * @param rule the value of an RRULE, of whole days
 * @param start DTSTART: the first day, from which every other week and the like are counted
 * @param range the days that are asked for, both included; `start` to `to` when left out
 * @param except EXDATE
 */
export function occurrenceDays(
  rule: string,
  start: string,
  to: string,
  { from = start, except = [] }: { from?: string; except?: readonly string[] } = {},
): string[] {
  const set = rrulestr([`DTSTART:${compact(start)}`, `RRULE:${rule}`, ...except.map((day) => `EXDATE:${compact(day)}`)].join("\n"), {
    forceset: true,
  });
  return set.between(utc(from), utc(to), true).map((at) => at.toISOString().slice(0, 10));
}

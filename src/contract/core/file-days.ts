/** The greatest period of a file. */
import type { z } from "#zod";
import { addFault, withRule } from "./between";
import { dayOf, daysBetween, DEFAULT_ZONE } from "./time";

/** Days that a file of stored rows has at most: five years. */
const FILE_DAYS = 5 * 366;

interface Limit {
  readonly max?: number;
  /** False: rows that a query generates have no end of their own, so the last day is named. Stored rows end today. */
  readonly endsToday?: boolean;
}

/** The filter of a file: its first day is named, and the file has at most so many days. */
export const limitFileDays = <S extends z.ZodType>(
  filter: S,
  [first, last]: readonly [first: string, last: string],
  { max = FILE_DAYS, endsToday = true }: Limit = {},
): S =>
  withRule(filter, (query, issues) => {
    const textAt = (name: string): string => textOf(Reflect.get(Object(query), name));
    const from = textAt(first);
    const to = textAt(last) || (endsToday ? dayOf(Date.now(), DEFAULT_ZONE) : "");
    const isWithin = from !== "" && to !== "" && daysBetween(from, to) < max;
    if (!isWithin) addFault(issues, [first], "tooManyDays", { max });
  });

const textOf = (value: unknown): string => (typeof value === "string" ? value : "");

/** Lists of money and logs open on a period, in the address. */
import { addDays, DEFAULT_ZONE } from "../../../contract/core/time";
import { session } from "../../session/store";
import { todayIn } from "../today";
import { listInput, readState } from "./state";

/** On what a list opens where the address names no filter: so many days up to today. */
export interface Opening {
  /** Its filters. */
  readonly keys: readonly string[];
  /** The filter that begins the period, and the one that ends it where what is to come is not wanted. */
  readonly from: string;
  readonly to?: string;
  readonly days: number;
}
export const MONTH_DAYS = 31;

/**
 * The query that a list opens with: its period where the address names no filter.
 * @param search query of the address, "?q=…" or ""
 * @param today the venue's day
 */
export function openingSearch({ keys, from, to, days }: Opening, search: string, today: string): string {
  const query = new URLSearchParams(search);
  if (keys.some((key) => query.has(key))) return search;
  query.set(from, addDays(today, 1 - days));
  if (to !== undefined) query.set(to, today);
  return `?${query.toString()}`;
}

/** Returns the first request of such a list. */
export const openingInput = (opening: Opening, search: URLSearchParams): Record<string, string | number> =>
  listInput(
    readState(
      openingSearch(opening, search.size > 0 ? `?${search.toString()}` : "", todayIn(session().venueInfo?.zone ?? DEFAULT_ZONE)),
      opening.keys,
    ),
  );

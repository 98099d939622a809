/** Lists of money and logs open on their last 31 days, in the address. */
import { filterKeys, type Resource } from "../../contract/resource/define";
import { ends } from "../../contract/resource/fields";
import { addDays } from "../../contract/time";

const DAYS = 31;

/**
 * The query that a list opens with: its period where the address names no filter.
 * @param search query of the address, "?q=…" or ""
 * @param today the venue's day
 */
export function openingSearch(resource: Pick<Resource, "fields" | "period">, search: string, today: string): string {
  if (resource.period === undefined) return search;
  const query = new URLSearchParams(search);
  if (filterKeys(resource).some((key) => query.has(key))) return search;
  query.set(ends(resource.period)[0], addDays(today, 1 - DAYS));
  return `?${query.toString()}`;
}

/** The period on which the list of a declared resource opens. */
import { filterKeys, periodOf, type Resource } from "../../contract/core/resource/define";
import { MONTH_DAYS, type Opening } from "../ui/list/opening";

/** Undefined where it opens on everything. */
export function openingOf(resource: Pick<Resource, "fields" | "period" | "dates">): Opening | undefined {
  const period = periodOf(resource);
  if (!period) return undefined;
  const { from, to, ended } = period;
  return { keys: filterKeys(resource), from, ...(ended ? { to } : {}), days: MONTH_DAYS };
}

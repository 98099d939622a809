/** The period on which the list of a declared resource opens. */
import { filterKeys, type Resource } from "../../contract/resource/define";
import { ends } from "../../contract/resource/fields";
import { MONTH_DAYS, type Opening } from "../ui/list/opening";

/** Undefined where it opens on everything. */
export const openingOf = (resource: Pick<Resource, "fields" | "period">): Opening | undefined =>
  resource.period === undefined ? undefined : { keys: filterKeys(resource), from: ends(resource.period)[0], days: MONTH_DAYS };

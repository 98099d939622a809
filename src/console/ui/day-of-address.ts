import { DEFAULT_ZONE, dayOf } from "../../contract/core/time";
import { session } from "../session/store";

/** The day that an address asks for, else today at the venue. */
export const dayOfAddress = (search: URLSearchParams): string => {
  const dayParam = search.get("day");
  if (dayParam !== null && /^\d{4}-\d{2}-\d{2}$/.test(dayParam) && !Number.isNaN(Date.parse(dayParam))) return dayParam;
  return dayOf(Date.now(), session().venueInfo?.zone ?? DEFAULT_ZONE);
};

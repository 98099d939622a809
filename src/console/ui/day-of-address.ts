import { DEFAULT_ZONE, dayOf } from "../../contract/core/time";
import { session } from "../session/store";

/** The day that an address asks for, else today at the venue. */
export const dayOfAddress = (search: URLSearchParams): string => {
  const asked = search.get("day");
  if (asked !== null && /^\d{4}-\d{2}-\d{2}$/.test(asked) && !Number.isNaN(Date.parse(asked))) return asked;
  return dayOf(Date.now(), session().venueInfo?.zone ?? DEFAULT_ZONE);
};

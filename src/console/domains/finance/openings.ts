/** Filters of the lists of finance, and the periods on which they open. */
import { MONTH_DAYS, type Opening } from "../../ui/list/opening";

const month = (...keys: readonly string[]): Opening => ({ keys: ["q", "from", "to", ...keys], from: "from", days: MONTH_DAYS });

export const VENUE_LOG = month("account", "stream", "flow");
/** Played today. */
export const BOOKING_INFO: Opening = {
  ...month("by", "hallId", "programId", "placeId", "source", "orderStatus", "payStatus", "cardTypeId"),
  to: "to",
  days: 1,
};

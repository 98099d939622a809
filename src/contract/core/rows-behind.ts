/** Addresses of the rows behind figures of reports. */
import { addDays } from "./time";

export interface Days {
  readonly from: string;
  readonly to: string;
}
/** Day before all books. */
export const EVER = "2000-01-01";
type Wanted = Readonly<Record<string, string | undefined>>;

/** A list with its filter. */
export const address = (path: string, wanted: Wanted): string =>
  `${path}?${new URLSearchParams(Object.entries(wanted).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]]))).toString()}`;

/** Returns the days whose rows add up to a measure: all days until a balance, else those of the period. */
export const daysBehind = ({ from, to }: Days, measure: string): Days => {
  if (measure === "opening") return { from: EVER, to: addDays(from, -1) };
  return { from: measure === "closing" ? EVER : from, to };
};

/** Address of the postings of some accounts. */
export const postingsOf = ({ from, to }: Days, account: string, more: Wanted = {}): string =>
  address("/trade/account-entry-list", { account, ...more, dayFrom: from, dayTo: to });

/** Returns the address of the postings of income and costs. */
export const entriesOf = ({ from, to }: Days, by: Wanted): string => address("/trade/book-entry-list", { ...by, dayFrom: from, dayTo: to });

/** Returns the address of the payments and refunds of the venue's tenders; `flow`: one of the two. */
export const tendersOf = ({ from, to }: Days, by: Wanted): string => address("/venue/venue-account-log", { from, to, ...by });

/** Cards opened, of members or of package cards. */
export const openedOf = ({ from, to }: Days, kind: "member" | "package"): string =>
  address("/finance/card-opening-list", { kind, dayFrom: from, dayTo: to });

const WEEK = 7;
/** The days of a row of a period: of a day, of a week by its first day, of a month; none beyond the report's own. */
export function daysOf(key: string, group: string, { from, to }: Days): Days {
  const [first, last] = group === "month" ? [`${key}-01`, monthEnd(key)] : group === "week" ? [key, addDays(key, WEEK - 1)] : [key, key];
  return { from: first < from ? from : first, to: last > to ? to : last };
}
/** Returns the last day of a month. */
export function monthEnd(month: string): string {
  const [year = 0, of = 0] = month.split("-").map(Number);
  return addDays(of === 12 ? `${year + 1}-01-01` : `${year}-${String(of + 1).padStart(2, "0")}-01`, -1);
}

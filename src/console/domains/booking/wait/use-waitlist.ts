import { waitlist, type WaitlistEntry } from "../../../../contract/waitlist/waitlist";
import { useRead } from "../../../api/use-read";

const LIVE = "waiting,offered,lapsed";

/** The day's waitlist, in the order in which offers are made; offers first. */
export function useWaitlist(day: string) {
  const read = useRead(waitlist.list, { from: day, to: day, state: LIVE, page: 0, size: 200 });
  const rank = (entry: WaitlistEntry): number => (entry.state === "offered" ? 0 : entry.state === "waiting" ? 1 : 2);
  const entries = (read.data?.content ?? []).toSorted((a, b) => rank(a) - rank(b));
  return { read, entries };
}

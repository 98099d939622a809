import type { Match } from "../../../contract/competitions/match";
import type { ScheduleView } from "../../../contract/competitions/order-of-play";

type Placed = Pick<Match, "id" | "eventId" | "key" | "startsAt" | "minutes"> & {
  readonly court: { readonly id: string } | null;
  readonly home: Pick<Match["home"], "id" | "source">;
  readonly away: Pick<Match["away"], "id" | "source">;
};
type Why = ScheduleView["clashes"][number]["why"];

const waitsFor = ({ home, away }: Placed, { key }: Placed): boolean =>
  [home, away].some(({ source }) => source === `winner:${key}` || source === `loser:${key}`);

/**
 * Returns the objection to a match at a place, as far as a desk knows it during the drag; the server decides when it is dropped.
 * @param start minute of the day @param minuteOf of an instant, at the venue
 */
export function findDropProblem(
  match: Placed,
  court: { readonly id: string; readonly hours: readonly { readonly start: string; readonly end: string }[] },
  start: number,
  all: readonly Placed[],
  minuteOf: (at: string) => number,
): Why | undefined {
  const end = start + match.minutes;
  if (!court.hours.some((run) => start >= minuteOf(run.start) && end <= (minuteOf(run.end) || 1440))) return "hours";
  const others = all.flatMap((one) => {
    if (one.startsAt === null || one.id === match.id) return [];
    const from = minuteOf(one.startsAt);
    return [{ one, from, to: from + one.minutes }];
  });
  const meets = others.filter(({ from, to }) => from < end && to > start);
  if (meets.some(({ one }) => one.court?.id === court.id)) return "court";
  const sides = [match.home.id, match.away.id].filter((id) => id !== null);
  if (meets.some(({ one }) => sides.some((id) => id === one.home.id || id === one.away.id))) return "player";
  const ofEvent = others.filter(({ one }) => one.eventId === match.eventId);
  const isEarly = ofEvent.some(({ one, from, to }) => (waitsFor(match, one) && to > start) || (waitsFor(one, match) && from < end));
  return isEarly ? "order" : undefined;
}

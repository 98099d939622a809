/** Which part of an answer the grid shows, and from which row to which that reaches. Pure. */
import type { Grid } from "../../../../contract/booking/booking";
import { GRANULE } from "../../../../contract/core/time";

/** Which part of an answer is shown: courts of a program or hall on one day; or, with `placeId`, all days of that court. */
export interface Part {
  readonly programId?: string | undefined;
  readonly hallId?: string | undefined;
  readonly placeId?: string | undefined;
}

/** The days of an answer that are shown, and the halls with their courts. */
interface Shown {
  readonly days: Grid["days"];
  readonly halls: readonly { readonly hall: Grid["halls"][number]; readonly places: Grid["places"] }[];
}

export function visiblePart(grid: Grid, day: string, part: Part): Shown {
  const halls = grid.halls
    .filter(
      (hall) =>
        (part.programId === undefined || hall.programId === part.programId) && (part.hallId === undefined || hall.id === part.hallId),
    )
    .map((hall) => ({
      hall,
      places: grid.places.filter((place) => place.hallId === hall.id && (part.placeId === undefined || place.id === part.placeId)),
    }))
    .filter(({ places }) => places.length > 0);
  return { days: grid.days.filter((each) => (part.placeId === undefined ? each.day === day : each.day >= day)), halls };
}

/** The rows of a layout: the opening hours of what is shown, and whatever is booked outside of them. */
export interface Extent {
  /** Minute at which the first row starts. */
  readonly from: number;
  readonly rows: number;
}

/** The extent that a layout of this part of an answer has. */
export const extentOf = (grid: Grid, day: string, part: Part = {}): Extent => extentOfVisible(grid, visiblePart(grid, day, part));

/** True if both have the same rows. */
export const sameExtent = (a: Extent, b: Extent): boolean => a.from === b.from && a.rows === b.rows;

export function extentOfVisible(grid: Grid, { days, halls }: Shown): Extent {
  let [from, to] = [Infinity, 0];
  const reach = ({ start, end }: { start: number; end: number }): void => {
    from = Math.min(from, start);
    to = Math.max(to, end);
  };
  const hallIds = new Set(halls.map(({ hall }) => hall.id));
  for (const each of days) for (const { hallId, open, close } of each.hours) if (hallIds.has(hallId)) reach({ start: open, end: close });
  const places = new Set(halls.flatMap((shown) => shown.places.flatMap((place) => [place.id, ...place.linkedIds])));
  const shownDays = new Set(days.map((each) => each.day));
  for (const booking of grid.bookings) if (places.has(booking.placeId) && shownDays.has(booking.day)) reach(booking);
  const first = from === Infinity ? 0 : Math.floor(from / GRANULE) * GRANULE;
  return { from: first, rows: Math.ceil((to - first) / GRANULE) };
}

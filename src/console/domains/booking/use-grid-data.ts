import { useCallback, useEffect, useLayoutEffect, useRef, useState } from "react";
import { booking } from "../../../contract/booking/booking";
import { useRead } from "../../api/use-read";
import type { Part } from "./grid/extent";
import { useLive } from "../../live/use-live";
import { createGridStore, untilNextMinute } from "./grid/store";

const GATHER_MS = 150;

/** Days of the week of a court. */
export const WEEK = 7;

/**
 * The grid of a day, or the week of a court from that day on, in its store: loaded, refreshed quietly when another desk changes something,
 * and kept up with the clock of the server, from which the device's may be away.
 */
export function useGridData(day: string, part: Part) {
  const { placeId, hallId, programId } = part;
  const read = useRead(booking.grid, placeId === undefined ? { day, days: 1 } : { day, days: WEEK, placeId });
  const { data, refetch, dataUpdatedAt } = read;
  const offset = useRef(0);
  // An answer that is already here is drawn at once: nobody watches the store yet.
  const [store] = useState(() => {
    const made = createGridStore();
    if (data) made.apply(data, day, Date.parse(data.now), part);
    return made;
  });
  const serverNow = useCallback((): number => Date.now() + offset.current, []);

  const show = useCallback((): void => {
    if (!data) return;
    offset.current = Date.parse(data.now) - (dataUpdatedAt || Date.now());
    store.apply(data, day, serverNow(), { placeId, hallId, programId });
  }, [store, data, dataUpdatedAt, day, placeId, hallId, programId, serverNow]);
  useLayoutEffect(show, [show]);

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>;
    const wait = (): void => {
      timer = setTimeout(() => {
        store.tick(serverNow());
        wait();
      }, untilNextMinute(serverNow()));
    };
    wait();
    return () => clearTimeout(timer);
  }, [store, serverNow]);

  const gather = useRef<ReturnType<typeof setTimeout>>(undefined);
  const refresh = useCallback((): void => void refetch(), [refetch]);
  useLive(["booking_changed", "booking_online"], () => {
    clearTimeout(gather.current);
    gather.current = setTimeout(refresh, GATHER_MS);
  });
  useEffect(() => () => clearTimeout(gather.current), []);
  return { store, read, refresh };
}

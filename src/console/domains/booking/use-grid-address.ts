import { useCallback, useEffect, useRef, useState } from "react";
import { useLocation, useNavigate } from "react-router";
import type { Part } from "./grid/extent";
import { dayOfAddress } from "../../ui/day-of-address";

/** Part of the address that concerns the grid: the day, the part of the venue, and an order to open. */
export interface GridAddress extends Part {
  readonly day: string;
}

/** An order that an address asks to be opened, and what for. */
export interface Asked {
  readonly order: string;
  readonly act: string | null;
}

function readAddress(search: string): GridAddress {
  const query = new URLSearchParams(search);
  return {
    day: dayOfAddress(query),
    programId: query.get("program") ?? undefined,
    hallId: query.get("hall") ?? undefined,
    placeId: query.get("place") ?? undefined,
  };
}

/** The order that an address names, if it names one. */
export function orderFromAddress(search: string): Asked | undefined {
  const query = new URLSearchParams(search);
  const order = query.get("order");
  return order ? { order, act: query.get("act") } : undefined;
}

/** True if an address requests the wizard that closes courts. */
export const asksToClose = (search: string): boolean => new URLSearchParams(search).get("act") === "closing";

function writeAddress({ day, programId, hallId, placeId }: GridAddress): string {
  const query = new URLSearchParams({ day });
  for (const [key, value] of Object.entries({ program: programId, hall: hallId, place: placeId })) if (value) query.set(key, value);
  return `?${query.toString()}`;
}

/**
 * The grid's part of the address: reload, back and a shared link show the same. A change shows at once and is written after.
 * @returns what it says, the way to change it, the order that a link to the open grid named last: another object for each link, and whether
 * the address asks for the closing wizard
 */
export function useGridAddress(): readonly [GridAddress, (change: Partial<GridAddress>) => void, Asked | undefined, boolean] {
  const { search } = useLocation();
  const navigate = useNavigate();
  const [address, setAddress] = useState(() => readAddress(search));
  const [pending, setPending] = useState<Asked>();
  const written = useRef(new Set([search]));
  useEffect(() => {
    if (written.current.has(search)) return;
    setAddress(readAddress(search));
    setPending(orderFromAddress(search));
  }, [search]);
  const change = useCallback(
    (next: Partial<GridAddress>): void => {
      const whole = { ...address, ...next };
      setAddress(whole);
      const text = writeAddress(whole);
      written.current = new Set([...[...written.current].slice(-4), text]);
      void navigate({ search: text }, { replace: true });
    },
    [address, navigate],
  );
  return [address, change, pending, asksToClose(search)];
}

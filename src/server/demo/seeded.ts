/** Changes of the demo whose ids are fixed by a seed. */
import type { Database } from "../db/client";
import { type Ctx, makeId, type VenueRow } from "../http/context";
import { change, systemRequest } from "../http/perform";
import { random } from "./random";

/**
 * Runs a change whose ids are the same on every machine. A change that collided is run again whole, so it begins again with the seed too.
 * @param seed what tells this change from the venue's others
 * @param run is given `tick`, which sets the clock that the next ids are made by
 */
export async function seededChange<T>(
  database: Database,
  venue: VenueRow,
  { action, now, seed }: { action: string; now: Date; seed: readonly (string | number)[] },
  run: (ctx: Ctx, tick: (at: Date) => void) => Promise<T>,
): Promise<T> {
  let clock = now;
  let ids = random(...seed, venue.id);
  const newId = (): string => makeId(clock, (count) => ids.bytes(count));
  return change(database, systemRequest(venue, action, now, { newId }), (ctx) => {
    clock = now;
    ids = random(...seed, venue.id);
    return run(ctx, (at) => {
      clock = at;
    });
  });
}

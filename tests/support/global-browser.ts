/**
 * Shared setup of all browser tests: the built console, the clock, and a database with the venues of `browser-data`, from which each file
 * copies.
 */
import { addDays, dayOf, DEFAULT_ZONE } from "../../src/contract/core/time";
import { builtConsole } from "./browser";
import { aheadFrom, clock } from "./browser-clock";
import { seedVenues } from "./browser-data";
import { freshDatabase } from "./database";
import { testServer } from "./server";

/** Runs after `global.ts`. @throws Error when the console cannot be built */
export async function setup(): Promise<() => Promise<void>> {
  process.env.VENUE_TEST_AHEAD = String(aheadFrom());
  process.env.VENUE_CONSOLE_DIR = builtConsole();
  const venues = await freshDatabase();
  const server = await testServer({ url: venues.url, clock });
  const now = clock();
  await seedVenues(server, addDays(dayOf(now, DEFAULT_ZONE), 1), now);
  await server.close();
  process.env.VENUE_TEST_VENUES = venues.name;
  return () => venues.drop();
}

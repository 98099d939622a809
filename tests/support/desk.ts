/** A test server seen as the test venue that seeding wants: services run as the app runs them, beside the HTTP calls of the test. */
import type { Database } from "../../src/server/db/client";
import { EVERY_CODE, type VenueRow } from "../../src/server/http/context";
import { change, read, type Request, systemRequest } from "../../src/server/http/perform";
import { tester, type TestVenue } from "./venue";

/** @param now the clock of what is seeded */
export function deskOf(database: Database, url: string, venue: VenueRow, now: Date): TestVenue {
  const request = (as: Partial<Request> = {}): Request =>
    systemRequest(venue, as.action ?? "test", desk.now, { person: tester, codes: EVERY_CODE, ...as });
  const desk: TestVenue = {
    url,
    database,
    venue,
    now,
    act: (service, as) => change(database, request(as), service),
    look: (service, as) => read(database, request(as), service),
    close: async () => undefined,
  };
  return desk;
}

/** The row of a venue that exists already. */
export const venueOf = (database: Database, id: string): Promise<VenueRow> =>
  database.dbFor(id).selectFrom("venue").selectAll().where("id", "=", id).executeTakeFirstOrThrow();

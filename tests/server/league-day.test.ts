/** The demo's league day has a Swiss event in its third round, and a plate with its first losers. */
import { expect, it } from "vitest";
import { people } from "../../src/server/demo/people";
import { makeLeagueDay } from "../../src/server/demo/league-day";
import { random } from "../../src/server/demo/random";
import { seedBooking } from "../support/booking";
import { testVenue } from "../support/venue";
import "../../src/server/domains/unions/routes"; // serving organizations tells which table games refer to

it("is played to the third Swiss round and the second of the knockout", async () => {
  const t = await testVenue();
  try {
    await seedBooking(t);
    await t.act((ctx) => {
      const r = random("league", ctx.venue.id);
      const crowd = people(r, 120);
      return makeLeagueDay(
        ctx,
        r,
        crowd.filter(({ gender }) => gender === "male"),
        crowd.filter(({ gender }) => gender === "female"),
      );
    });
    const rows = await t.look((ctx) =>
      ctx.db.selectFrom("battle").select(["key", "state"]).where("venue_id", "=", ctx.venue.id).orderBy("key").execute(),
    );
    const statesOf = (start: string): string[] => rows.filter(({ key }) => key.startsWith(start)).map(({ state }) => state);
    expect(statesOf("S-2-")).toEqual(["finished", "finished", "finished", "finished"]);
    expect(statesOf("S-3-")).toEqual(["ready", "ready", "ready", "ready"]);
    expect(statesOf("C-1-")).toContain("ready");
  } finally {
    await t.close();
  }
});

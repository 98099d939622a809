/** Stages, rounds, sides and players of matches as records, of a tournament that is being played. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Call } from "../../src/contract/core/call";
import { competitionRecords } from "../../src/contract/competitions/competition-records";
import { gameTeams, games } from "../../src/contract/competitions/competitions";
import { callsOf } from "../../src/contract/core/resource/calls";
import { seedBooking } from "../support/booking";
import { Tournament } from "../support/tournament";
import { testVenue, type TestVenue } from "../support/venue";

let t: TestVenue;
let cup: Tournament;
beforeAll(async () => {
  t = await testVenue();
  await seedBooking(t);
  cup = new Tournament(t);
  await cup.enter(4);
  await cup.draw();
  await cup.play(await cup.keyed("1-1-1"));
});
afterAll(() => t.close());
const listOf = async (key: keyof typeof competitionRecords): Promise<readonly Record<string, unknown>[]> => {
  const call: Call = competitionRecords[key];
  return ((await cup.look(call, { eventId: cup.eventId })) as { content: readonly Record<string, unknown>[] }).content;
};

describe("records of a competition", () => {
  it("have a stage with its fields, which runs once a match has begun", async () => {
    const [stage] = await listOf("racecards");
    expect(stage).toMatchObject({
      game: cup.gameId,
      event: cup.eventId,
      sequence: 1,
      inningQuantity: 3,
      winInningQuantity: 2,
      status: "running",
    });
  });

  it("have each round with how many of its matches are over", async () => {
    expect((await listOf("rounds")).map(({ round, battles, finished, status }) => [round, battles, finished, status])).toEqual([
      [1, 2, 1, "running"],
      [2, 1, 0, "planned"],
    ]);
  });

  it("have both sides of each set, and what each side of a match scored", async () => {
    const played = (await cup.keyed("1-1-1")).id;
    const sides = (await listOf("inningTeams")).filter(({ battleId }) => battleId === played);
    expect(sides.map(({ inning, side, score, won }) => [inning, side, score, won])).toEqual([
      [1, "home", 21, true],
      [1, "away", 10, false],
      [2, "home", 21, true],
      [2, "away", 10, false],
    ]);
    const scores = (await listOf("teamScores")).filter(({ battleId }) => battleId === played);
    expect(scores.map(({ side, sets, points, won }) => [side, sets, points, won])).toEqual([
      ["home", 2, 42, true],
      ["away", 0, 20, false],
    ]);
  });

  it("say of an entry that it is confirmed, and of a game that it is published", async () => {
    const [entry] = (await cup.look(callsOf(gameTeams).list, { event: cup.eventId })).content;
    expect(entry?.confirm).toBe(true);
    expect((await cup.look(callsOf(games).view, { id: cup.gameId })).publish).toBe(true);
  });
});

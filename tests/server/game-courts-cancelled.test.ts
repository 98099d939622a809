/** Courts of a game that is called off: whatever is not over comes free, and nobody takes more of them for it. */
import { afterEach, beforeEach, expect, it } from "vitest";
import { games } from "../../src/contract/competitions/competitions";
import { gameCourtDesk } from "../../src/contract/gameCourts/game-courts";
import { callsOf } from "../../src/contract/core/resource/calls";
import { checkLedger } from "../../src/server/ledger/check";
import { at, book, refusalOf, seedBooking, TODAY, TOMORROW } from "../support/booking";
import { waitingFor, whileShut } from "../support/gate";
import { serves } from "../support/services";
import { Tournament } from "../support/tournament";
import { type TestVenue, testVenue } from "../support/venue";

let t: TestVenue;
let cup: Tournament;
beforeEach(async () => {
  t = await testVenue();
  await seedBooking(t);
  cup = new Tournament(t);
  await cup.enter(2);
});
afterEach(async () => {
  expect(await checkLedger(t.database.dbFor("v-1"), "v-1")).toEqual([]);
  await t.close();
});

const ground = (day: string, placeId: string, start: number, end: number) =>
  ({ placeIds: [placeId], days: [day], start, end, title: "公开赛", gameId: cup.gameId }) as const;
const takeOne = (day: string, placeId: string, start: number, end: number, now = t.now) =>
  t.act((ctx) => serves(gameCourtDesk.take)(ctx, gameCourtDesk.take.input.parse(ground(day, placeId, start, end))), { now });
const cancel = () => cup.act(callsOf(games).cancel, { id: cup.gameId, reason: "台风" });
const courts = async () =>
  (await cup.look(gameCourtDesk.list, { venueId: t.venue.id, gameId: cup.gameId })).content.map(({ day, placeId }) => [day, placeId]);
const bookIt = (day: string, placeId: string, hour: number) => book(t, { day, runs: [{ placeId, start: at(hour), end: at(hour + 1) }] });

it("frees today's courts as well as those of other days, but for what is over", async () => {
  const early = new Date(`${TODAY}T07:00:00+08:00`);
  await takeOne(TODAY, "b-1", at(8), at(9), early);
  await takeOne(TODAY, "b-2", at(9), at(12), early);
  await takeOne(TODAY, "b-3", at(14), at(18));
  await takeOne(TOMORROW, "b-1", at(9), at(12));
  await cancel();
  expect(await courts()).toEqual([[TODAY, "b-1"]]);
  await bookIt(TODAY, "b-3", 15);
  await bookIt(TODAY, "b-2", 11);
  await bookIt(TOMORROW, "b-1", 10);
});

it("takes no more courts for a game that is cancelled or over", async () => {
  await cancel();
  const refused = await refusalOf(takeOne(TOMORROW, "b-1", at(9), at(12)));
  expect(refused.text("zh")).toContain("赛事已取消，不能再占场");
  expect(await courts()).toEqual([]);
  await bookIt(TOMORROW, "b-1", 10);
});

it("leaves no court taken where a game is cancelled while courts are taken for it", async () => {
  const both = await whileShut(t.url, async () => {
    const taking = takeOne(TOMORROW, "b-1", at(9), at(12));
    await waitingFor(t.url, 1);
    const cancelling = cancel();
    await waitingFor(t.url, 2);
    return [taking, cancelling] as const;
  });
  await Promise.all(both);
  expect(await courts()).toEqual([]);
  await bookIt(TOMORROW, "b-1", 10);
});

it("takes none where the game is being cancelled first", async () => {
  const [cancelling, taking] = await whileShut(t.url, async () => {
    const first = cancel();
    await waitingFor(t.url, 1);
    const second = takeOne(TOMORROW, "b-1", at(9), at(12)).then(
      () => "taken",
      () => "refused",
    );
    await waitingFor(t.url, 2);
    return [first, second] as const;
  });
  await cancelling;
  expect(await taking).toBe("refused");
  expect(await courts()).toEqual([]);
});

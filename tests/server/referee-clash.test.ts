/** A referee is needed on one match at a time, in whichever game: by hand, by the schedule, and by two desks at once. */
import { afterEach, beforeEach, expect, it } from "vitest";
import { battles } from "../../src/contract/competitions/battles";
import { referees } from "../../src/contract/competitions/competitions";
import { gameCourtDesk } from "../../src/contract/gameCourts/game-courts";
import type { Match } from "../../src/contract/competitions/match";
import { matches } from "../../src/contract/competitions/matches";
import { callsOf } from "../../src/contract/core/resource/calls";
import { at, seedBooking, TOMORROW } from "../support/booking";
import { waitingFor, whileShut } from "../support/gate";
import { query } from "../support/tables";
import { Tournament } from "../support/tournament";
import { type TestVenue, testVenue } from "../support/venue";

const battle = callsOf(battles);
let t: TestVenue;
let cup: Tournament;
let referee = "";
beforeEach(async () => {
  t = await testVenue();
  await seedBooking(t);
  cup = await planned("b-1", "b-2");
  const draft = { name: "严裁判", sex: "female", phone: "13600000001", level: "first", active: true } as const;
  referee = (await cup.act(callsOf(referees).create, draft)).id;
});
afterEach(() => t.close());

/** A game of four on two courts: both semifinals at nine. */
async function planned(...placeIds: string[]): Promise<Tournament> {
  const made = new Tournament(t);
  await made.enter(4);
  await made.draw();
  await made.act(gameCourtDesk.take, { placeIds, days: [TOMORROW], start: at(9), end: at(13), gameId: made.gameId, title: "公开赛" });
  await made.plan();
  return made;
}
const semis = async (of: Tournament): Promise<[Match, Match]> => [await of.keyed("1-1-1"), await of.keyed("1-1-2")];
const assign = (of: Tournament, { id }: Pick<Match, "id">) => of.act(battle.assign, { id, referee });
const clashes = async (of: Tournament) => (await of.look(matches.schedule, { gameId: of.gameId })).clashes;
const outcome = (doing: Promise<unknown>) =>
  doing.then(
    () => "done",
    () => "refused",
  );

it("is refused to a second match at the same time, and given to one after it", async () => {
  const [first, second] = await semis(cup);
  expect(first.startsAt).toBe(second.startsAt);
  await assign(cup, first);
  expect(await cup.said(assign(cup, second))).toMatch(/严裁判 这时已派到另一场：11-22 09:00 男单/);
  expect((await cup.keyed("1-1-2")).referee).toBe("");
  await assign(cup, await cup.keyed("1-2-1"));
  // To the same match once more: nothing is in the way.
  await assign(cup, first);
  expect(await clashes(cup)).toEqual([]);
});

it("is refused across games", async () => {
  const other = await planned("b-3", "b-4");
  await assign(cup, await cup.keyed("1-1-1"));
  expect(await other.said(assign(other, await other.keyed("1-1-1")))).toContain("这时已派到另一场");
});

it("keeps a match from being moved to a time at which its referee is needed elsewhere", async () => {
  await assign(cup, await cup.keyed("1-2-1"));
  const other = await planned("b-3", "b-4");
  const theirs = await other.keyed("1-2-1");
  const noon = new Date(`${TOMORROW}T12:00:00+08:00`).toISOString();
  const place = (startsAt: string | null) => other.act(matches.place, { id: theirs.id, courtId: "b-3", startsAt });
  await place(noon);
  await assign(other, theirs);
  // Both plans are alike: both finals were at one time.
  expect(await other.said(place(theirs.startsAt))).toContain("裁判 严裁判 这时在另一场");
  expect((await other.keyed("1-2-1")).startsAt).toBe(noon);
});

it("is marked on the board where a plan has put two of its matches at one time", async () => {
  const [first, second] = await semis(cup);
  await query(t.url, "UPDATE battle SET referee_id = $1 WHERE id = ANY($2)", [referee, [first.id, second.id]]);
  const [clash, ...more] = await clashes(cup);
  expect(more).toEqual([]);
  expect(clash).toMatchObject({ why: "referee", player: "严裁判" });
  expect(new Set([clash?.id, clash?.with])).toEqual(new Set([first.id, second.id]));
});

it("is not needed twice at once after a plan, in one game or in two", async () => {
  const [first, second] = await semis(cup);
  await query(t.url, "UPDATE battle SET referee_id = $1 WHERE id = ANY($2)", [referee, [first.id, second.id]]);
  await cup.plan({ again: true });
  const [one, other] = await semis(cup);
  expect(one.startsAt).not.toBeNull();
  expect(one.startsAt).not.toBe(other.startsAt);
  expect(await clashes(cup)).toEqual([]);
  // Another game's plan keeps away from both.
  const elsewhere = await planned("b-3", "b-4");
  const theirs = await elsewhere.keyed("1-1-1");
  await query(t.url, "UPDATE battle SET referee_id = $1 WHERE id = $2", [referee, theirs.id]);
  expect(await clashes(elsewhere)).toHaveLength(1);
  await elsewhere.plan({ again: true });
  expect(await clashes(elsewhere)).toEqual([]);
  expect((await elsewhere.keyed("1-1-1")).startsAt).not.toBeNull();
});

it("does not begin a match while the referee's other one is on", async () => {
  const [first] = await semis(cup);
  await assign(cup, first);
  const second = await cup.keyed("1-1-2");
  await query(t.url, "UPDATE battle SET referee_id = $1 WHERE id = $2", [referee, second.id]);
  await cup.act(battle.start, { id: first.id });
  expect(await cup.said(cup.act(battle.start, { id: second.id }))).toContain("还在另一场");
});

it("is given to one of two matches by two desks at once, of one game or of two", async () => {
  const other = await planned("b-3", "b-4");
  const [first, second] = await semis(cup);
  const both = await whileShut(t.url, async () => {
    const one = outcome(assign(cup, first));
    await waitingFor(t.url, 1);
    const two = outcome(assign(other, await other.keyed("1-1-1")));
    await waitingFor(t.url, 2);
    return [one, two] as const;
  });
  expect(await Promise.all(both)).toEqual(["done", "refused"]);
  await query(t.url, "UPDATE battle SET referee_id = NULL", []);
  const again = await whileShut(t.url, async () => {
    const one = outcome(assign(cup, first));
    await waitingFor(t.url, 1);
    const two = outcome(assign(cup, second));
    await waitingFor(t.url, 2);
    return [one, two] as const;
  });
  expect(await Promise.all(again)).toEqual(["done", "refused"]);
});

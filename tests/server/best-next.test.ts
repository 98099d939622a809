/** Groups of which the best of the next place go through besides. */
import { afterEach, beforeEach, expect, it } from "vitest";
import { battles } from "../../src/contract/competitions/battles";
import { gameEventSettings } from "../../src/contract/competitions/competitions";
import { isOpen, type Match } from "../../src/contract/competitions/match";
import { matches } from "../../src/contract/competitions/matches";
import { callsOf } from "../../src/contract/core/resource/calls";
import { seedBooking } from "../support/booking";
import { Tournament } from "../support/tournament";
import { type TestVenue, testVenue } from "../support/venue";

let t: TestVenue;
let cup: Tournament;
beforeEach(async () => {
  t = await testVenue();
  await seedBooking(t);
  cup = new Tournament(t);
});
afterEach(() => t.close());

const FORMAT = { racecardRule: "groupsKnockout", groupQuantity: 3, winTeamQuantity: 1, bestNextQuantity: 1 } as const;
const table = () => cup.look(matches.standings, { eventId: cup.eventId });
const knockout = async () => (await cup.all()).filter(({ group }) => group === null);
/** The number of an entry, "选手3": the smaller one wins, all of group matches. */
const numberOf = ({ home, away }: Match): 0 | 1 => (Number(home.name.slice(2)) < Number(away.name.slice(2)) ? 0 : 1);
const playGroups = async (): Promise<void> => {
  for (const match of await cup.all()) if (match.group !== null && match.state === "ready") await cup.play(match, numberOf(match));
};

it("sends the best second of groups of different sizes on, counting matches against the first three only", async () => {
  await cup.enter(10, FORMAT);
  await cup.draw();
  expect((await table()).best).toMatchObject({ place: 2, count: 1, compared: 3 });
  const waiting = (await knockout()).flatMap(({ home, away }) => [home, away]).find(({ source }) => source.startsWith("best:"));
  expect(waiting).toMatchObject({ id: null, from: "成绩较好的小组第 2" });
  await playGroups();
  const { best, groups } = await table();
  const [first, ...others] = best?.rows ?? [];
  expect(others).toHaveLength(2);
  expect(first).toMatchObject({ through: true, played: 2 });
  expect(others.map(({ through, played }) => [through, played])).toEqual([
    [false, 2],
    [false, 2],
  ]);
  const through = groups.flatMap(({ rows }) => rows.filter((row) => row.through).map(({ id }) => id));
  expect(through).toHaveLength(4);
  const all = await knockout();
  const sides = all.filter(({ round }) => round === 1).flatMap(({ home, away }) => [home.id, away.id]);
  expect(new Set(sides)).toEqual(new Set(through));
  await cup.playAll(() => 0);
  const places = await cup.places();
  expect(Object.values(places).filter((place) => place === 1)).toHaveLength(1);
  expect(Object.values(places)).not.toContain(null);
});

it("takes the best second back with a corrected group result, and refuses an amended one once it has played", async () => {
  await cup.enter(9, FORMAT);
  await cup.draw();
  await playGroups();
  const before = (await table()).best?.rows[0];
  const last = (await cup.all()).find(
    ({ group, home, away }) => group === before?.group && (home.id === before?.id || away.id === before?.id),
  );
  await cup.act(callsOf(battles).correct, { id: last?.id ?? "", reason: "记反了" });
  const emptied = (await knockout()).filter(isOpen).flatMap(({ home, away }) => [home, away]);
  expect(emptied.find(({ source }) => source.startsWith("best:"))?.id).toBeNull();
  await cup.act(callsOf(battles).score, {
    id: last?.id ?? "",
    sets: [
      [21, 19],
      [21, 19],
    ],
  });
  await cup.act(callsOf(battles).finish, { id: last?.id ?? "" });
  const after = (await table()).best?.rows[0];
  const filled = (await knockout()).flatMap(({ home, away }) => [home, away]).find(({ source }) => source.startsWith("best:"));
  expect(filled?.id).toBe(after?.id);

  // Any group's score may change which second is the best; once it plays, that is too late.
  const semi = (await knockout()).find(({ home, away }) => home.id === after?.id || away.id === after?.id);
  await cup.act(callsOf(battles).start, { id: semi?.id ?? "" });
  await cup.act(callsOf(battles).score, { id: semi?.id ?? "", sets: [[5, 3]] });
  const own = (await cup.all()).find(
    (match) => match.group !== null && match.winner !== null && (match.winner === 0 ? match.home : match.away).id === after?.id,
  );
  const win: [number, number] = own?.winner === 0 ? [30, 29] : [29, 30];
  const refusal = await cup.said(cup.act(callsOf(battles).amend, { id: own?.id ?? "", sets: [win, win], reason: "记错" }));
  const isStillBest = (await table()).best?.rows[0]?.id === after?.id;
  expect([refusal, isStillBest]).toEqual([expect.stringContaining("没有保存"), true]);
});

it("sends both seconds of two groups on, and says which settings do not fit", async () => {
  await cup.enter(7, { ...FORMAT, groupQuantity: 2, bestNextQuantity: 2 });
  const {
    createdAt: _,
    winInningQuantity: _w,
    eventTitle: _e,
    gameTitle: _g,
    ...own
  } = await cup.look(callsOf(gameEventSettings).view, {
    id: cup.eventId,
  });
  const change = (more: Partial<typeof own>) => cup.said(cup.act(callsOf(gameEventSettings).modify, { ...own, ...more }));
  expect(await change({ winTeamQuantity: 3 })).toContain("1 或 2 名");
  expect(await change({ bestNextQuantity: 3 })).toContain("不能多于小组数 2");
  expect(await change({ crossing: "A1-B2 B1-A2" })).toContain("请清空对位表");
  await cup.draw();
  expect(await change({ bestNextQuantity: 1 })).toContain("抽签");
  await playGroups();
  expect((await knockout()).filter(({ round }) => round === 1).map(({ state }) => state)).toEqual(["ready", "ready"]);
});

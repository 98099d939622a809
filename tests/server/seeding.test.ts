/** Seeding by a ranking list and past results, and a qualifying whose winners come into the main draw. */
import { afterEach, beforeEach, expect, it } from "vitest";
import { battles } from "../../src/contract/competitions/battles";
import type { Match } from "../../src/contract/competitions/match";
import { matches } from "../../src/contract/competitions/matches";
import { seeding } from "../../src/contract/competitions/seeding";
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

const view = () => cup.look(seeding.view, { eventId: cup.eventId });
const idOf = async (name: string): Promise<string> => (await view()).entries.find((entry) => entry.name === name)?.id ?? "";
const numberOf = ({ name }: Match["home"]): number => Number(name.slice(2));
const winnerOf = ({ home, away }: Match): 0 | 1 => (numberOf(home) < numberOf(away) ? 0 : 1);

it("keeps the whole ranking list, says which rows name nobody, and seeds in the order given until the draw", async () => {
  await cup.enter(4);
  const rows = [
    { name: "选手3", rank: 1, points: 900 },
    { name: "没有报名的人", rank: 2, points: 800 },
    { name: "选手 2", rank: 3, points: 700.5 },
  ];
  const read = await cup.act(seeding.save, { eventId: cup.eventId, rows });
  expect(read).toMatchObject({ rows: 3, unknown: ["没有报名的人"] });
  expect(read.entries.find(({ name }) => name === "选手2")).toMatchObject({ rank: 3, points: 700.5 });
  const ids = [await idOf("选手3"), await idOf("选手2")];
  await cup.act(seeding.save, { eventId: cup.eventId, ids });
  expect((await view()).entries.filter(({ seed }) => seed !== null).map(({ name, seed }) => [name, seed])).toEqual([
    ["选手3", 1],
    ["选手2", 2],
  ]);
  expect(await cup.said(cup.act(seeding.save, { eventId: cup.eventId, ids: [ids[0] ?? "", ids[0] ?? ""] }))).toContain("名单已有变化");
  expect(await cup.said(cup.act(seeding.save, { eventId: cup.eventId, ids: ["no-entry"] }))).toContain("名单已有变化");
  await cup.act(matches.makeDraw, { eventId: cup.eventId });
  expect(await cup.said(cup.act(seeding.save, { eventId: cup.eventId, ids }))).toContain("已抽签");
  expect(await cup.said(cup.act(seeding.save, { eventId: cup.eventId, rows: [] }))).toContain("已抽签");
  expect((await view()).rows).toBe(3);
});

it("plays a qualifying into the lines that are kept for its winners, and lets a lucky loser in", async () => {
  await cup.enter(7, { racecardRule: "qualifying", qualifierQuantity: 2 });
  expect(await cup.said(cup.act(matches.makeDraw, { eventId: cup.eventId }))).toContain("打资格赛的有 0 支");
  const names = ["选手3", "选手4", "选手5", "选手6", "选手7"];
  const qualifyingIds = await Promise.all(names.map(idOf));
  await cup.act(seeding.save, { eventId: cup.eventId, ids: [await idOf("选手1"), await idOf("选手2")], qualifyingIds });
  await cup.draw();
  const drawn = await cup.look(matches.draw, { eventId: cup.eventId });
  expect(drawn.stages.map(({ kind, matches: all }) => [kind, all.length])).toEqual([
    ["qualifying", 3],
    ["knockout", 3],
  ]);
  const kept = drawn.stages[1]?.lines.filter(({ kind }) => kind === "place").map(({ name }) => name);
  expect(kept?.toSorted()).toEqual(["资格赛 1 区出线", "资格赛 2 区出线"]);
  for (let next = (await cup.all()).find(({ key, state }) => key.startsWith("Q") && state === "ready"); next;) {
    await cup.play(next, winnerOf(next));
    next = (await cup.all()).find(({ key, state }) => key.startsWith("Q") && state === "ready");
  }
  const main = (await cup.all()).filter(({ key }) => key.startsWith("2-1-"));
  expect(main.every(({ state }) => state === "ready")).toBe(true);
  const qualifier = main.flatMap(({ home, away }) => [home, away]).find(({ source }) => source.startsWith("winner:Q"));
  const now = await cup.look(matches.draw, { eventId: cup.eventId });
  expect(now.luckyLosers).toHaveLength(3);
  const [lucky] = now.luckyLosers;
  await cup.act(matches.replaceEntry, { eventId: cup.eventId, outId: qualifier?.id ?? "", inId: lucky?.id ?? "", reason: "受伤" });
  const after = (await cup.all()).filter(({ key }) => key.startsWith("2-1-")).flatMap(({ home, away }) => [home.id, away.id]);
  expect([after.includes(lucky?.id ?? ""), after.includes(qualifier?.id ?? "")]).toEqual([true, false]);
  await cup.playAll(winnerOf);
  const places = await cup.places();
  expect(Object.values(places).toSorted((a, b) => (a ?? 0) - (b ?? 0))).toEqual([1, 2, 3, 3, 5, 6, expect.any(Number)]);
});

it("takes a qualifier back out of the main draw with a corrected result", async () => {
  await cup.enter(4, { racecardRule: "qualifying", qualifierQuantity: 1 });
  await cup.act(seeding.save, { eventId: cup.eventId, ids: [], qualifyingIds: [await idOf("选手3"), await idOf("选手4")] });
  await cup.draw();
  const [match] = (await cup.all()).filter(({ key }) => key.startsWith("Q"));
  await cup.play(match as Match, 0);
  const sides = async () => (await cup.all()).filter(({ key }) => key.startsWith("2-")).flatMap(({ home, away }) => [home.id, away.id]);
  expect(await sides()).toContain(match?.home.id);
  await cup.act(callsOf(battles).correct, { id: match?.id ?? "", reason: "记反了" });
  expect(await sides()).not.toContain(match?.home.id);
});

it("counts places of finished events by mobile number, and none of this event", async () => {
  await cup.enter(2);
  await cup.draw();
  await cup.playAll(winnerOf);
  const first = cup.eventId;
  expect((await view()).entries.map(({ past }) => past)).toEqual([null, null]);
  const phones = await t.look((ctx) =>
    ctx.db.selectFrom("game_team_member").select(["name", "phone"]).where("venue_id", "=", ctx.venue.id).orderBy("name").execute(),
  );
  await cup.enter(2);
  expect(cup.eventId).not.toBe(first);
  const { entries } = await view();
  await t.act(async (ctx) => {
    for (const [i, { phone }] of phones.entries())
      await ctx.db
        .updateTable("game_team_member")
        .set({ phone })
        .where("venue_id", "=", ctx.venue.id)
        .where("team_id", "=", entries[i]?.id ?? "")
        .execute();
  });
  expect((await view()).entries.map(({ name, past }) => [name, past])).toEqual([
    ["选手1", 100],
    ["选手2", 70],
  ]);
});

/** A draw that stands changes for a reason: two entries exchange their places, a late entry or a lucky loser takes the place of another. */
import { afterEach, beforeEach, expect, it } from "vitest";
import { battles } from "../../src/contract/competitions/battles";
import { gameTeamMembers, gameTeams } from "../../src/contract/competitions/competitions";
import { matches } from "../../src/contract/competitions/matches";
import { callsOf } from "../../src/contract/core/resource/calls";
import { seedBooking } from "../support/booking";
import { Tournament } from "../support/tournament";
import { type TestVenue, testVenue } from "../support/venue";

const team = callsOf(gameTeams);
let t: TestVenue;
let cup: Tournament;
beforeEach(async () => {
  t = await testVenue();
  await seedBooking(t);
  cup = new Tournament(t);
});
afterEach(() => t.close());

const view = () => cup.look(matches.draw, { eventId: cup.eventId });
const idOf = async (name: string): Promise<string> => {
  const { content } = await cup.look(team.list, { event: cup.eventId, size: 100 });
  const found = content.find((entry) => entry.name === name);
  if (!found) throw new Error(name);
  return found.id;
};
/** A late entry with its player. */
async function enterLate(name: string): Promise<string> {
  const phone = "13888880001";
  const { id } = await cup.act(team.create, { event: cup.eventId, name, captain: name, phone, club: "", seed: null });
  await cup.act(callsOf(gameTeamMembers).create, { team: id, name, sex: "male", phone });
  return id;
}
const sidesOf = (match: { home: { name: string }; away: { name: string } }) => [match.home.name, match.away.name];

it("exchanges the places of two entries, with the reason on the sheet", async () => {
  await cup.enter(8);
  await cup.draw();
  const before = await view();
  const [first, , third] = before.stages[0]?.lines ?? [];
  await cup.act(matches.swapLines, { eventId: cup.eventId, firstId: first?.id ?? "", secondId: third?.id ?? "", reason: "同单位首轮相遇" });
  const after = await view();
  expect(after.stages[0]?.lines.map(({ name }) => name).slice(0, 3)).toEqual([third?.name, before.stages[0]?.lines[1]?.name, first?.name]);
  expect(sidesOf(await cup.keyed("1-1-1"))).toContain(third?.name);
  expect(after.changes).toMatchObject([
    { kind: "swap", first: { name: first?.name }, second: { name: third?.name }, reason: "同单位首轮相遇" },
  ]);
});

it("exchanges nobody who has played", async () => {
  await cup.enter(8);
  await cup.draw();
  const match = await cup.keyed("1-1-1");
  await cup.play(match);
  const other = (await cup.keyed("1-1-2")).home.id ?? "";
  const swap = cup.act(matches.swapLines, { eventId: cup.eventId, firstId: match.home.id ?? "", secondId: other, reason: "测试" });
  expect(await cup.said(swap)).toContain("已开赛");
  expect((await view()).changes).toEqual([]);
});

it("gives the place of who has left to a late entry, and takes the walkover back", async () => {
  await cup.enter(4);
  await cup.draw();
  const match = await cup.keyed("1-1-1");
  await cup.act(team.withdraw, { id: match.home.id ?? "", keep: "0.00", reason: "受伤" });
  expect(await cup.keyed("1-1-1")).toMatchObject({ state: "walkover", winner: 1 });
  expect((await cup.keyed("1-2-1")).home.name).toBe(match.away.name);
  const inId = await enterLate("替补甲");
  expect((await view()).reserves).toMatchObject([{ name: "替补甲" }]);
  const replace = { eventId: cup.eventId, outId: match.home.id ?? "", inId, reason: "受伤退出" };
  await cup.act(matches.replaceEntry, replace);
  expect(await cup.keyed("1-1-1")).toMatchObject({ state: "ready", winner: null, home: { name: "替补甲" } });
  expect((await cup.keyed("1-2-1")).home.name).toBe("");
  const { reserves, changes, entrants } = await view();
  expect([reserves, changes.map(({ kind }) => kind)]).toEqual([[], ["late"]]);
  expect(entrants.map(({ name }) => name)).toContain("替补甲");
  // It plays on like anybody.
  await cup.playAll();
  expect((await cup.places())["替补甲"]).toBe(1);
});

it("replaces nobody once the opponent has begun the next match, and by nobody who is in the draw", async () => {
  await cup.enter(4);
  await cup.draw();
  const match = await cup.keyed("1-1-1");
  const outId = match.home.id ?? "";
  const inDraw = (await cup.keyed("1-1-2")).home.id ?? "";
  const reason = "测试";
  expect(await cup.said(cup.act(matches.replaceEntry, { eventId: cup.eventId, outId, inId: inDraw, reason }))).toContain("替补要是");
  const inId = await enterLate("替补甲");
  await cup.act(team.withdraw, { id: outId, keep: "0.00", reason: "受伤" });
  await cup.play(await cup.keyed("1-1-2"));
  await cup.act(callsOf(battles).start, { id: (await cup.keyed("1-2-1")).id });
  expect(await cup.said(cup.act(matches.replaceEntry, { eventId: cup.eventId, outId, inId, reason }))).toContain("开始了下一场");
});

it("gives a place in the knockout to a lucky loser of the groups, whose results there stay", async () => {
  await cup.enter(6, { racecardRule: "groupsKnockout", groupQuantity: 2, winTeamQuantity: 2 });
  await cup.draw();
  const groups = async () => (await cup.all()).filter(({ group, state }) => group !== null && state === "ready");
  for (let [match] = await groups(); match; [match] = await groups()) await cup.play(match);
  const semi = await cup.keyed("2-1-1");
  const { luckyLosers } = await view();
  expect(luckyLosers).toHaveLength(2);
  const [lucky] = luckyLosers;
  await cup.act(team.abandon, { id: semi.home.id ?? "", reason: "受伤" });
  expect(await cup.keyed("2-1-1")).toMatchObject({ state: "walkover", winner: 1 });
  await cup.act(matches.replaceEntry, {
    eventId: cup.eventId,
    outId: semi.home.id ?? "",
    inId: lucky?.id ?? "",
    reason: "受伤退出",
  });
  expect(await cup.keyed("2-1-1")).toMatchObject({ state: "ready", home: { name: lucky?.name } });
  expect((await view()).changes).toMatchObject([{ kind: "luckyLoser" }]);
  await cup.playAll();
  expect(await idOf(lucky?.name ?? "")).toBe(lucky?.id);
  expect((await cup.places())[lucky?.name ?? ""]).toBe(1);
});

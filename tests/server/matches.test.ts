/** A tournament from the draw to its places: draws that can be repeated, courts and times without clashes, results and what follows. */
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Call, Input } from "../../src/contract/call";
import { gameEvents, gameEventSettings, games, gameTeamMembers, gameTeams, referees } from "../../src/contract/competitions";
import { gameCourts } from "../../src/contract/gameCourts";
import { battles, type Match, matches } from "../../src/contract/matches";
import { callsOf } from "../../src/contract/resource/calls";
import { drawEvent } from "../../src/engine/draw";
import { formatOf } from "../../src/server/domains/competitions/settings";
import { at, refusalOf, seedBooking, TOMORROW } from "../support/booking";
import { serves } from "../support/services";
import { testVenue, type TestVenue } from "../support/venue";

let t: TestVenue;
const act = <C extends Call>(call: C, input: Input<C>) => t.act((ctx) => serves(call)(ctx, input as object));
const look = <C extends Call>(call: C, input: Input<C>) => t.look((ctx) => serves(call)(ctx, input as object));
const said = async (doing: Promise<unknown>): Promise<string> => {
  const refusal = await refusalOf(doing);
  return Object.values((refusal.data["errors"] ?? {}) as Record<string, string>).join() || refusal.text("zh");
};
const battle = callsOf(battles);
const game = callsOf(games);

let gameId: string;
let eventId: string;
beforeEach(async () => {
  t = await testVenue();
  await seedBooking(t);
});
afterEach(() => t.close());

let phone = 13_700_000_000;
/** A game with men's singles of so many entries, two seeds, sign-up closed. */
async function tournament(entries: number, settings: Partial<Input<ReturnType<typeof callsOf<typeof gameEventSettings>>["modify"]>> = {}) {
  const made = await act(game.create, {
    shortTitle: "公开赛",
    gameStart: TOMORROW,
    gameEnd: TOMORROW,
    gameType: "venueGame",
    businessCode: "venue",
    memberType: "personal",
  });
  gameId = made.id;
  eventId = (await act(callsOf(gameEvents).create, { game: gameId, title: "男单", kind: "singles", gender: "male", fee: "0.00", seeds: 2 }))
    .id;
  const own = await look(callsOf(gameEventSettings).view, { id: eventId });
  const { racecardRule, groupQuantity, winTeamQuantity, inningQuantity, inningPoints, winBy, inningCap, inningMinutes, restMinutes } = own;
  await act(callsOf(gameEventSettings).modify, {
    id: eventId,
    event: eventId,
    racecardRule,
    groupQuantity,
    winTeamQuantity,
    inningQuantity,
    inningPoints,
    winBy,
    inningCap,
    inningMinutes,
    restMinutes,
    immediatelyStop: true,
    separateClubs: true,
    ...settings,
  });
  await act(game.publish, { id: gameId });
  await act(game.openSignUp, { id: gameId });
  for (let i = 1; i <= entries; i++) {
    const name = `选手${i}`;
    const team = await act(callsOf(gameTeams).create, {
      event: eventId,
      name,
      captain: name,
      phone: String(++phone),
      club: `俱乐部${i % 3}`,
      seed: i <= 2 ? i : null,
    });
    await act(callsOf(gameTeamMembers).create, { team: team.id, name, sex: "male", phone: String(phone) });
  }
  await act(game.closeSignUp, { id: gameId });
}
async function drawn(entries: number, settings: Parameters<typeof tournament>[1] = {}) {
  await tournament(entries, settings);
  await act(matches.makeDraw, { eventId, seed: "公开的种子" });
  await act(matches.publishDraw, { eventId });
  await act(game.start, { id: gameId });
}
const all = async (): Promise<readonly Match[]> => (await look(matches.board, { gameId })).matches;
/** Plays a match: 21–10 21–10 for one side. */
async function play({ id }: Match, side: 0 | 1 = 0) {
  await act(battle.start, { id });
  const set: [number, number] = side === 0 ? [21, 10] : [10, 21];
  await act(battle.score, { id, sets: [set, set] });
  await act(battle.finish, { id });
}
async function playAll(): Promise<void> {
  for (let next = (await all()).find(({ state }) => state === "ready"); next; next = (await all()).find(({ state }) => state === "ready"))
    await play(next);
}
const keyed = async (key: string): Promise<Match> => {
  const found = (await all()).find((each) => each.key === key);
  if (!found) throw new Error(key);
  return found;
};
const takeCourts = (hours = 4) =>
  act(gameCourts.take, { placeIds: ["b-1", "b-2"], days: [TOMORROW], start: at(9), end: at(9 + hours), gameId, title: "公开赛" });

describe("a draw", () => {
  it("can be repeated by anybody from its seed and settings", async () => {
    await tournament(11);
    const view = await act(matches.makeDraw, { eventId, seed: "公开的种子" });
    const entrants = view.draw?.entrants ?? [];
    const again = drawEvent(
      entrants,
      formatOf({
        racecard_rule: view.format,
        group_quantity: view.groups,
        win_team_quantity: view.through,
        third_place: view.third,
        grand_reset: view.reset,
      }),
      { separate: view.separate },
      view.draw?.seed ?? "",
    );
    expect(view.stages[0]?.lines.map(({ id }) => id)).toEqual(
      again.stages[0]?.lines.map((slot) => (slot.kind === "entry" ? slot.id : null)),
    );
    expect(view.stages[0]?.lines[0]?.name).toBe("选手1");
    expect(view.stages[0]?.matches).toHaveLength(10);
  });

  it("is made once, undone with a reason until it is published, and then stays", async () => {
    await tournament(4);
    await act(matches.makeDraw, { eventId });
    expect(await said(act(matches.makeDraw, { eventId }))).toContain("已抽签");
    const undone = await act(matches.undoDraw, { eventId, reason: "漏了一名种子" });
    expect([undone.draw, undone.stages, undone.state, undone.history[0]?.reason]).toEqual([null, [], "planned", "漏了一名种子"]);
    await act(matches.makeDraw, { eventId });
    await act(matches.publishDraw, { eventId });
    expect(await said(act(matches.undoDraw, { eventId, reason: "再来" }))).toContain("已公布");
  });

  it("waits for sign-up to close", async () => {
    await tournament(4);
    await act(game.openSignUp, { id: gameId });
    expect(await said(act(matches.makeDraw, { eventId }))).toContain("报名截止");
  });

  it("keeps entries from withdrawing and the format from changing", async () => {
    await tournament(4);
    await act(matches.makeDraw, { eventId });
    const [team] = (await look(callsOf(gameTeams).list, { event: eventId })).content;
    expect(await said(act(callsOf(gameTeams).withdraw, { id: team?.id ?? "", reason: "有事" }))).toContain("已抽签");
  });
});

describe("a knockout", () => {
  it("sends winners on, and places everybody when the final is over", async () => {
    await drawn(5, { thirdPlace: true });
    await playAll();
    const places = (await look(callsOf(gameTeams).list, { event: eventId })).content.map(({ place }) => place ?? 0).sort((a, b) => a - b);
    expect(places).toEqual([1, 2, 3, 4, 5]);
    expect((await look(callsOf(gameEvents).view, { id: eventId })).state).toBe("finished");
    await act(game.finish, { id: gameId });
  });

  it("does not end while matches are open", async () => {
    await drawn(4);
    expect(await said(act(game.finish, { id: gameId }))).toContain("3 场");
  });

  it("refuses scores that can't be, results that nobody won, and scores of two at once", async () => {
    await drawn(4);
    const { id } = await keyed("1-1-1");
    await act(battle.start, { id });
    expect(await said(act(battle.score, { id, sets: [[22, 10]] }))).toContain("第 1 局");
    await act(battle.score, {
      id,
      sets: [
        [21, 10],
        [5, 3],
      ],
      version: 0,
    });
    expect(
      await said(
        act(battle.score, {
          id,
          sets: [
            [21, 10],
            [4, 4],
          ],
          version: 0,
        }),
      ),
    ).toContain("被别人改过");
    expect((await keyed("1-1-1")).sets).toEqual([
      [21, 10],
      [5, 3],
    ]);
    expect(await said(act(battle.finish, { id }))).toContain("没有分出胜负");
  });

  it("lets the other side win a walkover or a retirement, and keeps the score so far", async () => {
    await drawn(4);
    const [first, second] = [await keyed("1-1-1"), await keyed("1-1-2")];
    await act(battle.walkover, { id: first.id, side: "home", reason: "未到场" });
    await act(battle.start, { id: second.id });
    await act(battle.score, {
      id: second.id,
      sets: [
        [21, 15],
        [3, 8],
      ],
    });
    await act(battle.retire, { id: second.id, side: "home", reason: "拉伤" });
    const final = await keyed("1-2-1");
    expect([final.home.id, final.away.id, final.state]).toEqual([first.away.id, second.away.id, "ready"]);
    expect(await keyed("1-1-2")).toMatchObject({
      state: "retired",
      winner: 1,
      sets: [
        [21, 15],
        [3, 8],
      ],
      reason: "拉伤",
    });
    const lost = await look(callsOf(gameTeams).view, { id: first.home.id ?? "" });
    expect(lost).toMatchObject({ lostCount: 1, abandonmentCount: 1, integral: 0 });
  });

  it("takes back who advanced when a result is corrected, until the next round begins", async () => {
    await drawn(4);
    const [first, second] = [await keyed("1-1-1"), await keyed("1-1-2")];
    await play(first);
    await play(second);
    await act(battle.correct, { id: first.id, reason: "记错一分" });
    expect(await keyed("1-2-1")).toMatchObject({ state: "waiting", home: { id: null }, away: { id: second.home.id } });
    await act(battle.score, {
      id: first.id,
      sets: [
        [10, 21],
        [10, 21],
      ],
    });
    await act(battle.finish, { id: first.id });
    const final = await keyed("1-2-1");
    expect(final.home.id).toBe(first.away.id);
    await act(battle.start, { id: final.id });
    expect(await said(act(battle.correct, { id: first.id, reason: "再改" }))).toContain("下一轮已经开始");
  });

  it("is not played before the draw is published and the game runs", async () => {
    await tournament(4);
    await act(matches.makeDraw, { eventId });
    const { id } = await keyed("1-1-1");
    expect(await said(act(battle.start, { id }))).toContain("先开赛");
    await act(game.start, { id: gameId });
    expect(await said(act(battle.start, { id }))).toContain("没有公布");
  });
});

describe("groups", () => {
  it("fill the knockout by their tables once they are over, and say what decided", async () => {
    await drawn(8, { racecardRule: "groupsKnockout", groupQuantity: 2, winTeamQuantity: 2 });
    const semis = async () => (await all()).filter(({ stage, round }) => stage === 2 && round === 1);
    for (const match of (await all()).filter(({ group }) => group === 1)) await play(match);
    expect((await semis()).map(({ state }) => state)).toEqual(["waiting", "waiting"]);
    for (const match of (await all()).filter(({ group }) => group === 2)) await play(match);
    expect((await semis()).map(({ state }) => state)).toEqual(["ready", "ready"]);
    const { groups } = await look(matches.standings, { eventId });
    expect(groups.map(({ left, rows }) => [left, rows.length, rows.filter(({ through }) => through).length])).toEqual([
      [0, 4, 2],
      [0, 4, 2],
    ]);
    const through = groups.flatMap(({ rows }) => rows.filter((row) => row.through).map(({ id }) => id));
    expect(new Set((await semis()).flatMap(({ home, away }) => [home.id, away.id]))).toEqual(new Set(through));
    expect(groups[0]?.rows.slice(1).every(({ decidedBy }) => decidedBy !== null)).toBe(true);
    await playAll();
    expect((await look(callsOf(gameEvents).view, { id: eventId })).state).toBe("finished");
  });
});

describe("a schedule", () => {
  it("needs courts, then places every match on them without a clash", async () => {
    await drawn(8);
    expect(await said(act(matches.plan, { gameId }))).toContain("赛事用场");
    await takeCourts();
    expect(await act(matches.plan, { gameId })).toEqual({ placed: 7, moved: 0, left: 0 });
    const view = await look(matches.schedule, { gameId });
    expect([view.day, view.courts.map(({ name }) => name), view.clashes, view.unplaced]).toEqual([TOMORROW, ["1 号", "2 号"], [], 0]);
    expect(await act(matches.plan, { gameId })).toEqual({ placed: 0, moved: 0, left: 0 });
  });

  it("leaves out what has no court time", async () => {
    await drawn(8);
    await takeCourts(1);
    expect(await act(matches.plan, { gameId })).toMatchObject({ placed: 4, left: 3 });
  });

  it("refuses a match by hand on a court in use, out of hours, or before the match that it follows from", async () => {
    await drawn(4);
    await takeCourts();
    await act(matches.plan, { gameId });
    const [first, second, final] = [await keyed("1-1-1"), await keyed("1-1-2"), await keyed("1-2-1")];
    const place = (match: Match, courtId: string, hour: number, minute = 0) =>
      act(matches.place, {
        id: match.id,
        courtId,
        startsAt: new Date(
          `${TOMORROW}T00:00:00+08:00`.replace("00:00:00", `${String(hour).padStart(2, "0")}:${String(minute).padStart(2, "0")}:00`),
        ).toISOString(),
      });
    expect(await said(place(second, first.court?.id ?? "", 9, 15))).toContain("已有对阵");
    expect(await said(place(second, "b-1", 8))).toContain("没有为赛事占用");
    expect(await said(place(final, "b-1", 9, 40))).toContain("前一轮");
    const moved = await place(final, "b-2", 12);
    expect([moved.court?.id, moved.pinned]).toEqual(["b-2", true]);
    expect(await act(matches.plan, { gameId, again: true })).toMatchObject({ moved: 0 });
    await act(battle.start, { id: first.id });
    expect(await said(place(first, "b-1", 11))).toContain("已经开始");
  });
});

it("says who of an entry plays, and counts the matches of a referee", async () => {
  await drawn(4);
  const match = await keyed("1-1-1");
  const { home, away } = await look(matches.lineup, { id: match.id });
  const saved = await act(matches.saveLineup, { id: match.id, memberIds: [home[0]?.id ?? ""] });
  expect([saved.home[0]?.plays, saved.away[0]?.plays]).toEqual([true, false]);
  const other = (await look(matches.lineup, { id: (await keyed("1-1-2")).id })).home[0]?.id ?? "";
  expect(await said(act(matches.saveLineup, { id: match.id, memberIds: [away[0]?.id ?? "", other] }))).toContain("不属于双方");
  const referee = await act(callsOf(referees).create, {
    name: "严裁判",
    sex: "female",
    phone: "13600000001",
    level: "first",
    active: true,
  });
  await act(battle.assign, { id: match.id, referee: referee.id });
  expect((await look(callsOf(referees).view, { id: referee.id })).matches).toBe(1);
  await act(battle.start, { id: match.id });
  expect(await said(act(matches.saveLineup, { id: match.id, memberIds: [] }))).toContain("已经开始");
});

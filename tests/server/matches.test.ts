/** A tournament from the draw to its places: draws that can be repeated, courts and times without clashes, results and what follows. */
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { gameEvents, games, gameTeams, referees } from "../../src/contract/competitions/competitions";
import { battles } from "../../src/contract/competitions/battles";
import type { Match } from "../../src/contract/competitions/match";
import { matches } from "../../src/contract/competitions/matches";
import { callsOf } from "../../src/contract/core/resource/calls";
import { drawEvent } from "../../src/engine/draw";
import { formatFrom } from "../../src/engine/drawn";
import { seedBooking, TOMORROW } from "../support/booking";
import { Tournament } from "../support/tournament";
import { testVenue, type TestVenue } from "../support/venue";

let t: TestVenue;
let cup: Tournament;
const battle = callsOf(battles);
const game = callsOf(games);
beforeEach(async () => {
  t = await testVenue();
  await seedBooking(t);
  cup = new Tournament(t);
});
afterEach(() => t.close());

async function drawn(...of: Parameters<Tournament["enter"]>): Promise<void> {
  await cup.enter(...of);
  await cup.draw();
}

describe("a draw", () => {
  it("can be repeated by anybody from its seed and settings", async () => {
    await cup.enter(11);
    const view = await cup.act(matches.makeDraw, { eventId: cup.eventId, seed: "公开的种子" });
    const entrants = view.draw?.entrants ?? [];
    const again = drawEvent(entrants, formatFrom(view), { separate: view.separate }, view.draw?.seed ?? "");
    expect(view.stages[0]?.lines.map(({ id }) => id)).toEqual(
      again.stages[0]?.lines.map((slot) => (slot.kind === "entry" ? slot.id : null)),
    );
    expect(view.stages[0]?.lines[0]?.name).toBe("选手1");
    expect(view.stages[0]?.matches).toHaveLength(10);
  });

  it("is made once, undone with a reason until it is published, and then stays", async () => {
    await cup.enter(4);
    await cup.act(matches.makeDraw, { eventId: cup.eventId });
    expect(await cup.said(cup.act(matches.makeDraw, { eventId: cup.eventId }))).toContain("已抽签");
    const undone = await cup.act(matches.undoDraw, { eventId: cup.eventId, reason: "漏了一名种子" });
    expect([undone.draw, undone.stages, undone.state, undone.history[0]?.reason]).toEqual([null, [], "planned", "漏了一名种子"]);
    await cup.act(matches.makeDraw, { eventId: cup.eventId });
    await cup.act(matches.publishDraw, { eventId: cup.eventId });
    expect(await cup.said(cup.act(matches.undoDraw, { eventId: cup.eventId, reason: "再来" }))).toContain("已公布");
  });

  it("waits for sign-up to close", async () => {
    await cup.enter(4);
    await cup.act(game.modifyStatus, { id: cup.gameId, action: "openSignUp" });
    expect(await cup.said(cup.act(matches.makeDraw, { eventId: cup.eventId }))).toContain("报名截止");
  });

  it("keeps entries from withdrawing until it is published", async () => {
    await cup.enter(4);
    await cup.act(matches.makeDraw, { eventId: cup.eventId });
    const [team] = (await cup.look(callsOf(gameTeams).list, { event: cup.eventId })).content;
    expect(await cup.said(cup.act(callsOf(gameTeams).withdraw, { id: team?.id ?? "", reason: "有事" }))).toContain("已抽签未公布");
  });
});

describe("a knockout", () => {
  it("sends winners on, and places everybody when the final is over", async () => {
    await drawn(5, { thirdPlace: true });
    await cup.playAll();
    const places = (await cup.look(callsOf(gameTeams).list, { event: cup.eventId })).content
      .map(({ place }) => place ?? 0)
      .sort((a, b) => a - b);
    expect(places).toEqual([1, 2, 3, 4, 5]);
    expect((await cup.look(callsOf(gameEvents).view, { id: cup.eventId })).state).toBe("finished");
    await cup.act(game.modifyStatus, { id: cup.gameId, action: "finish" });
  });

  it("does not end while matches are open", async () => {
    await drawn(4);
    expect(await cup.said(cup.act(game.modifyStatus, { id: cup.gameId, action: "finish" }))).toContain("3 场");
  });

  it("refuses scores that can't be, results that nobody won, and scores of two at once", async () => {
    await drawn(4);
    const { id } = await cup.keyed("1-1-1");
    await cup.act(battle.start, { id });
    expect(await cup.said(cup.act(battle.score, { id, sets: [[22, 10]] }))).toContain("第 1 局");
    await cup.act(battle.score, {
      id,
      sets: [
        [21, 10],
        [5, 3],
      ],
      // A run that its set can't have is not kept.
      runs: ["hhaaaaaaaaaaa", "hha"],
      version: 0,
    });
    expect(
      await cup.said(
        cup.act(battle.score, {
          id,
          sets: [
            [21, 10],
            [4, 4],
          ],
          version: 0,
        }),
      ),
    ).toContain("被别人改过");
    expect(await cup.keyed("1-1-1")).toMatchObject({
      sets: [
        [21, 10],
        [5, 3],
      ],
      runs: ["", "hha"],
    });
    expect(await cup.said(cup.act(battle.finish, { id }))).toContain("没有分出胜负");
  });

  it("lets the other side win a walkover or a retirement, and keeps the score so far", async () => {
    await drawn(4);
    const [first, second] = [await cup.keyed("1-1-1"), await cup.keyed("1-1-2")];
    await cup.act(battle.walkover, { id: first.id, side: "home", reason: "未到场" });
    await cup.act(battle.start, { id: second.id });
    await cup.act(battle.score, {
      id: second.id,
      sets: [
        [21, 15],
        [3, 8],
      ],
    });
    await cup.act(battle.retire, { id: second.id, side: "home", reason: "拉伤" });
    const final = await cup.keyed("1-2-1");
    expect([final.home.id, final.away.id, final.state]).toEqual([first.away.id, second.away.id, "ready"]);
    expect(await cup.keyed("1-1-2")).toMatchObject({
      state: "retired",
      winner: 1,
      sets: [
        [21, 15],
        [3, 8],
      ],
      reason: "拉伤",
    });
    const lost = await cup.look(callsOf(gameTeams).view, { id: first.home.id ?? "" });
    expect(lost).toMatchObject({ lostCount: 1, abandonmentCount: 1, integral: 0 });
  });

  it("takes back who advanced when a result is corrected, until the next round has a score", async () => {
    await drawn(4);
    const [first, second] = [await cup.keyed("1-1-1"), await cup.keyed("1-1-2")];
    await cup.play(first);
    await cup.play(second);
    await cup.act(battle.correct, { id: first.id, reason: "记错一分" });
    expect(await cup.keyed("1-2-1")).toMatchObject({ state: "waiting", home: { id: null }, away: { id: second.home.id } });
    await cup.act(battle.score, {
      id: first.id,
      sets: [
        [10, 21],
        [10, 21],
      ],
    });
    await cup.act(battle.finish, { id: first.id });
    const final = await cup.keyed("1-2-1");
    expect(final.home.id).toBe(first.away.id);
    await cup.act(battle.start, { id: final.id });
    // Without a score the final's start is taken back.
    expect((await cup.look(matches.correction, { id: first.id })).changes).toMatchObject([{ match: { id: final.id }, what: "unstarted" }]);
    await cup.act(battle.correct, { id: first.id, reason: "再改" });
    expect(await cup.keyed("1-2-1")).toMatchObject({ state: "waiting", begunAt: null, home: { id: null } });
    await cup.act(battle.finish, { id: first.id });
    await cup.act(battle.start, { id: final.id });
    await cup.act(battle.score, { id: final.id, sets: [[5, 3]] });
    expect(await cup.look(matches.correction, { id: first.id })).toMatchObject({ changes: [], blockedBy: { id: final.id } });
    expect(await cup.said(cup.act(battle.correct, { id: first.id, reason: "又改" }))).toContain("后面的对阵已有比分");
  });

  it("amends a score that keeps the winner, whatever has followed, and no other", async () => {
    await drawn(4);
    const [first, second] = [await cup.keyed("1-1-1"), await cup.keyed("1-1-2")];
    await cup.play(first);
    await cup.play(second);
    const final = await cup.keyed("1-2-1");
    await cup.play(final);
    const amend = (sets: [number, number][]) => cup.act(battle.amend, { id: first.id, sets, reason: "局分抄错" });
    await amend([
      [21, 10],
      [18, 21],
      [21, 19],
    ]);
    expect(await cup.keyed("1-1-1")).toMatchObject({ state: "finished", winner: 0, won: [2, 1], reason: "局分抄错" });
    expect(await cup.keyed("1-2-1")).toMatchObject({ state: "finished", home: { id: first.home.id } });
    expect(
      await cup.said(
        amend([
          [10, 21],
          [10, 21],
        ]),
      ),
    ).toContain("不能改变胜负");
    expect(
      await cup.said(
        amend([
          [21, 10],
          [15, 3],
        ]),
      ),
    ).toContain("不能改变胜负");
    expect(
      await cup.said(
        amend([
          [31, 30],
          [21, 3],
        ]),
      ),
    ).toContain("不可能的比分");
    expect(await cup.keyed("1-1-1")).toMatchObject({ won: [2, 1] });
  });

  it("takes a start back while there is no score", async () => {
    await drawn(4);
    const { id } = await cup.keyed("1-1-1");
    await cup.act(battle.start, { id });
    await cup.act(battle.unstart, { id });
    expect(await cup.keyed("1-1-1")).toMatchObject({ state: "ready", begunAt: null });
    await cup.act(battle.start, { id });
    await cup.act(battle.score, { id, sets: [[1, 0]] });
    expect(await cup.said(cup.act(battle.unstart, { id }))).toContain("已有比分");
    expect(await cup.keyed("1-1-1")).toMatchObject({ state: "running", sets: [[1, 0]] });
  });

  it("undoes the walkover that came of a wrong result, and makes it anew for who advances", async () => {
    await drawn(8);
    const [first, second, third, fourth] = [
      await cup.keyed("1-1-1"),
      await cup.keyed("1-1-2"),
      await cup.keyed("1-1-3"),
      await cup.keyed("1-1-4"),
    ];
    for (const match of [first, second, third, fourth]) await cup.play(match);
    // The winner of the first leaves: the semi-final is a walkover, and its other side is in the final.
    await cup.act(callsOf(gameTeams).abandon, { id: first.home.id ?? "", reason: "受伤" });
    expect(await cup.keyed("1-2-1")).toMatchObject({ state: "walkover", winner: 1 });
    expect((await cup.keyed("1-3-1")).home.id).toBe(second.home.id);
    // It had lost in truth.
    const { changes, blockedBy } = await cup.look(matches.correction, { id: first.id });
    expect([changes.map(({ match, what }) => `${match.key} ${what}`), blockedBy]).toEqual([
      ["1-2-1 walkoverUndone", "1-3-1 emptied"],
      null,
    ]);
    await cup.act(battle.correct, { id: first.id, reason: "胜负记反" });
    expect(await cup.keyed("1-2-1")).toMatchObject({ state: "waiting", winner: null, home: { id: null }, away: { id: second.home.id } });
    expect((await cup.keyed("1-3-1")).home.id).toBeNull();
    await cup.act(battle.score, {
      id: first.id,
      sets: [
        [10, 21],
        [10, 21],
      ],
    });
    await cup.act(battle.finish, { id: first.id });
    expect(await cup.keyed("1-2-1")).toMatchObject({ state: "ready", home: { id: first.away.id }, away: { id: second.home.id } });
    await cup.playAll();
    expect((await cup.look(matches.draw, { eventId: cup.eventId })).state).toBe("finished");
  });

  it("is not played before the draw is published and the game runs", async () => {
    await cup.enter(4);
    await cup.act(matches.makeDraw, { eventId: cup.eventId });
    const { id } = await cup.keyed("1-1-1");
    expect(await cup.said(cup.act(battle.start, { id }))).toContain("先开赛");
    await cup.act(game.modifyStatus, { id: cup.gameId, action: "start" });
    expect(await cup.said(cup.act(battle.start, { id }))).toContain("没有公布");
  });
});

describe("groups", () => {
  it("fill the knockout by their tables once they are over, and say what decided", async () => {
    await drawn(8, { racecardRule: "groupsKnockout", groupQuantity: 2, winTeamQuantity: 2 });
    const listed = (await cup.look(callsOf(battles).list, { size: 50 })).content;
    expect(new Set(listed.map(({ groupNo }) => groupNo))).toEqual(new Set(["A", "B", ""]));
    const semis = async () => (await cup.all()).filter(({ stage, round }) => stage === 2 && round === 1);
    for (const match of (await cup.all()).filter(({ group }) => group === 1)) await cup.play(match);
    expect((await semis()).map(({ state }) => state)).toEqual(["waiting", "waiting"]);
    for (const match of (await cup.all()).filter(({ group }) => group === 2)) await cup.play(match);
    expect((await semis()).map(({ state }) => state)).toEqual(["ready", "ready"]);
    const { groups } = await cup.look(matches.standings, { eventId: cup.eventId });
    expect(groups.map(({ left, rows }) => [left, rows.length, rows.filter(({ through }) => through).length])).toEqual([
      [0, 4, 2],
      [0, 4, 2],
    ]);
    const through = groups.flatMap(({ rows }) => rows.filter((row) => row.through).map(({ id }) => id));
    expect(new Set((await semis()).flatMap(({ home, away }) => [home.id, away.id]))).toEqual(new Set(through));
    expect(groups[0]?.rows.slice(1).every(({ decidedBy }) => decidedBy !== null)).toBe(true);
    await cup.playAll();
    expect((await cup.look(callsOf(gameEvents).view, { id: cup.eventId })).state).toBe("finished");
  });
});

describe("a schedule", () => {
  it("needs courts, then places every match on them without a clash", async () => {
    await drawn(8);
    expect(await cup.said(cup.plan())).toContain("赛事用场");
    await cup.takeCourts();
    expect(await cup.plan()).toEqual({ placed: 7, moved: 0, left: 0 });
    const view = await cup.look(matches.schedule, { gameId: cup.gameId });
    expect([view.day, view.courts.map(({ name }) => name), view.clashes, view.unplaced]).toEqual([TOMORROW, ["1 号", "2 号"], [], 0]);
    expect(await cup.plan()).toEqual({ placed: 0, moved: 0, left: 0 });
  });

  it("leaves out what has no court time", async () => {
    await drawn(8);
    await cup.takeCourts(1);
    expect(await cup.plan()).toMatchObject({ placed: 4, left: 3 });
  });

  it("re-plans a delay with few moves: what runs takes longer, what waits begins later", async () => {
    await drawn(8);
    await cup.takeCourts();
    await cup.plan();
    const before = new Map((await cup.all()).map((match) => [match.id, match.startsAt]));
    const first = await cup.keyed("1-1-1");
    await cup.act(battle.start, { id: first.id });
    const done = await cup.act(matches.delay, { id: first.id, minutes: 60 });
    expect(done).toMatchObject({ left: 0, open: 6 });
    const now = await cup.all();
    const moved = now.filter(({ id, startsAt }) => before.get(id) !== startsAt);
    expect(moved.length).toBeGreaterThan(0);
    expect(moved.length).toBeLessThanOrEqual(done.moved);
    expect((await cup.keyed("1-1-1")).minutes).toBe(90);
    expect((await cup.look(matches.schedule, { gameId: cup.gameId })).clashes).toEqual([]);
    const last = await cup.keyed("1-3-1");
    await cup.act(matches.delay, { id: last.id, minutes: 30 });
    const later = await cup.keyed("1-3-1");
    expect([new Date(later.startsAt ?? 0).getTime() - new Date(last.startsAt ?? 0).getTime(), later.pinned]).toEqual([1_800_000, true]);
    await cup.act(battle.score, {
      id: first.id,
      sets: [
        [21, 3],
        [21, 3],
      ],
    });
    await cup.act(battle.finish, { id: first.id });
    expect(await cup.said(cup.act(matches.delay, { id: first.id, minutes: 30 }))).toContain("已打完");
  });

  it("refuses a match by hand on a court in use, out of hours, or before the match that it follows from", async () => {
    await drawn(4);
    await cup.takeCourts();
    await cup.plan();
    const [first, second, final] = [await cup.keyed("1-1-1"), await cup.keyed("1-1-2"), await cup.keyed("1-2-1")];
    const place = (match: Match, courtId: string, hour: number, minute = 0) =>
      cup.act(matches.place, {
        id: match.id,
        courtId,
        startsAt: new Date(
          `${TOMORROW}T00:00:00+08:00`.replace("00:00:00", `${String(hour).padStart(2, "0")}:${String(minute).padStart(2, "0")}:00`),
        ).toISOString(),
      });
    expect(await cup.said(place(second, first.court?.id ?? "", 9, 15))).toContain("已有对阵");
    expect(await cup.said(place(second, "b-1", 8))).toContain("没有为赛事占用");
    expect(await cup.said(place(final, "b-1", 9, 40))).toContain("前一轮");
    const moved = await place(final, "b-2", 12);
    expect([moved.court?.id, moved.pinned]).toEqual(["b-2", true]);
    expect(await cup.plan({ again: true })).toMatchObject({ moved: 0 });
    await cup.act(battle.start, { id: first.id });
    expect(await cup.said(place(first, "b-1", 11))).toContain("已经开始");
  });
});

it("says who of an entry plays, and counts the matches of a referee", async () => {
  await drawn(4);
  const match = await cup.keyed("1-1-1");
  const { home, away } = await cup.look(matches.lineup, { id: match.id });
  const saved = await cup.act(matches.saveLineup, { id: match.id, memberIds: [home[0]?.id ?? ""] });
  expect([saved.home[0]?.plays, saved.away[0]?.plays]).toEqual([true, false]);
  const other = (await cup.look(matches.lineup, { id: (await cup.keyed("1-1-2")).id })).home[0]?.id ?? "";
  expect(await cup.said(cup.act(matches.saveLineup, { id: match.id, memberIds: [away[0]?.id ?? "", other] }))).toContain("不属于双方");
  const referee = await cup.act(callsOf(referees).create, {
    name: "严裁判",
    sex: "female",
    phone: "13600000001",
    level: "first",
    active: true,
  });
  await cup.act(battle.assign, { id: match.id, referee: referee.id });
  expect((await cup.look(callsOf(referees).view, { id: referee.id })).matches).toBe(1);
  await cup.act(battle.start, { id: match.id });
  expect(await cup.said(cup.act(matches.saveLineup, { id: match.id, memberIds: [] }))).toContain("已经开始");
});

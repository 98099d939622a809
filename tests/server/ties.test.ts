/** Team ties: line-ups by the rules, rubbers that decide, tables of teams. */
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Lineup } from "../../src/contract/competitions/matches";
import type { Match } from "../../src/contract/competitions/match";
import { battles } from "../../src/contract/competitions/battles";
import { matches } from "../../src/contract/competitions/matches";
import { callsOf } from "../../src/contract/core/resource/calls";
import { sidesOf } from "../../src/engine/ties";
import { seedBooking } from "../support/booking";
import { Tournament } from "../support/tournament";
import { testVenue, type TestVenue } from "../support/venue";

const battle = callsOf(battles);
let t: TestVenue;
let cup: Tournament;
beforeEach(async () => {
  t = await testVenue();
  await seedBooking(t);
  cup = new Tournament(t);
});
afterEach(() => t.close());

const RUBBERS = ["MS1", "WS1", "XD1"];
const teams = (count: number, more: object = {}) =>
  cup.enter(count, { rubbers: RUBBERS, ...more }, { kind: "team", gender: "open", title: "团体", seeds: 0 }, { men: 3, women: 2 });

/** A line-up that is right: each player once. */
function named(lineup: Lineup, side: "home" | "away") {
  const men = lineup[side].filter(({ sex }) => sex === "male").map(({ id }) => id);
  const women = lineup[side].filter(({ sex }) => sex === "female").map(({ id }) => id);
  return lineup.rubbers.map(({ match: { rubber } }) => {
    const { male, female } = sidesOf(rubber);
    return { rubber, memberIds: [...men.splice(0, male), ...women.splice(0, female)] };
  });
}
async function lineUp(tie: Match): Promise<Lineup> {
  const lineup = await cup.look(matches.lineup, { id: tie.id });
  for (const side of ["home", "away"] as const) await cup.act(matches.saveTie, { id: tie.id, side, rubbers: named(lineup, side) });
  return cup.look(matches.lineup, { id: tie.id });
}
/** Plays the rubbers of a tie by their winners, and confirms it where it is decided. */
async function playTie(tie: Match, winners: readonly (0 | 1)[]): Promise<void> {
  const { rubbers } = await lineUp(tie);
  for (const [i, winner] of winners.entries()) await cup.play(rubbers[i]?.match ?? tie, winner);
  await cup.act(battle.finish, { id: tie.id });
}
const ties = async (): Promise<Match[]> => (await cup.all()).filter(({ isTie }) => isTie);

describe("a line-up", () => {
  it("needs the players of each rubber, none of them twice in a kind or more than twice in a tie", async () => {
    await teams(2);
    await cup.draw();
    const [tie] = await ties();
    const id = tie?.id ?? "";
    const lineup = await cup.look(matches.lineup, { id });
    const of = (sex: string): string[] => lineup.home.filter((player) => player.sex === sex).map((player) => player.id);
    const [m1 = "", m2 = "", m3 = ""] = of("male");
    const [w1 = "", w2 = ""] = of("female");
    const save = (rubbers: Record<string, string[]>) =>
      cup.act(matches.saveTie, {
        id,
        side: "home",
        rubbers: Object.entries(rubbers).map(([rubber, memberIds]) => ({ rubber, memberIds })),
      });
    expect(await cup.said(save({ MS1: [w1] }))).toContain("第一男单的人数或性别不对");
    expect(await cup.said(save({ XD1: [m1, m2] }))).toContain("第一混双");
    expect(await cup.said(save({ MS1: [lineup.away[0]?.id ?? ""] }))).toContain("不属于该队");
    await save({ MS1: [m1], WS1: [w1], XD1: [m1, w2] });
    expect((await cup.look(matches.lineup, { id })).rubbers.map(({ home }) => home)).toEqual([[m1], [w1], [m1, w2]]);
    const [first] = lineup.rubbers;
    expect(await cup.said(cup.act(battle.start, { id: first?.match.id ?? "" }))).toContain("先排出场名单");
    await cup.act(matches.saveTie, { id, side: "away", rubbers: named(lineup, "away") });
    await cup.act(battle.start, { id: first?.match.id ?? "" });
    expect(await cup.said(save({ MS1: [m3] }))).toContain("已经开始");
    await save({ WS1: [w2], XD1: [m3, w1] });
    const shown = (await cup.all()).find(({ rubber }) => rubber === "XD1");
    expect(shown?.home.players).toBe([m3, w1].map((id_) => lineup.home.find((player) => player.id === id_)?.name).join("/"));
  });

  it("lets nobody play two rubbers of one kind", async () => {
    await cup.enter(2, { rubbers: ["MS1", "MS2", "MS3"] }, { kind: "team", gender: "open", seeds: 0 }, { men: 2 });
    await cup.draw();
    const [tie] = await ties();
    const { home } = await cup.look(matches.lineup, { id: tie?.id ?? "" });
    const twice = [
      { rubber: "MS1", memberIds: [home[0]?.id ?? ""] },
      { rubber: "MS2", memberIds: [home[0]?.id ?? ""] },
    ];
    expect(await cup.said(cup.act(matches.saveTie, { id: tie?.id ?? "", side: "home", rubbers: twice }))).toContain("两盘同类");
  });
});

describe("a tie", () => {
  it("is won by most rubbers, drops those not needed, and sends its winner on", async () => {
    await teams(4);
    await cup.draw();
    const [first] = await ties();
    if (!first) throw new Error("no tie");
    expect(await cup.said(cup.act(battle.score, { id: first.id, sets: [[21, 3]] }))).not.toBe("");
    await playTie(first, [0, 0]);
    const after = (await cup.all()).filter(({ id, tieId }) => id === first.id || tieId === first.id);
    expect(after.map(({ state }) => state).sort()).toEqual(["dropped", "finished", "finished", "finished"]);
    expect(await cup.keyed(first.key)).toMatchObject({
      won: [2, 0],
      winner: 0,
      sets: [
        [21, 10],
        [21, 10],
        [21, 10],
        [21, 10],
      ],
    });
    const final = await cup.keyed("1-2-1");
    expect([final.home.id, final.away.id]).toContain(first.home.id);
  });

  it("is not confirmed before it is decided, and its rubbers are corrected only while it is open", async () => {
    await teams(2);
    await cup.draw();
    const [tie] = await ties();
    if (!tie) throw new Error("no tie");
    const { rubbers } = await lineUp(tie);
    const [one, two, three] = rubbers.map(({ match }) => match);
    if (!one || !two || !three) throw new Error("no rubbers");
    await cup.play(one, 0);
    expect(await cup.said(cup.act(battle.finish, { id: tie.id }))).toContain("没有分出胜负");
    await cup.act(battle.start, { id: two.id });
    expect(await cup.said(cup.act(battle.walkover, { id: tie.id, side: "home", reason: "弃权" }))).toContain("还有一盘没有打完");
    await cup.act(battle.walkover, { id: two.id, side: "away", reason: "受伤" });
    expect((await cup.keyed(three.key)).state).toBe("dropped");
    await cup.act(battle.correct, { id: two.id, reason: "记反了" });
    expect([(await cup.keyed(three.key)).state, (await cup.keyed(tie.key)).won]).toEqual(["ready", [1, 0]]);
    await cup.act(battle.walkover, { id: two.id, side: "away", reason: "受伤" });
    await cup.act(battle.finish, { id: tie.id });
    expect(await cup.said(cup.act(battle.correct, { id: two.id, reason: "再改" }))).toContain("先更正团体赛果");
    await cup.act(battle.correct, { id: tie.id, reason: "再改" });
    await cup.act(battle.correct, { id: two.id, reason: "再改" });
    expect((await cup.keyed(tie.key)).state).toBe("running");
  });

  it("counts in the table of teams: ties, then rubbers, and says which decided", async () => {
    await teams(3, { racecardRule: "roundRobin", allRubbers: true });
    await cup.draw();
    // Each team wins one tie: by 3–0, 2–1 and 2–1.
    const cycle: Record<string, string> = { "1 队": "2 队", "2 队": "3 队", "3 队": "1 队" };
    for (const tie of await ties()) {
      const winner = cycle[tie.home.name] === tie.away.name ? 0 : 1;
      const best = (winner === 0 ? tie.home.name : tie.away.name) === "1 队";
      await playTie(tie, best ? [winner, winner, winner] : [winner, winner, winner === 0 ? 1 : 0]);
    }
    const { groups, isTeams } = await cup.look(matches.standings, { eventId: cup.eventId });
    expect(isTeams).toBe(true);
    expect(
      groups[0]?.rows.map(({ name, rubbersFor, rubbersAgainst, decidedBy }) => [name, rubbersFor - rubbersAgainst, decidedBy]),
    ).toEqual([
      ["1 队", 2, null],
      ["3 队", 0, "rubberDifference"],
      ["2 队", -2, "rubberDifference"],
    ]);
    expect(await cup.places()).toEqual({ "1 队": 1, "3 队": 2, "2 队": 3 });
  });

  it("is one block of the schedule, which its rubbers follow", async () => {
    await teams(4);
    await cup.draw();
    await cup.takeCourts();
    expect(await cup.plan()).toEqual({ placed: 3, moved: 0, left: 0 });
    const [tie] = await ties();
    const rubber = (await cup.all()).find(({ tieId }) => tieId === tie?.id);
    expect([rubber?.court, rubber?.startsAt]).toEqual([tie?.court, tie?.startsAt]);
  });
});

/** Entries that leave after the draw is published: what they have played stays, what is left are walkovers, and the money goes back once. */
import { afterEach, beforeEach, expect, it } from "vitest";
import { battles } from "../../src/contract/competitions/battles";
import { games, gameTeams } from "../../src/contract/competitions/competitions";
import { matches } from "../../src/contract/competitions/matches";
import { callsOf } from "../../src/contract/core/resource/calls";
import { checkLedger } from "../../src/server/ledger/check";
import { seedBooking } from "../support/booking";
import { waitingFor, whileShut } from "../support/gate";
import { Tournament } from "../support/tournament";
import { type TestVenue, testVenue } from "../support/venue";

const team = callsOf(gameTeams);
const battle = callsOf(battles);
let t: TestVenue;
let cup: Tournament;
beforeEach(async () => {
  t = await testVenue();
  await seedBooking(t);
  cup = new Tournament(t);
});
afterEach(async () => {
  expect(await checkLedger(t.database.dbFor("v-1"), "v-1")).toEqual([]);
  await t.close();
});

const entered = async () => (await cup.look(team.list, { event: cup.eventId, size: 100, sort: "seed,asc" })).content;
const idOf = async (name: string) => (await entered()).find((each) => each.name === name)?.id ?? "";
async function drawn(): Promise<void> {
  await cup.act(matches.makeDraw, { eventId: cup.eventId, seed: "公开的种子" });
  await cup.act(matches.publishDraw, { eventId: cup.eventId });
}
const start = () => cup.act(callsOf(games).modifyStatus, { id: cup.gameId, action: "start" });
const withdraw = (id: string, keep = "0.00") => cup.act(team.withdraw, { id, keep, reason: "受伤" });
const states = async () => Object.fromEntries((await cup.all()).map(({ key, state, winner }) => [key, `${state} ${winner ?? ""}`]));
const eventState = async () => (await cup.look(matches.draw, { eventId: cup.eventId })).state;

it("sends the opponent on and gives the money back, less what is kept", async () => {
  await cup.enter(4, {}, { fee: "50.00" }, { bail: "20.00" });
  for (const { id } of await entered()) await cup.act(team.pay, { id, payments: [{ type: "WeChat", amount: "70.00" }] });
  await drawn();
  const before = await cup.keyed("1-1-1");
  const leaver = before.home.id ?? "";
  expect(await withdraw(leaver, "10.00")).toMatchObject({ state: "withdrawn", paid: "50.00", refunded: "40.00", balanceFreeze: "0.00" });
  expect(await cup.keyed("1-1-1")).toMatchObject({ state: "walkover", winner: 1, reason: "受伤" });
  expect((await cup.keyed("1-2-1")).home).toMatchObject({ id: before.away.id, name: before.away.name });
  expect(await eventState()).toBe("drawn");
  // A drawn entrant stays in the lines.
  const { stages } = await cup.look(matches.draw, { eventId: cup.eventId });
  expect(stages[0]?.lines.map(({ name }) => name)).toContain(before.home.name);
  expect(stages[0]?.lines.every(({ name }) => name !== "")).toBe(true);
  await start();
  await cup.playAll();
  expect(await eventState()).toBe("finished");
  expect((await cup.places())[before.home.name]).toBe(3);
  expect((await entered()).find(({ id }) => id === leaver)).toMatchObject({ abandonmentCount: 1, lostCount: 1, refunded: "40.00" });
});

it("is a walkover in a match whose other side is known only later", async () => {
  await cup.enter(3);
  await drawn();
  const seeded = await idOf("选手1");
  await withdraw(seeded);
  const final = (await cup.all()).find(({ round }) => round === 2);
  expect(final).toMatchObject({ state: "waiting" });
  await start();
  const first = (await cup.all()).find(({ round }) => round === 1);
  if (!first || !final) throw new Error("no matches");
  await cup.play(first);
  expect(await cup.keyed(final.key)).toMatchObject({ state: "walkover" });
  expect((await cup.places())[first.home.name]).toBe(1);
  expect(await eventState()).toBe("finished");
});

it("loses every match of its group that is open, and keeps none", async () => {
  await cup.enter(4, { racecardRule: "roundRobin" });
  await drawn();
  await withdraw(await idOf("选手1"));
  const { groups } = await cup.look(matches.standings, { eventId: cup.eventId });
  expect(groups[0]?.rows.find(({ name }) => name === "选手1")).toMatchObject({ lost: 3, abandoned: 3, points: 0, place: 4 });
  expect(groups[0]?.left).toBe(3);
  await start();
  await cup.playAll();
  expect(await eventState()).toBe("finished");
});

it("of both sides sends nobody on: the next opponent has a walkover", async () => {
  await cup.enter(4);
  await drawn();
  const first = await cup.keyed("1-1-1");
  await withdraw(first.home.id ?? "");
  // The walkover is decided; who won it leaves as well, before it has played.
  await withdraw(first.away.id ?? "");
  expect(await cup.keyed("1-1-1")).toMatchObject({ state: "walkover", winner: 1 });
  await start();
  const other = await cup.keyed("1-1-2");
  await cup.play(other);
  expect(await cup.keyed("1-2-1")).toMatchObject({ state: "walkover", winner: 1 });
  expect((await cup.places())[other.home.name]).toBe(1);
  expect(await eventState()).toBe("finished");
});

it("of both sides at once is a walkover that nobody wins, and a final without an opponent one for the other", async () => {
  await cup.enter(4);
  for (const { id } of await entered()) {
    await cup.act(team.pay, { id, payments: [] });
    await cup.act(team.checkIn, { id });
  }
  await cup.act(matches.makeDraw, { eventId: cup.eventId });
  const first = await cup.keyed("1-1-1");
  for (const { id } of [first.home, first.away]) await cup.act(team.abandon, { id: id ?? "", reason: "未到" });
  await cup.act(matches.publishDraw, { eventId: cup.eventId });
  expect(await cup.keyed("1-1-1")).toMatchObject({ state: "walkover", winner: null, reason: "双方都已退出" });
  expect(await cup.keyed("1-2-1")).toMatchObject({ state: "waiting" });
  await start();
  const other = await cup.keyed("1-1-2");
  await cup.play(other, 1);
  const final = await cup.keyed("1-2-1");
  expect(final).toMatchObject({ state: "walkover", winner: 1, home: { id: null }, away: { id: other.away.id } });
  expect(await eventState()).toBe("finished");
  expect(await cup.places()).toMatchObject({ [other.away.name]: 1, [other.home.name]: 2, [first.home.name]: 2 });
  for (const { id } of [first.home, first.away])
    expect((await entered()).find((each) => each.id === id)).toMatchObject({ abandonmentCount: 1, lostCount: 1, winCount: 0 });
  expect(await cup.said(cup.act(battle.correct, { id: final.id, reason: "误判" }))).toContain("没有对手");
});

it("before a group is over keeps what was won there, and gives the place in the knockout to the next", async () => {
  await cup.enter(6, { racecardRule: "groupsKnockout", groupQuantity: 2, winTeamQuantity: 1 });
  for (const { id } of await entered()) {
    await cup.act(team.pay, { id, payments: [] });
    await cup.act(team.checkIn, { id });
  }
  await drawn();
  await start();
  const table = async () => (await cup.look(matches.standings, { eventId: cup.eventId })).groups[0];
  const best = (await idOf("选手1")) || "";
  const own = (await cup.all()).filter(({ home, away }) => home.id === best || away.id === best);
  for (const match of own) await cup.play(match, match.home.id === best ? 0 : 1);
  expect((await table())?.rows[0]).toMatchObject({ id: best, won: 2, hasLeft: false });
  await cup.act(team.abandon, { id: best, reason: "受伤" });
  await cup.playAll();
  const rows = (await table())?.rows ?? [];
  expect(rows.map(({ id, through, hasLeft }) => [id === best, through, hasLeft])).toEqual([
    [false, true, false],
    [false, false, false],
    [true, false, true],
  ]);
  expect(rows[2]).toMatchObject({ won: 2, points: 4 });
  const final = (await cup.all()).find(({ group }) => group === null);
  expect([final?.home.id, final?.away.id]).toContain(rows[0]?.id);
  expect([final?.home.id, final?.away.id]).not.toContain(best);
  expect(final?.state).toBe("finished");
});

it("after going through is a walkover in the knockout, and the table stays", async () => {
  await cup.enter(4, { racecardRule: "groupsKnockout", groupQuantity: 2, winTeamQuantity: 1 });
  for (const { id } of await entered()) {
    await cup.act(team.pay, { id, payments: [] });
    await cup.act(team.checkIn, { id });
  }
  await drawn();
  await start();
  for (const match of (await cup.all()).filter(({ group }) => group !== null)) await cup.play(match);
  const final = (await cup.all()).find(({ group }) => group === null);
  const leaver = final?.home.id ?? "";
  await cup.act(team.abandon, { id: leaver, reason: "受伤" });
  expect((await cup.all()).find(({ group }) => group === null)).toMatchObject({ state: "walkover", winner: 1 });
  const { groups } = await cup.look(matches.standings, { eventId: cup.eventId });
  expect(groups.flatMap(({ rows }) => rows).find(({ id }) => id === leaver)).toMatchObject({ place: 1, through: true, hasLeft: false });
  expect(await eventState()).toBe("finished");
});

it("drops the rubbers of a tie that is not played", async () => {
  await cup.enter(2, { rubbers: ["MS1", "MS2", "MS3"] }, { kind: "team", gender: "open", title: "团体", seeds: 0 }, { men: 3 });
  await drawn();
  const tie = (await cup.all()).find(({ isTie }) => isTie);
  await withdraw(tie?.away.id ?? "");
  const all = await cup.all();
  expect(all.find(({ id }) => id === tie?.id)).toMatchObject({ state: "walkover", winner: 0 });
  expect(all.filter(({ tieId }) => tieId !== null).map(({ state }) => state)).toEqual(["dropped", "dropped", "dropped"]);
});

it("is too late once the event has begun: who checked in abandons, keeps results and loses what is left", async () => {
  await cup.enter(3, { racecardRule: "roundRobin" });
  for (const { id } of await entered()) {
    await cup.act(team.pay, { id, payments: [] });
    await cup.act(team.checkIn, { id });
  }
  await drawn();
  await start();
  const [first] = (await cup.all()).filter(({ state }) => state === "ready");
  if (!first) throw new Error("no match");
  const leaver = first.home.id ?? "";
  await cup.act(battle.start, { id: first.id });
  expect(await cup.said(withdraw(leaver))).toContain("已开赛");
  expect(await cup.said(cup.act(team.abandon, { id: leaver, reason: "受伤" }))).toContain("正在比赛");
  const sets: [number, number][] = [
    [21, 10],
    [21, 10],
  ];
  await cup.act(battle.score, { id: first.id, sets });
  await cup.act(battle.finish, { id: first.id });
  await cup.act(team.abandon, { id: leaver, reason: "受伤" });
  expect(await states()).toMatchObject({ [first.key]: "finished 0" });
  expect((await entered()).find(({ id }) => id === leaver)).toMatchObject({ winCount: 1, lostCount: 1, abandonmentCount: 1 });
});

it("gives walkovers when a draw is published from which somebody has abandoned meanwhile", async () => {
  await cup.enter(4);
  for (const { id } of await entered()) {
    await cup.act(team.pay, { id, payments: [] });
    await cup.act(team.checkIn, { id });
  }
  await cup.act(matches.makeDraw, { eventId: cup.eventId });
  const leaver = (await cup.keyed("1-1-1")).home.id ?? "";
  await cup.act(team.abandon, { id: leaver, reason: "未到" });
  expect((await cup.keyed("1-1-1")).state).toBe("ready");
  await cup.act(matches.publishDraw, { eventId: cup.eventId });
  expect(await cup.keyed("1-1-1")).toMatchObject({ state: "walkover", winner: 1 });
});

it("begins a match or lets somebody withdraw from it, never both", async () => {
  await cup.enter(4);
  await drawn();
  await start();
  const match = await cup.keyed("1-1-1");
  const outcome = (doing: Promise<unknown>) =>
    doing.then(
      () => "done",
      () => "refused",
    );
  const both = await whileShut(t.url, async () => {
    const withdrawing = outcome(withdraw(match.home.id ?? ""));
    await waitingFor(t.url, 1);
    const starting = outcome(cup.act(battle.start, { id: match.id }));
    await waitingFor(t.url, 2);
    return [withdrawing, starting] as const;
  });
  expect(await Promise.all(both)).toEqual(["done", "refused"]);
  const other = await cup.keyed("1-1-2");
  const turned = await whileShut(t.url, async () => {
    const starting = outcome(cup.act(battle.start, { id: other.id }));
    await waitingFor(t.url, 1);
    const withdrawing = outcome(withdraw(other.home.id ?? ""));
    await waitingFor(t.url, 2);
    return [starting, withdrawing] as const;
  });
  expect(await Promise.all(turned)).toEqual(["done", "refused"]);
  expect([(await cup.keyed("1-1-1")).state, (await cup.keyed("1-1-2")).state]).toEqual(["walkover", "running"]);
});

it("records a no-show of an entry that has paid or not, without checking it in", async () => {
  await cup.enter(4, {}, { fee: "50.00" }, { bail: "20.00" });
  const entries = await entered();
  const [late, ...others] = entries;
  for (const { id } of others) await cup.act(team.pay, { id, payments: [{ type: "WeChat", amount: "70.00" }] });
  // Unpaid entries are drawn only where the organiser allows it.
  expect(await cup.said(cup.act(matches.makeDraw, { eventId: cup.eventId }))).toContain("还有 1 支队伍未缴费");
  const { createdAt: _, no: _n, status: _s, ...game } = await cup.look(callsOf(games).view, { id: cup.gameId });
  await cup.act(callsOf(games).modify, { ...game, drawUnpaid: true });
  await drawn();
  await start();
  await cup.act(team.abandon, { id: late?.id ?? "", reason: "未到" });
  const paid = others[0]?.id ?? "";
  await cup.act(team.abandon, { id: paid, reason: "未到" });
  const left = new Map((await entered()).map((entry) => [entry.id, entry]));
  expect(left.get(late?.id ?? "")).toMatchObject({ state: "abandoned", paid: "0.00", balanceFreeze: "0.00" });
  // The fee stays, and so does the deposit with the venue.
  expect(left.get(paid)).toMatchObject({ state: "abandoned", paid: "50.00", refunded: "0.00", balanceFreeze: "0.00" });
  const open = (await cup.all()).filter(({ home, away }) => [home.id, away.id].some((id) => id === late?.id || id === paid));
  expect(open.every(({ state }) => state === "walkover")).toBe(true);
});

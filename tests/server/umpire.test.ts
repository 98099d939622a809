/** The umpire's tablet: a PIN of one match, marks that count once, an office that scores at the same time, and an end with the match. */
import { afterEach, beforeEach, expect, it } from "vitest";
import { battles } from "../../src/contract/competitions/battles";
import type { Call, Input } from "../../src/contract/core/call";
import { gameSettings } from "../../src/contract/competitions/competitions";
import { matches } from "../../src/contract/competitions/matches";
import { callsOf } from "../../src/contract/core/resource/calls";
import { umpire, type UmpireMark } from "../../src/contract/competitions/umpire";
import { seedBooking } from "../support/booking";
import { waitingFor } from "../support/gate";
import { testServer, type TestServer } from "../support/server";
import { query } from "../support/tables";
import { Tournament } from "../support/tournament";
import { type TestVenue, testVenue } from "../support/venue";

const battle = callsOf(battles);
const AT = "2026-11-22T01:30:00.000Z";
let t: TestVenue;
let server: TestServer;
let cup: Tournament;
let matchId = "";
beforeEach(async () => {
  t = await testVenue();
  await seedBooking(t);
  cup = new Tournament(t);
  await cup.enter(4);
  await cup.takeCourts();
  const settings = callsOf(gameSettings);
  const { createdAt: _, gameTitle: _t, isCounting: _c, ...own } = await cup.look(settings.view, { id: cup.gameId });
  await cup.act(settings.modify, { ...own, sport: "badminton", orderOfPlay: "queue" });
  await cup.draw();
  matchId = (await cup.keyed("1-1-1")).id;
  server = await testServer({ url: t.url, clock: () => t.now });
});
afterEach(async () => {
  await server.close();
  await t.close();
});

const mark = (kind: UmpireMark["kind"], side: 0 | 1 | null = null): UmpireMark => ({ kind, side, at: AT });
const points = (run: string) => run.split("").map((letter) => mark("point", letter === "h" ? 0 : 1));
const anyone = () => server.with("");
const refusal = async <C extends Call>(call: C, input: Input<C>): Promise<string> => (await anyone().call(call, input)).msg;
const issue = async (id = matchId) => (await cup.act(umpire.issue, { id })).pin;
const open = async (pin: string, target: { matchId?: string; courtId?: string } = { matchId }) =>
  anyone().ok(umpire.open, { venueId: "v-1", ...target, pin });
const send = (token: string, input: Omit<Input<typeof umpire.send>, "venueId" | "token">) =>
  anyone().ok(umpire.send, { venueId: "v-1", token, ...input });

it("opens the match of its PIN only, and counts wrong tries", async () => {
  const pin = await issue();
  const wrong = pin === "000000" ? "000001" : "000000";
  expect(await refusal(umpire.open, { venueId: "v-1", matchId, pin: wrong })).toContain("PIN 不对");
  const other = (await cup.keyed("1-1-2")).id;
  expect(await refusal(umpire.open, { venueId: "v-1", matchId: other, pin })).toContain("PIN 不对");
  const { view } = await open(pin);
  expect(view).toMatchObject({ event: "男单", sport: "badminton", state: "ready", marks: [], home: { players: [] } });
  for (let tries = 0; tries < 5; tries++) expect(await refusal(umpire.open, { venueId: "v-1", matchId, pin: wrong })).toContain("PIN 不对");
  // The right PIN does not open it either until the lock is over.
  expect(await refusal(umpire.open, { venueId: "v-1", matchId, pin })).toMatch(/稍后|秒/);
  t.now = new Date(t.now.getTime() + 11 * 60_000);
  await open(pin);
});

it("counts tries by the match or the court, and takes no input of both", async () => {
  const pin = await issue();
  const wrong = pin === "000000" ? "000001" : "000000";
  const answers: string[] = [];
  for (let tries = 0; tries < 6; tries++) {
    // Another court with each try made it another count.
    await refusal(umpire.open, { venueId: "v-1", matchId, courtId: `b-${tries}`, pin: wrong });
    answers.push(await refusal(umpire.open, { venueId: "v-1", matchId, pin: wrong }));
  }
  expect(answers.map((text) => text.includes("PIN 不对"))).toEqual([true, true, true, true, true, false]);
  t.now = new Date(t.now.getTime() + 11 * 60_000);
  expect(await refusal(umpire.open, { venueId: "v-1", matchId, courtId: "b-1", pin })).toContain("有内容需要修改");
  expect(await refusal(umpire.open, { venueId: "v-1", pin })).toContain("有内容需要修改");
  await open(pin);
});

it("counts parallel tries one by one", async () => {
  const pin = await issue();
  const wrong = pin === "000000" ? "000001" : "000000";
  const answers = await Promise.all(Array.from({ length: 12 }, () => refusal(umpire.open, { venueId: "v-1", matchId, pin: wrong })));
  expect(answers.filter((text) => text.includes("PIN 不对"))).toHaveLength(5);
});

it("opens nothing by a PIN that is replaced in the same moment", async () => {
  const pin = await issue();
  let opening: Promise<string> | undefined;
  await t.database
    .dbFor("v-1")
    .transaction()
    .execute(async (tx) => {
      await tx.updateTable("umpire_access").set({ pin_hash: "another" }).where("battle_id", "=", matchId).execute();
      opening = refusal(umpire.open, { venueId: "v-1", matchId, pin });
      await waitingFor(t.url, 1);
    });
  expect(await opening).toContain("PIN 不对");
});

it("opens the match that is called to a court by the court's code", async () => {
  t.now = new Date(AT);
  await cup.act(matches.call, { id: matchId, courtId: "b-1" });
  const pin = await issue();
  expect((await open(pin, { courtId: "b-1" })).view.court).toBe("1 号");
  expect(await refusal(umpire.open, { venueId: "v-1", courtId: "b-2", pin })).toContain("PIN 不对");
});

it("scores by marks, each once however often it arrives", async () => {
  const { token, view } = await open(await issue());
  const first = [mark("start", 0), ...points("hha")];
  expect(await send(token, { from: 0, marks: first, version: view.version })).toMatchObject({ state: "running", sets: [[2, 1]] });
  // The answer was lost: the same again, with one more.
  const again = await send(token, { from: 0, marks: [...first, ...points("h")], version: view.version });
  expect(again).toMatchObject({ sets: [[3, 1]], isConflict: false });
  expect(again.marks).toHaveLength(5);
  expect(await cup.keyed("1-1-1")).toMatchObject({ state: "running", sets: [[3, 1]], runs: ["hhah"] });
  const undone = await send(token, { from: 5, marks: [mark("undo"), mark("red", 0)], version: again.version });
  expect(undone.sets).toEqual([[2, 2]]);
  const gap = refusal(umpire.send, { venueId: "v-1", token, from: 12, marks: points("h"), version: undone.version });
  expect(await gap).toContain("没有收到");
});

it("stops with both scores once the office has changed one, until the umpire chooses", async () => {
  const { token, view } = await open(await issue());
  const before = await send(token, { from: 0, marks: [mark("start", 0), ...points("hh")], version: view.version });
  await cup.act(battle.score, { id: matchId, sets: [[2, 5]] });
  const stopped = await send(token, { from: 3, marks: points("h"), version: before.version });
  expect(stopped).toMatchObject({ isConflict: true, sets: [[2, 5]] });
  expect(stopped.marks).toHaveLength(3);
  const chosen: UmpireMark[] = [...points("h"), { ...mark("score"), sets: [[2, 5]] }, ...points("a")];
  const after = await send(token, { from: 3, marks: chosen, version: stopped.version });
  expect(after).toMatchObject({ isConflict: false, sets: [[2, 6]] });
});

it("overwrites no score of the office that the tablet has seen but nobody has chosen", async () => {
  const { token, view } = await open(await issue());
  await send(token, { from: 0, marks: [mark("start", 0), ...points("hh")], version: view.version });
  await cup.act(battle.score, { id: matchId, sets: [[2, 5]] });
  const seen = await anyone().ok(umpire.view, { venueId: "v-1", token });
  expect(seen).toMatchObject({ isConflict: true, sets: [[2, 5]] });
  expect(await send(token, { from: 3, marks: points("h"), version: seen.version })).toMatchObject({ isConflict: true, sets: [[2, 5]] });
  const chosen = [...points("h"), { ...mark("score"), sets: [[3, 5]] as [number, number][] }];
  // Chosen over a score that the office has changed again, it counts for nothing.
  await cup.act(battle.score, { id: matchId, sets: [[2, 6]] });
  const later = await send(token, { from: 3, marks: chosen, version: seen.version });
  expect(later).toMatchObject({ isConflict: true, sets: [[2, 6]] });
  expect(await send(token, { from: 3, marks: chosen, version: later.version })).toMatchObject({ isConflict: false, sets: [[3, 5]] });
});

it("passes over no marks that differ from those it has", async () => {
  const { token, view } = await open(await issue());
  const before = await send(token, { from: 0, marks: [mark("start", 0), ...points("hh")], version: view.version });
  const other = await send(token, { from: 1, marks: points("aaa"), version: before.version });
  expect(other).toMatchObject({ isConflict: true, sets: [[2, 0]] });
  expect(other.marks).toHaveLength(3);
});

it("changes ends before the start", async () => {
  const { token, view } = await open(await issue());
  const before = await send(token, { from: 0, marks: [mark("ends"), mark("undo"), mark("ends")], version: view.version });
  expect(before).toMatchObject({ state: "ready" });
  expect(before.marks).toHaveLength(3);
  expect(await send(token, { from: 3, marks: [mark("start", 0), ...points("h")], version: before.version })).toMatchObject({
    state: "running",
    sets: [[1, 0]],
  });
});

it("scores points while the event is locked by somebody else", async () => {
  const { token, view } = await open(await issue());
  const before = await send(token, { from: 0, marks: [mark("start", 0)], version: view.version });
  const scored = await t.database
    .dbFor("v-1")
    .transaction()
    .execute(async (tx) => {
      await tx.selectFrom("game_event").select("id").where("id", "=", cup.eventId).forUpdate().execute();
      return send(token, { from: 1, marks: points("h"), version: before.version });
    });
  expect(scored).toMatchObject({ sets: [[1, 0]], round: "半决赛" });
});

it("ends once the start is undone or another side comes into the match", async () => {
  const { token, view } = await open(await issue());
  await send(token, { from: 0, marks: [mark("start", 0)], version: view.version });
  await cup.act(battle.unstart, { id: matchId });
  expect(await send(token, { from: 1, marks: points("h"), version: view.version })).toMatchObject({
    isEnded: true,
    state: "ready",
    sets: [],
  });

  const [first, second] = [await cup.keyed("1-1-1"), await cup.keyed("1-1-2")];
  const late = await open(await issue());
  const ids = { firstId: first.home.id ?? "", secondId: second.home.id ?? "" };
  await cup.act(matches.swapLines, { eventId: cup.eventId, ...ids, reason: "同单位" });
  const after = await anyone().ok(umpire.view, { venueId: "v-1", token: late.token });
  expect(after).toMatchObject({ isEnded: true, home: { name: second.home.name } });
  expect(after.version).toBeGreaterThan(late.view.version);
  await send(late.token, { from: 0, marks: [mark("start", 0), ...points("h")], version: after.version });
  expect(await cup.keyed("1-1-1")).toMatchObject({ state: "ready", sets: [] });
});

it("ends in a final once a corrected result sends another side there", async () => {
  await cup.play(await cup.keyed("1-1-1"));
  await cup.play(await cup.keyed("1-1-2"));
  const final = await cup.keyed("1-2-1");
  const { token, view } = await open(await issue(final.id), { matchId: final.id });
  await cup.act(battle.correct, { id: matchId, reason: "记错" });
  await cup.act(battle.score, {
    id: matchId,
    sets: [
      [10, 21],
      [10, 21],
    ],
  });
  await cup.act(battle.finish, { id: matchId });
  expect(await send(token, { from: 0, marks: [mark("start", 0), ...points("h")], version: view.version })).toMatchObject({
    isEnded: true,
    state: "ready",
  });
  expect(await cup.keyed("1-2-1")).toMatchObject({ state: "ready", sets: [] });
});

it("appears in the log as the umpire's tablet", async () => {
  const { token, view } = await open(await issue());
  await send(token, { from: 0, marks: [mark("start", 0)], version: view.version });
  const rows = await query<{ operator: string }>(
    t.url,
    "SELECT DISTINCT operator FROM audit_log WHERE action LIKE '%umpire%send%' OR operator = 'umpire'",
    [],
  );
  expect(rows.map(({ operator }) => operator)).toEqual(["裁判平板"]);
});

it("ends with the match: the PIN opens nothing and marks change nothing any more", async () => {
  const pin = await issue();
  const { token, view } = await open(pin);
  const marks = [mark("start", 1), ...points("h".repeat(42)), mark("finish")];
  expect(await send(token, { from: 0, marks, version: view.version })).toMatchObject({ state: "finished" });
  expect(await cup.keyed("1-1-1")).toMatchObject({
    state: "finished",
    winner: 0,
    sets: [
      [21, 0],
      [21, 0],
    ],
  });
  expect((await cup.keyed("1-2-1")).home.name).not.toBe("");
  expect(await refusal(umpire.open, { venueId: "v-1", matchId, pin })).toContain("PIN 不对");
  const late = await send(token, { from: 44, marks: [mark("undo"), ...points("a")], version: view.version });
  expect(late).toMatchObject({
    state: "finished",
    sets: [
      [21, 0],
      [21, 0],
    ],
  });
  // A correction by the office does not give the tablet its access back.
  await cup.act(battle.correct, { id: matchId, reason: "记错" });
  await send(token, { from: 44, marks: points("a"), version: view.version });
  expect((await cup.keyed("1-1-1")).sets).toEqual([
    [21, 0],
    [21, 0],
  ]);
});

it("continues from the score that the desk has, in the middle of a match and after a corrected result", async () => {
  await cup.act(battle.start, { id: matchId });
  await cup.act(battle.score, {
    id: matchId,
    sets: [
      [21, 10],
      [5, 3],
    ],
  });
  const middle = await open(await issue());
  const from = middle.view.marks.length;
  const scored = await send(middle.token, { from, marks: points("a"), version: middle.view.version });
  expect(scored).toMatchObject({
    sets: [
      [21, 10],
      [5, 4],
    ],
    isConflict: false,
  });
  // A tablet in its place has all that was marked.
  expect((await open(await issue())).view.marks).toHaveLength(from + 1);
  await cup.act(battle.score, {
    id: matchId,
    sets: [
      [21, 10],
      [21, 4],
    ],
  });
  await cup.act(battle.finish, { id: matchId });
  await cup.act(battle.correct, { id: matchId, reason: "记错" });
  await cup.act(battle.score, {
    id: matchId,
    sets: [
      [21, 10],
      [20, 4],
    ],
  });
  const again = await open(await issue());
  const last = await send(again.token, {
    from: again.view.marks.length,
    marks: [...points("h"), mark("finish")],
    version: again.view.version,
  });
  expect(last).toMatchObject({
    state: "finished",
    sets: [
      [21, 10],
      [21, 4],
    ],
  });
});

it("gives a match to the tablet that opened it last, and to none after a new PIN", async () => {
  const pin = await issue();
  const { token: first } = await open(pin);
  const { token: second } = await open(pin);
  expect(await refusal(umpire.view, { venueId: "v-1", token: first })).toContain("另一台平板");
  await anyone().ok(umpire.view, { venueId: "v-1", token: second });
  await issue();
  expect(await refusal(umpire.view, { venueId: "v-1", token: second })).toContain("另一台平板");
  // A token says nothing at another venue.
  expect(await refusal(umpire.view, { venueId: "v-9", token: second })).toContain("场馆");
});

it("rejects impossible scores, and scores while the office has suspended the match", async () => {
  const { token, view } = await open(await issue());
  const bad = { ...mark("score"), sets: [[31, 30]] as [number, number][] };
  expect(await refusal(umpire.send, { venueId: "v-1", token, from: 0, marks: [mark("start", 0), bad], version: view.version })).toContain(
    "不可能的比分",
  );
  expect((await cup.keyed("1-1-1")).state).toBe("ready");
  await send(token, { from: 0, marks: [mark("start", 0)], version: view.version });
  await cup.act(battle.suspend, { id: matchId, reason: "停电" });
  const whileSuspended = refusal(umpire.send, { venueId: "v-1", token, from: 1, marks: points("h"), version: view.version });
  expect(await whileSuspended).toContain("中断");
});

it("records a retirement with its winner", async () => {
  const { token, view } = await open(await issue());
  await send(token, { from: 0, marks: [mark("start", 0), ...points("hh"), mark("retire", 0)], version: view.version });
  expect(await cup.keyed("1-1-1")).toMatchObject({ state: "retired", winner: 1, sets: [[2, 0]] });
});

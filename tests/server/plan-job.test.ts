/** Planning outside the request: in a thread, with progress, cancelled or saved in one change, while other calls are served. */
import { afterEach, beforeEach, expect, it } from "vitest";
import { battles } from "../../src/contract/competitions/battles";
import type { Call, Input, Output } from "../../src/contract/core/call";
import { matches } from "../../src/contract/competitions/matches";
import { callsOf } from "../../src/contract/core/resource/calls";
import { planInThread } from "../../src/server/domains/competitions/planThread";
import { drawEvent } from "../../src/engine/draw";
import { playables } from "../../src/engine/playables";
import { clashes } from "../../src/engine/schedule";
import { seedBooking } from "../support/booking";
import { type Client, testServer, type TestServer } from "../support/server";
import { Tournament } from "../support/tournament";
import { type TestVenue, testVenue } from "../support/venue";

let t: TestVenue;
let server: TestServer;
let desk: Client;
let cup: Tournament;
beforeEach(async () => {
  t = await testVenue();
  await seedBooking(t);
  cup = new Tournament(t);
  await cup.enter(8);
  await cup.takeCourts();
  await cup.draw();
  server = await testServer({ url: t.url, clock: () => t.now });
  await server.addPerson("planner", ["v-1"]);
  desk = await server.as("planner");
});
afterEach(async () => {
  await server.close();
  await t.close();
});

const ask = <C extends Call>(call: C, input: Input<C>): Promise<Output<C>> => desk.ok(call, input);
const job = async () => (await ask(matches.planJob, { gameId: cup.gameId })).job;
async function ended() {
  for (;;) {
    const now = await job();
    if (now?.state !== "running") return now;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

it("answers at once, plans in its thread, and saves the whole schedule in one change", async () => {
  expect(await job()).toBeNull();
  expect(await ask(matches.plan, { gameId: cup.gameId })).toMatchObject({ state: "running", done: 0, total: 7 });
  expect(await ended()).toMatchObject({ state: "done", placed: 7, moved: 0, left: 0, done: 7 });
  expect((await cup.all()).every(({ startsAt }) => startsAt !== null)).toBe(true);
});

it("changes nothing once it is cancelled", async () => {
  await ask(matches.plan, { gameId: cup.gameId });
  expect((await ask(matches.cancelPlan, { gameId: cup.gameId })).job).toMatchObject({ state: "cancelled" });
  // The thread may have been done already: what it would save is dropped.
  await new Promise((resolve) => setTimeout(resolve, 2_500));
  expect(await job()).toMatchObject({ state: "cancelled" });
  expect((await cup.all()).every(({ startsAt }) => startsAt === null)).toBe(true);
});

it("saves nothing over matches that have changed meanwhile, and says why", async () => {
  await ask(matches.plan, { gameId: cup.gameId });
  await cup.act(callsOf(battles).start, { id: (await cup.keyed("1-1-1")).id });
  const after = await ended();
  expect(after).toMatchObject({ state: "failed" });
  expect(after?.reason).toContain("请再排一次");
  expect((await cup.all()).every(({ startsAt }) => startsAt === null)).toBe(true);
});

it("takes one planning of a game at a time, and a stopped one for none", async () => {
  await ask(matches.plan, { gameId: cup.gameId });
  const second = await desk.call(matches.plan, { gameId: cup.gameId });
  expect(second.msg).toContain("正在排赛");
  await ended();
  await t.database.dbFor("v-1").updateTable("plan_job").set({ state: "running" }).execute();
  t.now = new Date(t.now.getTime() + 60_000);
  expect(await job()).toMatchObject({ state: "failed" });
  await ask(matches.plan, { gameId: cup.gameId });
  expect(await ended()).toMatchObject({ state: "done" });
});

it("plans in a thread what it would plan in place, and reports how far it is", async () => {
  const entrants = Array.from({ length: 64 }, (_, i) => ({ id: `e${i}`, club: "", seed: null }));
  const { stages } = drawEvent(entrants, { kind: "knockout", third: false }, { separate: false }, "s");
  const all = playables(stages[0]?.matches ?? [], "", 30, 20);
  const hours = Array.from({ length: 4 }, (_, i) => ({ court: `k${i}`, start: 0, end: 3_000 }));
  const heard: number[] = [];
  const task = { matches: all, hours, fixed: [], from: 0, engaged: [] };
  const plan = await planInThread(task, (placed) => heard.push(placed), new AbortController().signal);
  expect(clashes(all, hours, plan.placed)).toEqual([]);
  expect([plan.placed.length, heard]).toEqual([63, [10, 20, 30, 40, 50, 60]]);
  const abort = new AbortController();
  const stopped = planInThread(task, () => undefined, abort.signal);
  abort.abort();
  await expect(stopped).rejects.toThrow("has ended");
});

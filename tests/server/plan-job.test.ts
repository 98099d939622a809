/** Planning outside the request: in a thread, with progress, cancelled or saved in one change, while other calls are served. */
import { afterEach, beforeEach, expect, it } from "vitest";
import { battles } from "../../src/contract/competitions/battles";
import type { Call, Input, Output } from "../../src/contract/core/call";
import { referees } from "../../src/contract/competitions/competitions";
import { matches } from "../../src/contract/competitions/matches";
import { callsOf } from "../../src/contract/core/resource/calls";
import { planInThread } from "../../src/server/domains/competitions/plan-thread";
import { loadPlan, savePlan } from "../../src/server/domains/competitions/plans";
import { drawEvent } from "../../src/engine/draw";
import { playables } from "../../src/engine/playables";
import { clashes } from "../../src/engine/schedule";
import { seedBooking } from "../support/booking";
import { waitingFor, whileShut } from "../support/gate";
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

it("saves no plan over courts or referees that have changed meanwhile", async () => {
  const load = () => t.look((ctx) => loadPlan(ctx, cup.gameId, false));
  const save = (basis: string) => cup.said(t.act((ctx) => savePlan(ctx, cup.gameId, false, basis, { placed: [], left: [] })));
  const { basis } = await load();
  await t.act((ctx) => savePlan(ctx, cup.gameId, false, basis, { placed: [], left: [] }));
  await t.database.dbFor("v-1").updateTable("booking_line").set({ end_minute: 720 }).where("place_id", "=", "b-1").execute();
  expect(await save(basis)).toContain("场地或裁判有变动");
  const afterCourts = (await load()).basis;
  const draft = { name: "严裁判", sex: "female", phone: "13600000001", level: "first", active: true } as const;
  const referee = (await cup.act(callsOf(referees).create, draft)).id;
  await cup.act(callsOf(battles).assign, { id: (await cup.keyed("1-1-1")).id, referee });
  expect(await save(afterCourts)).toContain("场地或裁判有变动");
});

it("takes one of two first plannings that start in the same moment", async () => {
  const answers = await whileShut(t.url, async () => {
    const both = [1, 2].map(() => desk.call(matches.plan, { gameId: cup.gameId }));
    await waitingFor(t.url, 2);
    return both;
  });
  const texts = (await Promise.all(answers)).map(({ msg }) => msg);
  expect(texts.filter((text) => text.includes("正在排赛"))).toHaveLength(1);
  expect(await ended()).toMatchObject({ state: "done" });
});

it("runs two threads at most, and none for a planning that was cancelled before", async () => {
  const task = { matches: [], hours: [], fixed: [], from: 0, engaged: [] };
  let opened = 0;
  const count = (): void => void opened++;
  process.on("worker", count);
  try {
    const run = (signal: AbortSignal) => planInThread(task, () => undefined, signal);
    const plans = [1, 2, 3].map(() => run(new AbortController().signal));
    await new Promise((resolve) => setImmediate(resolve));
    expect(opened).toBe(2);
    await expect(run(AbortSignal.abort())).rejects.toThrow();
    await Promise.all(plans);
    expect(opened).toBe(3);
  } finally {
    process.off("worker", count);
  }
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

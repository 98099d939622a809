/** Many people at work for a long time on two processes over one database: does anything fail, and does their memory grow? */
import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { sql } from "kysely";
import { booking } from "../../contract/booking/booking";
import type { Call, Input } from "../../contract/core/call";
import { members } from "../../contract/members/members";
import { sale } from "../../contract/sale/sale";
import { addDays, dayOf, DEFAULT_ZONE } from "../../contract/core/time";
import { openDatabase, PLATFORM } from "../../server/db/client";
import { startSession } from "../../server/kernel/tokens";
import { DAYS_AHEAD, GOODS, HOURS_TAKEN, PLACES, VENUE } from "./data";
import type { Figure } from "./figures";
import { type Load, percentile, run, saysOf, type Target } from "./load";
import type { Stage } from "./parts";
import { residentMb, type Running, startServer } from "./server";

const SESSIONS = 200;
const SAMPLE = 1_000;
/**
 * Rest of a process before its memory is measured: until unneeded connections to the database are closed. Their number shows how slow the
 * machine was just before; each holds the statements that it has prepared.
 */
const REST = 45_000;
/** The mix of requests repeats after so many. */
const MIX = 20;
/** When the places open, as a minute of the day, and for how many hours. */
const OPENS = 360;
const HOURS = 17;

/** 200 people who look through members, week grids and single members, and book, sell and take a recharge now and then, at either process. */
export async function measureSoak(stage: Stage): Promise<Figure[]> {
  const dataDir = mkdtempSync(path.join(tmpdir(), "venue-soak-"));
  const second = await startServer(dataDir, stage.url);
  try {
    return await soak(stage, [stage.server, second]);
  } finally {
    await second.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

async function soak(stage: Stage, servers: readonly Running[]): Promise<Figure[]> {
  const tokens = await sessions(stage);
  const most = servers.map(() => 0);
  // Until the first snapshot: writing one takes memory of its own.
  const timer = setInterval(() => {
    for (const [i, { pid }] of servers.entries()) most[i] = Math.max(most[i] ?? 0, residentMb(pid) ?? 0);
  }, SAMPLE);
  let turn = 0;
  const target = (): Target => {
    // Each round of the mix begins at the other process than the one before: every kind of request reaches both.
    const { origin } = servers[(turn + Math.floor(turn / MIX)) % servers.length] ?? stage.server;
    return work(origin, stage.rows, tokens[turn % SESSIONS] ?? "", turn++);
  };
  const load = (seconds: number) => run(target, { connections: SESSIONS, seconds, pace: stage.pace * 1_000 });
  const heapKept = async (): Promise<readonly number[]> => {
    clearInterval(timer);
    await new Promise((resolve) => setTimeout(resolve, REST));
    return Promise.all(servers.map((server) => server.keptMb()));
  };
  // The first third fills caches and grows the heap to its working size.
  const [first, settled] = [await load(stage.minutes * 20), await heapKept()];
  const [second, last] = [await load(stage.minutes * 40), await heapKept()];
  const loads = joined([first, second]);
  const collided = await deadlocks(stage.url);
  return [
    {
      what: `errors in ${stage.minutes} minutes of ${SESSIONS} sessions`,
      value: String(loads.failed),
      bar: "0",
      goal: "0",
      met: loads.failed === 0 ? "goal" : "no",
      note: `${loads.count} requests, one of each person in ${stage.pace} s, p50 ${Math.round(percentile(loads.times, 0.5))} ms, p99 ${Math.round(percentile(loads.times, 0.99))} ms${loads.failed === 0 ? "" : `; ${saysOf(loads)}; causes: ${causesOf(servers)}`}`,
    },
    {
      what: `deadlocks in the database in ${stage.minutes} minutes of ${SESSIONS} sessions`,
      value: String(collided),
      bar: "0",
      goal: "0",
      met: collided === 0 ? "goal" : "no",
      note: "of all that this database ever had",
    },
    ...most.map((resident, i) =>
      growthOf(`growth of what process ${i + 1} holds in ${stage.minutes} minutes of ${SESSIONS} sessions`, {
        from: settled[i] ?? 0,
        to: last[i] ?? 0,
        hours: second.seconds / 3_600,
        resident,
      }),
    ),
  ];
}

async function deadlocks(url: string): Promise<number> {
  const database = openDatabase(url, { max: 1 });
  try {
    const { rows } = await sql<{
      deadlocks: number;
    }>`SELECT deadlocks FROM pg_stat_database WHERE datname = current_database()`.execute(database.dbFor(PLATFORM));
    return rows[0]?.deadlocks ?? 0;
  } finally {
    await database.close();
  }
}

/** Collects the faults that the processes logged, each cause with its count; answers do not contain them. */
function causesOf(servers: readonly Running[]): string {
  const causes = new Map<string, number>();
  for (const [, cause] of servers.flatMap((server) => server.said().flatMap((line) => [...line.matchAll(/"message":"([^"]*)"/g)])))
    if (cause !== undefined) causes.set(cause, (causes.get(cause) ?? 0) + 1);
  return [...causes].map(([cause, count]) => `${count} × ${cause}`).join("; ");
}

/**
 * Computes the growth of a process's memory at rest, after all unreferenced objects were collected. Its resident memory reveals little of a
 * leak: the heap may grow to several times the memory in use before it is collected, and is bounded.
 */
function growthOf(what: string, { from, to, hours, resident }: { from: number; to: number; hours: number; resident: number }): Figure {
  const slope = (to - from) / hours;
  return {
    what,
    value: `${slope.toFixed(1)} MB/h`,
    bar: "< 1 MB/h",
    goal: "< 1 MB/h",
    met: slope < 1 ? "goal" : "no",
    note: `${from.toFixed(2)} to ${to.toFixed(2)} MB of data over the last two thirds; in the first at most ${resident} MB resident`,
  };
}

/** Loads one after the other as one. */
function joined(loads: readonly Load[]): Load {
  const faults = new Map<string, number>();
  for (const [fault, count] of loads.flatMap((load) => [...load.faults])) faults.set(fault, (faults.get(fault) ?? 0) + count);
  const total = (of: (load: Load) => number): number => loads.reduce((sum, load) => sum + of(load), 0);
  return {
    count: total(({ count }) => count),
    failed: total(({ failed }) => failed),
    faults,
    seconds: total(({ seconds }) => seconds),
    times: loads.flatMap(({ times }) => times),
  };
}

async function sessions({ url }: Stage): Promise<string[]> {
  const database = openDatabase(url, { max: 4 });
  try {
    const tokens: string[] = [];
    for (let i = 0; i < SESSIONS; i++)
      tokens.push((await startSession(database.dbFor(PLATFORM), "bench", new Date(), "127.0.0.1")).access_token);
    return tokens;
  } finally {
    await database.close();
  }
}

/** The turn-th request of all. */
function work(origin: string, rows: number, token: string, turn: number): Target {
  const memberId = `m${String(1 + ((turn * 7919) % rows)).padStart(10, "0")}`;
  const targetOf = <C extends Call>(call: C, input: Input<C>): Target => {
    const headers = { access_token: token, sourceId: VENUE };
    const url = origin + call.path;
    if (call.encoding === "json")
      return {
        url,
        headers: { ...headers, "content-type": "application/json", "idempotency-key": randomUUID() },
        body: JSON.stringify(input),
      };
    return { url: `${url}?${new URLSearchParams(Object.entries(Object(input))).toString()}`, headers };
  };
  const kind = turn % MIX;
  const nth = Math.floor(turn / MIX);
  if (kind === 0) return targetOf(members.recharge, { memberId, pay: "1.00", method: "WeChat" });
  if (kind === 1) return targetOf(booking.create, bookingOf(nth));
  if (kind === 2)
    return targetOf(sale.create, { lines: [{ productId: `g-${nth % GOODS}`, quantity: 1 }], payments: [{ type: "Cash", amount: "5.00" }] });
  if (kind < 6) return targetOf(members.view, { id: memberId });
  if (kind < 10) return targetOf(booking.grid, { day: addDays(dayOf(new Date(), DEFAULT_ZONE), turn % 14), days: "7" });
  return targetOf(members.list, { page: String(turn % 50) });
}

/** The nth booking: an hour that the bulk leaves free. It runs out unpaid, so that time has work too, and the hour is free again. */
function bookingOf(nth: number): Input<typeof booking.create> {
  const place = nth % PLACES;
  const turn = Math.floor(nth / PLACES);
  const start = OPENS + 60 * (((HOURS_TAKEN + (turn % (HOURS - HOURS_TAKEN))) * 7 + place) % HOURS);
  const day = addDays(dayOf(new Date(), DEFAULT_ZONE), 1 + (Math.floor(turn / (HOURS - HOURS_TAKEN)) % DAYS_AHEAD));
  return { day, runs: [{ placeId: `c-${place}`, start, end: start + 60 }], mode: "hold", name: "测速" };
}

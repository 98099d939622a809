/** Many people at work for a long time: does anything fail, and does the server's memory grow? */
import { randomUUID } from "node:crypto";
import { booking } from "../../contract/booking";
import type { Call, Input } from "../../contract/call";
import { members } from "../../contract/members";
import { addDays, dayOf, DEFAULT_ZONE } from "../../contract/time";
import { openDatabase, PLATFORM } from "../../server/db/client";
import { startSession } from "../../server/kernel/tokens";
import { VENUE } from "./data";
import type { Figure } from "./figures";
import { percentile, run, saysOf, type Target } from "./load";
import type { Stage } from "./parts";
import { residentMb } from "./server";

const SESSIONS = 200;
/** One request of each person in so many milliseconds. */
const PACE = 2_000;
const SAMPLE = 1_000;

/** 200 people who look through members, week grids and single members, and take a recharge now and then. */
export async function measureSoak(stage: Stage): Promise<Figure[]> {
  const tokens = await sessions(stage);
  const samples: { hours: number; mb: number }[] = [];
  const started = performance.now();
  const timer = setInterval(() => {
    const mb = residentMb(stage.server.pid);
    if (mb !== undefined) samples.push({ hours: (performance.now() - started) / 3_600_000, mb });
  }, SAMPLE);
  let turn = 0;
  const load = await run(() => work(stage, tokens[turn % SESSIONS] ?? "", turn++), {
    connections: SESSIONS,
    seconds: stage.minutes * 60,
    pace: PACE,
  });
  clearInterval(timer);
  // The first third fills caches and grows the heap to its working size.
  const settled = samples.slice(Math.floor(samples.length / 3));
  const slope = slopeOf(settled);
  const steady = slope === undefined || slope < 1;
  return [
    {
      what: `errors in ${stage.minutes} minutes of ${SESSIONS} sessions`,
      value: String(load.failed),
      bar: "0",
      goal: "0",
      met: load.failed === 0 ? "goal" : "no",
      note: `${load.count} requests, p50 ${Math.round(percentile(load.times, 0.5))} ms, p99 ${Math.round(percentile(load.times, 0.99))} ms${load.failed === 0 ? "" : `; ${saysOf(load)}`}`,
    },
    {
      what: `growth of the server's memory in ${stage.minutes} minutes of ${SESSIONS} sessions`,
      value: slope === undefined ? "not known here" : `${slope.toFixed(1)} MB/h`,
      bar: "< 1 MB/h",
      goal: "< 1 MB/h",
      met: steady ? "goal" : "no",
      note: `${settled.at(0)?.mb ?? 0} to ${settled.at(-1)?.mb ?? 0} MB; of fewer than 30 minutes the slope says little`,
    },
  ];
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

/** The turn-th request of all: the mix repeats every twenty. */
function work(stage: Stage, token: string, turn: number): Target {
  const memberId = `m${String(1 + ((turn * 7919) % stage.rows)).padStart(10, "0")}`;
  const asked = <C extends Call>(call: C, input: Input<C>): Target => {
    const headers = { access_token: token, sourceId: VENUE };
    const url = stage.server.origin + call.path;
    if (call.encoding === "json")
      return {
        url,
        headers: { ...headers, "content-type": "application/json", "idempotency-key": randomUUID() },
        body: JSON.stringify(input),
      };
    return { url: `${url}?${new URLSearchParams(Object.entries(Object(input))).toString()}`, headers };
  };
  const kind = turn % 20;
  if (kind === 0) return asked(members.recharge, { memberId, pay: "1.00", method: "WeChat" });
  if (kind < 5) return asked(members.view, { id: memberId });
  if (kind < 9) return asked(booking.grid, { day: addDays(dayOf(new Date(), DEFAULT_ZONE), turn % 14), days: "7" });
  return asked(members.list, { page: String(turn % 50) });
}

/** Megabytes an hour of the straight line nearest to the samples; undefined where there are too few. */
function slopeOf(samples: readonly { hours: number; mb: number }[]): number | undefined {
  if (samples.length < 2) return undefined;
  const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;
  const [hours, mb] = [mean(samples.map((sample) => sample.hours)), mean(samples.map((sample) => sample.mb))];
  const spread = samples.reduce((sum, sample) => sum + (sample.hours - hours) ** 2, 0);
  return samples.reduce((sum, sample) => sum + (sample.hours - hours) * (sample.mb - mb), 0) / spread;
}

/** Load: loops that each keep one connection, and what they saw. Times in milliseconds. */
import { Agent, request } from "node:http";

/** Result of a load. `failed` counts unexpected answers, `faults` counts them by kind. */
export interface Load {
  readonly count: number;
  readonly failed: number;
  readonly faults: ReadonlyMap<string, number>;
  readonly seconds: number;
  readonly times: readonly number[];
}
export interface Target {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Posted where there is one. */
  readonly body?: string;
}

/** The value below which a share of the times lies. */
export function percentile(times: readonly number[], share: number): number {
  const sorted = times.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.ceil(sorted.length * share) - 1)] ?? 0;
}
export const perSecond = (load: Load): number => load.count / load.seconds;

/**
 * Asks for `seconds`, over `connections` at once.
 * @param pace milliseconds between the requests of one connection; 0: the next follows at once
 */
export async function run(target: () => Target, options: { connections: number; seconds: number; pace?: number }): Promise<Load> {
  const agent = new Agent({ keepAlive: true, maxSockets: options.connections });
  const { pace = 0 } = options;
  const started = performance.now();
  const end = started + options.seconds * 1000;
  const times: number[] = [];
  const faults = new Map<string, number>();
  const loop = async (first: number): Promise<void> => {
    await pause(first);
    for (let due = performance.now(); due < end; due = Math.max(due + pace, performance.now())) {
      await pause(due - performance.now());
      const at = performance.now();
      const fault = await faultOf(target(), agent);
      if (fault !== undefined) faults.set(fault, (faults.get(fault) ?? 0) + 1);
      times.push(performance.now() - at);
    }
  };
  await Promise.all(Array.from({ length: options.connections }, (_, i) => loop((pace * i) / options.connections)));
  agent.destroy();
  const failed = [...faults.values()].reduce((sum, count) => sum + count, 0);
  return { count: times.length, failed, faults, seconds: (performance.now() - started) / 1000, times };
}

/** Formats the failures as text: "3 × POST /path: 409 …". */
export const saysOf = (load: Load): string => [...load.faults].map(([fault, count]) => `${count} × ${fault}`).join("; ");

const pause = (ms: number): Promise<void> | undefined => (ms > 0 ? new Promise((resolve) => setTimeout(resolve, ms)) : undefined);

/**
 * Returns the fault of the answer: not 200, or an envelope with another code; undefined if there is none. A broken connection is a fault as
 * well.
 */
async function faultOf(target: Target, agent: Agent): Promise<string | undefined> {
  const what = `${target.body === undefined ? "GET" : "POST"} ${new URL(target.url).pathname}`;
  try {
    const { status, head } = await sendRequest(target, agent);
    if (status === 200 && !(head.startsWith('{"code":') && !head.startsWith('{"code":200'))) return undefined;
    return `${what}: ${status} ${head.slice(0, 120)}`;
  } catch (error) {
    return `${what}: ${error instanceof Error ? error.message : String(error)}`;
  }
}

/** One request; the body is read to its end, and its first characters given. */
export function sendRequest(target: Target, agent?: Agent): Promise<{ status: number; head: string; bytes: number }> {
  return new Promise((resolve, reject) => {
    const sent = request(
      target.url,
      { method: target.body === undefined ? "GET" : "POST", headers: target.headers, ...(agent ? { agent } : {}) },
      (answer) => {
        let head = "";
        let bytes = 0;
        answer.on("data", (chunk: Buffer) => {
          if (bytes === 0) head = chunk.toString("utf8", 0, 200);
          bytes += chunk.length;
        });
        answer.on("end", () => resolve({ status: answer.statusCode ?? 0, head, bytes }));
        answer.on("error", reject);
      },
    );
    sent.on("error", reject);
    sent.end(target.body);
  });
}

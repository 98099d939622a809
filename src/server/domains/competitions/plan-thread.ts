/** Planning in a worker thread: the process serves its other calls meanwhile. */
import { createRequire } from "node:module";
import path from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { Worker } from "node:worker_threads";
import type { CourtHours, Engaged, Placed, Plan, Playable } from "../../../engine/schedule";

export interface PlanTask {
  readonly matches: readonly Playable[];
  readonly hours: readonly CourtHours[];
  readonly fixed: readonly Placed[];
  readonly from: number;
  readonly engaged: readonly Engaged[];
}
export type PlanMessage = { readonly placed: number } | { readonly plan: Plan };

/** Threads of a process at once: each takes a core for up to minutes, and other calls need one too. */
const MOST_WORKERS = 2;
let running = 0;
const waiting: (() => void)[] = [];

/** Opens the worker: bundled beside this file, or from its source where the source runs, which a thread reads by tsx. */
function openWorker(task: PlanTask): Worker {
  const file = fileURLToPath(import.meta.url);
  const fileIn = (name: string): string => path.join(path.dirname(file), name);
  if (!file.endsWith(".ts")) return new Worker(fileIn("planner.js"), { workerData: task });
  // Its entry for imports lies beside the one for require.
  const tsx = pathToFileURL(
    createRequire(file)
      .resolve("tsx/esm/api")
      .replace(/\.cjs$/, ".mjs"),
  ).href;
  const source = pathToFileURL(fileIn("planner.ts")).href;
  const load = `import(${JSON.stringify(tsx)}).then(({ register }) => { register(); return import(${JSON.stringify(source)}); })`;
  return new Worker(load, { eval: true, workerData: task });
}

/**
 * Plans in a thread of its own, once fewer than `MOST_WORKERS` run.
 * @param signal ends the thread
 * @throws Error when it is ended, or fails
 */
export async function planInThread(task: PlanTask, onPlaced: (placed: number) => void, signal: AbortSignal): Promise<Plan> {
  if (running < MOST_WORKERS) running++;
  // Whoever ends hands its place over, so the count stays.
  else await new Promise<void>((resolve) => waiting.push(resolve));
  try {
    signal.throwIfAborted();
    return await runWorker(task, onPlaced, signal);
  } finally {
    const next = waiting.shift();
    if (next) next();
    else running--;
  }
}

function runWorker(task: PlanTask, onPlaced: (placed: number) => void, signal: AbortSignal): Promise<Plan> {
  return new Promise((resolve, reject) => {
    const worker = openWorker(task);
    const end = (): void => void worker.terminate();
    signal.addEventListener("abort", end, { once: true });
    let plan: Plan | undefined;
    worker.on("message", (message: PlanMessage) => {
      if ("plan" in message) plan = message.plan;
      else onPlaced(message.placed);
    });
    worker.once("error", reject);
    worker.once("exit", () => {
      signal.removeEventListener("abort", end);
      if (plan) resolve(plan);
      else reject(new Error("The planning thread has ended"));
    });
  });
}

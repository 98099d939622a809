/** Worker thread that plans: reports how many matches are placed, then the plan. A file of its own in the build. */
import { parentPort, workerData } from "node:worker_threads";
import { planSpread } from "../../../engine/schedule";
import type { PlanMessage, PlanTask } from "./plan-thread";

/** Placed matches between two reports. */
const STEP = 10;

const { matches, hours, fixed, from, engaged } = workerData as PlanTask;
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread's port has no origin
const send = (message: PlanMessage): void => parentPort?.postMessage(message);
const plan = planSpread(matches, hours, fixed, from, engaged, (placed) => {
  if (placed % STEP === 0) send({ placed });
});
send({ plan });

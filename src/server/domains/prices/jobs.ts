/** Runs of the price sync that nobody watches continue by themselves. */
import type { Job } from "../../scheduler";
import { goOn } from "./sync";

export const priceJobs: readonly Job[] = [{ name: "prices.sync", run: goOn }];

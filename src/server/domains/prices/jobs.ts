/** Runs of the price sync that nobody watches continue by themselves. */
import { sql } from "kysely";
import { type Job, meanwhile } from "../../kernel/due";
import { continueSync } from "./sync";

export const priceJobs: readonly Job[] = [{ name: "prices.sync", run: continueSync, ...meanwhile("price_sync", sql`state = 'running'`) }];

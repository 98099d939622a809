/** Runs of the price sync that nobody watches continue by themselves. */
import { sql } from "kysely";
import { type Job, meanwhile } from "../../kernel/due";
import { goOn } from "./sync";

export const priceJobs: readonly Job[] = [{ name: "prices.sync", run: goOn, ...meanwhile("price_sync", sql`state = 'running'`) }];
